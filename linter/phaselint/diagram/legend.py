"""Where names and places are in a drawing."""

from __future__ import annotations

from phaselint.machine.graph import reachable
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.diagram.model import Drawing
    from phaselint.vocabulary.finding import Place, Pointer

    Taken = tuple[int, str]
    """An arrow and one of the actions that take it."""
    Spot = tuple[list[int], list[Taken]]

_NAMES = ("name", "id")
"""Keys whose place stands for all that has the name."""

_ENDS = 2

_NONE: Spot = ([], [])


class Legend:
    """A drawing by names, ends, actions and places. All that is found are indexes."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._number = {node.name: n for n, node in reversed([*enumerate(drawing.nodes)])}
        self._between: dict[tuple[int, int], list[int]] = {}
        self._leaving: dict[int, list[int]] = {}
        self._entering: dict[int, list[int]] = {}
        self._acting: dict[str, list[int]] = {}
        self._spots: dict[tuple[str, Pointer], Spot] = {}
        alone: dict[str, set[str]] = {}
        for number, node in enumerate(drawing.nodes):
            if node.place is not None:
                self._set(node.place, node=number)
                alone.setdefault(node.place.file, set()).add("")
            for place in node.astray:
                self._set(place, node=number)
        for number, arrow in enumerate(drawing.arrows):
            self._between.setdefault((arrow.source, arrow.target), []).append(number)
            self._leaving.setdefault(arrow.source, []).append(number)
            self._entering.setdefault(arrow.target, []).append(number)
            for action in arrow.actions:
                self._acting.setdefault(action.name, []).append(number)
                if action.place is not None:
                    self._set(action.place, taken=(number, action.name))
                    alone.setdefault(action.place.file, set()).add(action.name)
        for file, names in alone.items():
            if len(names) == 1 and "" not in names:  # the file is that of one action
                taken = [(each, name) for name in names for each in self._acting[name]]
                self._spots.setdefault((file, ()), ([], taken))

    def _set(self, place: Place, node: int | None = None, taken: Taken | None = None) -> None:
        pointer = place.pointer
        whole = pointer[:-1] if pointer and pointer[-1] in _NAMES else pointer
        for each in {pointer, whole}:
            nodes, ways = self._spots.setdefault((place.file, each), ([], []))
            nodes += [] if node is None else [node]
            ways += [] if taken is None else [taken]

    def number(self, name: str) -> int | None:
        """The node of a name, the first of several."""
        return self._number.get(name)

    def nodes(self, value: Any) -> Iterator[int]:
        """The nodes that a value of a witness names."""
        return (self._number[name] for name in self.texts(value) if name in self._number)

    def between(self, source: int, target: int) -> Sequence[int]:
        """The arrows from a node to a node."""
        return self._between.get((source, target), ())

    def leaving(self, source: int) -> Sequence[int]:
        """The arrows out of a node."""
        return self._leaving.get(source, ())

    def entering(self, target: int) -> Sequence[int]:
        """The arrows into a node."""
        return self._entering.get(target, ())

    def ends(self, node: int) -> bool:
        """Whether a way that runs take leads from a node to an end, or it is one."""
        return self._ending[node]

    @cached_property
    def _ending(self) -> list[bool]:
        """For each node whether it does; asked once for all findings, which can be as many as the
        nodes in some contracts."""
        nodes = self._drawing.nodes
        back: list[list[int]] = [[] for _ in nodes]
        for arrow in self._drawing.arrows:
            if arrow.taken:
                back[arrow.target].append(arrow.source)
        return reachable(back, (number for number, node in enumerate(nodes) if node.terminal))

    def acting(self, name: str) -> Sequence[int]:
        """The arrows that an action is at."""
        return self._acting.get(name, ())

    def at(self, place: Place) -> tuple[Sequence[int], Sequence[Taken]]:
        """The nodes at a place and the arrows by what takes them there, or else those at the next
        place around it that has any."""
        pointer = place.pointer
        for size in range(len(pointer), -1, -1):
            found = self._spots.get((place.file, pointer[:size]))
            if found is not None:
                return found
        return (), ()

    def edges(self, file: str, value: Any) -> Iterator[int]:
        """The arrows that a value of a witness means: a pair of names, or numbers in the list of
        edges of a file."""
        if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
            ends = [*self.nodes(value)]
            yield from self.between(*ends) if len(ends) == _ENDS else ()
            return
        for number in value if isinstance(value, (list, tuple)) else (value,):
            yield from (arrow for arrow, _ in self._spots.get((file, ("edges", number)), _NONE)[1])

    @staticmethod
    def texts(value: Any) -> Iterable[str]:
        """The strings in a value of a witness: one, a list of them, or the keys of a mapping."""
        if isinstance(value, str):
            return (value,)
        if isinstance(value, (list, tuple, dict)):
            return tuple(each for each in value if isinstance(each, str))
        return ()
