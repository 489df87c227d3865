"""How the executor shows that a prompt cannot be built, or can (reference climpt §4.6, §7.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.driving import data_of, unscripted
from phaselint.executor.proof import STATIC
from phaselint.vocabulary.finding import Proof
from phaselint_rules.climpt.proofs.bench import Plan, drive
from phaselint_rules.climpt.proofs.transitions import NO_WAY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.bench import Driven

    Record = Mapping[str, Any]

GOING_ON = {"text": "I am still at it."}


def visit(
    lab: Lab[ClimptFacts],
    name: str,
    way: tuple[str, ...],
    holds: Callable[[Driven, Record], bool],
    **plan: Any,
) -> Proof:
    """The verdict of a run along a way, by the record of the iteration at its end.

    A run that does not get there, or that ends there for something else, decides nothing.
    """
    driven = drive(lab, name, Plan(way, GOING_ON, **plan))
    reached = len(driven.iterations) >= len(way) and driven.visited[: len(way)] == way
    record = driven.iterations[len(way) - 1] if reached else {}
    if reached and holds(driven, record):
        return Proof("proved", "replay", driven.script)
    other = driven.left or _ended(driven, record, reached=reached)
    if other:
        return Proof("unproved", "replay", driven.script, other)
    return Proof("refuted", "replay", driven.script, "the run does not show what the finding says")


def _ended(driven: Driven, record: Record, *, reached: bool) -> str:
    """What else kept a run from showing a finding; empty if nothing did."""
    failure = record.get("failure") or record.get("prompt_failure")
    if failure:
        return f"the prompt fails with {failure} for something else first"
    return "" if reached else f"the run ends with {driven.code} before it comes to the step"


def way_of(finding: Finding) -> tuple[str, ...]:
    """The way that a finding's witness gives; empty where no run comes to the step."""
    return tuple(data_of(finding).get("path", ()))


def fails_with(driven: Driven, record: Record, code: str, name: str = "") -> bool:
    """Whether the prompt of an iteration could not be built: in a flow step that ends the run,
    for a variable of a name where one is given."""
    if record.get("prompt_failure") == code:
        return True
    reason = str(driven.run.summary["reason"])
    return record.get("failure") == code and (not name or f"`{name}`" in reason)


def stops(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run comes to the step and cannot build its prompt."""
    data = data_of(finding)
    code, way = data["code"], way_of(finding)
    if not code:
        return STATIC
    if not way:
        return unscripted(NO_WAY)
    name = data.get("variable", "")

    def holds(driven: Driven, record: Record) -> bool:
        return fails_with(driven, record, code, name)

    return visit(lab, f"build the prompt of {way[-1]}", way, holds)


def works(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run comes to the step and sends its prompt."""
    way = way_of(finding)
    if not way:
        return unscripted(NO_WAY)
    return visit(lab, f"build the prompt of {way[-1]}", way, lambda _, record: is_sent(record))


def is_sent(record: Record) -> bool:
    """Whether the step's own prompt was sent."""
    return bool(record.get("model_called")) and not record.get("prompt_failure")


def undeclared(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """The variable that is not declared has no value, and the run ends; or it has one, and the
    prompt is sent with it. A parameter that may be left out is."""
    data = data_of(finding)
    if not data["code"]:
        return works(lab, finding)
    way = way_of(finding)
    if not way:
        return unscripted(NO_WAY)

    def holds(driven: Driven, record: Record) -> bool:
        return fails_with(driven, record, data["code"], data["variable"])

    given = _without(lab, data["variable"]) if data["optional"] else None
    proof = visit(lab, f"build the prompt of {way[-1]}", way, holds, given=given)
    if proof.status != "refuted":
        return proof
    return Proof("unproved", "replay", proof.script, "on this way the variable has a value")


def _without(lab: Lab[ClimptFacts], parameter: str) -> dict[str, Any]:
    """Arguments for a run without a parameter."""
    given = lab.runtime.sample_input(lab.facts.contract)
    return {name: value for name, value in given.items() if name != parameter}


def still_needed(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run without the value cannot build a prompt that does not use it. A parameter with a
    default is given as an empty text, which counts as missing."""
    data, way = data_of(finding), way_of(finding)
    if not data["parameter"]:
        return STATIC
    if not way:
        return unscripted(NO_WAY)
    name = data["variable"]
    given = _without(lab, name)
    if lab.facts.agent.parameters[name].has_default:
        given[name] = ""

    def holds(driven: Driven, _: Record) -> bool:
        return fails_with(driven, driven.iterations[-1], data["code"], name)

    return _anywhere(lab, f"go to {way[-1]} without {name}", way, holds, given)


def _anywhere(
    lab: Lab[ClimptFacts],
    name: str,
    way: tuple[str, ...],
    holds: Callable[[Driven, Record], bool],
    given: Mapping[str, Any] | None,
) -> Proof:
    """The verdict of a run along a way, which an earlier step that needs the same may end."""
    driven = drive(lab, name, Plan(way, GOING_ON, given=given))
    if driven.iterations and holds(driven, driven.iterations[-1]):
        return Proof("proved", "replay", driven.script)
    return visit(lab, name, way, holds, given=given)


def not_given(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run in which the parameter is left out cannot build the prompt of a step that declares
    it."""
    data = data_of(finding)
    way = way_of(finding)
    if not way:
        return unscripted(NO_WAY)

    def holds(driven: Driven, _: Record) -> bool:
        records = driven.iterations
        return any(fails_with(driven, each, data["code"], data["parameter"]) for each in records)

    given = _without(lab, data["parameter"])
    return _anywhere(lab, f"leave out {data['parameter']}", way, holds, given)


def no_prompt_at_all(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run ends in its first iteration, or cannot build the prompt of that."""
    start = _start(lab.facts)
    if not start:
        return unscripted(NO_WAY)
    code = data_of(finding)["code"]
    return visit(
        lab,
        "begin",
        (start,),
        lambda driven, record: fails_with(driven, record, code),
    )


def _start(facts: ClimptFacts) -> str:
    if not facts.graph_known:
        return ""
    return facts.active or next(iter(facts.entries), "")


def refused(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run comes to the step and the library refuses its address. A word of a validation step,
    and a pattern that the library finds, are facts of the document."""
    data = data_of(finding)
    if "word" in data:
        return stops(lab, finding)
    return no_prompt_at_all(lab, finding) if data["code"] else STATIC
