"""What happens when a run is answered as a claim says (`phaselint.vocabulary.claim.Notes`)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from phaselint.dialects.protocol import ScriptError
from phaselint.executor.soundness.search import charts
from phaselint.executor.telltales import is_claimed_event
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice, Event
    from phaselint.executor.explore import Edge
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.reach import Exploration
    from phaselint.vocabulary.claim import Notes

MOST_FOLLOWED = 8
"""How many runs that are answered so are followed further, at most."""


class Answered(NamedTuple):
    """A run that was answered as planned: what it was explored in, its choices, the events since
    the first of these answers, and the state after the last."""

    chart: Exploration
    choices: tuple[Choice, ...]
    events: tuple[Event, ...]
    state: Any


def answered(
    lab: ProofContext[Any],
    phases: Sequence[str],
    answers: Sequence[Any],
    *,
    fair: bool = True,
    hostile: bool = False,
) -> Iterator[Answered]:
    """The runs that are answered so in one of some phases, one for each state in which these
    answers can be given; those that get there through no fault of those outside the contract, or
    all of them. Answers that a schema forbids are given if they are `hostile`."""
    for chart in charts(lab):
        for number, state in enumerate(chart.atlas.states):
            goes_on = lab.runtime.outcome(state).kind == "running"
            reached = chart.fair.reaches(number) or not fair
            question = lab.runtime.asks(state) if goes_on and reached else None
            if question and question.phase in phases:
                given = _given(lab.runtime, state, answers, hostile=hostile)
                if given is not None:
                    choices, events, after = given
                    way = chart.fair if fair else chart.atlas
                    yield Answered(chart, (*way.run_to(number), *choices), events, after)


def answered_as_claimed(lab: ProofContext[Any], claim: Notes) -> Iterator[Answered]:
    """The runs that are answered as a claim says; where it names the phase that is `asked`, with
    each step that may follow before that phase is asked again."""
    phases = (claim.asked,) if claim.asked else (claim.phase, *claim.others)
    hostile = claim.hostile
    runs = answered(lab, phases, claim.answers, fair=not hostile, hostile=hostile)
    if not claim.asked:
        yield from runs
        return
    for told in islice(runs, MOST_FOLLOWED):
        yield told
        yield from _following(lab, told, claim.asked)


def _following(lab: ProofContext[Any], told: Answered, asked: str) -> Iterator[Answered]:
    """The steps of runs after an answered one, until a phase is asked again, through no fault of
    those outside the contract."""
    runtime, atlas = lab.runtime, lab.explore(told.state)
    onward: dict[int, list[Edge]] = {}
    for edge in atlas.edges:
        onward.setdefault(edge.source, []).append(edge)
    ways: dict[int, tuple[Choice, ...]] = {0: ()}
    waiting = [0]
    for number in waiting:
        state = atlas.states[number]
        question = runtime.asks(state)
        if question is None or (question.phase == asked and question.channel == "model"):
            continue
        for edge in onward.get(number, ()):
            if runtime.grade(state, edge.choice) == "hostile":
                continue
            way = (*ways[number], edge.choice)
            reached = atlas.states[edge.target]
            yield Answered(told.chart, (*told.choices, *way), tuple(edge.events), reached)
            if edge.target not in ways:
                ways[edge.target] = way
                waiting.append(edge.target)


def unanswered(lab: ProofContext[Any], claim: Notes) -> str:
    """That no run can be answered as a claim says, or none with what it provides for; empty where
    one can, or nothing is said."""
    given = claim._replace(fields={}, lacks={}, holds=claim.provided)
    runs = answered_as_claimed(lab, claim) if claim.answers else ()
    if not claim.answers or any(
        is_claimed_event(each, given) for run in runs for each in run.events
    ):
        return ""
    return unanswerable(claim.asked or claim.phase)


def unanswerable(phase: str) -> str:
    """The reason that no run can be answered in a phase as a claim says."""
    return f"no run can be answered in {quote(phase)} so that it shows this"


def _given(
    runtime: Runtime[Any], state: Any, answers: Sequence[Any], *, hostile: bool
) -> tuple[list[Choice], tuple[Event, ...], Any] | None:
    """The choices and events of some answers in a row, and the state after them; None where one
    of them isn't well formed, or, unless they are hostile, no model would give it."""
    choices: list[Choice] = []
    happened: tuple[Event, ...] = ()
    for answer in answers:
        try:
            choice = runtime.read(state, answer)
        except ScriptError:
            return None
        fits = hostile or runtime.misfit(state, choice) is None
        if runtime.asks(state) is None or not fits:
            return None
        take(OF_RUN)
        state, events = runtime.step(state, choice)
        choices.append(choice)
        happened += events
    return choices, happened, state
