"""How the executor shows that a step can't be answered (reference climpt §7.4)."""

from __future__ import annotations

from phaselint.executor.planning import Plan
from phaselint.executor.proof import data_of, standing_in, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import quote
from phaselint_rules.climpt.gates.proofs.gates import NO_WAY
from phaselint_rules.climpt.gates.schemas import contradiction_data, why_unanswerable
from phaselint_rules.climpt.proofs.answering import PROMPT, STAND_IN, run_plan
from phaselint_rules.climpt.proofs.claims import checks_claim
from phaselint_rules.climpt.ways.transitiontext import way_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.claims import Claim, ExpectedFinding


def _nothing(claim: Claim) -> ExpectedFinding | None:
    step = claim.step
    found = None if step is None else why_unanswerable(claim.facts, step)
    return (
        None
        if step is None or found is None
        else claim.here(step=step.key, **contradiction_data(found))
    )


@checks_claim(_nothing, "that the output schema of `{step}` can't be satisfied")
def nothing_to_say(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run reaches the step with the unsatisfiable schema, and waits for an answer that isn't
    among those the executor knows."""
    key = data_of(finding)["step"]
    way = way_to(lab.facts, key)
    if not way:
        return unproved(NO_WAY)
    name, plan = f"go to {key}", Plan(way)
    driven = run_plan(lab, name, plan)
    if not driven.code.startswith(PROMPT):
        return _waiting(lab, driven, key)
    driven = run_plan(lab, name, plan._replace(world=STAND_IN))
    sent = ", ".join(map(quote, way))
    return standing_in(_waiting(lab, driven, key), f"the prompts of {sent}")


def _waiting(lab: ProofContext[ClimptFacts], driven: PlannedRun, key: str) -> Proof:
    """The verdict on a run that reached a step and gets no answer that the step accepts."""
    state, runtime = driven.run.last, lab.runtime
    question = runtime.asks(state)
    if question is None or question.phase != key:
        reason = driven.left or "the run ends before it reaches the step"
        return unproved(reason, driven.script)
    grades = {runtime.grade(state, choice) for choice in runtime.choices(state)}
    if grades <= {"hostile"}:
        return Proof("proved", "replay", driven.script)
    return Proof("refuted", "replay", driven.script, "the executor knows an answer")
