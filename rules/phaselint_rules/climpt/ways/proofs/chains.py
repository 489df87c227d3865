"""How the executor shows how often a step can be repeated (reference climpt 1.14 §4.3, §7.2)."""

from __future__ import annotations

from phaselint.executor.planning import shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.climpt.claiming import LIMIT
from phaselint_rules.climpt.gates.proofs.gates import to_step
from phaselint_rules.climpt.proofs.answering import answer, closing, iterations
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.together import each_of
from phaselint_rules.climpt.ways.repeatedsteps import (
    REPEAT,
    repeats,
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
