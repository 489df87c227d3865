"""Where control goes from stage to stage, and where it ends (reference §6.2)."""

from __future__ import annotations

from itertools import islice

from phaselint.machine.graph import components, distances, parents, trace
from phaselint.vocabulary.cached_property import cached_property
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.stud.model import Result


class Flow:
    """The graph of control over the stages of a pipeline.

    Args:
        control: the stages that run in their own turn.
        live: the alternatives of each stage that some result takes.
        full: all its alternatives.
    """

    def __init__(
        self,
        entry: str,
        control: tuple[str, ...],
        live: Mapping[str, tuple[Result, ...]],
        full: Mapping[str, tuple[Result, ...]],
    ) -> None:
        self._entry = entry
        self._control = control
        self._live = live
        self._full_ways = full
        self._names = tuple(full)
        self._number = {name: index for index, name in enumerate(full)}

    def terminates(self, stage: str) -> bool:
        """Whether a stage may be the last one, or leads where nobody knows."""
        return not self._full_ways[stage] or any(map(self._last, self._live[stage]))

    def _last(self, result: Result) -> bool:
        named = (*result.stages, *((result.join,) if result.fork and result.join else ()))
        if result.ends or any(name not in self._number for name in named):
            return True
        return result.fork and result.join is None

    def onward(self, stage: str) -> tuple[str, ...]:
        """The stages that control may go on to: sequential targets and joins."""
        return self._flows[stage]

    @cached_property
    def _flows(self) -> Mapping[str, tuple[str, ...]]:
        return {name: self._onward(ways) for name, ways in self._live.items()}

    def _onward(self, ways: Iterable[Result]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for result in ways:
            if result.fork:
                if result.join is not None and result.join in self._number:
                    found[result.join] = None
            elif not result.ends:
                found.update((name, None) for name in result.stages if name in self._number)
        return tuple(found)

    @cached_property
    def _graph(self) -> list[list[int]]:
        number = self._number
        return [[number[target] for target in self.onward(name)] for name in self._names]

    @cached_property
    def _full(self) -> list[list[int]]:
        """The graph with the alternatives that nothing takes."""
        number = self._number
        ways = (self._onward(self._full_ways[name]) for name in self._names)
        return [[number[target] for target in each] for each in ways]

    @cached_property
    def _start(self) -> tuple[int, ...]:
        entry = self._number.get(self._entry)
        return () if entry is None else (entry,)

    @cached_property
    def _far(self) -> list[int]:
        """Steps from the entry; those to where only dead alternatives lead come after all
        others."""
        pairs = zip(
            distances(self._graph, self._start), distances(self._full, self._start), strict=True
        )
        return [far if far >= 0 else len(self._names) + more for far, more in pairs]

    @cached_property
    def _parents(self) -> list[int]:
        return parents(self._graph, self._start)

    @cached_property
    def _full_parents(self) -> list[int]:
        return parents(self._full, self._start)

    def depth(self, stage: str) -> int:
        """How many steps of control it takes to reach a stage that some control comes to."""
        return self._far[self._number[stage]]

    @cached_property
    def good(self) -> frozenset[str]:
        """The stages from which runs can come to an end: by an alternative that ends, or one
        whose stages all can, since a list is worked off as a whole (R34)."""
        found = {name for name in self._names if self.terminates(name)}
        before: dict[str, set[str]] = {}
        for name in self._names:
            for target in self.onward(name):
                before.setdefault(target, set()).add(name)
        waiting = list(found)
        while waiting:
            for name in sorted(before.get(waiting.pop(), set()) - found):
                if any(map(found.issuperset, self._lists(name))):
                    found.add(name)
                    waiting.append(name)
        return frozenset(found)

    def _lists(self, stage: str) -> Iterator[tuple[str, ...]]:
        """The stages that run to their ends by each of the live alternatives of one."""
        for result in self._live[stage]:
            yield self._onward((result,))

    @cached_property
    def cycles(self) -> tuple[tuple[str, ...], ...]:
        """The sets of reachable control stages that lead round to themselves, in the order of
        the stages."""
        walked = frozenset(self._control)
        found = [
            members
            for members in components(self._graph)
            if self._names[members[0]] in walked
            and (len(members) > 1 or members[0] in self._graph[members[0]])
        ]
        return tuple(tuple(self._names[index] for index in members) for members in sorted(found))

    @cached_property
    def terminal(self) -> bool:
        """Whether some stage that runs in its own turn may be the last one."""
        return any(map(self.terminates, self._control))

    def way(self, goal: str) -> tuple[str, ...]:
        """A shortest way of control from the entry to a stage that control comes to."""
        at = self._number[goal]
        path = trace(self._parents if self._parents[at] >= 0 else self._full_parents, at)
        return tuple(self._names[index] for index in path)


@pure
def flow_of(*given: Any) -> Flow:
    """The flow by NextSpecs and the results among theirs that are taken, behind which come the
    stages that the specs are of, how many results each stage takes, all stages, the entry, and
    those that control comes to."""
    *things, listed, counts, names, entry, control = given
    specs, taken = things[: len(listed)], iter(things[len(listed) :])
    full = dict(zip(listed, (spec.alternatives for spec in specs), strict=True))
    live = {name: tuple(islice(taken, count)) for name, count in zip(names, counts, strict=True)}
    return Flow(entry, control, live, {name: full.get(name, ()) for name in names})
