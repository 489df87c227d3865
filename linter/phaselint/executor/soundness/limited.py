"""Runs of a contract with its limits: one that completes, and one use of each element.

An atlas is explored with run-wide limits lifted. Its shortest runs are first tried with the limits;
what they don't show is searched for with labels: of two states that differ in nothing but in how
much of the limits is used, the one that has used less is explored. Limits only take away, so
the other one has nothing that this one lacks.
"""

from __future__ import annotations

from collections import deque

from phaselint.dialects.protocol import TooManyChoices
from phaselint.executor.replay import Script
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice, Event
    from phaselint.executor.explore import Atlas, Edge

    _Mark = tuple[Hashable, tuple[float, ...]]
    """What tells states with limits apart, and how much of the limits one has used."""

    _Waiting = tuple[Any, _Mark | None, Iterator[Choice] | None]
    """A state to be looked at, what it is noted by, and the choices that are left to be tried."""

DONE = ("a run completes",)
"""What stands for a completed run among the elements that runs are wanted for."""


class Runs(NamedTuple):
    """The known facts about the runs of a contract with its limits.

    Attributes:
        shown: for each element that is used, and for `DONE`, a script of such a run.
        missing: what no such run was found for, though there is one without limits.
        decided: whether that is because there is none.
    """

    shown: dict[Hashable, Script]
    missing: tuple[Hashable, ...] = ()
    decided: bool = True


def runs(
    runtime: Runtime[Any],
    pairs: Sequence[tuple[Any, Atlas[Any]]],
    elements: Iterable[Hashable],
    bound: int,
) -> Runs:
    """The runs that show all that the atlases show, in contracts with their limits. `pairs` are the
    states that runs start in, limits included, each with what can happen without limits."""
    wanted = {*elements, DONE}
    shown: dict[Hashable, Script] = {}
    possible: set[Hashable] = set()
    for number, (start, atlas) in enumerate(pairs):
        tried = _Tried(runtime, start, atlas)
        possible |= tried.possible(wanted)
        for name, choices in tried.shown(wanted - shown.keys()):
            shown[name] = Script(number, choices)
    decided = True
    for number, (start, _) in enumerate(pairs):
        missing = possible - shown.keys()
        if not missing:
            break
        found = search(runtime, start, missing, bound)
        shown |= {name: Script(number, choices) for name, choices in found.shown.items()}
        decided = decided and found.decided
    missing = possible - shown.keys()
    ordered = tuple(name for name in (DONE, *elements) if name in missing)
    return Runs(shown, ordered, decided or not missing)


class _Tried:
    """The shortest runs of an atlas, tried with limits."""

    def __init__(self, runtime: Runtime[Any], start: Any, atlas: Atlas[Any]) -> None:
        self._runtime = runtime
        self._atlas = atlas
        self._free = runtime.relax(start) == start
        self._reached: dict[int, Any] = {0: start}
        self._stepped: dict[int, tuple[Any | None, Collection[Hashable]]] = {}
        self._opening = frozenset(runtime.moves(runtime.opening(start)))
        self._uses: dict[Hashable, Edge] = {}
        for edge in atlas.edges:
            for used in edge.moves:
                self._uses.setdefault(used, edge)
        self._end = atlas.find(lambda each: runtime.outcome(each).kind in runtime.completions)

    def possible(self, wanted: Iterable[Hashable]) -> set[Hashable]:
        """What of some elements, or of `DONE`, runs without limits show."""
        known = self._uses.keys() | self._opening
        completes = self._end is not None
        return {each for each in wanted if each in known or (each == DONE and completes)}

    def shown(self, wanted: Iterable[Hashable]) -> Iterator[tuple[Hashable, tuple[Choice, ...]]]:
        """What of some elements, or of `DONE`, these runs show with limits, and their choices."""
        for name in wanted:
            if name in self._opening:
                yield name, ()
            elif name == DONE:
                if self._end is not None and self._completes(self._end):
                    yield name, self._limited(self._atlas.run_to(self._end))
            elif name in self._uses and self._shows(self._uses[name], name):
                edge = self._uses[name]
                choices = (*self._atlas.run_to(edge.source), edge.choice)
                yield name, self._limited(choices)

    def _limited(self, choices: Iterable[Choice]) -> tuple[Choice, ...]:
        """Choices of a run without limits as the run with its limits has them."""
        return tuple(map(self._runtime.with_limits, choices))

    def _completes(self, index: int) -> bool:
        state = None if self._free else self._state(index)
        runtime = self._runtime
        return self._free or (
            state is not None and runtime.outcome(state).kind in runtime.completions
        )

    def _shows(self, edge: Edge, name: Hashable) -> bool:
        if self._free:
            return True
        return name in self._after(edge, self._state(edge.source))[1]

    def _after(self, edge: Edge, state: Any | None) -> tuple[Any | None, Collection[Hashable]]:
        """What an edge leads to from where its source is reached with limits, and what it uses;
        each is stepped once. None and nothing where another question is asked there."""
        known = self._stepped.get(id(edge))
        if known is None:
            known = (None, ())
            choice = self._runtime.with_limits(edge.choice)
            if state is not None and self._is_there(state, edge.choice, choice):
                after, events = self._runtime.step(state, choice)
                known = (after, frozenset(self._runtime.moves(events)))
            self._stepped[id(edge)] = known
        return known

    def _is_there(self, state: Any, free: Choice, choice: Choice) -> bool:
        """Whether a state waits for an answer as a choice is one, which is among its own if it
        differs from that without limits."""
        if not _answers(self._runtime, state, choice):
            return False
        return choice is free or choice in (_asked(self._runtime, state) or ())

    def _state(self, index: int) -> Any | None:
        """Where a shortest run to a state gets with limits; none where these ask another
        question."""
        path: list[Edge] = []
        while index not in self._reached:
            edge = self._atlas.reached_by[index]
            if edge is None:
                return None
            path.append(edge)
            index = edge.source
        state = self._reached[index]
        for edge in reversed(path):
            state = self._after(edge, state)[0]
            self._reached[edge.target] = state
        return state


