"""Targets that don't exist, drawn as nodes, each with the arrow that should lead to one."""

from __future__ import annotations

from phaselint.diagram.model import Arrow, Mark, Node
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.diagram.model import Drawing, View

CODE = "PL106"
"""The code of references to what doesn't exist."""


class Haunted(NamedTuple):
    """A drawing with targets that don't exist, and views that mark them."""

    drawing: Drawing
    views: tuple[View, ...]


def haunted(drawing: Drawing, views: Sequence[View], targets: Mapping[int, str]) -> Haunted:
    """Draw the targets of wrong references behind all nodes and arrows.

    Args:
        views: what each finding marks in the drawing.
        targets: the names to which findings say that a reference points in vain, by the number of
            the view. A finding that marks no node has no source, and its target isn't drawn.
    """
    nodes, arrows, seen = list(drawing.nodes), list(drawing.arrows), list(views)
    known = {node.name for node in drawing.nodes}
    ghosts: dict[str, int] = {}
    for number, name in targets.items():
        sources = _sources(drawing, views[number])
        if not sources or name in known:
            continue
        if name not in ghosts:
            ghosts[name] = len(nodes)
            nodes.append(Node(name, standing="missing"))
        ghost = ghosts[name]
        first = len(arrows)
        arrows += (Arrow(source, ghost) for source in sources)
        drawn = (Mark("dead", arrow=each) for each in range(first, len(arrows)))
        view = views[number]
        seen[number] = view._replace(
            marks=(*view.marks, Mark("dead", node=ghost), *drawn),
            small=(*view.small, ghost) if view.small else (),
        )
    whole = drawing._replace(nodes=tuple(nodes), arrows=tuple(arrows))
    return Haunted(whole, tuple(seen))


def _sources(drawing: Drawing, view: View) -> tuple[int, ...]:
    """The node that a finding is about, or that an arrow leaves that it is about; of an edge with
    several sources all of them."""
    about = [mark for mark in view.marks if mark.sign in ("subject", "dead")]
    nodes = [mark.node for mark in about if mark.node is not None]
    nodes += [drawing.arrows[mark.arrow].source for mark in about if mark.arrow is not None]
    if not nodes:
        return ()
    astray = set(drawing.nodes[nodes[0]].astray)
    others = (each for each in nodes[1:] if not astray.isdisjoint(drawing.nodes[each].astray))
    return tuple(dict.fromkeys((nodes[0], *others)))
