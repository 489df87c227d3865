"""Act atlases as a graph over sets of acts: what facts are computed on.

An act is a bit by its text, as a policy names it, so that a call in two phases is one act. Work
that a runtime does side by side has no order: what counts as done before an act of a step is what
was done before it in every order.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence
    from typing import Any

    from phaselint.behavior.acting import ActAtlas
    from phaselint.dialects.acts import Act


class Deed(NamedTuple):
    """What one step does, as sets of acts: bits of an `Index`.

    Attributes:
        done: acts that did not fail.
        tried: all acts.
        twice: acts that are done more than once.
        before: for each act, what is done before it in this step in every order.
    """

    done: int
    tried: int
    twice: int
    before: tuple[tuple[int, int], ...]


class Step(NamedTuple):
    """A step between two states; `fair` where nothing hostile is chosen in it."""

    source: int
    deed: Deed
    target: int
    fair: bool


class Graph(NamedTuple):
    """What runs do. `starts` are the states that they begin in, with what is done before the first
    choice; `offered` has for each state what may be done in it any number of times."""

    starts: tuple[tuple[Deed, int], ...]
    steps: tuple[Step, ...]
    offered: tuple[int, ...]


class Index:
    """Acts by their texts, as numbers in the order in which they are first asked for."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self._numbers: dict[str, int] = {}
        self._deeds: dict[tuple[Act, ...], Deed] = {}

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts, by number."""
        return tuple(self._numbers)

    def number(self, act: Act) -> int:
        """The number of an act."""
        found = self._numbers.setdefault(act.text, len(self.acts))
        if found == len(self.acts):
            self.acts.append(act)
        return found

    def bits(self, acts: Iterable[Act]) -> int:
        """A set of acts."""
        found = 0
        for act in acts:
            found |= 1 << self.number(act)
        return found

    def deed(self, acts: tuple[Act, ...]) -> Deed:
        """What a step does; made once for each sequence of acts."""
        known = self._deeds.get(acts)
        if known is None:
            known = self._deeds[acts] = self._deed(acts)
        return known

    def _deed(self, acts: tuple[Act, ...]) -> Deed:
        done = tried = twice = settled = 0
        threads: dict[int, int] = {}
        before: dict[int, int] = {}
        for act in acts:
            number = self.number(act)
            bit = 1 << number
            if not act.thread:  # it is after all acts so far, and before all others
                settled, threads = done, {}
            sure = settled | threads.get(act.thread, 0)
            before[number] = before.get(number, sure) & sure
            twice |= tried & bit
            tried |= bit
            if act.ok != "no":
                done |= bit
                threads[act.thread] = threads.get(act.thread, 0) | bit
            if not act.thread:
                settled, threads = done, {}
        return Deed(done, tried, twice, tuple(before.items()))


def graph_of(index: Index, atlases: Iterable[ActAtlas]) -> Graph:
    """All runs of some atlases in one graph. A run that has ended is offered nothing."""
    starts: list[tuple[Deed, int]] = []
    steps: list[Step] = []
    offered: list[int] = []
    for atlas in atlases:
        first = len(offered)
        starts.append((index.deed(atlas.opening), first))
        for number, edges in enumerate(atlas.out):
            for edge in edges:
                deed, fair = index.deed(edge.acts), edge.grade != "hostile"
                steps.append(Step(first + number, deed, first + edge.target, fair))
            offered.append(0 if atlas.ended[number] else index.bits(atlas.offered[number]))
    return Graph(tuple(starts), tuple(steps), tuple(offered))


def folded(graph: Graph, names: Sequence[Hashable]) -> Graph:
    """A graph in which all states of one name are one: what runs do that remember nothing else."""
    numbers: dict[Hashable, int] = {}
    at = [numbers.setdefault(name, len(numbers)) for name in names]
    offered = [0] * len(numbers)
    for number, some in zip(at, graph.offered, strict=True):
        offered[number] |= some
    return Graph(
        tuple((deed, at[state]) for deed, state in graph.starts),
        tuple({Step(at[s], deed, at[t], fair): None for s, deed, t, fair in graph.steps}),
        tuple(offered),
    )


def names_of(
    atlases: Iterable[ActAtlas], phase: Callable[[Any], str]
) -> tuple[tuple[str, bool], ...]:
    """For each state of the graph of some atlases its phase, and whether the run has ended."""
    return tuple(
        (phase(state), ended)
        for atlas in atlases
        for state, ended in zip(atlas.states, atlas.ended, strict=True)
    )
