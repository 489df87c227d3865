"""Act atlases as a graph over sets of acts: what facts are computed on.

An act is a bit by its text, as a policy names it, so a call in two phases is one act. Work
that a runtime does side by side has no order: acts of different threads happen in any, until one
comes that isn't in any thread. What counts as done before an act is done before it in every order.
"""

from __future__ import annotations

from phaselint.dialects.acts import TURN
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
        parts: each act by its number, whether it did not fail, and its thread, in order; `turn` is
            left out, since it puts nothing in order.
        turned: whether the model begins an answer in it.
        flat: whether none of them is in a thread.
    """

    done: int
    tried: int
    twice: int
    parts: tuple[tuple[int, bool, int], ...]
    turned: bool
    flat: bool


class Sure(NamedTuple):
    """What was done in every run to a state, as sets of acts: `all` of it, which comes before what
    happens in no thread; `apart`, what comes before the first act of a new thread; and what comes
    before further acts of threads at work."""

    all: int
    apart: int
    threads: tuple[tuple[int, int], ...] = ()

    def of(self, thread: int) -> int:
        """What was done before whatever happens next in a thread."""
        if not thread:
            return self.all
        for each, known in self.threads:
            if each == thread:
                return known
        return self.apart

    def also(self, other: Sure) -> Sure:
        """What was done in runs of two kinds."""
        if not (self.threads or other.threads):
            return Sure(self.all & other.all, self.apart & other.apart)
        threads = {each for each, _ in (*self.threads, *other.threads)}
        both = tuple([(each, self.of(each) & other.of(each)) for each in sorted(threads)])
        return Sure(self.all & other.all, self.apart & other.apart, both)

    def after(self, deed: Deed) -> Sure:
        """What was done after a further step."""
        if deed.flat:
            known = self.all | deed.done
            return Sure(known, known) if deed.parts else self
        sure = self
        for number, counts, thread in deed.parts:
            sure = sure.then(number, counts, thread)
        return sure

    def then(self, number: int, counts: bool, thread: int) -> Sure:
        """What was done after a further act. One in no thread is before all that follows."""
        bit = 1 << number if counts else 0
        known = self.all | bit
        if not thread:
            return Sure(known, known)
        rest = [each for each in self.threads if each[0] != thread]
        own = (thread, self.of(thread) | bit)
        return Sure(known, self.apart, tuple(sorted((*rest, own))))


class Step(NamedTuple):
    """A step between two states; `fair` where nothing hostile is chosen in it."""

    source: int
    deed: Deed
    target: int
    fair: bool


class Graph(NamedTuple):
    """What runs do. `starts` are the states that they begin in, with what is done before the first
    choice; `offered` has for each state what may be done in it any number of times: numbers of acts
    with their threads. `spanning`: acts of threads have no order across steps either."""

    starts: tuple[tuple[Deed, int], ...]
    steps: tuple[Step, ...]
    offered: tuple[frozenset[tuple[int, int]], ...]
    spanning: bool = True

    def after(self, sure: Sure, deed: Deed) -> Sure:
        """What was surely done after a further step."""
        found = sure.after(deed)
        return found if self.spanning or not found.threads else Sure(found.all, found.all)


class Index:
    """Acts by their wording, as numbers in the order in which they are first asked for."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self._numbers: dict[str, int] = {}
        self._deeds: dict[tuple[Act, ...], Deed] = {}
        self._known: dict[Act, int] = {}

    @property
    def texts(self) -> tuple[str, ...]:
        """The wording of the acts, by number."""
        return tuple(self._numbers)

    def number(self, act: Act) -> int:
        """The number of an act."""
        found = self._known.get(act)
        if found is None:
            found = self._known[act] = self._numbers.setdefault(act.text, len(self.acts))
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
        done = tried = twice = 0
        for act in acts:
            bit = 1 << self.number(act)
            twice |= tried & bit
            tried |= bit
            done |= bit if act.ok != "no" else 0
        parts = tuple(
            (self.number(act), act.ok != "no", act.thread) for act in acts if act.verb != TURN.verb
        )
        flat = not any(thread for _, _, thread in parts)
        return Deed(done, tried, twice=twice, parts=parts, turned=TURN in acts, flat=flat)


def graph_of(index: Index, atlases: Iterable[ActAtlas], *, spanning: bool) -> Graph:
    """All runs of some atlases in one graph. A run that has ended is offered nothing."""
    starts: list[tuple[Deed, int]] = []
    steps: list[Step] = []
    offered: list[frozenset[tuple[int, int]]] = []
    for atlas in atlases:
        first = len(offered)
        starts.append((index.deed(atlas.opening), first))
        for number, edges in enumerate(atlas.out):
            for edge in edges:
                deed, fair = index.deed(edge.acts), edge.grade != "hostile"
                steps.append(Step(first + number, deed, first + edge.target, fair))
            acts = () if atlas.ended[number] else atlas.offered[number]
            offered.append(frozenset((index.number(act), act.thread) for act in acts))
    return Graph(tuple(starts), tuple(steps), tuple(offered), spanning)


def folded(graph: Graph, names: Sequence[Hashable]) -> Graph:
    """A graph in which all states of one name are one: what runs do that remember nothing else."""
    numbers: dict[Hashable, int] = {}
    at = [numbers.setdefault(name, len(numbers)) for name in names]
    offered: list[frozenset[tuple[int, int]]] = [frozenset()] * len(numbers)
    for number, some in zip(at, graph.offered, strict=True):
        offered[number] |= some
    return Graph(
        tuple((deed, at[state]) for deed, state in graph.starts),
        tuple({Step(at[s], deed, at[t], fair): None for s, deed, t, fair in graph.steps}),
        tuple(offered),
        graph.spanning,
    )


def names_of(
    atlases: Iterable[ActAtlas], phase: Callable[[Any], str], close: Iterable[int]
) -> tuple[tuple[str, bool, int], ...]:
    """For each state of the graph of some atlases its phase, whether the run has ended, and what
    was done close before it."""
    states = (
        (phase(state), ended)
        for atlas in atlases
        for state, ended in zip(atlas.states, atlas.ended, strict=True)
    )
    return tuple((*each, near) for each, near in zip(states, close, strict=True))
