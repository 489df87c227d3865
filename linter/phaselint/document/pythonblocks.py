"""Statements of Python that its compiler may refuse for their type or for what is around them, and
where each statement begins. Expressions aren't examined."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Standing = tuple[ast.stmt | ast.ExceptHandler, int, int]
    """A statement or an `except`, what is around it, and the number of the statement of the module
    that it is or is part of. There is one for each statement, so it is a plain tuple."""

FUTURE = "__future__"

NO_FUNCTION, FUNCTION, ASYNC = range(3)
"""What is around the statements of a block: the module or a class, or a function."""

_MOST = 16
"""The limit of nested blocks; the compiler allows at least 20. A `try` counts as four, since it has
up to four of them at once, and a `with` as one for each of its managers."""

_PLAIN = frozenset(
    {
        ast.AnnAssign, ast.Assert, ast.Assign, ast.AugAssign, ast.Delete, ast.Expr, ast.Import,
        ast.Pass, ast.Raise,
    }
)  # fmt: skip
"""Statements that are refused only for what their expressions are."""

_FUNCTIONS: dict[type[ast.stmt], int] = {ast.FunctionDef: FUNCTION, ast.AsyncFunctionDef: ASYNC}
_DECORATED = frozenset({*_FUNCTIONS, ast.ClassDef})
_LOOPS: dict[type[ast.stmt], int] = {
    ast.For: NO_FUNCTION,
    ast.While: NO_FUNCTION,
    ast.AsyncFor: ASYNC,
}
_WITHS: dict[type[ast.stmt], int] = {ast.With: NO_FUNCTION, ast.AsyncWith: ASYNC}
_NEVER = ASYNC + 1
"""What must be around statements, by their types."""


class Blocks:
    """Goes through blocks.

    Attributes:
        starts: where the lines start that begin with a statement, in the order of the text.
        standing: for each of these the statement, and those after it that don't begin a line.
        refused: the numbers of the statements of the module that may be refused.
        whole: whether one outside of functions depends on others.
    """

    def __init__(self, text: str, lines: Sequence[int]) -> None:
        """`lines` are the starts of the lines of `text`."""
        self._text, self._lines = text, lines
        self.starts: list[int] = []
        self.standing: list[list[Standing]] = []
        self.refused: set[int] = set()
        self.whole = False
        self._unit = 0

    def module(self, body: Sequence[ast.stmt]) -> None:
        """Go through the statements of a module."""
        for self._unit, each in enumerate(body):
            self._block((each,), NO_FUNCTION, False, 0)

    def _block(self, statements: Sequence[Any], inside: int, loop: bool, around: int) -> None:
        """Go through the statements of a block: what is around it, whether a loop is, and how many
        blocks are. Statements of unknown types may be refused."""
        if around > _MOST:
            self._refuse(True)
            return
        starts, standing = self.starts, self.standing
        last = self._line_before(statements[0]) if statements else 0
        for each in statements:
            kind = type(each)
            if each.lineno <= last and starts:
                standing[-1].append((each, inside, self._unit))
            else:
                decorators = each.decorator_list if kind in _DECORATED else ()
                starts.append(self._lines[(decorators[0] if decorators else each).lineno - 1])
                standing.append([(each, inside, self._unit)])
            last = each.end_lineno or each.lineno
            if kind in _PLAIN or (kind is ast.Return and inside):
                continue
            if kind is ast.If:
                self._if(each, inside, loop, around + 1)
            elif kind in _FUNCTIONS:
                self._function(each, around + 1)
            else:
                self._other(each, inside, loop, around)

    def _line_before(self, first: ast.stmt) -> int:
        """The last line of what precedes a block: that of its first statement, unless this begins
        the line."""
        start = self._lines[first.lineno - 1]
        before = self._text[start : start + first.col_offset]
        return first.lineno - (not before or before.isspace())

    def _goes_on(self, node: ast.If | ast.ExceptHandler, inside: int) -> None:
        """Note an `elif` or `except`, which begins a line."""
        self.starts.append(self._lines[node.lineno - 1])
        self.standing.append([(node, inside, self._unit)])

    def _refuse(self, whole: bool) -> None:
        self.refused.add(self._unit)
        self.whole = self.whole or whole

    def _if(self, node: Any, inside: int, loop: bool, around: int) -> None:
        self._block(node.body, inside, loop, around)
        while len(node.orelse) == 1 and type(node.orelse[0]) is ast.If:
            node = node.orelse[0]
            self._goes_on(node, inside)
            self._block(node.body, inside, loop, around)
        self._block(node.orelse, inside, loop, around)

    def _function(self, node: Any, around: int) -> None:
        if _is_generic(node) or clash(node.args):
            self._refuse(False)
        self._block(node.body, _FUNCTIONS[type(node)], False, around)

    def _other(self, node: Any, inside: int, loop: bool, around: int) -> None:
        kind = type(node)
        if kind is ast.ImportFrom:
            late = node.module == FUTURE
            if late or ((inside or around) and node.names[0].name == "*"):
                self._refuse(late and not inside)
        elif kind is ast.ClassDef:
            if _is_generic(node):
                self._refuse(False)
            self._block(node.body, NO_FUNCTION, False, around + 1)
        elif inside >= _LOOPS.get(kind, _NEVER):
            self._block(node.body, inside, True, around + 1)
            self._block(node.orelse, inside, loop, around + 1)
        elif inside >= _WITHS.get(kind, _NEVER):
            self._block(node.body, inside, loop, around + len(node.items))
        elif kind is ast.Try:
            self._try(node, inside, loop, around + 4)
        elif not (loop and (kind is ast.Break or kind is ast.Continue)):
            self._refuse(not inside and kind is not ast.Return)

    def _try(self, node: ast.Try, inside: int, loop: bool, around: int) -> None:
        if any(handler.type is None for handler in node.handlers[:-1]):
            self._refuse(False)
        self._block(node.body, inside, loop, around)
        for handler in node.handlers:
            self._goes_on(handler, inside)
            self._block(handler.body, inside, loop, around)
        self._block(node.orelse, inside, loop, around)
        self._block(node.finalbody, inside, loop, around)


def _is_generic(node: Any) -> bool:
    """Whether a definition has parameters for types."""
    return bool(getattr(node, "type_params", None))


def clash(parameters: ast.arguments) -> bool:
    """Whether two parameters may have one name, also within a class that names them anew."""
    names = [each.arg for each in parameters.args]
    names += [each.arg for each in parameters.posonlyargs]
    names += [each.arg for each in parameters.kwonlyargs]
    names += [each.arg for each in (parameters.vararg, parameters.kwarg) if each is not None]
    return len(names) > 1 and (
        len(set(names)) < len(names) or any(name.startswith("__") for name in names)
    )
