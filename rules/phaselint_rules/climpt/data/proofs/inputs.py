"""How the executor shows the values of inputs (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from itertools import pairwise

from phaselint.dialects.climpt.analysis.conditionvalues import handed
from phaselint.dialects.climpt.analysis.variablesources import derived, origin
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.executor.mending import twin_of
from phaselint.executor.planning import Plan
from phaselint.executor.proof import data_of, unproved
from phaselint.schema import Equals
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.data.inputsupply import (
    code,
    defect,
    handed_keys,
    is_free,
    is_valueless,
    other_source,
)
from phaselint_rules.climpt.data.proofs.uvnames import (
    GOING_ON,
    fails_with,
    visit,
)
from phaselint_rules.climpt.proofs.answering import answer, edge_between, same_without
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import without
from phaselint_rules.climpt.ways.proofs.transitions import NO_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Input, Step
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.data.inputsupply import Defect
    from phaselint_rules.climpt.data.proofs.uvnames import Record
    from phaselint_rules.climpt.proofs.claims import Claim

SHELL_TEXT = "a>b"
NO_PROMPT = "PR-C3L-002"


# --- what findings say ----------------------------------------------------------------------------


def input_at(claim: Claim, *inner: str) -> tuple[Step, Input] | None:
    """The input that the place of a finding is, or is in, and its step."""
    keys = claim.below("steps", ANY, "inputs", ANY, *inner)
    step = claim.facts.steps.get(keys[0]) if keys else None
    for taken in step.inputs if step else ():
        if step is not None and keys is not None and taken.name == keys[1]:
            return step, taken
    return None


def _expected(claim: Claim, step: Step, taken: Input, ends: str, **more: str) -> ExpectedFinding:
    data = {"input": taken.name, "from": taken.source, "code": ends, **more}
    return claim.here(step=step.key, **data)


def lacking(claim: Claim, wanted: Defect) -> ExpectedFinding | None:
    """An input that might lack a value from its source, for a reason that a rule reports."""
    found = input_at(claim, "from")
    if found is None or defect(claim.facts, *found) != wanted:
        return None
    return _expected(claim, *found, code(claim.facts, *found))


def _free_text(claim: Claim) -> ExpectedFinding | None:
    found, facts = input_at(claim, "from"), claim.facts
    known = origin(found[1]) if found else None
    source = facts.steps.get(known[0]) if known else None
    schema = facts.schema(source) if source else None
    if found is None or known is None or source is None or schema is None:
        return None
    field = handed(source, known[1]) if handed_keys(facts, source) else known[1]
    if is_valueless(facts, *found) or field is None or not is_free(schema, field):
        return None
    return _expected(claim, *found, NO_PROMPT, source=source.key, field=field)


def _dropped(claim: Claim) -> ExpectedFinding | None:
    found = input_at(claim)
    if found is None or not claim.facts.has_agent or is_valueless(claim.facts, *found):
        return None
    step, taken = found
    if not other_source(claim.facts, step, taken):
        return None
    return claim.here(step=step.key, variable=derived(taken), pointer=list(taken.pointer))


# --- runs -----------------------------------------------------------------------------------------


def through(facts: ClimptFacts, goal: str, source: str) -> tuple[str, ...]:
    """The steps of a path to a step through another step; the plain path if there is none."""
    before, after = facts.way(source), facts.way(goal, start=source)
    if source == goal or not before or not after:
        return facts.way(goal)
    return (*before, *after[1:])


def saying(
    facts: ClimptFacts, way: tuple[str, ...], source: str, *demands: Any
) -> Mapping[str, Mapping[str, Any]]:
    """The answer with which a step on a path continues, and which has what else is required."""
    for step, after in pairwise(way):
        edge = edge_between(facts, step, after) if step == source else None
        said = answer(facts, facts.steps[step], edge.intent, *demands) if edge else None
        if said is not None:
            return {source: said}
    return {}


@checks_claim(_free_text)
def shell_character(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The source answers with a shell character, and the prompt can't be built."""
    facts, data = lab.facts, data_of(finding)
    way = through(facts, data["step"], data["source"])
    said = saying(facts, way, data["source"], (path_of(data["field"]), Equals(SHELL_TEXT)))
    if not way or not said:
        return unproved(NO_WAY)

    def step_fails_with_code(driven: PlannedRun, record: Record) -> bool:
        return fails_with(driven, record, data["code"])

    return visit(lab, f"hand {SHELL_TEXT} to {way[-1]}", way, step_fails_with_code, answers=said)


@checks_claim(_dropped)
@by("differential")
def dropped(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """With every parameter given, a run without the input is the same."""
    facts, data = lab.facts, data_of(finding)
    way = facts.way(data["step"])
    if not way:
        return unproved(NO_WAY)
    given = {**lab.runtime.sample_input(facts.contract)}
    if facts.has_agent and data["variable"] in facts.agent.parameters:
        given.setdefault(data["variable"], "given")
    plan = Plan(way, last=GOING_ON, given=given)
    other = twin_of(lab, finding, without, facts.registry.file, data["pointer"])
    return same_without(lab, f"go to {way[-1]}", plan, other)
