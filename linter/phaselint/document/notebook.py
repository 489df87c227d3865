"""Notebooks as documents of Python: their code cells in order are one module (reference langgraph
§1.2 F5)."""

from __future__ import annotations

import json
import re

from phaselint.document.model import Document, Problem
from phaselint.document.python import with_tree
from phaselint.vocabulary.deferred import Deferred
from phaselint.vocabulary.finding import CellLine, Position
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_positions = Deferred("phaselint.document.pythonplaces", "positions")

_MAGIC = re.compile(r"[ \t]*[%!?]|[ \t]*\w[\w.]*\?{1,2}[ \t]*$")
_TRAILING = "?"


class Cell(NamedTuple):
    """A code cell: its number among all cells of the notebook, counted from 1, and the first line
    of the document's text that is its own."""

    number: int
    line: int


def read_notebook(path: str, text: str, bom: bool) -> Document:
    """Read the text of a notebook. The text of the document is that of its code cells."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        problem = Problem("syntax-error", f"the notebook isn't valid JSON: {error}")
        return Document(path, "python", "", problems=(problem,), bom=bom)
    source, cells = _joined(value)
    return with_tree(NotebookDocument(path, source, cells, bom))


class NotebookDocument(Document):
    """A notebook: its text is that of its code cells, and its lines know their cells."""

    __slots__ = ("cells",)

    in_pieces = True

    def __init__(self, path: str, text: str, cells: tuple[Cell, ...], bom: bool) -> None:
        super().__init__(path, "python", text, bom=bom, locate=lambda: _positions(text))
        self.cells = cells

    def position(self, offset: int) -> Position:
        """See Document."""
        line, column = super().position(offset)
        before = [cell for cell in self.cells if cell.line <= line]
        if not before:
            return Position(line, column)
        number, first = before[-1]
        known = CellLine(line)
        known.cell, known.inner = number, line - first + 1
        return Position(known, column)


def _joined(value: Any) -> tuple[str, tuple[Cell, ...]]:
    """The code of all cells, each ending with its line, and where each begins."""
    listed = value.get("cells") if isinstance(value, dict) else None
    parts: list[str] = []
    cells: list[Cell] = []
    line = 1
    for number, cell in enumerate(listed if isinstance(listed, list) else (), 1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = _plain(_source(cell.get("source")))
        parts.append(source)
        cells.append(Cell(number, line))
        line += source.count("\n")
    return "".join(parts), tuple(cells)


def _source(source: Any) -> str:
    if isinstance(source, list):
        source = "".join(each for each in source if isinstance(each, str))
    return source.replace("\r\n", "\n").replace("\r", "\n") if isinstance(source, str) else ""


def _plain(source: str) -> str:
    """The code of a cell without what only a notebook understands; lines stay where they are. A
    cell that a magic is for as a whole (`%%bash`) is blank."""
    lines = source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if first.lstrip().startswith("%%") and not first.lstrip().startswith(_OF_PYTHON):
        return "\n" * len(lines)
    return "".join(f"{'' if _MAGIC.match(line) else line}\n" for line in lines)


_OF_PYTHON = ("%%time", "%%capture", "%%timeit", "%%prun")
"""Magics for cells whose code is Python."""
