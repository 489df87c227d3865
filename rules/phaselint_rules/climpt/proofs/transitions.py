"""How the executor shows where transitions lead (reference §7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.answers import saying
from phaselint_rules.climpt.proofs.bench import Plan, drive, same_without, shown
from phaselint_rules.climpt.proofs.copies import having, without

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.bench import Driven

NO_WAY = "no run of this agent comes to the step"


def planned(lab: Lab[ClimptFacts], finding: Finding) -> Plan | Proof:
    """A run to the step of a finding that then says its intent for as long as it is asked; or the
    verdict where there is none. A finding without an intent is about what no run looks at."""
    if finding.witness is None or "intent" not in finding.witness.data:
        return STATIC
    data, facts = data_of(finding), lab.facts
    way = tuple(data.get("path", ()))
    if not way or way[0] != facts.active:
        return unscripted(NO_WAY)
    last = saying(facts, facts.steps[data["step"]], data["intent"], data.get("key"))
    if last is None:
        return unscripted("the schema allows no such answer")
    return Plan(way, last)


def ends_with_code(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run says the intent in the step and ends with the code; without one it stays there."""
    plan = planned(lab, finding)
    if not isinstance(plan, Plan):
        return plan
    data = data_of(finding)
    name = f"say {data['intent']} in {data['step']}"
    if not data["code"]:
        return shown(drive(lab, name, plan), _stays(plan))

    def holds(driven: Driven) -> bool:
        return driven.visited == plan.way and driven.code == data["code"]

    return shown(drive(lab, name, plan), holds)


def stays_in_step(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run says the intent in the step and is in the same step again."""
    plan = planned(lab, finding)
    if not isinstance(plan, Plan):
        return plan
    data = data_of(finding)
    return shown(drive(lab, f"say {data['intent']} in {data['step']}", plan), _stays(plan))


def _stays(plan: Plan) -> Any:
    def holds(driven: Driven) -> bool:
        return driven.visited[: len(plan.way) + 1] == (*plan.way, plan.way[-1])

    return holds


@by("differential")
def same_without_target(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """Runs that follow the transition are the same with `null` as its target."""
    plan = planned(lab, finding)
    if not isinstance(plan, Plan):
        return plan
    place, facts = finding.place, lab.facts
    copy = having(facts, place.file, place.pointer, None)
    return same_without(lab, f"follow {data_of(finding)['intent']}", plan, copy)


@by("differential")
def same_without_fallback(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """Runs that follow the transition are the same without its fallback."""
    plan = planned(lab, finding)
    if not isinstance(plan, Plan):
        return plan
    place, facts = finding.place, lab.facts
    copy = without(facts, place.file, place.pointer)
    return same_without(lab, f"follow {data_of(finding)['intent']}", plan, copy)
