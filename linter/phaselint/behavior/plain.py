"""Facts that are plain to see, and so not worth a line: they hold, and say nothing that the files
of a contract don't say at a glance."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from phaselint.behavior.acting import ActAtlas
    from phaselint.behavior.deeds import Index
    from phaselint.dialects.acts import Act

CALL, ENTER, OTHER = range(3)
"""How telling acts are: tools, phases, and the ways between phases."""

PHASES = frozenset({"enter", "reach"})
"""The verbs of acts that begin a phase."""

SUCCESSES = frozenset({"pass", "complete"})
"""The verbs of acts by which a phase succeeds."""


def telling(act: Act) -> int:
    """How telling an act is: `CALL`, `ENTER` or `OTHER`. That a phase succeeds tells as much as
    that it begins."""
    return CALL if act.verb == "call" else ENTER if act.verb in PHASES | SUCCESSES else OTHER


class Places(NamedTuple):
    """Where acts are done, by their numbers.

    Attributes:
        sources: the phases that runs are in before they do one; the empty name is the start.
        final: those that are only done in a step that ends the run.
    """

    sources: Mapping[int, frozenset[str]]
    final: frozenset[int]


def places_of(index: Index, atlases: Iterable[ActAtlas], phase: Callable[[Any], str]) -> Places:
    """Where the acts of some atlases are done."""
    sources: dict[int, set[str]] = {}
    going: set[int] = set()
    for atlas in atlases:
        steps = [("", atlas.opening, False)]
        for state, edges, offered in zip(atlas.states, atlas.out, atlas.offered, strict=True):
            name = phase(state) if edges or offered else ""
            steps += [(name, edge.acts, atlas.ended[edge.target]) for edge in edges]
            steps += [(name, tuple(offered), False)]
        for name, acts, ends in steps:
            for number in map(index.number, acts):
                sources.setdefault(number, set()).add(name)
                going |= set() if ends else {number}
    return Places(
        {number: frozenset(names) for number, names in sources.items()},
        frozenset(sources.keys() - going),
    )


class Plain:
    """What is plain to see of acts: `near` has what is surely done close before each, `opening`
    what every run begins with, as sets of numbers."""

    def __init__(
        self, acts: Sequence[Act], places: Places, near: Sequence[int], opening: int
    ) -> None:
        self._acts = acts
        self._places = places
        self._near = near
        self._opening = opening
        self._telling = [telling(act) for act in acts]

    def is_order(self, number: int, other: int, *, shape: bool, known: bool) -> bool:
        """Whether it is plain that an act is done only after another; `known`, that something more
        telling is known about when it is done."""
        own, its = self._telling[number], self._telling[other]
        if self._opening >> other & 1:
            return True
        if own != CALL and (self._near[number] >> other & 1 or self._is_of(number, other)):
            return True
        if own == CALL and its == ENTER:
            return known and self._is_next(number, other)
        if not shape or CALL in (own, its):
            return False
        return OTHER in (own, its) or self._is_next(number, other)

    def is_apart(self, number: int, other: int, *, shape: bool) -> bool:
        """Whether it is plain that no run does both of two acts."""
        if {number, other} <= self._places.final:
            return True
        ranks = (self._telling[number], self._telling[other])
        if CALL in ranks:
            return False
        one, two = self._acts[number], self._acts[other]
        return (shape and OTHER in ranks) or bool(one.phase and one.phase == two.phase)

    def is_once(self, number: int, *, shape: bool) -> bool:
        """Whether it is plain that an act is done at most once."""
        verb = self._acts[number].verb
        is_end = verb not in PHASES and self._telling[number] != CALL
        return number in self._places.final or is_end or (shape and self._telling[number] != CALL)

    def is_due(self, number: int, due: int, *, shape: bool) -> bool:
        """Whether it is plain that each run that completes has done an act; `due` are all of which
        that is so."""
        rank = self._telling[number]
        if self._opening >> number & 1 or (shape and rank == OTHER):
            return True
        if self._is_ended(number, due):
            return True
        calls = sum(1 << n for n, each in enumerate(self._telling) if each == CALL)
        return rank != CALL and bool(self._near[number] & due & calls)

    def _is_ended(self, number: int, due: int) -> bool:
        """Whether an act begins a phase that each run that completes ends well."""
        act = self._acts[number]
        return act.verb in PHASES and any(
            each.verb in SUCCESSES and each.phase == act.phase and due >> other & 1
            for other, each in enumerate(self._acts)
        )

    def _is_of(self, number: int, other: int) -> bool:
        """Whether an act ends or leaves the phase that another enters."""
        act, entered = self._acts[number], self._acts[other]
        is_end = act.verb not in PHASES and self._telling[number] != CALL
        return is_end and entered.verb in PHASES and act.phase == entered.phase

    def _is_next(self, number: int, other: int) -> bool:
        """Whether an act is only done where a run is in the phase of another."""
        return self._places.sources.get(number) == frozenset({self._acts[other].phase})
