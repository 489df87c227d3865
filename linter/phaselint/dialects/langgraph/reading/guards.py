"""Conditions of operations, as strings that are equal if they mean the same (reference langgraph
§2.4).
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import Guard

_LONGEST = 4_000
_OPPOSITES: dict[type[ast.cmpop], ast.cmpop] = {
    ast.NotEq: ast.Eq(),
    ast.IsNot: ast.Is(),
    ast.NotIn: ast.In(),
    ast.GtE: ast.Lt(),
    ast.LtE: ast.Gt(),
}


def guard_of(test: ast.expr) -> Guard:
    """The guard of the body under a test: without `not`, and with `==` for `!=`."""
    holds = True
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, holds = test.operand, not holds
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        opposite = _OPPOSITES.get(type(test.ops[0]))
        if opposite is not None:
            test, holds = ast.Compare(test.left, [opposite], test.comparators), not holds
    return Guard(text_of(test), holds)


def text_of(expression: ast.AST) -> str:
    """A piece of a program on one line, with one spelling; if it is too deep or too long, its
    place."""
    try:
        # Most actions of nodes are names.
        written = expression.id if isinstance(expression, ast.Name) else ast.unparse(expression)
        text = " ".join(written.split())
    except (RecursionError, ValueError, AttributeError, TypeError):
        text = ""
    if text and len(text) <= _LONGEST:
        return text
    return f"line {getattr(expression, 'lineno', 0)}"


def opposite(guard: Guard) -> Guard:
    """The guard of what is done otherwise."""
    return guard._replace(holds=not guard.holds)


def clash(left: tuple[Guard, ...], right: tuple[Guard, ...]) -> bool:
    """Whether what has these guards never happens together."""
    wanted = {guard.text: guard.holds for guard in left}
    return any(wanted.get(guard.text, guard.holds) != guard.holds for guard in right)


class Conditions:
    """The conditions of one graph or function: equal strings are equal conditions as long as the
    bindings of their names stay the same."""

    def __init__(self) -> None:
        self._seen: dict[str, list[object]] = {}

    def guard(self, test: ast.expr, bound: object) -> Guard:
        """The guard of a test, whose names are bound to something that can be compared."""
        guard = guard_of(test)
        known = self._seen.setdefault(guard.text, [])
        if bound not in known:
            known.append(bound)
        number = known.index(bound)
        return guard if number == 0 else guard._replace(text=f"{guard.text} [{number + 1}]")
