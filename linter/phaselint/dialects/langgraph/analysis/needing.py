"""What every run needs: steps below its limit, and functions that can be called (§5.9, §7.3)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.loops import cycles, interrupts, stopped
from phaselint.dialects.langgraph.analysis.walking import Walk
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.functionmodel import Function
    from phaselint.dialects.langgraph.model import Graph


class Needed(NamedTuple):
    """What a run needs that completes, or stops to ask, as early as can be.

    Attributes:
        limit: the recursion limit that it needs.
        steps: how many steps it has, and `run` the tasks of each.
        asks: whether it stops to ask in the last one, which needs no step more.
        loops: whether other runs may have any number of steps.
    """

    limit: int
    steps: int
    run: tuple[tuple[str, ...], ...]
    asks: bool
    loops: bool


def needed(ways: Ways, project: Mapping[str, Graph]) -> Needed | None:
    """What the shortest fair run needs. None where not all of the ways is known, where no run
    completes, and where it is not known which nodes runs stop at."""
    if not ways.certain or not all(each.interrupts_known for each in ways.graph.compiles):
        return None
    walk = ways.walk
    asking = {
        name
        for name in ways.reached
        if stopped(ways.graph, (name,)) or interrupts(ways.nodes[name], project)
    }
    ends = [] if walk.shortest is None else [walk.shortest]
    stop = next((n for n, each in enumerate(walk.states) if not asking.isdisjoint(each.tasks)), -1)
    if stop >= 0:
        ends.append(stop)
    if not ends:
        return None
    end = min(ends, key=lambda each: (walk.numbers[each], each))
    asks = end == stop
    run = tuple(state.tasks for state, _ in walk.way(end))[1:]
    if asks:
        run = (*run, walk.states[end].tasks)
    return Needed(walk.numbers[end], len(run), run, asks, bool(cycles(ways)))


class Asynchronous(NamedTuple):
    """A coroutine function that every run comes to: at which node or START, and whether it is a
    router there."""

    name: str
    function: Function
    router: bool


def asynchronous(ways: Ways) -> Asynchronous | None:
    """The first node or router that is a bare `async def` and that every run comes to. None where
    not all of the ways is known."""
    if not ways.certain:
        return None
    found = [each for each in _coroutines(ways) if each.name == START or _always(ways, each.name)]
    first = {name: each.number for each in ways.walk.together[::-1] for name in each.nodes}
    first[START] = 0
    return min(found, key=lambda each: (first[each.name], each.router), default=None)


def _coroutines(ways: Ways) -> Iterator[Asynchronous]:
    for name, source in ways.sources.items():
        node = ways.nodes.get(name)
        function = node.function if node is not None else None
        if function is not None and function.is_async:
            yield Asynchronous(name, function, router=False)
        for decision in source.decisions:
            router = decision.branch.router if decision.branch is not None else None
            if router is not None and router.is_async:
                yield Asynchronous(name, router, router=True)


def _always(ways: Ways, name: str) -> bool:
    """Whether every run that completes runs a node, and some run does."""
    if name not in ways.walk.ran:
        return False
    walk = Walk(ways, avoiding=name)
    return walk.complete and walk.shortest is None
