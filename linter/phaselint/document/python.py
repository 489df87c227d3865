"""Python source as a document: its text, its tree for those who ask, and places in it.

A pointer into it is the pair of offsets between which a piece of it stands, in code points of the
document's text. `ast` is imported only for a file that names what graphs are built with, and for
one whose tree is asked for; nothing is imported or run that a file is about.
"""

from __future__ import annotations

from phaselint.document.model import Document, Problem
from phaselint.vocabulary.deferred import Deferred
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from typing import Any

    from phaselint.document.encodings import Decoded
    from phaselint.document.pythontree import Parsed

SUFFIX = ".py"
NOTEBOOK = ".ipynb"

PACKAGE = b"langgraph"
CLASSES = (b"StateGraph", b"MessageGraph")
"""The words without which no graph is built (reference langgraph §1.2 F2)."""

_parsed = Deferred("phaselint.document.pythontree", "parsed")
_positions = Deferred("phaselint.document.pythonplaces", "positions")


def is_python(path: str) -> bool:
    """Whether a file is read as Python."""
    return path.endswith((SUFFIX, NOTEBOOK))


def builds_graphs(text: str) -> bool:
    """Whether a string has these words: looked for before anything is parsed."""
    return PACKAGE.decode() in text and any(name.decode() in text for name in CLASSES)


def may_build_graphs(data: bytes) -> bool:
    """The same of the bytes of a file."""
    return PACKAGE in data and any(name in data for name in CLASSES)


def read_bytes(path: str, data: bytes) -> Document:
    """Read a file, decoded as it says."""
    from phaselint.document.encodings import decode

    decoded = decode(data)
    if decoded.problem is not None:
        text = decoded.text.removeprefix("\ufeff")
        return Document(path, "python", text, problems=(decoded.problem,))
    return _decoded(path, decoded)


def _decoded(path: str, decoded: Decoded) -> Document:
    text = decoded.text
    bom = text.startswith("\ufeff")
    return read_text(path, text.removeprefix("\ufeff"), bom)


def read_text(path: str, text: str, bom: bool) -> Document:
    """Read a string without its byte order mark. What is wrong with it is said only where it has
    the words of a graph: other files don't matter."""
    return with_tree(Document(path, "python", text, bom=bom, locate=lambda: _positions(text)))


def with_tree(document: Document) -> Document:
    """A document that was made of Python, with what its parser says about it."""
    if builds_graphs(document.text):
        document.problems = problems(document)
    return document


def problems(document: Document) -> tuple[Problem, ...]:
    """Why a file has no tree; nothing where it has one."""
    return _tree(document).problems


def tree_of(document: Document) -> ast.Module | None:
    """The tree of a document of Python, made once; none where it does not parse, is too large, or
    isn't Python."""
    if document.format != "python" or any(
        problem.kind == "unreadable-file" for problem in document.problems
    ):
        return None
    return _tree(document).tree


def span_of(document: Document, node: ast.AST) -> tuple[int, int]:
    """Where a node of the tree of a document is in its text: start and end in code points;
    (0, 0) for one that has no place of its own (`arguments`, an operator)."""
    placed: Any = node  # of the kinds of nodes only some have a place
    last: int | None = getattr(node, "end_lineno", None)
    if last is None:
        return (0, 0)
    starts = document.line_starts
    if last <= len(starts) and document.text.isascii():
        start = starts[placed.lineno - 1] + placed.col_offset
        end = starts[last - 1] + placed.end_col_offset
        return (start, end) if end > start else (start, start)
    start = _offset(document, placed.lineno, placed.col_offset)
    return start, max(start, _offset(document, last, placed.end_col_offset))


def place_of(document: Document, node: ast.AST) -> Place:
    """Where a node of the tree of a document is, as findings name places."""
    return Place(document.path, span_of(document, node))


def _offset(document: Document, line: int, column: int) -> int:
    """The offset of a column that is counted in bytes of UTF-8."""
    text, starts = document.text, document.line_starts
    if line > len(starts):
        return len(text)
    start = starts[line - 1]
    if text.isascii():
        return min(start + column, len(text))
    end = starts[line] if line < len(starts) else len(text)
    content = text[start:end]
    if content.isascii():
        return min(start + column, len(text))
    return start + len(content.encode(errors="surrogatepass")[:column].decode(errors="replace"))


def _tree(document: Document) -> Parsed:
    found: Parsed = document.derived(_parsed)
    return found
