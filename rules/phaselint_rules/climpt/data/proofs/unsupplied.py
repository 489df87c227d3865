"""How the executor shows that an input lacks a value (reference climpt §4.6, §7.6a)."""

from __future__ import annotations

from itertools import pairwise

from phaselint.dialects.climpt.analysis.variablesources import derived
from phaselint.dialects.climpt.reading.values import ABSENT, at, last_segment, path_of
from phaselint.executor.proof import data_of, never, unproved
from phaselint.schema import Equals, Present
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.data.inputsupply import (
    NULL,
    QUERY,
    code,
    field_of,
    gives_null,
    handed_keys,
    reading,
)
from phaselint_rules.climpt.data.proofs.inputs import input_at, lacking, saying, through
from phaselint_rules.climpt.data.proofs.uvnames import fails_with, is_sent, visit
from phaselint_rules.climpt.proofs.answering import answer, edge_between, leading
from phaselint_rules.climpt.proofs.claims import checks_claim
from phaselint_rules.climpt.ways.proofs.transitions import NO_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.data.inputsupply import Reading
    from phaselint_rules.climpt.data.proofs.uvnames import Record
    from phaselint_rules.climpt.proofs.answering import Demand
    from phaselint_rules.climpt.proofs.claims import Claim, ExpectedFinding


def _never(claim: Claim) -> ExpectedFinding | None:
    return lacking(claim, "input-never-supplied")


def _optional(claim: Claim) -> ExpectedFinding | None:
    if claim.name("reads") != NULL:
        return lacking(claim, "input-field-optional")
    found = input_at(claim, "from")
    if found is None or gives_null(claim.facts, *found) is None:
        return None
    return claim.here(
        step=found[0].key, input=found[1].name, reads=NULL, **{"from": found[1].source}
    )


@checks_claim(_never)
@by("explore")
def never_supplied(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches the step, through the source if that comes before it, and can't build its
    prompt; and no run that reaches it can."""
    found = _reading(lab.facts, finding)
    key = found.step.key
    proof = _dying(lab, found, {})
    if proof.status != "proved":
        return proof

    def happens(state: Any) -> bool:
        first = key not in lab.runtime.summary(state)["phases_visited"]
        return bool(state.waiting and state.step == key and first and is_sent(state.record))

    explored = never(lab, f"build the prompt of {key}", lab.sampled, happens)
    return explored if explored.script is not None else explored._replace(script=proof.script)


@checks_claim(_optional)
def may_be_lacking(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The source gives an answer that its schema accepts and leaves nothing behind under the key;
    the run reaches the step and can't build its prompt."""
    facts, found = lab.facts, _reading(lab.facts, finding)
    way = through(facts, found.step.key, found.source.key)
    if data_of(finding).get("reads") == NULL:
        return _reading_null(lab, found, way)
    said = _lacking(facts, found, way)
    if said is None:
        return unproved("every answer of the source that continues has the value")
    return _dying(lab, found, {found.source.key: said})


def _reading_null(lab: ProofContext[ClimptFacts], found: Reading, way: tuple[str, ...]) -> Proof:
    """The verdict of a run whose source answers null: the prompt of the step is sent, with that
    word for the variable."""
    null = (path_of(field_of(lab.facts, found)), Equals(None))
    said = saying(lab.facts, way, found.source.key, null)
    if not way or not said:
        return unproved("no answer of the source that continues is null there")

    def prompt_has_null(_: PlannedRun, record: Record) -> bool:
        return is_sent(record) and NULL in record["prompt"]

    return visit(lab, f"read {NULL} in {way[-1]}", way, prompt_has_null, answers=said)


def _reading(facts: ClimptFacts, finding: Finding) -> Reading:
    """The input of a finding. Raises LookupError if there is none, which `checks_claim`
    prevents."""
    data = data_of(finding)
    step = facts.steps[data["step"]]
    taken = next(each for each in step.inputs if each.name == data["input"])
    found = reading(facts, step, taken)
    if found is None:
        raise LookupError("an input that reads from no step")
    return found


def _dying(lab: ProofContext[ClimptFacts], found: Reading, answers: Mapping[str, Any]) -> Proof:
    """The verdict of a run to the step of an input, which can't build its prompt because of the
    input."""
    way = _way(lab.facts, found)
    if not way:
        return unproved(NO_WAY)
    ends = code(lab.facts, found.step, found.taken)
    name = found.taken.name if ends == QUERY else derived(found.taken)

    def step_fails_with_code(driven: PlannedRun, record: Record) -> bool:
        return fails_with(driven, record, ends, name)

    return visit(lab, f"build the prompt of {way[-1]}", way, step_fails_with_code, answers=answers)


def _way(facts: ClimptFacts, found: Reading) -> tuple[str, ...]:
    """A path to the step of an input, through the source if that comes before it."""
    way = through(facts, found.step.key, found.source.key)
    return facts.way(found.step.key) if found.step.key in way[:-1] else way


def _lacking(facts: ClimptFacts, found: Reading, way: tuple[str, ...]) -> dict[str, Any] | None:
    """An answer of the source that continues along a path and leaves nothing under the key."""
    after = dict(pairwise(way)).get(found.source.key)
    edge = edge_between(facts, found.source.key, after) if after is not None else None
    if edge is None:
        return None
    smallest = leading(facts, edge)
    others = (answer(facts, found.source, edge.intent, each) for each in _demands(found))
    for said in (smallest, *others):
        if said is not None and _left(facts, found, said.get("so")) is ABSENT:
            return said
    return None


def _demands(found: Reading) -> Iterator[Demand]:
    """What an answer can have so that nothing is left under the key: something else that is handed
    off."""
    for field in found.source.gate.handoff_fields if found.source.gate else ():
        if last_segment(field) != found.key:
            yield path_of(field), Present()


def _left(facts: ClimptFacts, found: Reading, so: Any) -> Any:
    """What an answer leaves behind under the key."""
    fields = found.source.gate.handoff_fields if found.source.gate else ()
    handed = {last_segment(field): at(so, field) for field in fields}
    kept = {key: value for key, value in handed.items() if value is not ABSENT}
    whole = not kept or not handed_keys(facts, found.source)
    return (so if whole else kept).get(found.key, ABSENT) if isinstance(so, dict) else ABSENT
