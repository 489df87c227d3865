"""What the charts of a contract show, before anything is folded or explained.

A run that fails is real however far the exploration came; all else is known only where everything
was explored.
"""

from __future__ import annotations

from phaselint.executor.soundness.distance import cheapest_runs, needs, stays_within
from phaselint.executor.soundness.model import (
    Claims,
    Failure,
    LimitExceeded,
    Unanswerable,
    Unused,
    Way,
)
from phaselint.executor.soundness.reach import returning, used
from phaselint.executor.soundness.traps import traps, unanswerable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Element, Limit
    from phaselint.executor.soundness.distance import Need
    from phaselint.executor.soundness.reach import Exploration


def claims(
    runtime: Runtime[Any], contract: Any, elements: Sequence[Element], charts: Sequence[Exploration]
) -> Claims:
    """What the charts of a contract show, one for each of its starts, of what it declares and of
    how runs end."""
    failures = tuple(_failures(charts))
    if not all(each.atlas.complete for each in charts):
        return Claims(failures)
    taken = used(runtime, charts)
    dead = [each for each in elements if each.id not in taken]
    return Claims(
        failures,
        tuple(_unanswerable(runtime, charts)),
        tuple(trap for each in charts for trap in traps(runtime, each)),
        (*unused(runtime, dead, charts, taken), *_unanswered(runtime, elements, charts, taken)),
        tuple(_too_far(runtime, contract, elements, charts)),
    )


def _failures(charts: Sequence[Exploration]) -> Iterator[Failure]:
    """The shortest failing run for each phase and code, over choices that are not hostile. What
    happens in a run in which all goes well is certain where no such run completes."""
    complete = all(each.atlas.complete for each in charts)
    never = complete and not any(each.completes for each in charts)
    never_well = complete and not any(each.completes_well for each in charts)
    found: dict[tuple[str, str], Failure] = {}
    for each in charts:
        for index in sorted(each.faults, key=lambda index: (each.fair.amounts[index], index)):
            fault = each.faults[index]
            well = never_well and each.well.reaches(index)
            choices = each.well.run_to(index) if well else each.fair.run_to(index)
            failure = Failure(fault, Way(each.setting, choices), certain=never or well)
            known = found.get((fault.phase, fault.code))
            if known is None or _rank(failure) < _rank(known):
                found[fault.phase, fault.code] = failure
    yield from found.values()


def _rank(failure: Failure) -> tuple[bool, int]:
    """What failures are told by: one that is certain first, then the shortest run."""
    return not failure.certain, len(failure.way.choices)


def _unanswerable(runtime: Runtime[Any], charts: Sequence[Exploration]) -> Iterator[Unanswerable]:
    found: dict[tuple[str, str], Unanswerable] = {}
    for each in charts:
        for index in unanswerable(runtime, each):
            state = each.atlas.states[index]
            phase, demand = runtime.phase(state), runtime.demands(state)
            way = Way(each.setting, each.strict.run_to(index))
            known = found.get((phase, demand))
            if known is None or len(way.choices) < len(known.way.choices):
                found[phase, demand] = Unanswerable(phase, demand, way)
    yield from found.values()


# --- elements -------------------------------------------------------------------------------------


def unused(
    runtime: Runtime[Any],
    dead: Sequence[Element],
    charts: Sequence[Exploration],
    taken: Container[Hashable],
) -> Iterator[Unused]:
    """What the charts show of elements that no run in them uses; `taken` are those that one
    does."""
    seen: dict[str, list[tuple[Exploration, int]]] = {}
    for each in charts if dead else ():
        for index, state in enumerate(each.atlas.states):
            seen.setdefault(runtime.phase(state), []).append((each, index))
    for element in dead:
        places = () if element.is_phase else seen.get(element.phase, ())
        if places or element.is_phase or element.phase not in taken:
            yield _seen_from_its_phase(runtime, element, places)
        else:
            yield Unused(element, withheld=f"each run that enters `{element.phase}` ends there")


def _unanswered(
    runtime: Runtime[Any],
    elements: Sequence[Element],
    charts: Sequence[Exploration],
    taken: Container[Hashable],
) -> Iterator[Unused]:
    """The answers to calls that runs make and that never come, each with a shortest such run."""
    for made, answer in returning(runtime, elements):
        if made in taken and answer.id not in taken:
            runs = ((each, edge) for each in charts for edge in each.atlas.edges)
            where, edge = next((each, edge) for each, edge in runs if made in edge.moves)
            way = Way(where.setting, (*where.atlas.run_to(edge.source), edge.choice))
            yield Unused(answer, way, open=True)


def _seen_from_its_phase(
    runtime: Runtime[Any], element: Element, places: Sequence[tuple[Exploration, int]]
) -> Unused:
    """What a shortest run to the phase of an element shows, if it can one at whose end the runtime
    says why the element is not offered."""
    for where, index in places:
        reason = runtime.withheld(where.atlas.states[index]).get(element.id)
        if reason:
            return Unused(element, Way(where.setting, where.atlas.run_to(index)), reason)
    if not places:
        return Unused(element)
    where, index = places[0]
    return Unused(element, Way(where.setting, where.atlas.run_to(index)))


def _too_far(
    runtime: Runtime[Any], contract: Any, elements: Sequence[Element], charts: Sequence[Exploration]
) -> Iterator[LimitExceeded]:
    """For each limit the nearest element that it cuts off, and which others."""
    for limit in runtime.limits(contract):
        if all(stays_within(runtime, each.atlas, limit) for each in charts):
            continue
        beyond: list[LimitExceeded] = []
        found = [(each, needs(runtime, each.atlas, limit.name)) for each in charts]
        for element in elements:
            cheapest = _cheapest(element, found)
            if cheapest is not None and cheapest[1].amount > limit.most:
                where, need = cheapest
                beyond.append(
                    LimitExceeded(limit, element, need.amount, _way(runtime, where, limit, need))
                )
        if beyond:
            nearest = min(beyond, key=lambda each: each.amount)
            others = tuple(each.element for each in beyond if each is not nearest)
            yield nearest._replace(further=others)


def _cheapest(
    element: Element, found: Sequence[tuple[Exploration, Mapping[Hashable, Need]]]
) -> tuple[Exploration, Need] | None:
    offers = [(chart, known[element.id]) for chart, known in found if element.id in known]
    return min(offers, key=lambda offer: offer[1].amount, default=None)


def _way(runtime: Runtime[Any], chart: Exploration, limit: Limit, need: Need) -> Way:
    """A run that takes no more than what is needed."""
    if need.edge is None:
        return Way(chart.setting, ())
    cheapest = cheapest_runs(runtime, chart.atlas, limit.name)
    return Way(chart.setting, (*cheapest.run_to(need.edge.source), need.edge.choice))
