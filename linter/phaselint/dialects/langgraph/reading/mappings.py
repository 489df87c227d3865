"""Keys and values of dicts that are known (reference langgraph §2.2)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.containers import MOST, items, operands, rounds
from phaselint.dialects.langgraph.reading.following import follow
from phaselint.dialects.langgraph.reading.resolving import Argument
from phaselint.dialects.langgraph.reading.scopes import standing_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.langgraph.reading.asking import Entry, Names
    from phaselint.dialects.langgraph.reading.resolving import Scope


def entries_of(project: Names, expression: ast.expr, scope: Scope) -> Sequence[Entry] | None:
    """Keys and values of what an expression gives, if that is a dict that is known."""
    key = (id(expression), id(scope.body))
    if not project.enter("entries", key):
        return None
    try:
        handler = _ENTRIES.get(type(expression))
        found = None if handler is None else handler(project, expression, scope)
        return None if found is None or len(found) > MOST else found
    finally:
        project.leave("entries", key)


def _dict(project: Names, expression: ast.Dict, scope: Scope) -> Sequence[Entry] | None:
    found: list[Entry] = []
    for key, value in zip(expression.keys, expression.values, strict=True):
        if key is not None:
            found.append((key, value, scope))
            continue
        inner = entries_of(project, value, scope)
        if inner is None:
            return None
        found.extend(inner)
    return found


def _named_dict(project: Names, expression: ast.expr, scope: Scope) -> Sequence[Entry] | None:
    if project.is_changed(expression, scope):
        return None
    found = follow(project, expression, scope).value_of(expression)
    return None if found is None else entries_of(project, *found)


def _merged(project: Names, expression: ast.BinOp, scope: Scope) -> Sequence[Entry] | None:
    if not isinstance(expression.op, ast.BitOr):
        return None
    found: list[Entry] = []
    for operand in operands(expression):
        inner = entries_of(project, operand, scope)
        if inner is None:
            return None
        found.extend(inner)
    return found


def _dict_of(project: Names, expression: ast.DictComp, scope: Scope) -> Sequence[Entry] | None:
    rows = rounds(project, expression.generators, scope)
    return None if rows is None else [(expression.key, expression.value, row) for row in rows]


def _dict_call(project: Names, expression: ast.Call, scope: Scope) -> Sequence[Entry] | None:
    function = expression.func
    if isinstance(function, ast.Attribute) and function.attr == "copy" and not expression.args:
        return entries_of(project, function.value, scope)
    if follow(project, function, scope).outside != ("builtins.dict",):
        return None
    found: list[Entry] = []
    for each in expression.args[:1]:
        inner = entries_of(project, each, scope)
        if inner is None:
            inner = _paired(project, each, scope)
        if inner is None:
            return None
        found.extend(inner)
    for keyword in expression.keywords:
        if keyword.arg is None:
            inner = entries_of(project, keyword.value, scope)
            if inner is None:
                return None
            found.extend(inner)
        else:
            name = ast.copy_location(ast.Constant(value=keyword.arg), keyword)
            found.append((name, keyword.value, scope))
    return found


def _paired(project: Names, expression: ast.expr, scope: Scope) -> Sequence[Entry] | None:
    """Entries from pairs, as `dict(zip(...))` takes them."""
    rows = items(project, expression, scope)
    if rows is None:
        return None
    found: list[Entry] = []
    for row in rows:
        pair = items(project, *row)
        if pair is None or len(pair) != 2:
            return None
        (key, key_scope), (value, value_scope) = pair
        name, where = standing_for(value_scope, Argument(key, key_scope), key, "key")
        found.append((name, value, where))
    return found


_ENTRIES: dict[type[ast.expr], Any] = {
    ast.Dict: _dict,
    ast.Name: _named_dict,
    ast.Attribute: _named_dict,
    ast.BinOp: _merged,
    ast.DictComp: _dict_of,
    ast.Call: _dict_call,
}
