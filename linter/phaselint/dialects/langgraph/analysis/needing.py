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
    from phaselint.dialects.langgraph.model import Function, Graph


class Needed(NamedTuple):
    """The steps of a shortest run that completes: how many, and the tasks of each. `loops` tells
    that other runs may have any number of steps."""

    steps: int
    run: tuple[tuple[str, ...], ...]
    loops: bool


def needed(ways: Ways, project: Mapping[str, Graph]) -> Needed | None:
    """What the shortest fair run that completes needs. None where not all of the ways is known,
    where no run completes, and where runs may stop to ask: they count anew then."""
    if not ways.certain or stopped(ways.graph, tuple(ways.nodes)):
        return None
    if any(interrupts(ways.nodes[name], project) for name in ways.reached):
        return None
    walk = ways.walk
    end = walk.shortest
    if end is None:
        return None
    run = tuple(state.tasks for state, _ in walk.way(end))[1:]
    return Needed(walk.numbers[end] - 1, run, bool(cycles(ways)))


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
