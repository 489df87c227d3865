"""Finding phases and the paths between them in a drawing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.diagram.model import Arrow, Drawing
    from phaselint.vocabulary.finding import Place


class Ways:
    """The phases and ways of a contract, as far as they are drawn."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._number = {node.name: n for n, node in reversed([*enumerate(drawing.nodes)])}
        self._between: dict[tuple[int, int], list[int]] = {}
        for number, arrow in enumerate(drawing.arrows):
            self._between.setdefault((arrow.source, arrow.target), []).append(number)
        self._origins: dict[int, int] = {}
        for parallel in drawing.parallels:
            for sibling in parallel.siblings:
                self._origins.setdefault(sibling, parallel.source)

    def node(self, phase: str) -> int | None:
        """The node of a phase; none where it is not drawn."""
        return self._number.get(phase)

    def node_place(self, phase: str) -> Place | None:
        """Where a phase is declared, where that is known."""
        node = self.node(phase)
        return None if node is None else self._drawing.nodes[node].place

    def arrow(self, sources: Sequence[str], phase: str, place: Place | None = None) -> int | None:
        """The arrow to a phase from the first of some others from which one leads there, or from
        where it is started in addition to others; none where there is none. Of several the one of
        what is declared at a place, or else one that runs take."""
        target = self.node(phase)
        if target is None:
            return None
        origins = [*map(self.node, sources), self._origins.get(target)]
        found = (self._between.get((each, target)) for each in origins if each is not None)
        listed = next(filter(None, found), None)
        if listed is None:
            return None
        arrows = self._drawing.arrows
        return min(listed, key=lambda number: _preference(arrows[number], place))

    def arrow_place(self, arrow: int) -> Place | None:
        """Where an arrow is declared: the first of its actions that runs take."""
        actions = sorted(self._drawing.arrows[arrow].actions, key=lambda action: action.dead)
        return next((each.place for each in actions if each.place is not None), None)


def _preference(arrow: Arrow, place: Place | None) -> tuple[bool, bool]:
    declared = place is not None and any(action.place == place for action in arrow.actions)
    return (not declared, not arrow.taken)
