"""The document of a board to the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.shape import problems, string_at
from phaselint_lanes.model import Board, Lane
from phaselint_lanes.reading.shapes import BOARD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader


def load(reader: Reader, target: Target) -> Board:
    """The board that a target names; without lanes where its document is none."""
    document = reader.document(target.main)
    if document is None:
        return Board(target, {})
    documents = {target.main: document}
    if not document.readable:
        return Board(target, documents)
    found = tuple(problems(document.value, BOARD))
    if found:
        return Board(target, documents, found)
    lanes = {name: _lane(lane) for name, lane in document.value["lanes"].items()}
    return Board(target, documents, start=document.value["start"], lanes=lanes)


def _lane(value: Mapping[str, Any]) -> Lane:
    return Lane(tuple(value.get("to", ())), string_at(value, "stamp"), string_at(value, "wants"))
