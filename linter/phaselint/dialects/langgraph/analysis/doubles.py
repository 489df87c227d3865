"""Nodes that run a second time though no decision was taken twice (§7.3 `double-run`)."""

from __future__ import annotations

from phaselint.dialects.langgraph.analysis.loops import cycles
from phaselint.dialects.langgraph.analysis.stepping import State, TooManyError
from phaselint.dialects.langgraph.analysis.ways import text_of
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from phaselint.dialects.langgraph.analysis.stepping import Choices, Steps
    from phaselint.dialects.langgraph.analysis.walking import Walk
    from phaselint.dialects.langgraph.analysis.ways import Ways

MOST_NODES = 400
"""The most nodes of a graph that is searched."""

MOST_STATES = 3_000
"""The most states searched, with the nodes run before."""

MOST_MOVES = 20_000
"""The most steps searched."""


class Double(NamedTuple):
    """A node that runs in two steps of one run.

    Attributes:
        name: the node.
        steps: the two steps, counted from one.
        wakers: in each, who has woken it, sorted.
        run: the tasks of every step up to the second, with what was decided in it, START first.
    """

    name: str
    steps: tuple[int, int]
    wakers: tuple[tuple[str, ...], tuple[str, ...]]
    run: tuple[tuple[tuple[str, ...], Choices], ...]


class _Point(NamedTuple):
    """A state with facts about the run to it: the nodes run since a node of a loop decided, those
    run twice, and those that decided, if they can still run again."""

    state: State
    ran: frozenset[str]
    twice: frozenset[str]
    decided: frozenset[str]


class _Search:
    """The search for runs in which nodes run twice, breadth first."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        self.steps = ways.shown_walk.steps
        self.found: dict[str, Double] = {}
        self._looping = frozenset(name for group in cycles(ways, drawn=True) for name in group)
        self._ahead: dict[str, frozenset[str]] = {}
        self._points: list[_Point] = []
        self._before: list[tuple[int, Choices]] = []
        self._seen: set[_Point] = set()

    def run(self) -> None:
        none: frozenset[str] = frozenset()
        for choices, state in self.steps.first():
            self._add(_Point(state, none, none, none), -1, choices)
        moves, number = 0, 0
        while number < len(self._points) <= MOST_STATES and moves <= MOST_MOVES:
            point = self._points[number]
            self._look(point, number)
            if not self._decides_again(point):
                try:
                    for choices, state in self.steps.following(point.state):
                        moves += self.steps.weight
                        self._add(self._next(point, state), number, choices)
                except TooManyError:
                    pass  # what follows this state is not looked at
            number += 1

    def _decides_again(self, point: _Point) -> bool:
        return any(task in point.decided for task in point.state.tasks)

    def _next(self, point: _Point, state: State) -> _Point:
        """What is known after a step, of the nodes that may run again."""
        ahead: frozenset[str] = frozenset().union(*map(self._reach, self._pending(state)))
        awake = point.state.awake
        decided = frozenset(task for task in point.state.tasks if self.steps.decides(task))
        # What a node of a loop decides may be meant to have others run again.
        again = any(
            task in self._looping and self.ways.sources[task].decisions
            for task in point.state.tasks
        )
        return _Point(
            state,
            frozenset() if again else (point.ran | awake) & ahead,
            (point.twice | (point.ran & awake)) & (ahead | state.awake | awake),
            (point.decided | decided) & ahead,
        )

    def _pending(self, state: State) -> Iterator[str]:
        yield from state.tasks
        yield from state.kept
        for seen, join in zip(state.arrived, self.steps.joins, strict=True):
            if seen and text_of(join.target) in self.ways.nodes:
                yield text_of(join.target)

    def _reach(self, name: str) -> frozenset[str]:
        """The nodes that a node leads to, itself among them."""
        found = self._ahead.get(name)
        if found is None:
            seen, waiting = {name}, [name]
            while waiting:
                for way in self.ways.ways[waiting.pop()]:
                    if way.target in self.ways.nodes and way.target not in seen:
                        seen.add(way.target)
                        waiting.append(way.target)
            found = self._ahead[name] = frozenset(seen)
        return found

    def _add(self, point: _Point, before: int, choices: Choices) -> None:
        if point not in self._seen:
            self._seen.add(point)
            self._points.append(point)
            self._before.append((before, choices))

    # --- findings ----------------------------------------------------------------------------

    def _look(self, point: _Point, number: int) -> None:
        """Note the nodes that run again in the next step of a point."""
        for name in sorted(point.state.awake & point.ran - point.twice):
            node = self.ways.nodes[name]
            if name in self.found or name in self._looping or node.defer:
                continue
            if self._woken_again(name, number):
                continue
            run = self._run(number)
            double = _double(self.steps, name, run)
            if double is not None and not self._follows(double):
                self.found[name] = double

    def _woken_again(self, name: str, number: int) -> bool:
        """Whether all that wakes a node for the next step of a point has been pulled before, so
        that there is no need to look at the whole run (see `_follows`)."""
        before, choices = self._before[number]
        if before < 0:
            return False
        point = self._points[before]
        wakers = set(_waking(self.steps, name, set(point.state.tasks), choices))
        return bool(wakers) and wakers <= point.ran

    def _run(self, number: int) -> list[tuple[State, Choices]]:
        """The states of the run to a point, each with what was decided in its step; START's and
        the point's own among them."""
        states = [self._points[number].state]
        choices: list[Choices] = [()]
        while number >= 0:
            number, decided = self._before[number]
            choices.append(decided)
            if number >= 0:
                states.append(self._points[number].state)
        nothing = State(frozenset(), (), (), frozenset())
        return list(zip([nothing, *reversed(states)], reversed(choices), strict=True))

    def _follows(self, double: Double) -> bool:
        """Whether a node runs again only because those do that wake it."""
        last = double.steps[1] - 1
        before = {task for tasks, _ in double.run[:last] for task in tasks}
        return bool(double.wakers[1]) and set(double.wakers[1]) <= before


