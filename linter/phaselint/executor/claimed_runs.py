"""The runs that do what a claim says (`phaselint.vocabulary.claim`), among those explored."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from phaselint.executor.answering import answered_as_claimed, asked_in, given_in
from phaselint.executor.planning import beside, under
from phaselint.executor.soundness.search import charts, settings
from phaselint.executor.telltales import is_claimed_event
from phaselint.vocabulary.time_budget import OF_RUN, take

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phaselint.dialects.records import Choice, Event
    from phaselint.executor.explore import Edge
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.executor.soundness.reach import Exploration
    from phaselint.vocabulary.claim import Ends, Notes

    Way = tuple[RunInput, Sequence[Choice]]
    """What a run is started with, and its choices."""


def tells(claim: Notes, events: Sequence[Event]) -> bool:
    """Whether one of some events is the one that is claimed, and further ones are those that are,
    too."""
    if not claim.also:
        return any(is_claimed_event(each, claim) for each in events)
    wanted = [claim.fields, *claim.also]
    for event in events:
        told = (each for each in enumerate(wanted) if is_claimed_event(event, claim, each[1]))
        number, _ = next(told, (None, None))
        if number is not None:
            del wanted[number]
    return not wanted


def noting(claim: Notes, lab: ProofContext[Any]) -> Iterator[Way]:
    """The runs that do what is claimed."""
    if claim.answers:
        for told in answered_as_claimed(lab, claim):
            if tells(claim, told.events):
                yield told.setting, told.choices
        return
    if claim.amended:
        shows = lambda _, events: tells(claim, events)  # noqa: E731
        yield from amended(lab, claim, shows, hostile=claim.hostile)
        return
    for each in charts(lab):
        if tells(claim, lab.runtime.opening(each.atlas.states[0])):
            yield each.setting, ()
    for each, edge in fair_steps(lab):
        if tells(claim, edge.events):
            yield way_of(each, edge)
    for each in charts(lab) if claim.hostile else ():
        for edge in each.atlas.edges:
            if tells(claim, edge.events):
                yield each.setting, (*each.atlas.run_to(edge.source), edge.choice)


def noted_apart(lab: ProofContext[Any], claim: Notes) -> Sequence[Choice] | None:
    """The choices of a run that does what is claimed where nothing else hides what is written at
    the place of the claim; None if none does."""
    found = None if claim.apart is None else lab.runtime.apart(lab.facts.contract, claim.apart)
    if found is None:
        return None
    contract, way = found
    bench = beside(lab, contract)
    runtime, state = lab.runtime, bench.begin(next(settings(bench)))
    phases = asked_in(claim)
    for number in range(len(way) + 1):
        question = runtime.asks(state)
        if question and question.phase in phases:
            given = given_in(runtime, state, claim.answers, hostile=claim.hostile)
            if given and tells(claim, given[1]):
                return (*way[:number], *given[0])
        if number < len(way):
            take(OF_RUN)
            state, _ = runtime.step(state, way[number])
    return None


def _merged(answer: Any, members: Any) -> Any:
    """An answer with some members in place of its own, at any depth."""
    if not isinstance(answer, dict) or not isinstance(members, dict):
        return members
    return {**answer, **{key: _merged(answer.get(key), each) for key, each in members.items()}}


def amended(
    lab: ProofContext[Any],
    claim: Ends | Notes,
    shows: Callable[[Any, Sequence[Event]], bool],
    *,
    hostile: bool = False,
) -> Iterator[Way]:
    """Runs that reach the phase of a claim and answer there as it amends the answers that
    exploration knows; of these, those that show something by the state after the answer and what
    happens. An answer that no model gives is none of a claim that isn't hostile."""
    runtime, phases = lab.runtime, (claim.phase, *claim.others)
    for each, edge in fair_steps(lab):
        state = each.atlas.states[edge.source]
        question = runtime.asks(state)
        if question is None or question.phase not in phases:
            continue
        said = runtime.read(state, _merged(runtime.write(edge.choice), claim.amended))
        given = hostile or runtime.misfit(state, said) is None
        if given and shows(*runtime.step(state, said)):
            yield each.setting, (*each.fair.run_to(edge.source), said)


def with_stand_ins(lab: ProofContext[Any]) -> ProofContext[Any] | None:
    """A lab whose runs have stand-ins for what the contract lacks, if runs fail without them."""
    world = lab.runtime.stand_in_world
    if not world or lab.setting.world == world or not any(each.faults for each in charts(lab)):
        return None
    return under(lab, {}, lab.setting.given, world)


def reaching(lab: ProofContext[Any], phase: str) -> Iterator[Way]:
    """The runs that reach a phase."""
    for each in charts(lab):
        found = each.atlas.find(lambda state: bool(lab.runtime.phase(state) == phase))
        if found is not None:
            yield each.setting, each.atlas.run_to(found)


def stood_in_for(lab: ProofContext[Any], phase: str) -> str:
    """What a run that reaches a phase, through no fault of those outside the contract, has
    stand-ins for; empty where none does."""
    runtime = lab.runtime
    for each in charts(lab):
        for number, state in enumerate(each.atlas.states):
            if runtime.phase(state) == phase and each.fair.reaches(number):
                onward = (edge.choice for edge in fair_edges(each) if edge.source == number)
                way = each.fair.run_to(number) or tuple(islice(onward, 1))
                run = lab.replay(way, each.setting)
                return runtime.stood_in(each.setting.world, run.summary)
    return ""


def fair_steps(lab: ProofContext[Any]) -> Iterator[tuple[Exploration, Edge]]:
    """The steps of runs to be blamed on nobody outside the contract."""
    for each in charts(lab):
        for edge in fair_edges(each):
            yield each, edge


def fair_edges(chart: Exploration) -> Iterator[Edge]:
    """Those of one exploration."""
    for edge in chart.edges("strict", "fair"):
        if chart.fair.reaches(edge.source):
            yield edge


def way_of(chart: Exploration, edge: Edge) -> Way:
    """A run that takes such a step."""
    return chart.setting, (*chart.fair.run_to(edge.source), edge.choice)
