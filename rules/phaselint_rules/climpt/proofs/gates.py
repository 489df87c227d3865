"""Proofs of what gates make of answers (reference climpt §4.2, §4.3, §7.3, §7.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.analysis.lower import path_of
from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC
from phaselint.schema import minimal
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.bench import (
    PROMPT,
    Plan,
    answer,
    closing,
    drive,
    refused_with,
    same_without,
    shown,
)
from phaselint_rules.climpt.proofs.copies import corrected
from phaselint_rules.climpt.proofs.refusals import INTENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.bench import Driven

UNREADABLE = "GATE_INTERPRETATION_ERROR"
NO_KIND = "PR-C3L-003"
NO_WAY = "no run comes to the step"
NO_ANSWER = "no answer that the schema accepts shows it"


def to_step(
    lab: Lab[ClimptFacts], finding: Finding, name: str, last: Mapping[str, Any] | None
) -> Driven | Proof:
    """A run to the step of a finding that gives an answer there; a verdict where there is none.
    Prompts that cannot be built have findings of their own: they are made up."""
    way = data_of(finding).get("path")
    if not way:
        return unscripted(NO_WAY)
    if last is None:
        return unscripted(NO_ANSWER)
    plan = Plan(tuple(way), last)
    driven = drive(lab, name, plan)
    if not driven.code.startswith(PROMPT):
        return driven
    return drive(lab, name, plan._replace(world={"prompts": "stand-in"}))


def saying(facts: ClimptFacts, key: str, word: str) -> dict[str, Any]:
    """An answer with a word where a step's gate looks for the intent, whatever its schema says."""
    gate = facts.steps[key].gate
    so: Any = word
    for name in reversed(path_of(gate.field) if gate else ()):
        so = {name: so}
    return {"so": so}


def smallest(facts: ClimptFacts, key: str) -> dict[str, Any] | None:
    """The smallest answer that the schema of a step accepts; none where there is none."""
    so = minimal(facts.schema(facts.steps[key]))
    return {"so": so} if isinstance(so, dict) else None