def _double(steps: Steps, name: str, run: Sequence[tuple[State, Choices]]) -> Double | None:
    """How a node runs twice in a run whose last step is the second time; none where only an error
    handler has it run in one of the two steps, which is a decision."""
    states = [state for state, _ in run]
    last = len(states) - 1
    first = next((at for at in range(1, last) if name in states[at].awake), 0)
    if not first:
        return None
    wakers = tuple(tuple(_wakers(steps, name, run, at)) for at in (first, last))
    if not all(wakers):
        return None
    told = tuple((state.tasks, choices) for state, choices in run)
    return Double(name, (first, last), (wakers[0], wakers[1]), told)


def _wakers(
    steps: Steps, name: str, run: Sequence[tuple[State, Choices]], at: int
) -> Iterator[str]:
    """Who has woken a node for a step."""
    state, choices = run[at - 1]
    return _waking(steps, name, set(state.tasks) if at > 1 else {START}, choices)


def _waking(steps: Steps, name: str, tasks: AbstractSet[str], choices: Choices) -> Iterator[str]:
    """Those of the tasks of a step that wake a node for the next one: by an edge or a decision, and
    by a join all of its members."""
    for task in sorted(tasks):
        source = steps.ways.sources[task]
        edges = any(text_of(each.target) == name for each in source.edges)
        given = any(each.source == task and name in each.outcome.wakes for each in choices)
        joined = any(text_of(each.target) == name for each in source.joins)
        if edges or given or joined:
            yield task


def _is_single(walk: Walk) -> bool:
    """Whether no two nodes ever run in one step, and none waits: then only a node on a loop can run
    again."""
    states = walk.states
    return walk.complete and all(len(each.tasks) < 2 and not each.kept for each in states)


def doubles(ways: Ways) -> Sequence[Double]:
    """The nodes that some fair run wakes in two steps though nothing is decided twice in it: those
    alone at which the ways meet, and not what runs twice because of them. Deferred nodes and nodes
    of loops are none. Nothing where not all of the ways is known, or in a very large graph."""
    if not ways.certain or len(ways.nodes) > MOST_NODES or _is_single(ways.shown_walk):
        return ()
    search = _Search(ways)
    search.run()
    order = {name: number for number, name in enumerate(ways.nodes)}
    return sorted(search.found.values(), key=lambda each: order[each.name])
