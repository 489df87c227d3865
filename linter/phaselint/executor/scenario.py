"""Running one scenario and comparing what happened with what it expects (design §8)."""

from __future__ import annotations

from phaselint.dialects.protocol import ScriptError
from phaselint.executor.replay import Run, Tape, replay
from phaselint.executor.script import Answers, Exhausted, Scenario
from phaselint.vocabulary.flaw import Flaw
from phaselint.vocabulary.message import message, quote, retold
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice, Event, Question
    from phaselint.vocabulary.finding import Pointer

MAX_STEPS = 10_000
"""Answers after which a scenario that repeats its last answer is ended."""


class Played(NamedTuple):
    """A scenario that was run: the run, and every way in which it differs from what was
    expected or the script is wrong. `doubts` are parts of answers that no run would have,
    `misfits` answers that no model gives, as the contract bounds these."""

    scenario: Scenario
    run: Run[Any]
    flaws: tuple[Flaw, ...]
    doubts: tuple[Flaw, ...] = ()
    misfits: tuple[Flaw, ...] = ()


def play(
    runtime: Runtime[Any], contract: Any, options: Mapping[str, Any], scenario: Scenario
) -> Played:
    """Run a scenario. `options` are the effective dialect options, the scenario's own merged."""
    try:
        start = runtime.start(contract, options, scenario.given, scenario.world)
    except ScriptError as error:
        wrong = Flaw((*scenario.pointer, *error.pointer), message("{}", error.message))
        unstarted = runtime.start(contract, options, {}, {})
        return Played(scenario, replay(runtime, unstarted, ()), (wrong,))
    answers = Answers(scenario)
    tape, flaw = Tape(runtime, start), None
    doubts: list[Flaw] = []
    asked: dict[tuple[str, Pointer], Flaw | None] = {}  # once each, where answers come again
    while (question := _question(runtime, tape, scenario)) is not None:
        try:
            pointer, answer = _next(runtime, tape.last, answers, question)
            choice = _answer(runtime, tape.last, pointer, answer)
        except Exhausted:
            break
        except ScriptError as error:
            flaw = Flaw((*scenario.pointer, *error.pointer), message("{}", error.message))
            break
        place = (*scenario.pointer, *pointer)
        if (question.phase, place) not in asked:
            asked[question.phase, place] = _misfit(runtime, tape.last, choice, place)
        doubts += _doubts(place, tape.take(choice))
    run = tape.run()
    flaws = (flaw,) if flaw else tuple(mismatches(scenario, run))
    misfits = (each for each in asked.values() if each)
    return Played(scenario, run, flaws, tuple(dict.fromkeys(doubts)), tuple(misfits))


def _misfit(runtime: Runtime[Any], state: Any, choice: Choice, place: Pointer) -> Flaw | None:
    """What is told of an answer at a place that no model gives."""
    found = runtime.misfit(state, choice)
    return Flaw((*place, *found.pointer), found.message) if found else None


def _doubts(pointer: Pointer, events: Sequence[Event]) -> Iterator[Flaw]:
    """What events say about the answer that brought them about: where in it, and what."""
    for event in events:
        for doubt in event.data.get("doubts", ()):
            yield Flaw((*pointer, *doubt["at"]), retold(doubt["message"]))


def _question(runtime: Runtime[Any], tape: Tape[Any], scenario: Scenario) -> Question | None:
    """What should be answered next; none when the run has ended. A script that repeats its last
    answer ends with the outcome and after `MAX_STEPS`; any other when it has no answer left."""
    over = tape.taken >= MAX_STEPS or runtime.outcome(tape.last).kind != "running"
    if over and scenario.on_exhausted == "repeat-last":
        return None
    return runtime.asks(tape.last)


def _next(
    runtime: Runtime[Any], state: Any, answers: Answers, question: Question
) -> tuple[Pointer, Any]:
    """The next answer and its pointer; of a phase that the scenario has no word of, what the
    dialect takes for granted. Raises Exhausted."""
    if answers.knows(question):
        return answers.next(question)
    answer = runtime.unscripted(state)
    if answer is None:
        raise Exhausted
    return (question.channel,), answer


def _answer(runtime: Runtime[Any], state: Any, pointer: Pointer, answer: Any) -> Choice:
    try:
        return runtime.read(state, answer)
    except ScriptError as error:
        raise ScriptError((*pointer, *error.pointer), message("{}", error.message)) from None


def mismatches(scenario: Scenario, run: Run[Any]) -> Iterator[Flaw]:
    """Every expectation a run does not meet."""
    expect, place = scenario.expect, (*scenario.pointer, "expect")
    outcome = expect.get("outcome")
    if outcome is not None and outcome not in (str(run.outcome), run.outcome.kind):
        yield Flaw(
            (*place, "outcome"), message("expected outcome `{}`, got `{}`", outcome, run.outcome)
        )
    if "phases" in expect:
        yield from _compare(
            "phases", list(expect["phases"]), list(run.summary["phases_visited"]), place
        )
    if "blocks" in expect:
        yield from _compare("blocks", list(expect["blocks"]), blocks(run.events), place)
    yield from _missing_events(expect.get("events", []), run.events, (*place, "events"))


def blocks(events: tuple[Event, ...]) -> list[Any]:
    """Everything that was blocked in a run, in order, as the events record it."""
    return [entry for event in events for entry in event.data.get("blocked", ())]


def _compare(key: str, wanted: list[Any], found: list[Any], place: Pointer) -> Iterator[Flaw]:
    if wanted == found:
        return
    at = next(
        (i for i, pair in enumerate(zip(wanted, found, strict=False)) if pair[0] != pair[1]),
        min(len(wanted), len(found)),
    )
    pointer = (*place, key, at) if at < len(wanted) else (*place, key)
    number = at + 1
    if at == len(wanted):
        said = message("{}: entry {} is unexpected: {}", key, number, _word(found[at]))
    elif at == len(found):
        said = message("{}: entry {} is missing: {}", key, number, _word(wanted[at]))
    else:
        got, expected = _word(found[at]), _word(wanted[at])
        said = message("{}: entry {} is {}, expected {}", key, number, got, expected)
    yield Flaw(pointer, said)


def _word(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {item}" for key, item in value.items()) + "}"
    return quote(f"{value}")


def _missing_events(wanted: list[Any], events: tuple[Event, ...], place: Pointer) -> Iterator[Flaw]:
    """Expected events have to occur in order; each names what must be equal in an event."""
    rest = iter(events)
    for index, pattern in enumerate(wanted):
        if not any(_matches(pattern, event) for event in rest):
            yield Flaw(
                (*place, index),
                message("no such event after the previous ones: {}", _word(pattern)),
            )
            return


def _matches(pattern: Any, event: Event) -> bool:
    data = {"kind": event.kind, **event.data}
    return isinstance(pattern, dict) and all(
        key in data and data[key] == value for key, value in pattern.items()
    )
