"""A board as typed immutable data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.base import Target
    from phaselint.dialects.shape import Problem
    from phaselint.document import Document


class Lane(NamedTuple):
    """A lane: where cards go from it, the stamp it puts on them, the one it wants on them."""

    to: tuple[str, ...] = ()
    stamp: str = ""
    wants: str = ""


class Board(NamedTuple):
    """A board. With problems, neither its start nor its lanes are known."""

    target: Target
    documents: Mapping[str, Document]
    problems: tuple[Problem, ...] = ()
    start: str = ""
    lanes: Mapping[str, Lane] = {}

    @property
    def file(self) -> str:
        """The path of its document."""
        return self.target.main
