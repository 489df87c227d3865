"""How the executor shows what conditional transitions do (reference §7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.analysis.lower import continuation, path_of
from phaselint.executor.driving import data_of, unscripted
from phaselint.schema import Equals
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.answers import key_in, uncovered
from phaselint_rules.climpt.proofs.bench import Plan, answer, drive, shown
from phaselint_rules.climpt.proofs.graph import not_explored
from phaselint_rules.climpt.proofs.transitions import ends_with_code, planned

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.bench import Driven

NONE_LEADS = ("SR-TRANS-003", "SR-TRANS-004", "SR-TRANS-007")
"""How a run ends that follows a transition which counts as absent."""


def goes_to(driven: Driven, step: str, target: str | None) -> bool:
    """Whether the run leaves a step for another one, or ends there with SR-TRANS-002."""
    records = driven.at(step)
    if not records:
        return False
    if target is None:
        return driven.code == "SR-TRANS-002"
    return records[-1].get("next") == target


def one_form(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """With both forms a run goes to `target`; with neither it ends with an error or goes to the
    continuation of the step."""
    plan = planned(lab, finding)
    if not isinstance(plan, Plan):
        return plan
    data, facts = data_of(finding), lab.facts
    step = data["step"]
    target = data["target"] if data["both"] else continuation(facts.registry, facts.steps[step])

    def holds(driven: Driven) -> bool:
        if not data["both"] and driven.code in NONE_LEADS:
            return True
        unknown = target is not None and target not in facts.steps
        return not unknown and goes_to(driven, step, target)

    return shown(drive(lab, f"say {data['intent']} in {step}", plan), holds)


def runs_uncovered(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run gives an answer whose value has no step, and ends with SR-TRANS-002."""
    plan = planned(lab, finding)
    if not isinstance(plan, Plan):
        return plan
    data, facts = data_of(finding), lab.facts
    step = facts.steps[data["step"]]
    last = uncovered(facts, step, data["intent"], data["field"], data["keys"])
    if last is None:
        return unscripted("no answer could be made up whose value has no step")

    def holds(driven: Driven) -> bool:
        return driven.code == "SR-TRANS-002"

    return shown(drive(lab, f"say {data['intent']} in {step.key}", plan._replace(last=last)), holds)


def always_default(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run whose answer has the value where the condition points goes to the default all the
    same, or ends with SR-TRANS-002."""
    plan = planned(lab, finding)
    if not isinstance(plan, Plan):
        return plan
    data, facts = data_of(finding), lab.facts
    step = facts.steps[data["step"]]
    path = path_of(data["condition"])
    valued = (answer(facts, step, data["intent"], (path, Equals(key))) for key in data["keys"])
    last: Any = next((each for each in valued if each is not None), plan.last)

    def holds(driven: Driven) -> bool:
        return goes_to(driven, step.key, data["target"])

    return shown(drive(lab, f"say {data['intent']} in {step.key}", plan._replace(last=last)), holds)


def not_supported(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run follows the transition and ends with the code; `repeat` stays in the step, and
    `closing` ends the run as a success."""
    data = data_of(finding)
    if data["intent"] != "closing":
        return ends_with_code(lab, finding)
    plan = planned(lab, finding)
    if not isinstance(plan, Plan):
        return plan

    def holds(driven: Driven) -> bool:
        return driven.visited == plan.way and driven.run.outcome.kind == "completed"

    return shown(drive(lab, f"say closing in {data['step']}", plan), holds)


@by("explore")
def never_chosen(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """No answer that the schema allows has the value that the key stands for."""
    data, atlas = data_of(finding), lab.sampled
    if reason := not_explored(lab, data["step"]):
        return Proof("unproved", "explore", None, reason)
    for edge in atlas.edges:
        so = edge.choice.value.so
        if atlas.states[edge.source].step != data["step"] or not isinstance(so, dict):
            continue
        if key_in(so, data["field"]) == data["value"]:
            script = lab.script("have the value", (*atlas.run_to(edge.source), edge.choice))
            return Proof("refuted", "explore", script, "an answer has the value")
    return Proof("proved", "explore")
