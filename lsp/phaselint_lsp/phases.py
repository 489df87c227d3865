"""The phases of a contract and the paths between them, as they are shown to an author."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.diagram_data import UNHEEDED
from phaselint.machine.graph import shortest_path
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.base import Dialect, Facts
    from phaselint_lsp.snapshot import CheckedContract

    _Kinds = dict[str, list[str]]
    """Phases in order, each with the kinds of the ways."""


class Neighbours(NamedTuple):
    """The other phases that lead to a phase, and those it leads to, in the order of the phases;
    and `why` no run reaches it, where that is so and can be said. `kinds_before` and `kinds_after`
    say by what kinds of ways, where pictures have lines of their own for these."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    kinds_before: Mapping[str, tuple[str, ...]] = {}
    kinds_after: Mapping[str, tuple[str, ...]] = {}
    reached: bool = False
    terminal: bool = False
    initial: bool = False
    why: str = ""


class Graph:
    """The graph of a contract."""

    __slots__ = ("_adjacency", "_initial", "_names", "phases")

    def __init__(self, dialect: Dialect, facts: Facts) -> None:
        from phaselint.diagram.draw import draw

        drawing = draw(dialect, facts)
        self._names = tuple(node.name for node in drawing.nodes)
        self._initial = [number for number, node in enumerate(drawing.nodes) if node.initial]
        self._adjacency: list[list[int]] = [[] for _ in drawing.nodes]
        before: list[_Kinds] = [{} for _ in drawing.nodes]
        after: list[_Kinds] = [{} for _ in drawing.nodes]
        for arrow in drawing.arrows:
            source, target = arrow.source, arrow.target
            if arrow.taken:  # others are allowed, and nothing takes them
                self._adjacency[source].append(target)
            if source != target and arrow.kind != UNHEEDED:
                kinds = (arrow.kind,) if arrow.line else ()
                before[target].setdefault(self._names[source], []).extend(kinds)
                after[source].setdefault(self._names[target], []).extend(kinds)
        self.phases: Mapping[str, Neighbours] = {
            node.name: Neighbours(
                tuple(before[number]),
                tuple(after[number]),
                kinds_before=_kinds_by_name(before[number]),
                kinds_after=_kinds_by_name(after[number]),
                reached=node.reachable,
                terminal=node.terminal,
                initial=node.initial,
                why="" if node.reachable else node.why,
            )
            for number, node in reversed([*enumerate(drawing.nodes)])
        }

    def path_to(self, phase: str) -> tuple[str, ...]:
        """A shortest path to a phase from where runs start that they can take, both included;
        empty where there is none."""
        goals = {number for number, name in enumerate(self._names) if name == phase}
        path = shortest_path(self._adjacency, self._initial, goals) or []
        return tuple(self._names[number] for number in path)


def _kinds_by_name(found: _Kinds) -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(kinds) for name, kinds in found.items() if kinds}


def graph_of(checked: CheckedContract) -> Graph:
    """The graph of a contract that was checked."""
    return Graph(checked.dialect, checked.facts)


def mermaid(dialect: Dialect, facts: Facts, bound: int) -> str:
    """The graph of a contract as text for mermaid, as `phaselint graph` writes it."""
    from phaselint.diagram.draw import draw
    from phaselint.report.drawing import render

    return "".join(render(draw(dialect, facts, bound), "mermaid"))
