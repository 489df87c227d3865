"""What happens when a run is answered as a claim says (`phaselint.vocabulary.claim.Notes`)."""

from __future__ import annotations

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
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.reach import Exploration
    from phaselint.vocabulary.claim import Notes


class Answered(NamedTuple):
    """A run that was answered as planned: what it was explored in, its choices, and the events
    since the first of these answers."""

    chart: Exploration
    choices: tuple[Choice, ...]
    events: tuple[Event, ...]


def answered(
    lab: ProofContext[Any], phases: Sequence[str], answers: Sequence[Any], *, fair: bool = True
) -> Iterator[Answered]:
    """The runs that are answered so in one of some phases, one for each state in which these
    answers can be given; those that get there through no fault of those outside the contract, or
    all of them."""
    for chart in charts(lab):
        for number, state in enumerate(chart.atlas.states):
            goes_on = lab.runtime.outcome(state).kind == "running"
            reached = chart.fair.reaches(number) or not fair
            question = lab.runtime.asks(state) if goes_on and reached else None
            if question and question.phase in phases:
                given = _given(lab.runtime, state, answers)
                if given is not None:
                    choices, events = given
                    way = chart.fair if fair else chart.atlas
                    yield Answered(chart, (*way.run_to(number), *choices), events)


def unanswered(lab: ProofContext[Any], claim: Notes) -> str:
    """That no run can be answered as a claim says, or none with what it provides for; empty where
    one can, or nothing is said."""
    phases, given = (claim.phase, *claim.others), claim._replace(fields={}, lacks={})
    given = given._replace(holds=claim.provided)
    fair = not claim.hostile
    runs = answered(lab, phases, claim.answers, fair=fair) if claim.answers else ()
    if not claim.answers or any(
        is_claimed_event(each, given) for run in runs for each in run.events
    ):
        return ""
    return f"no run can be answered in {quote(claim.phase)} so that it shows this"


def _given(
    runtime: Runtime[Any], state: Any, answers: Sequence[Any]
) -> tuple[list[Choice], tuple[Event, ...]] | None:
    """The choices and events of some answers in a row; None where one of them isn't well formed,
    or no model would give it."""
    choices: list[Choice] = []
    happened: tuple[Event, ...] = ()
    for answer in answers:
        try:
            choice = runtime.read(state, answer)
        except ScriptError:
            return None
        if runtime.asks(state) is None or runtime.misfit(state, choice) is not None:
            return None
        take(OF_RUN)
        state, events = runtime.step(state, choice)
        choices.append(choice)
        happened += events
    return choices, happened
