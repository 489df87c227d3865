"""The members of lists, tuples, sets and dicts that are known (reference langgraph §2.2).

Members are expressions, each with its scope. If a builtin makes new pairs (`zip`, `enumerate`,
`items`), invented names stand for their parts.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.classes import enum_kind, members
from phaselint.dialects.langgraph.reading.following import follow
from phaselint.dialects.langgraph.reading.resolving import Argument
from phaselint.dialects.langgraph.reading.scopes import with_dynamic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.reading.asking import Entry, Item, Names
    from phaselint.dialects.langgraph.reading.resolving import Scope


MOST = 512
"""The most members listed; a longer list is unknown."""


def items(project: Names, expression: ast.expr, scope: Scope) -> Sequence[Item] | None:
    """The members of what an expression gives one after the other; none where that is unknown."""
    key = (id(expression), id(scope.body))
    if not project.enter("items", key):
        return None
    try:
        handler = _ITEMS.get(type(expression))
        found = None if handler is None else handler(project, expression, scope)
        return None if found is None or len(found) > MOST else found
    finally:
        project.leave("items", key)


def _written(
    project: Names, expression: ast.List | ast.Tuple | ast.Set, scope: Scope
) -> Sequence[Item] | None:
    found: list[Item] = []
    for each in expression.elts:
        if not isinstance(each, ast.Starred):
            found.append((each, scope))
            continue
        inner = items(project, each.value, scope)
        if inner is None:
            return None
        found.extend(inner)
    return found


def _named(project: Names, expression: ast.expr, scope: Scope) -> Sequence[Item] | None:
    if project.is_changed(expression, scope):
        return None
    targets = follow(project, expression, scope)
    only, found = targets.only, targets.value_of(expression)
    if only is not None and only.kind == "class":
        return _members(project, only.node, only.scope, expression, scope)
    if found is None or project.is_changed(*found):
        return None
    return items(project, *found)


def _members(
    project: Names, node: ast.AST, around: Scope, named: ast.expr, scope: Scope
) -> Sequence[Item] | None:
    """The members of an enumeration that is gone through."""
    from phaselint.dialects.langgraph.reading.resolving import Defined

    if enum_kind(project, Defined("class", node, around)) is None:
        return None
    made = [ast.Attribute(value=named, attr=name, ctx=ast.Load()) for name, _ in members(node)]
    return [(ast.copy_location(each, named), scope) for each in made]


def _added(project: Names, expression: ast.BinOp, scope: Scope) -> Sequence[Item] | None:
    if not isinstance(expression.op, (ast.Add, ast.BitOr)):
        return None
    parts: list[Item] = []
    for operand in operands(expression):
        found = items(project, operand, scope)
        if found is None:
            return None
        parts.extend(found)
    return parts


def operands(expression: ast.BinOp) -> list[ast.expr]:
    """The operands of a chain of one operator, from the left."""
    kind = type(expression.op)
    found: list[ast.expr] = []
    node: ast.expr = expression
    while isinstance(node, ast.BinOp) and type(node.op) is kind:
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


def _subscript(project: Names, expression: ast.Subscript, scope: Scope) -> Sequence[Item] | None:
    if isinstance(expression.slice, ast.Slice):
        inner = items(project, expression.value, scope)
        bounds = _bounds(project, expression.slice, scope)
        return None if inner is None or bounds is None else list(inner)[bounds]
    picked_here = picked(project, expression, scope)
    if picked_here is None or len(picked_here) != 1:
        return None
    return items(project, *picked_here[0])


def _bounds(project: Names, part: ast.Slice, scope: Scope) -> slice | None:
    bounds: list[int | None] = []
    for each in (part.lower, part.upper, part.step):
        if each is None:
            bounds.append(None)
            continue
        value = constant_of(project, each, scope)
        if value is None or isinstance(value[0], bool) or not isinstance(value[0], int):
            return None
        bounds.append(value[0])
    return None if bounds[2] == 0 else slice(*bounds)


def constant_of(project: Names, expression: ast.expr, scope: Scope) -> tuple[Constant] | None:
    """The one constant that an expression is; none where it is not known."""
    if isinstance(expression, ast.Constant) and isinstance(expression.value, (str, int)):
        return (expression.value,)
    only = project.values(expression, scope).only
    return None if only is None else (only.value,)


def picked(project: Names, expression: ast.Subscript, scope: Scope) -> Sequence[Item] | None:
    """What a subscript may pick: the member with a known index or key, else all; none where the
    members are not known."""
    index = constant_of(project, expression.slice, scope)
    pairs = entries(project, expression.value, scope)
    if pairs is not None:
        if index is not None:
            kept = [(v, s) for k, v, s in pairs if constant_of(project, k, s) == index]
            if kept:
                return kept[-1:]
        return [(value, where) for _, value, where in pairs] or None
    listed = items(project, expression.value, scope)
    if not listed:
        return None
    if index is None:
        return listed
    at = index[0]
    if isinstance(at, int) and not isinstance(at, bool) and -len(listed) <= at < len(listed):
        return [listed[at]]
    return None


def part(project: Names, expression: ast.expr, scope: Scope, path: Iterable[int]) -> Item | None:
    """A member of a member of what an expression gives, by their indices."""
    current: Item = (expression, scope)
    for index in path:
        listed = items(project, *current)
        if listed is None or index >= len(listed):
            return None
        current = listed[index]
    return current


def _called(project: Names, expression: ast.Call, scope: Scope) -> Sequence[Item] | None:
    return project.called_items(expression, scope)


def _keys(project: Names, expression: ast.Dict, scope: Scope) -> Sequence[Item] | None:
    pairs = entries(project, expression, scope)
    return None if pairs is None else [(key, where) for key, _, where in pairs]


def entries(project: Names, expression: ast.expr, scope: Scope) -> Sequence[Entry] | None:
    """Keys and values of what an expression gives, if that is a dict that is known."""
    return project.entries_of(expression, scope)


def _comprehension(
    project: Names, expression: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: Scope
) -> Sequence[Item] | None:
    rows = rounds(project, expression.generators, scope)
    return None if rows is None else [(expression.elt, where) for where in rows]


def rounds(
    project: Names, generators: Sequence[ast.comprehension], scope: Scope
) -> Sequence[Scope] | None:
    """The scopes in which the element of a comprehension is evaluated, one for each round; none
    where what it goes through, or a condition of it, is not known."""
    scopes: list[Scope] = [scope]
    for generator in generators:
        inner: list[Scope] = []
        for each in scopes:
            listed = items(project, generator.iter, each)
            if listed is None or generator.is_async:
                return None
            for item in listed:
                where = unpacked(project, generator.target, item, each)
                kept = None if where is None else _passes(project, generator.ifs, where)
                if where is None or kept is None or len(inner) > MOST:
                    return None
                if kept:
                    inner.append(where)
        scopes = inner
    return scopes


def _passes(project: Names, tests: Sequence[ast.expr], scope: Scope) -> bool | None:
    for test in tests:
        value = project.truth(test, scope)
        if value is None:
            return None
        if not value:
            return False
    return True


def unpacked(project: Names, target: ast.expr, item: Item, scope: Scope) -> Scope | None:
    """A scope in which a target stands for (the parts of) an item."""
    if isinstance(target, ast.Name):
        return with_dynamic(scope, target.id, Argument(*item))
    if not isinstance(target, (ast.Tuple, ast.List)):
        return None
    listed = items(project, *item)
    if listed is None or len(listed) != len(target.elts):
        return None
    where: Scope | None = scope
    for each, inner in zip(target.elts, listed, strict=True):
        where = None if where is None else unpacked(project, each, inner, where)
    return where


_ITEMS: dict[type[ast.expr], Any] = {
    ast.List: _written,
    ast.Tuple: _written,
    ast.Set: _written,
    ast.Name: _named,
    ast.Attribute: _named,
    ast.BinOp: _added,
    ast.Subscript: _subscript,
    ast.Call: _called,
    ast.ListComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.SetComp: _comprehension,
    ast.Dict: _keys,
}
