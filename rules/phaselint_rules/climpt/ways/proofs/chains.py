"""How the executor shows how often a step can be repeated (reference climpt 1.14 §4.3, §7.2)."""

from __future__ import annotations

from phaselint.executor.planning import shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.climpt.gates.proofs.gates import saying, to_step
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.answering import LIMIT, answer, closing, iterations
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.together import each_of
from phaselint_rules.climpt.vocabulary import UNREADABLE, words_of
from phaselint_rules.climpt.ways.repeatedsteps import (
    REPEAT,
    chain_place,
    repeats,
    repeats_end,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

EXHAUSTED = "AGENT_ADAPTATION_CHAIN_EXHAUSTED"


# --- what findings say ----------------------------------------------------------------------------


def _undeclared(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    lacking = [s.key for s in facts.met_steps if repeats(s) and not s.chain.given]
    if not lacking:
        return None
    place = facts.place(facts.steps[lacking[0]].pointer)
    return ExpectedFinding(place, {"step": lacking[0], "steps": lacking})


def _empty(claim: Claim) -> ExpectedFinding | None:
    step = claim.step
    if step is None or not repeats(step):
        return None
    place = chain_place(claim.facts, step)
    return (
        ExpectedFinding(place, {"step": step.key}) if value_at(claim.facts, place) == [] else None
    )


def _lenient(claim: Claim) -> ExpectedFinding | None:
    found = claim.gated
    if found is None or found[0].kind == "closure" or found[0].chain.endless:
        return None
    step, gate = found
    if gate.fail_fast or gate.fallback != REPEAT:
        return None
    place = claim.facts.place((*gate.pointer, "fallbackIntent"))
    return ExpectedFinding(place, {"step": step.key, "length": len(step.chain.elements)})


def _finite(claim: Claim) -> ExpectedFinding | None:
    step = claim.step
    if step is None or not repeats_end(claim.facts, step):
        return None
    data = {"step": step.key, "intent": REPEAT, "length": len(step.chain.elements)}
    return ExpectedFinding(chain_place(claim.facts, step), data)


# --- runs -----------------------------------------------------------------------------------------


def saying_repeat(facts: ClimptFacts, step: Step) -> Mapping[str, Any] | None:
    """The answer that repeats a step; none if none was found that its schema accepts."""
    if step.kind == "closure":
        said = closing(facts, step, REPEAT)
        return said if "so" in said else None
    return answer(facts, step, REPEAT)


def _exhausts(
    lab: ProofContext[ClimptFacts], finding: Finding, said: Mapping[str, Any] | None, calls: int
) -> Proof:
    """A run that gives an answer a number of times in a row in a step ends with the last of
    them."""
    key = data_of(finding)["step"]
    driven = to_step(lab, finding, f"repeat {key}", said)
    if driven.code == LIMIT:
        reason = "all iterations are used before that"
        return unproved(reason, driven.script)

    def ended(driven: PlannedRun) -> bool:
        return driven.code == EXHAUSTED and len(iterations(driven, key)) == calls

    return shown(driven, ended)


@checks_claim(_undeclared)
def second_repeat_ends(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """In each of the steps, a run answers `repeat` twice and ends."""
    facts = lab.facts

    def ends(each: Finding) -> Proof:
        step = facts.steps[data_of(each)["step"]]
        return _exhausts(lab, each, saying_repeat(facts, step), 2)

    return each_of(facts, finding, data_of(finding)["steps"], ends)


@checks_claim(_empty)
def first_repeat_ends(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run answers `repeat` once and ends."""
    step = lab.facts.steps[data_of(finding)["step"]]
    return _exhausts(lab, finding, saying_repeat(lab.facts, step), 1)


@checks_claim(_finite)
def one_more_ends(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run answers `repeat` once more than the chain has elements, and ends."""
    data = data_of(finding)
    said = saying_repeat(lab.facts, lab.facts.steps[data["step"]])
    return _exhausts(lab, finding, said, data["length"] + 1)


@checks_claim(_lenient)
def nonsense_exhausts(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run gives one unreadable answer more than the chain has elements, and ends."""
    data = data_of(finding)
    words = words_of(lab.facts, lab.facts.steps[data["step"]])
    return _exhausts(lab, finding, saying(words, UNREADABLE), data["length"] + 1)
