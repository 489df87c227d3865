"""Sets of constants, and where they are written."""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import UNKNOWN, Known, Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from collections.abc import Iterable

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.reading.asking import Names
    from phaselint.dialects.langgraph.reading.resolving import Scope

MOST = 64
"""The most constants that an expression can be; with more, it is unknown (reference §2.2)."""


def union(parts: Iterable[Values]) -> Values:
    """Whatever any of them is; unknown without one, and beyond the limit."""
    listed = list(parts)
    if not listed:
        return UNKNOWN
    if len(listed) == 1:
        return listed[0]
    known = tuple(dict.fromkeys(each for part in listed for each in part.known))
    if len(known) > MOST:
        return UNKNOWN
    return Values(known, all(part.complete for part in listed))


def one(value: Constant, expression: ast.AST, project: Names, scope: Scope) -> Values:
    """One constant, written in an expression."""
    return Values((Known(value, project.place(expression, scope)),), complete=True)


def used(values: Values, expression: ast.AST, project: Names, scope: Scope) -> Values:
    """Constants that are written elsewhere, where they are used."""
    if not values.known:
        return values
    place = project.place(expression, scope)
    moved = (Known(each.value, place, each.source or each.place) for each in values.known)
    return Values(tuple(dict.fromkeys(moved)), values.complete)
