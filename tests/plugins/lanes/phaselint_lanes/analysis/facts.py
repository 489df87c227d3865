"""What the rules ask about a board."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from phaselint.machine.analysis import certified
from phaselint.machine.graph import adjacency, parents, trace
from phaselint.vocabulary.finding import Place
from phaselint_lanes.analysis.lower import lower

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.document import Document
    from phaselint.machine.certificate import Certificate, Stuck
    from phaselint.machine.model import Machine
    from phaselint.vocabulary.finding import Part, Pointer
    from phaselint_lanes.model import Board, Lane


class LanesFacts:
    """A board, the options in force, and what follows from them."""

    def __init__(self, contract: Board, options: Mapping[str, Any], bound: int) -> None:
        self.contract = contract
        self.options = options
        self._bound = bound

    def explained(self, _kind: str, /) -> frozenset[str]:
        """Files of whose problems a rule of the dialect says the cause: there are none."""
        return frozenset()

    def certificates(self) -> Iterable[tuple[Machine, Certificate | Stuck]]:
        """What proves that the lanes that are reached are just those."""
        return certified(self.machine, self._bound) if self.graph_known else ()

    @property
    def lanes_known(self) -> bool:
        """Whether the document is a board."""
        return bool(self.contract.lanes)

    @property
    def graph_known(self) -> bool:
        """Whether all names in it are names of lanes."""
        lanes = self.contract.lanes
        names = {self.contract.start, *(name for lane in lanes.values() for name in lane.to)}
        return self.lanes_known and names <= lanes.keys()

    @property
    def runs_known(self) -> bool:
        """Whether it is known what happens to cards, so that the executor may be asked."""
        return self.graph_known

    @property
    def stamps_wanted(self) -> bool:
        """Whether anybody looks at stamps."""
        return bool(self.options["stamps"] == "wanted")

    @cached_property
    def machine(self) -> Machine:
        """The graph of the board."""
        return lower(self.contract)

    @cached_property
    def ways(self) -> Mapping[str, tuple[str, ...]]:
        """The lanes that cards come to, each with those of a shortest way to it and itself."""
        names = [phase.name for phase in self.machine.phases]
        before = parents(adjacency(self.machine), self.machine.initial)
        return {
            name: tuple(names[each] for each in trace(before, number))
            for number, name in enumerate(names)
            if before[number] >= 0
        }

    @cached_property
    def stamped(self) -> Mapping[str, tuple[str, ...]]:
        """Each stamp, with the lanes that put it on a card."""
        found: dict[str, tuple[str, ...]] = {}
        for name, lane in self.lanes():
            if lane.stamp:
                found[lane.stamp] = (*found.get(lane.stamp, ()), name)
        return found

    @property
    def document(self) -> Document:
        """The document of the board."""
        return self.contract.documents[self.contract.file]

    def lanes(self) -> Iterator[tuple[str, Lane]]:
        """The lanes with their names, in the order of the document."""
        yield from self.contract.lanes.items()

    def place(self, pointer: Pointer, part: Part = "value") -> Place:
        """A place in the document."""
        return Place(self.contract.file, pointer, part)
