"""Parts of drawings: of graphs that are too large to be looked at, what findings are about."""

from __future__ import annotations

from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from phaselint.diagram.model import Arrow, Drawing, Mark, Parallel, View

MOST = 300
"""So many nodes are drawn in full: more are neither laid out nor found one's way in."""


class Part:
    """Some nodes of a drawing and the arrows between them, numbered anew.

    Attributes:
        drawing: the part.
    """

    __slots__ = ("_arrows", "_nodes", "drawing")

    def __init__(self, whole: Drawing, nodes: Iterable[int], left_out: str = "") -> None:
        self._nodes = {old: new for new, old in enumerate(sorted(set(nodes)))}
        kept = [
            number
            for number, arrow in enumerate(whole.arrows)
            if arrow.source in self._nodes and arrow.target in self._nodes
        ]
        self._arrows = {old: new for new, old in enumerate(kept)}
        self.drawing = whole._replace(
            nodes=tuple(whole.nodes[number] for number in self._nodes),
            arrows=tuple(self._arrow(whole.arrows[number]) for number in kept),
            parallels=tuple(self._parallels(whole.parallels)),
            left_out=left_out,
        )

    def view(self, view: View) -> View:
        """What there is to see of a finding in this part; before its run is filmed."""
        marks = (each for mark in view.marks for each in self._mark(mark))
        small = (self._nodes[number] for number in view.small if number in self._nodes)
        return view._replace(marks=tuple(marks), small=tuple(small))

    def _mark(self, mark: Mark) -> Iterator[Mark]:
        """The mark, where what it is at is there."""
        if mark.node in self._nodes:
            yield mark._replace(node=self._nodes[mark.node])
        elif mark.arrow in self._arrows:
            yield mark._replace(arrow=self._arrows[mark.arrow])

    def _arrow(self, arrow: Arrow) -> Arrow:
        return arrow._replace(source=self._nodes[arrow.source], target=self._nodes[arrow.target])

    def _parallels(self, parallels: Iterable[Parallel]) -> Iterator[Parallel]:
        number = self._nodes
        for each in parallels:
            siblings = tuple(number[one] for one in each.siblings if one in number)
            if each.source in number and siblings:
                join = None if each.join is None else number.get(each.join)
                yield each._replace(source=number[each.source], siblings=siblings, join=join)


def small_part(drawing: Drawing, view: View) -> tuple[Drawing, View]:
    """The small picture of a finding, with what there is to see of it there."""
    part = Part(drawing, view.small)
    return part.drawing, part.view(view)


def readable(
    drawing: Drawing, views: Sequence[View], most: int = MOST
) -> tuple[Drawing, tuple[View, ...]]:
    """A drawing of at most so many nodes, with what there is to see of findings in it: all of it
    where it fits; else what the small pictures of the findings show, the first findings
    first, and around it what is near. It says what is left out."""
    size = len(drawing.nodes)
    if size <= most:
        return drawing, tuple(views)
    chosen = _chosen(drawing, views, most)
    shown = f"{len(chosen)} of {plural(size, drawing.word)}"
    near = "around the findings" if any(view.marks for view in views) else "near the start"
    part = Part(drawing, chosen, f"only {shown} are drawn: those {near}")
    return part.drawing, tuple(part.view(view) for view in views)


def _chosen(drawing: Drawing, views: Sequence[View], most: int) -> Collection[int]:
    """The nodes of small pictures, and then those of whole runs, as far as they fit; then what is
    near to them."""
    chosen: dict[int, None] = {}
    marked = [view for view in views if view.marks]
    runs = ([mark.node for mark in view.marks if mark.node is not None] for view in marked)
    for nodes in (*(view.small for view in marked), *runs):
        more = dict.fromkeys(number for number in nodes if number not in chosen)
        if len(chosen) + len(more) <= most:
            chosen.update(more)
    starts = (number for number, node in enumerate(drawing.nodes) if node.initial)
    for number in _nearest(drawing, [*chosen, *starts]):
        if len(chosen) >= most:
            break
        chosen.setdefault(number)
    return chosen


def _nearest(drawing: Drawing, starts: Iterable[int]) -> Iterator[int]:
    """All nodes that are joined to some by arrows, the nearest first."""
    beside: list[list[int]] = [[] for _ in drawing.nodes]
    for arrow in drawing.arrows:
        beside[arrow.source].append(arrow.target)
        beside[arrow.target].append(arrow.source)
    queue = list(dict.fromkeys(starts))
    seen = set(queue)
    for number in queue:
        yield number
        queue += (more := [each for each in dict.fromkeys(beside[number]) if each not in seen])
        seen.update(more)
