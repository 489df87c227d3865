"""Places in a document of Python: by offsets, and in words that survive edits elsewhere in it."""

from __future__ import annotations

import ast
from bisect import bisect_right
from itertools import pairwise

from phaselint.document.model import Document
from phaselint.document.positions import Nodes, Positions
from phaselint.document.python import span_of, tree_of
from phaselint.document.record import Record
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.document.positions import Span
    from phaselint.vocabulary.finding import Part, Pointer

_WIDE = 16
"""Parts of a node above which they are looked up, not looked through."""

_LONGEST = 200
"""Code points of the text at a place that tell it from others."""

Scopes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_PLAIN = (ast.Constant, ast.Name, ast.Attribute)


class PythonPositions(Positions):
    """The places of one string: a pointer is a pair of offsets into it."""

    def __init__(self, text: str) -> None:
        from array import array

        super().__init__(Record(array("q"), ()), lambda: Nodes({}, {}))
        self._length = len(text)
        self._document = Document("edit.py", "python", text)

    def find(self, pointer: Pointer, part: Part) -> tuple[int, int]:  # noqa: ARG002 - as there
        """See Positions: what a pointer says, within the text."""
        if len(pointer) != 2:
            return (0, 0)
        start, end = pointer
        if not isinstance(start, int) or not isinstance(end, int):
            return (0, 0)
        start = min(max(start, 0), self._length)
        return start, min(max(end, start), self._length)

    def at(self, offset: int) -> tuple[Pointer, Part]:
        """See Positions: the innermost node of the tree whose text an offset is in or touches."""
        spans = [*spans_around(self._document, offset)]
        return (spans[-1] if spans else ()), "value"

    def children(self, pointer: Pointer) -> dict[str | int, tuple[Span, Span]] | None:  # noqa: ARG002
        """See Positions: nothing in Python is an entry."""
        return None

    def entries(self) -> Iterator[tuple[int, int]]:
        """See Positions."""
        return iter(())

    def scalars(self) -> Iterator[tuple[int, int]]:
        """See Positions."""
        return iter(())


def positions(text: str) -> PythonPositions:
    """The places of a string of Python."""
    return PythonPositions(text)


def spans_around(document: Document, offset: int) -> Iterator[tuple[int, int]]:
    """Where the nodes are that an offset is in or touches, outermost first."""
    for node in _around(document, offset):
        yield span_of(document, node)


def words(document: Document, pointer: Pointer) -> tuple[str, ...]:
    """The way to a place in names: of the functions and classes around it, outermost first, and the
    name that is written there, if one is: a string, or the first of those a call is given."""
    if len(pointer) != 2 or not isinstance(pointer[0], int):
        return ()
    chain = _chain(document, pointer)
    names = [node.name for node in chain if isinstance(node, Scopes)]
    name = _name(chain[-1]) if chain else ""
    return (*names, *([name] if name else []))


def text_at(document: Document, pointer: Pointer) -> str:
    """The text that tells a place from others between the same names: of a definition its head, of
    a call what it calls and what it is given in plain words; else what is written, its white
    space made even."""
    if len(pointer) != 2:
        return ""
    start, end = document.offsets(pointer)
    chain = _chain(document, pointer)
    node = chain[-1] if chain else None
    if node is not None and span_of(document, node) == (start, end):
        short = _short(document, node)
        if short:
            return short
    return " ".join(document.text[start:end].split())[:_LONGEST]


def _short(document: Document, node: ast.AST) -> str:
    if isinstance(node, ast.Expr):
        node = node.value
    if isinstance(node, Scopes):
        return f"{'class' if isinstance(node, ast.ClassDef) else 'def'} {node.name}"
    if isinstance(node, ast.Call):
        callee = _written(document, node.func)
        called = callee.rpartition(".")[2] if isinstance(node.func, ast.Attribute) else callee
        given = [_argument(document, each) for each in node.args]
        named = [f"{each.arg}={_argument(document, each.value)}" for each in node.keywords]
        return f"{called}({', '.join((*given, *named))})"[:_LONGEST]
    return ""


