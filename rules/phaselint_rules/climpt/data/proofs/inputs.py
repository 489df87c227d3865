"""How the executor shows the values of inputs (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from itertools import pairwise

from phaselint_rules.climpt.data.inputsupply import (
    code,
    defect,
)
from phaselint_rules.climpt.proofs.answering import answer, edge_between
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Input, Step
    from phaselint_rules.climpt.data.inputsupply import Defect
    from phaselint_rules.climpt.proofs.claims import Claim

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
