"""The small picture of a finding: the nodes that it takes to see it."""

from __future__ import annotations

from itertools import chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.diagram.legend import Legend
    from phaselint.diagram.model import Drawing, Mark, Sign, View

MOST = 15
"""So many nodes can be read next to a finding."""

_FIRST: tuple[Sign, ...] = ("subject", "dead", "stuck", "limit", "blocked", "added", "gone", "run")
"""What is left out last comes first."""


def small(
    drawing: Drawing, legend: Legend, marks: Sequence[Mark], named: Iterable[int]
) -> tuple[int, ...]:
    """The numbers of the nodes of a small picture, in the order of the drawing: those that are
    marked, the last ones of a run that is long; then others that are `named`, and where ways lead
    from what is marked, and come from. Without marks it is about the whole, of which the picture
    shows where runs begin; the first nodes of all where none can begin."""
    if not marks:
        starts = [number for number, node in enumerate(drawing.nodes) if node.initial]
        shown = starts or range(len(drawing.nodes))
        return _first(chain(shown, _beside(drawing, legend, shown)))
    core = dict.fromkeys(_marked(drawing, [mark for mark in marks if mark.sign != "run"]))
    run = [mark for mark in marks if mark.sign == "run"]
    chosen = dict.fromkeys((*core, *_marked(drawing, (*run[:1], *reversed(run)))))
    near = [mark.node for mark in marks if mark.node is not None and mark.sign != "run"]
    around = _beside(drawing, legend, near or chosen)
    return _first(chain(chosen, named, around))


def with_film(drawing: Drawing, view: View) -> View:
    """The view with room in its small picture for the film to play: after what is marked come the
    nodes where the film starts and ends, the last ones of one that is long."""
    if view.film is None:
        return view
    core = _marked(drawing, [mark for mark in view.marks if mark.sign != "run"])
    passed = [frame.node for frame in view.film.frames if frame.node is not None]
    return view._replace(small=_first(chain(core, passed[:1], reversed(passed), view.small)))


def _first(nodes: Iterable[int]) -> tuple[int, ...]:
    """As many as there is room for, in the order of the drawing."""
    chosen: dict[int, None] = {}
    for number in nodes:
        if len(chosen) == MOST:
            break
        chosen.setdefault(number)
    return tuple(sorted(chosen))


def _marked(drawing: Drawing, marks: Iterable[Mark]) -> Iterator[int]:
    """What marks are at, nodes before the ends of arrows."""
    listed = sorted(marks, key=lambda mark: _FIRST.index(mark.sign))
    yield from (mark.node for mark in listed if mark.node is not None)
    for mark in listed:
        if mark.arrow is not None:
            yield drawing.arrows[mark.arrow].source
            yield drawing.arrows[mark.arrow].target


def _beside(drawing: Drawing, legend: Legend, among: Iterable[int]) -> Iterator[int]:
    """Where ways lead from some nodes, and then where they come from."""
    nodes = tuple(among)
    for node in nodes:
        yield from (drawing.arrows[number].target for number in legend.leaving(node))
    for node in nodes:
        yield from (drawing.arrows[number].source for number in legend.entering(node))