def ends(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step says the intent, and the run ends with the error."""
    facts, data = lab.facts, data_of(finding)
    if lab.rule.level(finding) != "error" or not data["error"]:
        return STATIC
    said = answer(facts, facts.steps[data["step"]], data["intent"])
    driven = to_step(lab, finding, f"say {data['intent']} in {data['step']}", said)
    if isinstance(driven, Proof):
        return driven
    return shown(driven, lambda driven: driven.code == data["error"])


def goes_on(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step says the intent, and the run goes on to the continuation."""
    facts, data = lab.facts, data_of(finding)
    said = answer(facts, facts.steps[data["step"]], data["intent"])
    driven = to_step(lab, finding, f"say {data['intent']} in {data['step']}", said)
    if isinstance(driven, Proof):
        return driven
    return shown(driven, lambda driven: _first(driven, data["step"]).get("next") == data["target"])


def _first(driven: Driven, step: str) -> Mapping[str, Any]:
    """The record of the first iteration of a step; empty where there is none."""
    return next(iter(driven.at(step)), {})


def takes_nothing(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """Whatever the step says, the run ends."""
    facts, step = lab.facts, data_of(finding)["step"]
    if facts.steps[step].kind == "closure":
        return STATIC
    driven = to_step(lab, finding, f"answer in {step}", saying(facts, step, "next"))
    return driven if isinstance(driven, Proof) else shown(driven, _unread)


def _unread(driven: Driven) -> bool:
    return driven.code == UNREADABLE


def ends_there(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step says closing or abort, and the run is complete."""
    facts, data = lab.facts, data_of(finding)
    if not data["ends"]:
        return STATIC
    step = facts.steps[data["step"]]
    said = answer(facts, step, data["ends"][0])
    driven = to_step(lab, finding, f"say {data['ends'][0]} in {step.key}", said)
    if isinstance(driven, Proof):
        return driven
    return shown(driven, lambda driven: bool(_first(driven, step.key).get("complete")))


@by("refusal")
def aborts(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused; without a kind, the step says abort and the run is complete."""
    data = data_of(finding)
    if not data["kind"]:
        return ends_there(lab, finding)
    return refused_with(lab, INTENTS) if data["listed"] else STATIC


def passes_over(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The start is refused; or an answer that cannot be read becomes another intent."""
    data = data_of(finding)
    if data["refused"]:
        return refused_with(lab, INTENTS)
    return STATIC if data["fail_fast"] else takes_anything(lab, finding)


def takes_anything(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """An answer that cannot be read is taken for an intent."""
    data = data_of(finding)
    said = saying(lab.facts, data["step"], data["answer"])
    driven = to_step(lab, finding, f"answer nonsense in {data['step']}", said)
    if isinstance(driven, Proof):
        return driven

    def taken(driven: Driven) -> bool:
        record = _first(driven, data["step"])
        return bool(record.get("used_fallback")) and record.get("intent") == data["instead"]

    return shown(driven, taken)


def no_prompt(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The run ends before its first answer, since no prompt can be built."""
    if data_of(finding)["any"]:
        return STATIC
    way = data_of(finding).get("path")
    if not way:
        return unscripted(NO_WAY)
    return shown(drive(lab, "start", Plan(tuple(way))), lambda driven: driven.code == NO_KIND)


def lacks_intent(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step gives an answer without the intent, and the run ends, or is not complete."""
    facts, data = lab.facts, data_of(finding)
    driven = to_step(lab, finding, f"leave out the intent of {data['step']}", data["answer"])
    if isinstance(driven, Proof):
        return driven
    if facts.steps[data["step"]].kind == "closure":
        return _not_done(driven, data["step"])
    return shown(driven, lambda driven: _unread(driven) or _fell_back(driven, data["step"]))


def _fell_back(driven: Driven, step: str) -> bool:
    return bool(_first(driven, step).get("used_fallback"))


def _not_done(driven: Driven, step: str) -> Proof:
    """Whether a closure step is not complete after an answer. What the verdict handler ends tells
    nothing."""
    record = _first(driven, step)
    if record.get("handler_verdict"):
        return Proof("unproved", "replay", driven.script, "the verdict handler ends the run")
    return shown(driven, lambda _: bool(record) and not record.get("complete"))


def misses_intent(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step gives an answer that its schema accepts, and its gate finds no intent in it."""
    facts, data = lab.facts, data_of(finding)
    step = data["step"]
    if data["declared"] or facts.steps[step].kind == "closure":
        return STATIC
    driven = to_step(lab, finding, f"answer in {step}", smallest(facts, step))
    if isinstance(driven, Proof):
        return driven
    return shown(driven, lambda driven: _unread(driven) or _fell_back(driven, step))


def never_done(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The closure step gives an answer that its schema accepts, and the run goes on."""
    facts, step = lab.facts, data_of(finding)["step"]
    driven = to_step(lab, finding, f"answer in {step}", smallest(facts, step))
    return driven if isinstance(driven, Proof) else _not_done(driven, step)


def corrected_id(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The step gives an answer that its schema accepts, and its id is corrected."""
    facts, key = lab.facts, data_of(finding)["step"]
    step = facts.steps[key]
    intents = step.gate.allowed if step.gate else ()
    if step.kind == "closure":
        said: Mapping[str, Any] | None = closing(facts, step)
    else:
        said = next((found for i in intents if (found := answer(facts, step, i))), None)
    so = said.get("so") if said else None
    driven = to_step(lab, finding, f"answer in {key}", said)
    if isinstance(driven, Proof):
        return driven
    if not isinstance(so, dict) or "stepId" not in so:
        return Proof("unproved", "replay", driven.script, "the schema does not require the id")
    return shown(driven, lambda driven: bool(_first(driven, key).get("step_id_corrected")))


@by("differential")
def inert_section(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run of a copy in which the section has nothing of the flow is the same."""
    facts, data = lab.facts, data_of(finding)
    ways = [facts.way(s.key) for s in facts.steps.values() if s.kind == "closure" and not s.section]
    way = min(filter(None, ways), key=len, default=())
    if not way:
        return unscripted("no run of this agent comes to an end")

    def strip(value: Any) -> None:
        for key in data["pointer"]:
            value = value[key]
        for member in data["members"]:
            del value[member]

    copy = corrected(facts, finding.place.file, strip)
    plan = Plan(way, closing(facts, facts.steps[way[-1]]))
    return same_without(lab, f"ignore {data['step']}", plan, copy)