def _argument(document: Document, node: ast.expr) -> str:
    listed = isinstance(node, ast.List | ast.Tuple) and all(
        isinstance(each, _PLAIN) for each in node.elts
    )
    return _written(document, node) if listed or isinstance(node, _PLAIN) else "..."


def _written(document: Document, node: ast.AST) -> str:
    start, end = span_of(document, node)
    return " ".join(document.text[start:end].split())


def _name(node: ast.AST) -> str:
    """The name that a node is or that a call is given first."""
    if isinstance(node, ast.Expr):
        node = node.value
    if isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    said = node.value if isinstance(node, ast.Constant) else ""
    return said if isinstance(said, str) else ""


def _chain(document: Document, pointer: Pointer) -> list[Any]:
    """The nodes around a place, outermost first, down to the first that is the place itself."""
    start, end = map(int, pointer)
    found: list[Any] = []
    for node in _around(document, start):
        first, last = span_of(document, node)
        if first <= start and last >= end:
            found.append(node)
        if (first, last) == (start, end):
            break
    return found


def _around(document: Document, offset: int) -> Iterator[ast.AST]:
    """The nodes whose text an offset is in or touches, each in the one before."""
    tree = tree_of(document)
    inner: ast.AST | None = tree
    while inner is not None:
        inner = _inner(document, inner, offset)
        if inner is not None:
            yield inner


def _inner(document: Document, node: ast.AST, offset: int) -> ast.AST | None:
    """The part of a node that an offset is in, else one that ends there."""
    rows: dict[int, _Row | None] = document.derived(_rows)
    row = rows.get(id(node))
    if row is not None:
        return row.at(offset)
    touching = None
    waiting = list(ast.iter_child_nodes(node))
    if len(waiting) > _WIDE and id(node) not in rows:
        row = rows[id(node)] = _row(document, waiting)
        if row is not None:
            return row.at(offset)
    for child in waiting:
        start, end = span_of(document, child)
        if start == end == 0:  # `arguments`, a comprehension: its parts have places
            waiting += ast.iter_child_nodes(child)
        elif _opens(document, child, start) <= offset < end:
            return child
        elif end == offset:
            touching = child
    return touching


class _Row(NamedTuple):
    """The parts of a node in the order of the text; no two have a code point in common."""

    starts: Sequence[int]
    ends: Sequence[int]
    parts: Sequence[ast.AST]

    def at(self, offset: int) -> ast.AST | None:
        """The part that an offset is in, else the one that ends there."""
        index = bisect_right(self.starts, offset) - 1
        if index >= 0 and offset < self.ends[index]:
            return self.parts[index]
        if index > 0 and self.starts[index] == offset:
            index -= 1
        return self.parts[index] if index >= 0 and self.ends[index] == offset else None


def _rows(_: Document) -> dict[int, _Row | None]:
    """Rows by the identity of their nodes, which live as long as the document."""
    return {}


def _row(document: Document, parts: Iterable[ast.AST]) -> _Row | None:
    """The parts of a node that has many; none where they overlap, as in an f-string, or where one
    has no place."""
    spans: list[tuple[int, int, ast.AST]] = []
    for part in parts:
        start, end = span_of(document, part)
        if start == end == 0 and not any(True for _ in ast.iter_child_nodes(part)):
            continue  # an operator, a context
        spans.append((_opens(document, part, start), end, part))
    spans.sort(key=lambda each: each[:2])
    if any(start >= end for start, end, _ in spans):
        return None
    if any(before[1] > after[0] for before, after in pairwise(spans)):
        return None
    return _Row(
        [start for start, _, _ in spans],
        [end for _, end, _ in spans],
        [part for _, _, part in spans],
    )


def _opens(document: Document, node: ast.AST, start: int) -> int:
    """Where the text of a node begins, with its decorators."""
    decorators = getattr(node, "decorator_list", None)
    return span_of(document, decorators[0])[0] if decorators else start
