"""The names in a board: lanes, and stamps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.symbols import ANY, Naming, Sheet, Symbols, names_in
from phaselint_lanes.reading.shapes import BOARD

if TYPE_CHECKING:
    from phaselint_lanes.model import Board

NAMES = (
    Naming(("start",), "phase"),
    Naming(("lanes", ANY), "phase", "definition", "key"),
    Naming(("lanes", ANY, "to", ANY), "phase"),
    Naming(("lanes", ANY, "stamp"), "context", "definition"),
    Naming(("lanes", ANY, "wants"), "context"),
)


def symbols(board: Board) -> Symbols:
    """The names in a board."""
    sheets = (Sheet(board.file, NAMES, BOARD),)
    return Symbols(tuple(names_in(board.documents, sheets)), sheets=sheets)
