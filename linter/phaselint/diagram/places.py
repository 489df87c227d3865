"""The places in pictures: changing all of them, and naming those that a report shows a line of."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


def view_places(view: View) -> Iterator[Place]:
    """Every place in what there is to see of a finding."""
    for frame in view.film.frames if view.film else ():
        if frame.place is not None:
            yield frame.place
