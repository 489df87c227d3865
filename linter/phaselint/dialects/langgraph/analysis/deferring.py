"""Deferred nodes that run too early, or never have to wait (§5.6, §7.3)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.loops import cycles, interrupts
from phaselint.dialects.langgraph.analysis.variants import View
from phaselint.dialects.langgraph.analysis.ways import Ways, text_of
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from phaselint.dialects.langgraph.analysis.decisions import Decision
    from phaselint.dialects.langgraph.analysis.stepping import Choices, State
    from phaselint.dialects.langgraph.analysis.walking import Walk
    from phaselint.dialects.langgraph.model import Edge, Node
    from phaselint.vocabulary.finding import Place


class Early(NamedTuple):
    """A deferred node that runs in one step with tasks of `Send`s.

    Attributes:
        tasks: the nodes that are sent to; `again`, whether one of them leads to the node.
        wakers: who has woken it; `edge`, a static edge by which.
        sends: where the `Send`s are given.
        step: the number of the step; `run` has the tasks of every step up to it, with what was
            decided in it, START first.
    """

    node: Node
    tasks: tuple[str, ...]
    again: bool
    wakers: tuple[str, ...]
    edge: Edge | None
    sends: tuple[Place, ...]
    step: int
    run: tuple[tuple[tuple[str, ...], Choices], ...]


def early(ways: Ways) -> Sequence[Early]:
    """The deferred nodes that some fair run wakes in a step which otherwise queues only `Send`s,
    each in the shortest such run. Nothing where not all of the ways is known."""
    if not ways.certain or not any(node.defer for node in ways.nodes.values()):
        return ()
    found = _first_with_sends(ways, ways.shown_walk)
    return [_early(ways, ways.nodes[name], *step) for name, step in found.items()]


def _first_with_sends(ways: Ways, walk: Walk) -> Mapping[str, tuple[tuple[str, ...], int]]:
    """For each deferred node the first step in which it runs with tasks of `Send`s: these, and the
    state that it is the next step of."""
    deferred = {name for name, node in ways.nodes.items() if node.defer}
    found: dict[str, tuple[tuple[str, ...], int]] = {}
    for number, state in enumerate(walk.states):
        tasks = tuple(name for name, _ in state.sends)
        for name in sorted(deferred & state.awake):
            others = tuple(each for each in tasks if each != name)
            if others and name not in found:
                found[name] = (others, number)
    return found


def _early(ways: Ways, node: Node, tasks: tuple[str, ...], number: int) -> Early:
    walk = ways.shown_walk
    before = walk.way(number)
    state = walk.states[number]
    run = tuple((each.tasks, choices) for each, choices in before)
    wakers, edge = _woken(ways, node.name, before)
    sends = tuple(
        choice.outcome.place
        for choice in before[-1][1]
        if any(name in tasks for name, _ in choice.outcome.sends)
    )
    return Early(
        node,
        tasks,
        again=any(_leads(ways, task, node.name) for task in tasks),
        wakers=wakers,
        edge=edge,
        sends=sends,
        step=walk.numbers[number],
        run=(*run, (state.tasks, ())),
    )


def _woken(
    ways: Ways, name: str, run: Sequence[tuple[State, Choices]]
) -> tuple[tuple[str, ...], Edge | None]:
    """Who has woken a node in a run last, and by which static edge if by one."""
    for number in range(len(run) - 1, -1, -1):
        state, choices = run[number]
        found: list[str] = []
        edge: Edge | None = None
        for task in dict.fromkeys(state.tasks) if number else (START,):
            source = ways.sources[task]
            static = next((each for each in source.edges if text_of(each.target) == name), None)
            given = any(each.source == task and name in each.outcome.wakes for each in choices)
            joined = any(text_of(each.target) == name for each in source.joins)
            if static is not None or given or joined:
                found.append(task)
                edge = edge or static
        if found:
            return tuple(found), edge
    return (START,), None


def _leads(ways: Ways, start: str, name: str) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        for way in ways.ways[waiting.pop()]:
            if way.target == name:
                return True
            if way.target in ways.nodes and way.target not in seen:
                seen.add(way.target)
                waiting.append(way.target)
    return False


def useless(ways: Ways) -> Iterator[Node]:
    """The deferred nodes with one predecessor, or in a loop, that always run as soon as they are
    woken, in every fair run. None in a graph in which a step can end before its tasks do, through
    an interrupt or a command for the parent, or in which a failure, or a `Send` to START, wakes
    nodes."""
    if not ways.certain or not any(node.defer for node in ways.nodes.values()):
        return
    decisions = (each for source in ways.sources.values() for each in source.decisions)
    handled = any(source.handler is not None for source in ways.sources.values())
    if handled or any(each.by == "parent" or _restarts(each) for each in decisions):
        return
    if any(interrupts(node, ways.project) for node in ways.nodes.values()):
        return
    walk = ways.walk
    if not walk.complete:
        return
    looping = {name for group in cycles(ways) for name in group}
    sources: dict[str, set[str]] = {}
    for source, listed in ways.ways.items():
        for way in listed:
            sources.setdefault(way.target, set()).add(source)
    for name, node in ways.nodes.items():
        few = len(sources.get(name, ())) == 1 or name in looping
        if node.defer and few and name in walk.ran and not _waits(ways, name):
            yield node


def _restarts(decision: Decision) -> bool:
    astray = (each for outcome in decision.outcomes for each in outcome.astray)
    return any(each.send and each.name == START for each in astray)


def _waits(ways: Ways, name: str) -> bool:
    """Whether some run keeps a wake of a deferred node, or a complete join of it, for later, or
    has another deferred node run with it, which would wait for it were it not deferred."""
    joins = [
        (number, frozenset(map(text_of, join.members)))
        for number, join in enumerate(ways.graph.joins)
        if text_of(join.target) == name
    ]
    others = {each for each, node in ways.nodes.items() if node.defer and each != name}
    return any(
        name in state.kept
        or (name in state.awake and not others.isdisjoint(state.awake))
        or (
            name not in state.awake
            and any(state.arrived[number] == members for number, members in joins)
        )
        for state in ways.walk.states
    )


def runs_twice_deferred(name: str) -> Callable[[Ways], bool]:
    """Whether a node may run twice, or too early, even if it were deferred."""

    def twice(ways: Ways) -> bool:
        nodes = tuple(
            each._replace(defer=True) if each.name == name else each for each in ways.graph.nodes
        )
        graph = ways.graph._replace(nodes=nodes)
        deferred = Ways(View(ways.view.truth, graph, graph.named), ways.project)
        walk = deferred.walk
        alone = sum(name in state.awake for state in walk.states)
        too_early = deferred.certain and _first_with_sends(deferred, deferred.certain_walk)
        return not walk.complete or bool(too_early) or alone > 1

    return twice
