"""Completed runs that together use every phase: for dialects in which runs end when somebody likes,
so that one which is merely completed shows nothing."""

from __future__ import annotations

from collections import deque

from phaselint.executor.replay import Script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice
    from phaselint.executor.clean_certificate import Way
    from phaselint.executor.explore import Atlas, Edge


def sessions(
    runtime: Runtime[Any],
    pairs: Sequence[tuple[Any, Atlas[Any]]],
    ways: Sequence[Mapping[Hashable, Way]],
    wanted: Iterable[Hashable],
) -> tuple[Script, ...]:
    """Completed runs that use all that is wanted, as few as are found. `pairs` are the states that
    runs start in, limits included, each with what can happen without limits, and `ways` lead from
    there to an end. What no such run is found for is left out."""
    left = dict.fromkeys(wanted)
    found: list[Script] = []
    for number, (start, atlas) in enumerate(pairs):
        guide = _Guide(runtime, atlas, ways[number])
        while left:
            choices, used = guide.session(start, left)
            if choices is None or used.isdisjoint(left):
                break
            found.append(Script(number, choices))
            for each in used:
                left.pop(each, None)
    return tuple(found)


class _Guide:
    """Leads runs with limits along what can happen without them."""

    def __init__(
        self, runtime: Runtime[Any], atlas: Atlas[Any], ways: Mapping[Hashable, Way]
    ) -> None:
        self._runtime = runtime
        self._ways = ways
        self._index = {runtime.key(state): number for number, state in enumerate(atlas.states)}
        self._onward: dict[int, list[tuple[Edge, frozenset[Hashable]]]] = {}
        for edge in atlas.edges:
            told = frozenset(edge.moves)
            self._onward.setdefault(edge.source, []).append((edge, told))

    def session(
        self, state: Any, wanted: Collection[Hashable]
    ) -> tuple[tuple[Choice, ...] | None, set[Hashable]]:
        """The choices of a completed run that uses as much of what is wanted as one can, always the
        nearest first, and what it uses; none where it can't be brought to an end."""
        used = {*self._runtime.moves(self._runtime.opening(state))}
        choices: list[Choice] = []
        left = set(wanted) - used
        while left:
            hop = self._nearest(state, left)
            if hop is None:
                break
            path, goal = hop
            for choice, after, told in self._taken(state, path):
                state = after
                choices.append(choice)
                used |= told
                left -= told
            left.discard(goal)
        end = self._to_end(state)
        if end is None:
            return None, used
        return (*choices, *end), used

    def _at(self, state: Any) -> Hashable:
        return self._runtime.key(self._runtime.relax(state))

    def _nearest(
        self, state: Any, wanted: Collection[Hashable]
    ) -> tuple[list[Choice], Hashable] | None:
        """The choices of a shortest path to a use of something that is wanted, and what that is."""
        begin = self._index.get(self._at(state))
        if begin is None:
            return None
        before: dict[int, Edge | None] = {begin: None}
        waiting = deque([begin])
        while waiting:
            source = waiting.popleft()
            for edge, told in self._onward.get(source, ()):
                goal = next((each for each in told if each in wanted), None)
                if goal is not None:
                    return [*_back(before, source), edge.choice], goal
                if edge.target not in before:
                    before[edge.target] = edge
                    waiting.append(edge.target)
        return None

    def _taken(
        self, state: Any, path: Iterable[Choice]
    ) -> Iterator[tuple[Choice, Any, frozenset[Hashable]]]:
        """The steps of a way, as far as the state with its limits has its choices."""
        for choice in path:
            if choice not in self._runtime.choices(state):
                return
            state, events = self._runtime.step(state, choice)
            yield choice, state, frozenset(self._runtime.moves(events))

    def _to_end(self, state: Any) -> tuple[Choice, ...] | None:
        """The choices by which a run is completed; none where no path reaches a good end."""
        choices: list[Choice] = []
        for _ in range(len(self._index) + 1):
            if self._runtime.outcome(state).kind in self._runtime.completions:
                return tuple(choices)
            way = self._ways.get(self._at(state))
            if way is None or way.choice is None:
                return None
            choices.append(way.choice)
            state, _ = self._runtime.step(state, way.choice)
        return None


def _back(before: Mapping[int, Edge | None], index: int) -> list[Choice]:
    choices: list[Choice] = []
    edge = before[index]
    while edge is not None:
        choices.append(edge.choice)
        edge = before[edge.source]
    return choices[::-1]
