"""The constants that an expression may be (reference langgraph §2.2)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import UNKNOWN, Values, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.dialects.langgraph.reading.bindings import LAST, start_of
from phaselint.dialects.langgraph.reading.classes import (
    class_expressions,
    enum_kind,
    instance_expressions,
    self_expressions,
)
from phaselint.dialects.langgraph.reading.constants import one, union, used
from phaselint.dialects.langgraph.reading.containers import picked
from phaselint.dialects.langgraph.reading.enums import member_of, part_of_member
from phaselint.dialects.langgraph.reading.following import follow, is_self
from phaselint.dialects.langgraph.reading.scopes import lookup, module_scope
from phaselint.dialects.langgraph.reading.texts import called, joined, operated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.reading.asking import Names
    from phaselint.dialects.langgraph.reading.resolving import Defined, Module, Scope
    from phaselint.dialects.langgraph.reading.scopes import Found

_ENDS = {"START": START, "END": END}


def evaluate(project: Names, expression: ast.expr, scope: Scope) -> Values:
    """The constants that an expression may be, each where it is written."""
    handler = _HANDLERS.get(type(expression))
    if handler is None:
        return UNKNOWN
    key = (id(expression), id(scope.body))
    if not project.enter("values", key):
        return UNKNOWN
    try:
        found: Values = handler(project, expression, scope)
        return found
    finally:
        project.leave("values", key)


def constant(project: Names, expression: ast.Constant, scope: Scope) -> Values:
    """What is written as a constant."""
    value = expression.value
    if value is None or isinstance(value, (str, bool, int, float)):
        return one(value, expression, project, scope)
    return UNKNOWN


def _name(project: Names, expression: ast.Name, scope: Scope) -> Values:
    found = lookup(project, expression.id, scope, start_of(expression))
    made = union(of_found(project, each) for each in found)
    if expression.id.startswith("<"):  # stands for an expression: that is where it is written
        return made
    return used(made, expression, project, scope)


def of_found(project: Names, found: Found) -> Values:
    """What a binding gives to its name."""
    binding, scope = found
    node = binding.node
    if binding.kind == "import":
        return _imported(project, binding.module, binding.level, binding.attribute, scope.module)
    if binding.kind == "added" and isinstance(node, ast.AugAssign):
        return _added(project, node, scope)
    if not isinstance(node, ast.expr):
        return UNKNOWN
    if binding.kind == "value":
        if not binding.path:
            return evaluate(project, node, scope)
        part = project.part(node, scope, binding.path)
        return UNKNOWN if part is None else evaluate(project, *part)
    if binding.kind == "loop":
        parts = project.parts(node, scope, binding.path)
        return UNKNOWN if parts is None else union(evaluate(project, *each) for each in parts)
    return UNKNOWN


def _imported(project: Names, name: str, level: int, attribute: str, source: Module) -> Values:
    target = project.imported(name, level, source.path)
    if isinstance(target, str):
        return _outside(f"{target}.{attribute}", source, project)
    if target is None or not attribute:
        return UNKNOWN
    return of_module(project, target, attribute)


def _outside(dotted: str, source: Module, project: Names) -> Values:
    """The few constants that are known of packages."""
    package, _, name = dotted.rpartition(".")
    if package.split(".")[0] == "langgraph" and name in _ENDS:
        return one(_ENDS[name], source.tree, project, module_scope(source))
    if dotted in {"typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"}:
        return one(False, source.tree, project, module_scope(source))
    return UNKNOWN


def of_module(project: Names, module: Module, name: str) -> Values:
    """What a name is at the end of a module."""
    key = (id(module.tree), name)
    if not project.enter("constant", key):
        return UNKNOWN
    try:
        found = lookup(project, name, module_scope(module), LAST)
        return union(of_found(project, each) for each in found)
    finally:
        project.leave("constant", key)


def _added(project: Names, statement: ast.AugAssign, scope: Scope) -> Values:
    if not isinstance(statement.target, ast.Name):
        return UNKNOWN
    before = ast.copy_location(ast.Name(id=statement.target.id, ctx=ast.Load()), statement)
    made = ast.BinOp(left=before, op=statement.op, right=statement.value)
    return evaluate(project, ast.copy_location(made, statement), scope)


def _attribute(project: Names, expression: ast.Attribute, scope: Scope) -> Values:
    if is_self(project, expression.value, scope):
        written = self_expressions(project, scope, expression.attr)
        return _each(project, written, expression, scope)
    if expression.attr in {"value", "name", "_value_", "_name_"}:
        made = part_of_member(project, expression, scope)
        if made is not None:
            return made
    base = follow(project, expression.value, scope)
    parts = [_of_target(project, each, expression, scope) for each in base.defined]
    parts.extend(
        used(
            _outside(f"{each}.{expression.attr}", scope.module, project), expression, project, scope
        )
        for each in base.outside
    )
    if not base.defined and not base.outside:
        return UNKNOWN
    made = union(parts)
    return made if base.complete else Values(made.known)


def _each(
    project: Names,
    written: Sequence[tuple[ast.expr, Scope]] | None,
    expression: ast.expr,
    scope: Scope,
) -> Values:
    if written is None or project.is_changed(expression, scope):
        return UNKNOWN
    made = union(evaluate(project, *each) for each in written)
    return used(made, expression, project, scope)


def _of_target(project: Names, base: Defined, expression: ast.Attribute, scope: Scope) -> Values:
    name = expression.attr
    if base.kind == "module":
        return used(of_module(project, base.scope.module, name), expression, project, scope)
    if base.kind == "class":
        kind = enum_kind(project, base)
        if kind is not None:
            made = member_of(project, base, name, kind)
            return used(made, expression, project, scope)
        return _each(project, class_expressions(project, base, name), expression, scope)
    if isinstance(base.node, ast.Call):
        owner = follow(project, base.node.func, base.scope)
        if len(owner.defined) == 1 and owner.complete and owner.defined[0].kind == "class":
            written = instance_expressions(project, owner.defined[0], name)
            return _each(project, written, expression, scope)
    return UNKNOWN


def _either(project: Names, expression: ast.IfExp, scope: Scope) -> Values:
    truth = project.truth(expression.test, scope)
    sides = [expression.body, expression.orelse]
    if truth is not None:
        sides = [expression.body if truth else expression.orelse]
    return union(evaluate(project, each, scope) for each in sides)


def _some(project: Names, expression: ast.BoolOp, scope: Scope) -> Values:
    return union(evaluate(project, each, scope) for each in expression.values)


def _walrus(project: Names, expression: ast.NamedExpr, scope: Scope) -> Values:
    return evaluate(project, expression.value, scope)


def _subscript(project: Names, expression: ast.Subscript, scope: Scope) -> Values:
    if isinstance(expression.slice, ast.Slice):
        return UNKNOWN
    written = picked(project, expression, scope)
    if written is not None:
        made = union(evaluate(project, *each) for each in written)
        plain = isinstance(expression.value, (ast.Name, ast.Attribute))
        return used(made, expression, project, scope) if plain else made
    owner = follow(project, expression.value, scope)
    if len(owner.defined) == 1 and owner.defined[0].kind == "class":  # `Step["PLAN"]`
        return _by_name(project, owner.defined[0], expression, scope)
    return UNKNOWN


def _by_name(project: Names, owner: Defined, expression: ast.Subscript, scope: Scope) -> Values:
    kind = enum_kind(project, owner)
    name = evaluate(project, expression.slice, scope).only
    if kind is None or name is None or not isinstance(name.value, str):
        return UNKNOWN
    return used(member_of(project, owner, name.value, kind), expression, project, scope)


def _unary(project: Names, expression: ast.UnaryOp, scope: Scope) -> Values:
    if isinstance(expression.op, ast.Not):
        truth = project.truth(expression.operand, scope)
        return UNKNOWN if truth is None else one(not truth, expression, project, scope)
    if isinstance(expression.op, ast.USub):
        only = evaluate(project, expression.operand, scope).only
        if only is not None and isinstance(only.value, (int, float)):
            return one(-only.value, expression, project, scope)
    return UNKNOWN


def _compared(project: Names, expression: ast.Compare, scope: Scope) -> Values:
    if len(expression.ops) != 1:
        return UNKNOWN
    left = evaluate(project, expression.left, scope).only
    compare = _COMPARISONS.get(type(expression.ops[0]))
    right = evaluate(project, expression.comparators[0], scope).only
    if left is None or right is None or compare is None:
        return UNKNOWN
    return one(compare(name_of(left.value), name_of(right.value)), expression, project, scope)


_COMPARISONS: dict[type[ast.cmpop], Callable[[Constant, Constant], bool]] = {
    ast.Eq: lambda left, right: left == right,
    ast.NotEq: lambda left, right: left != right,
    ast.Is: lambda left, right: left is right or left == right,
    ast.IsNot: lambda left, right: not (left is right or left == right),
}
_HANDLERS: dict[type[ast.expr], Any] = {
    ast.Constant: constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.IfExp: _either,
    ast.BoolOp: _some,
    ast.NamedExpr: _walrus,
    ast.Subscript: _subscript,
    ast.UnaryOp: _unary,
    ast.Compare: _compared,
    ast.Call: called,
    ast.JoinedStr: joined,
    ast.BinOp: operated,
}
"""The evaluator of an expression, by its type."""
