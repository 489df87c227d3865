"""What happens when a run is answered as a claim says (`phaselint.vocabulary.claim.Notes`)."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from phaselint.dialects.protocol import ScriptError
from phaselint.executor.soundness.search import charts, settings
from phaselint.executor.telltales import is_claimed_event
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice, Event
    from phaselint.executor.explore import Edge
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.vocabulary.claim import Notes

MOST_FOLLOWED = 8
"""How many runs that are answered so are followed further, at most."""


class Answered(NamedTuple):
    """A run that was answered as planned: what it is started with, its choices, the events since
    the first of these answers, and the state after the last."""

    setting: RunInput
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
    for setting, state, way in _asking(lab, phases, fair=fair):
        given = given_in(lab.runtime, state, answers, hostile=hostile)
        if given is not None:
            choices, events, after = given
            yield Answered(setting, (*way(), *choices), events, after)


def _asking(
    lab: ProofContext[Any], phases: Sequence[str], *, fair: bool
) -> Iterator[tuple[RunInput, Any, Callable[[], Sequence[Choice]]]]:
    """The states of runs that ask something in some phases, each with what the run is started with
    and a way there. Nothing is explored for the first, in which many questions about a phase are
    decided."""
    setting, state, phase = _first(lab)
    if phase in phases:
        yield setting, state, tuple
    asking = _by_phase(lab)
    for first, number in sorted({at for each in phases for at in asking.get(each, ())}):
        chart = charts(lab)[first]
        way = chart.fair if fair else chart.atlas
        if (first or number) and (chart.fair.reaches(number) or not fair):
            yield chart.setting, chart.atlas.states[number], partial(way.run_to, number)


def _first(lab: ProofContext[Any]) -> tuple[RunInput, Any, str | None]:
    """What runs are first started with, the state then, and the phase in which something is
    asked."""
    if "first" not in lab.kept:
        setting = next(settings(lab))
        state = lab.runtime.relax(lab.begin(setting))
        lab.kept["first"] = (setting, state, _asked(lab, state))
    found: tuple[RunInput, Any, str | None] = lab.kept["first"]
    return found


def _by_phase(lab: ProofContext[Any]) -> Mapping[str, Sequence[tuple[int, int]]]:
    """The states that ask something in each phase, by the numbers of their charts and their own."""
    if "asking" not in lab.kept:
        asking: dict[str, list[tuple[int, int]]] = {}
        for first, chart in enumerate(charts(lab)):
            for number, state in enumerate(chart.atlas.states):
                phase = _asked(lab, state)
                if phase is not None:
                    asking.setdefault(phase, []).append((first, number))
        lab.kept["asking"] = asking
    found: Mapping[str, Sequence[tuple[int, int]]] = lab.kept["asking"]
    return found


def _asked(lab: ProofContext[Any], state: Any) -> str | None:
    """The phase in which a state asks something; None if the run is over, or asks nothing."""
    goes_on = lab.runtime.outcome(state).kind == "running"
    question = lab.runtime.asks(state) if goes_on else None
    return None if question is None else question.phase


def answered_as_claimed(lab: ProofContext[Any], claim: Notes) -> Iterator[Answered]:
    """The runs that are answered as a claim says; where it names the phase that is `asked`, with
    each step that may follow before that phase is asked again, unless the answers are decisive."""
    hostile = claim.hostile
    runs = answered(lab, asked_in(claim), claim.answers, fair=not hostile, hostile=hostile)
    if not claim.asked or claim.decisive:
        yield from runs
        return
    for told in islice(runs, MOST_FOLLOWED):
        yield told
        yield from _following(lab, told, claim.asked)


def asked_in(claim: Notes) -> Sequence[str]:
    """The phases in which the answers of a claim are given."""
    return (claim.asked,) if claim.asked else (claim.phase, *claim.others)


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
            yield Answered(told.setting, (*told.choices, *way), tuple(edge.events), reached)
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


def given_in(
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
