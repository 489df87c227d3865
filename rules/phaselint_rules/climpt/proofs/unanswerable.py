"""How the executor shows that a step cannot be answered (reference climpt §7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import partly
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import tick
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.bench import Plan, drive
from phaselint_rules.climpt.proofs.gates import NO_WAY
from phaselint_rules.climpt.schemas import told, why_unanswerable
from phaselint_rules.climpt.walks import way_to

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.bench import Driven


@by("static+replay")
def nothing_to_say(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run comes to the step, whose schema nothing satisfies, and waits for an answer that none
    of those that the executor knows is."""
    facts, data = lab.facts, data_of(finding)
    step = facts.steps.get(str(data.get("step")))
    if step is None or facts.schema(step) is None:
        return unscripted("the contract has no such step with an output schema")
    found = why_unanswerable(facts, step)
    if found is None:
        return unscripted(f"some answer may satisfy the output schema of {tick(step.key)}")
    if any(data.get(key) != value for key, value in told(found).items()):
        return unscripted(f"the output schema of {tick(step.key)} contradicts itself elsewhere")
    way = way_to(facts, step.key)
    if not way:
        return unscripted(NO_WAY)
    plan = Plan(way, world={"prompts": "stand-in"})
    return partly(
        _waiting(lab, drive(lab, f"go to {step.key}", plan), step.key),
        f"that nothing satisfies the output schema of {tick(step.key)}",
    )


def _waiting(lab: Lab[ClimptFacts], driven: Driven, key: str) -> Proof:
    """The verdict on a run that has come to a step and can get no answer that is asked for."""
    state, runtime = driven.run.last, lab.runtime
    question = runtime.asks(state)
    if question is None or question.phase != key:
        reason = driven.left or "the run ends before it comes to the step"
        return Proof("unproved", "replay", driven.script, reason)
    grades = {runtime.grade(state, choice) for choice in runtime.choices(state)}
    if grades <= {"hostile"}:
        return Proof("proved", "replay", driven.script)
    return Proof("refuted", "replay", driven.script, "the executor knows an answer")
