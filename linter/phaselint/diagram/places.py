"""The places in pictures: changing all of them, and naming those that a report shows a line of."""

from __future__ import annotations

from phaselint.vocabulary.finding import CellLine

NEAR = 2
"""So many lines are shown before and after the one that makes a step of a run possible."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from phaselint.diagram.model import Action, Arrow, Drawing, Frame, Node, View
    from phaselint.vocabulary.finding import Place

    Change = Callable[[Place], Place]


def map_drawing(drawing: Drawing, change: Change) -> Drawing:
    """The drawing with every place in it changed."""

    def moved(one: Node | Action) -> Place | None:
        return None if one.place is None else change(one.place)

    def put(node: Node) -> Node:
        return node._replace(place=moved(node), astray=tuple(map(change, node.astray)))

    def turned(arrow: Arrow) -> Arrow:
        actions = tuple(each._replace(place=moved(each)) for each in arrow.actions)
        return arrow._replace(actions=actions)

    return drawing._replace(
        nodes=tuple(map(put, drawing.nodes)),
        arrows=tuple(map(turned, drawing.arrows)),
    )


def map_view(view: View, change: Change) -> View:
    """What there is to see of a finding with every place in it changed."""
    if view.film is None:
        return view

    def moved(frame: Frame) -> Frame:
        return frame if frame.place is None else frame._replace(place=change(frame.place))

    return view._replace(film=view.film._replace(frames=tuple(map(moved, view.film.frames))))


def drawing_places(drawing: Drawing) -> Iterator[Place]:
    """Every place in a drawing."""
    places = [node.place for node in drawing.nodes]
    places += [action.place for arrow in drawing.arrows for action in arrow.actions]
    yield from (place for place in places if place is not None)
    for node in drawing.nodes:
        yield from node.astray


def view_lines(view: View) -> Iterator[tuple[str, int]]:
    """The file and the number of every line in what there is to see of a finding: those that make
    the steps of its run possible, and those near by, of which the last need not exist."""
    frames = view.film.frames if view.film else ()
    for place in dict.fromkeys(frame.place for frame in frames):
        if place is not None and place.range is not None:
            for number in near(place.range.start.line):
                yield place.file, number


def near(line: int) -> Iterable[int]:
    """The numbers of a line and of those around it; of a notebook, whose lines are in cells, the
    line alone."""
    if isinstance(line, CellLine):
        return (line,)
    return range(max(1, line - NEAR), line + NEAR + 1)