def _answers(runtime: Runtime[Any], state: Any, choice: Choice) -> bool:
    """Whether a state waits for an answer as a choice is one."""
    question = runtime.asks(state)
    return question is not None and question.channel == choice.channel


class Searched(NamedTuple):
    """What a search has found runs for, by their choices; `decided` where it reached its end."""

    shown: dict[Hashable, tuple[Choice, ...]]
    decided: bool


def search(runtime: Runtime[Any], start: Any, wanted: Iterable[Hashable], bound: int) -> Searched:
    """Search the shortest runs with limits for uses of elements and for `DONE`, up to some expanded
    states."""
    left = set(wanted)
    shown: dict[Hashable, tuple[Choice, ...]] = {}
    known = _Known(runtime)
    nodes: list[tuple[Any, int, Choice | None]] = [(start, 0, None)]
    waiting = deque([(0, known.noted(start))])
    work = 0
    while waiting and left:
        number, mark = waiting.popleft()
        state = nodes[number][0]
        if known.is_beaten(mark):
            continue
        work += 1
        choices = _asked(runtime, state) if work <= bound else None
        if choices is None:
            return Searched(shown, decided=False)
        take(OF_RUN * len(choices))
        for choice in choices:
            after, events = runtime.step(state, choice)
            met = _met(runtime, left, after, events)
            for name in met:
                shown[name] = (*_choices(nodes, number), choice)
            left -= met
            if (mark := known.noted(after)) is not None:
                waiting.append((len(nodes), mark))
                nodes.append((after, number, choice))
    return Searched(shown, decided=True)


def not_met(
    runtime: Runtime[Any], start: Any, wanted: Mapping[Hashable, str], bound: int
) -> set[Hashable]:
    """The elements, and `DONE`, that no run with limits is found to use in some expanded states;
    `wanted` has their phases. Runs are followed where they are in a phase of which something is
    left to be shown, so little is stepped where there is all."""
    left = dict(wanted)
    phases = {*left.values()}
    known = _Known(runtime)
    near: deque[_Waiting] = deque([(start, known.noted(start), None)])
    far: deque[_Waiting] = deque()
    work = 0
    while left and (near or far):
        state, mark, untried = (near or far).popleft()
        if untried is None:
            if known.is_beaten(mark):
                continue
            work += 1
            choices = _asked(runtime, state) if work <= bound else None
            if choices is None:
                break
            take(OF_RUN * len(choices))
            untried = iter(choices)
        choice = next(untried, None)
        if choice is None:
            continue
        after, events = runtime.step(state, choice)
        if met := _met(runtime, left.keys(), after, events):
            for name in met:
                del left[name]
            phases = {*left.values()}
        further: list[_Waiting] = [(state, mark, untried)]
        if (mark := known.noted(after)) is not None:
            further.append((after, mark, None))
        for each in further:
            if runtime.phase(each[0]) in phases:
                near.appendleft(each)
            else:
                far.append(each)
    return {*left}


def _asked(runtime: Runtime[Any], state: Any) -> Sequence[Choice] | None:
    """The choices in a state; none where they are too many."""
    try:
        return runtime.choices(state)
    except TooManyChoices:
        return None


def _met(
    runtime: Runtime[Any], left: Set[Hashable], after: Any, events: Sequence[Event]
) -> set[Hashable]:
    """What is `left` to be shown and a step shows: uses of elements, and `DONE`."""
    met = {each for each in runtime.moves(events) if each in left}
    if DONE in left and runtime.outcome(after).kind in runtime.completions:
        met.add(DONE)
    return met


def _choices(nodes: Sequence[tuple[Any, int, Choice | None]], number: int) -> tuple[Choice, ...]:
    found: list[Choice] = []
    _, before, choice = nodes[number]
    while choice is not None:
        found.append(choice)
        _, before, choice = nodes[before]
    return tuple(reversed(found))


class _Known:
    """The labels that states were reached with, of those that none beats."""

    def __init__(self, runtime: Runtime[Any]) -> None:
        self._runtime = runtime
        self._labels: dict[Hashable, list[tuple[float, ...]]] = {}

    def noted(self, state: Any) -> _Mark | None:
        """What a state is noted by, if it has used less of something than each like it."""
        key, label = mark = self._of(state)
        known = self._labels.setdefault(key, [])
        if any(_beats(other, label) for other in known):
            return None
        known[:] = [other for other in known if not _beats(label, other)]
        known.append(label)
        return mark

    def is_beaten(self, mark: _Mark | None) -> bool:
        """Whether a state like a noted one has been reached with less since."""
        return mark is None or mark[1] not in self._labels[mark[0]]

    def _of(self, state: Any) -> _Mark:
        label = self._runtime.labels(state)
        if label is None:
            return self._runtime.key(state), ()
        return self._runtime.key(self._runtime.relax(state)), tuple(label)


def _beats(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(mine <= its for mine, its in zip(one, other, strict=True))
