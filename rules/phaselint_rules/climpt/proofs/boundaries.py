"""How the executor shows what steps may use and what commands do (reference climpt §4.10, §4.12,
§7.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.analysis.lower import permitted
from phaselint.dialects.climpt.reading.permissions import CHANGING
from phaselint.executor.driving import data_of, unscripted
from phaselint_rules.climpt.proofs.bench import Plan, answer, closing, drive, shown

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.bench import Driven

NO_WAY = "no run of this agent comes to the step"
NO_ANSWER = "no answer of the step is known"


def _said(facts: ClimptFacts, step: Step) -> dict[str, Any] | None:
    """Any answer of a step."""
    if step.kind == "closure":
        return closing(facts, step)
    if step.gate is None:
        return answer(facts, step, "")
    found = (answer(facts, step, intent) for intent in permitted(step))
    return next((each for each in found if each is not None), None)


def _plan(facts: ClimptFacts, way: tuple[str, ...], call: str = "") -> Plan | None:
    """A run along a way whose last step answers, and calls a tool on request."""
    last = _said(facts, facts.steps[way[-1]])
    if last is None:
        return None
    calls = {"toolCalls": [{"tool": call}]} if call else {}
    return Plan(way, {**last, **calls})


def _way(lab: Lab[ClimptFacts], finding: Finding) -> tuple[str, ...]:
    """The way to the step of a finding from where runs begin; empty where there is none."""
    way = tuple(data_of(finding).get("path", ()))
    facts = lab.facts
    start = facts.active or next(iter(facts.entries), "")
    return way if way[:1] == (start,) else ()


def _denied(lab: Lab[ClimptFacts], way: tuple[str, ...], tool: str) -> Proof:
    plan = _plan(lab.facts, way, tool)
    if plan is None:
        return unscripted(NO_ANSWER)

    def holds(driven: Driven) -> bool:
        return any(tool in each.get("denied", ()) for each in driven.at(way[-1]))

    return shown(drive(lab, f"call {tool}", plan), holds)


def all_denied(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The first step of a run calls a tool that is not listed, and is denied."""
    facts = lab.facts
    step = facts.steps.get(facts.active)
    if step is None or (step.kind == "closure" and step.runner is not None):
        return unscripted("no run of this agent begins by asking the model")
    listed = data_of(finding)["tools"]
    tool = next(name for name in ("Read", *CHANGING, "any tool") if name not in listed)
    return _denied(lab, (step.key,), tool)


def denied_there(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step calls the tool, and is denied."""
    way = _way(lab, finding)
    return _denied(lab, way, data_of(finding)["tool"]) if way else unscripted(NO_WAY)


def taken_away(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step does not get the tool."""
    way, tool = _way(lab, finding), data_of(finding)["tool"]
    plan = _plan(lab.facts, way) if way else None
    if plan is None:
        return unscripted(NO_WAY)

    def holds(driven: Driven) -> bool:
        records = driven.at(way[-1])
        return bool(records) and all(tool not in each["tools"] for each in records)

    return shown(drive(lab, f"come to {way[-1]}", plan), holds)


def other_mode(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """No step of a run has the mode."""
    facts, mode = lab.facts, data_of(finding)["mode"]
    plan = _plan(facts, (facts.active,)) if facts.active else None
    if plan is None:
        return unscripted(NO_WAY)

    def holds(driven: Driven) -> bool:
        records = driven.iterations
        return bool(records) and all(each["permissionMode"] != mode for each in records)

    return shown(drive(lab, "look at the mode", plan), holds)


def asks_model(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run comes to the step, and the model is asked."""
    way = _way(lab, finding)
    plan = _plan(lab.facts, way) if way else None
    if plan is None:
        return unscripted(NO_WAY)

    def holds(driven: Driven) -> bool:
        records = driven.at(way[-1])
        return bool(records) and all(each["model_called"] for each in records)

    return shown(drive(lab, f"come to {way[-1]}", plan), holds)


def cannot_resolve(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step ends with an error."""
    way = _way(lab, finding)
    if not way:
        return unscripted(NO_WAY)

    def holds(driven: Driven) -> bool:
        records = driven.at(way[-1])
        return bool(records) and all(each.get("errors") for each in records)

    return shown(drive(lab, f"come to {way[-1]}", Plan(way)), holds)


def fails_anyway(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The command succeeds, and the run has failed."""
    way = _way(lab, finding)
    if not way:
        return unscripted(NO_WAY)

    def holds(driven: Driven) -> bool:
        done = [each["complete"] for each in driven.at(way[-1])]
        return done == [True] and driven.run.outcome.kind == "failed"

    return shown(drive(lab, f"run {way[-1]}", Plan(way)), holds)
