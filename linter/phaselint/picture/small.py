"""The small picture of a finding: the nodes that it takes to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint.picture.model import Drawing, Mark, Sign

MOST = 15
"""So many nodes can be read beside a finding."""

_FIRST: tuple[Sign, ...] = ("subject", "dead", "stuck", "limit", "blocked", "run")
"""What is left out last comes first."""


def small(drawing: Drawing, marks: Iterable[Mark]) -> tuple[int, ...]:
    """The numbers of the nodes of a small picture, in the order of the drawing: those that are
    marked and the ends of arrows that are, then their neighbours; none without marks."""
    listed = sorted(marks, key=lambda mark: _FIRST.index(mark.sign))
    chosen = dict.fromkeys(_marked(drawing, listed))
    for number in (*_beside(drawing, chosen),):
        chosen.setdefault(number)
    return tuple(sorted([*chosen][:MOST]))


def _marked(drawing: Drawing, marks: Iterable[Mark]) -> Iterator[int]:
    for mark in marks:
        if mark.node is not None:
            yield mark.node
        if mark.arrow is not None:
            yield drawing.arrows[mark.arrow].source
            yield drawing.arrows[mark.arrow].target


def _beside(drawing: Drawing, chosen: Iterable[int]) -> Iterator[int]:
    """Where ways lead from some nodes, and then where they come from."""
    among = frozenset(chosen)
    yield from (arrow.target for arrow in drawing.arrows if arrow.source in among)
    yield from (arrow.source for arrow in drawing.arrows if arrow.target in among)
