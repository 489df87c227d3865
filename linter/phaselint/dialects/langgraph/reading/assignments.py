"""Assignments to attributes of `self`."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast


class Assigned(NamedTuple):
    """An assignment to an attribute of `self`: the value (None if it isn't known; a part of it by
    `path`), and the method that contains it."""

    node: ast.expr | None
    path: tuple[int, ...]
    method: ast.FunctionDef | ast.AsyncFunctionDef
