"""From where no run completes any longer, and where no answer is possible at all."""

from __future__ import annotations

from phaselint.executor.soundness.model import Trap, Way
from phaselint.executor.soundness.reach import closure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice
    from phaselint.executor.explore import Edge
    from phaselint.executor.soundness.reach import Exploration


def unanswerable(runtime: Runtime[Any], chart: Exploration) -> list[int]:
    """The states over strict edges in which an answer is due, and none is possible."""
    going_on = {edge.source for edge in chart.edges("strict")}
    return [
        index
        for index, state in enumerate(chart.atlas.states)
        if index not in going_on
        and chart.strict.reaches(index)
        and runtime.outcome(state).kind == "running"
        and runtime.demands(state)
    ]


def traps(runtime: Runtime[Any], chart: Exploration) -> Iterator[Trap]:
    """The strict choices after which no run completes any longer, or the start where none does: one
    for the phases that a trap consists of, with a shortest run into it. Then those after which
    runs complete only by choices that no plan is behind.

    Where a failing run or a question without an answer is behind, that is what should be told.
    """
    fair = chart.edges("strict", "fair")
    told = (*chart.faults, *unanswerable(runtime, chart))
    behind = closure(((edge.target, edge.source) for edge in fair), told)
    kinds = [runtime.outcome(state).kind for state in chart.atlas.states]
    if kinds[0] != "running":
        return
    told_there = frozenset(
        index for index, kind in enumerate(kinds) if kind != "running" or index in behind
    )
    if 0 not in chart.alive:
        if 0 not in behind:
            yield _trap(runtime, chart, 0)
        return
    yield from _between(runtime, chart, chart.alive, told_there)
    if chart.orderly == chart.alive:
        return
    if 0 in chart.orderly:
        lost = frozenset(range(len(kinds))) - chart.alive
        found = _between(runtime, chart, chart.orderly, told_there | lost)
        yield from (trap._replace(unforeseen=True) for trap in found)
    elif 0 not in behind:
        yield _trap(runtime, chart, 0)._replace(unforeseen=True)


def _between(
    runtime: Runtime[Any], chart: Exploration, alive: frozenset[int], others: frozenset[int]
) -> Iterator[Trap]:
    """The traps that strict choices lead into from states that are alive, but for `others`."""
    into = [
        edge
        for edge in chart.edges("strict")
        if edge.source in alive
        and edge.target not in alive
        and edge.target not in others
        and chart.strict.reaches(edge.source)
    ]
    for edge, twin in _one_for_each(runtime, chart, alive, into):
        yield _trap(runtime, chart, edge.target, edge, twin)


def _one_for_each(
    runtime: Runtime[Any], chart: Exploration, alive: frozenset[int], edges: Sequence[Edge]
) -> Iterator[tuple[Edge, Choice | None]]:
    """Of the paths into each trap the one to tell: one that the decider chooses before one that
    only the result of a tool decides, then the shortest."""
    if not edges:
        return
    trap_of = _joined(runtime, chart, alive)
    twins = _Twins(runtime, chart, alive)
    best: dict[str, tuple[bool, int, Edge, Choice | None]] = {}
    for edge in edges:
        twin = twins.of(edge)
        name = trap_of[runtime.phase(chart.atlas.states[edge.target])]
        length = chart.strict.amounts[edge.source] or 0
        if name not in best or (twin is not None, length) < best[name][:2]:
            best[name] = (twin is not None, length, edge, twin)
    for _, _, edge, twin in best.values():
        yield edge, twin


def _joined(runtime: Runtime[Any], chart: Exploration, alive: frozenset[int]) -> dict[str, str]:
    """For each phase with states from which no run completes the first of those that belong to the
    same trap: a step inside the trap leads from one to the other."""
    phases = {
        index: runtime.phase(state)
        for index, state in enumerate(chart.atlas.states)
        if index not in alive and runtime.outcome(state).kind == "running"
    }
    numbers = {name: number for number, name in enumerate(dict.fromkeys(phases.values()))}
    one_way = {
        (numbers[phases[edge.source]], numbers[phases[edge.target]])
        for edge in chart.atlas.edges
        if edge.source in phases and edge.target in phases
    }
    both = [*one_way, *((target, source) for source, target in one_way)]
    found: dict[str, str] = {}
    for name, number in numbers.items():
        if name not in found:
            together = closure(both, (number,))
            found |= {each: name for each, other in numbers.items() if other in together}
    return found


class _Twins:
    """Choices that differ in what tools return alone."""

    def __init__(self, runtime: Runtime[Any], chart: Exploration, alive: frozenset[int]) -> None:
        self._runtime = runtime
        self._good: dict[tuple[int, object], Choice] = {}
        for edge in chart.atlas.edges:
            if edge.target in alive:
                self._good.setdefault((edge.source, runtime.own(edge.choice)), edge.choice)

    def of(self, edge: Edge) -> Choice | None:
        """A choice in the state before an edge after which runs complete, where what tools return
        is all that it differs in."""
        return self._good.get((edge.source, self._runtime.own(edge.choice)))


def _trap(
    runtime: Runtime[Any],
    chart: Exploration,
    first: int,
    edge: Edge | None = None,
    twin: Choice | None = None,
) -> Trap:
    pairs = ((each.source, each.target) for each in chart.edges("strict", "fair"))
    inside = sorted(closure(pairs, (first,)))
    states = [chart.atlas.states[index] for index in inside]
    known = frozenset(inside)
    within = (each for each in chart.atlas.edges if each.source in known)
    taken = frozenset(move for each in within for move in each.moves)
    choices = () if edge is None else (*chart.strict.run_to(edge.source), edge.choice)
    return Trap(
        runtime.phase(chart.atlas.states[first]),
        Way(chart.setting, choices),
        phases=frozenset(filter(None, map(runtime.phase, states))),
        source="" if edge is None else runtime.phase(chart.atlas.states[edge.source]),
        moves=() if edge is None else edge.moves,
        twin=twin,
        withheld=tuple(_withheld(runtime, chart, inside, taken)),
        taken=taken,
    )


def _withheld(
    runtime: Runtime[Any], chart: Exploration, inside: Sequence[int], taken: Iterable[Hashable]
) -> Iterator[tuple[Hashable, str]]:
    """Why elements are not offered among some states, of those that are not taken there."""
    told = set(taken)
    for index in inside:
        for element, why in runtime.withheld(chart.atlas.states[index]).items():
            if element not in told:
                told.add(element)
                yield element, why
