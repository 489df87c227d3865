"""Names whose values follow from the order in which a body is run: variables that a loop carries
from round to round, lists and dicts that are built up (reference langgraph §2.2, §2.4).
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.bindings import bindings_of
from phaselint.dialects.langgraph.reading.resolving import Argument
from phaselint.dialects.langgraph.reading.scopes import dynamic, with_dynamic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.reading.course import Course, Frame
    from phaselint.dialects.langgraph.reading.resolving import Scope

_GROWING = frozenset({"append", "extend", "add", "insert", "update"})


def assigned(world: Course, frame: Frame, target: ast.expr, value: ast.expr) -> None:
    """A name gets a value: it is tracked in a loop, and where it may be built up."""
    if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        _entry(frame, target.value.id, target.slice, value)
        return
    if isinstance(target, (ast.Tuple, ast.List)):
        for each in target.elts:
            if isinstance(each, ast.Name) and dynamic(frame.scope, each.id) is not None:
                frame.scope = _unknown(frame.scope, each.id, value)
        return
    if not isinstance(target, ast.Name):
        return
    name = target.id
    built = isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp))
    tracked = built and name in world.project.changed(frame.scope.module)
    if frame.rounds or tracked:
        frame.scope = with_dynamic(frame.scope, name, Argument(value, frame.scope))
    elif dynamic(frame.scope, name) is not None:
        frame.scope = with_dynamic(frame.scope, name, None)


def _unknown(scope: Scope, name: str, like: ast.AST) -> Scope:
    """A scope in which nothing is known of a name."""
    unknown = ast.copy_location(ast.Constant(value=...), like)
    return with_dynamic(scope, name, Argument(unknown, scope))


def _old(name: str, like: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Name(id=name, ctx=ast.Load()), like)


def _entry(frame: Frame, name: str, key: ast.expr, value: ast.expr) -> None:
    """`name[key] = value` of a dict that is tracked."""
    if dynamic(frame.scope, name) is None:
        return
    made = ast.Dict(keys=[None, key], values=[_old(name, value), value])
    _now(frame, name, ast.copy_location(made, value))


def _now(frame: Frame, name: str, expression: ast.expr) -> None:
    """A name stands for an expression in which it is what it was before."""
    frame.scope = with_dynamic(frame.scope, name, Argument(expression, frame.scope))


def changed(_world: Course, frame: Frame, node: ast.AST) -> None:
    """A statement may build up a list or dict that is tracked."""
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        name = node.target.id
        if dynamic(frame.scope, name) is not None or frame.rounds:
            made = ast.BinOp(left=_old(name, node), op=node.op, right=node.value)
            _now(frame, name, ast.copy_location(made, node))
        return
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    owner = node.func.value
    if not isinstance(owner, ast.Name) or dynamic(frame.scope, owner.id) is None:
        return
    _method(frame, owner.id, node.func.attr, node)


def _method(frame: Frame, name: str, method: str, call: ast.Call) -> None:
    """A method of a list or dict that is tracked is called."""
    given = call.args[0] if len(call.args) == 1 and not call.keywords else None
    old = _old(name, call)
    made: ast.expr | None = None
    if method not in _GROWING:
        if method in {"pop", "clear", "remove", "popitem", "sort", "reverse", "discard"}:
            frame.scope = _unknown(frame.scope, name, call)
        return
    if given is not None and method in {"append", "add"}:
        made = ast.List(elts=[ast.Starred(value=old, ctx=ast.Load()), given], ctx=ast.Load())
    elif given is not None and method == "extend":
        parts: list[ast.expr] = [ast.Starred(value=each, ctx=ast.Load()) for each in (old, given)]
        made = ast.List(elts=parts, ctx=ast.Load())
    elif given is not None and method == "update":
        made = ast.Dict(keys=[None, None], values=[old, given])
    if made is None:
        frame.scope = _unknown(frame.scope, name, call)
        return
    _now(frame, name, ast.copy_location(made, call))


def seeded(world: Course, frame: Frame, loop: ast.For) -> Scope:
    """The scope in which a loop is begun: what it assigns stands for what it was before."""
    scope = frame.scope
    made = ast.Module(body=[loop], type_ignores=[])
    before = world.project.bindings(scope.body)
    for name in bindings_of(made).names:
        if dynamic(scope, name) is not None or name not in before.names:
            continue
        at = (loop.lineno, loop.col_offset - 1)
        earlier = [each for each in before.reaching(name, at) if each.at <= at]
        if len(earlier) == 1 and earlier[0].kind == "value" and not earlier[0].path:
            node = earlier[0].node
            if isinstance(node, ast.expr):
                scope = with_dynamic(scope, name, Argument(node, frame.scope))
    return scope


def merged_scope(scope: Scope, frame: Frame, statement: ast.If, *, certain: bool) -> Scope:
    """The scope after an `if`: what is tracked of names that a branch changes is unknown, unless
    there is but one branch."""
    if certain:
        return frame.scope
    changing = [name for name in _assigned_names(statement) if dynamic(scope, name) is not None]
    unknown = ast.copy_location(ast.Constant(value=...), statement)
    for name in changing:
        scope = with_dynamic(scope, name, Argument(unknown, scope))
    return scope


def _assigned_names(statement: ast.stmt) -> Sequence[str]:
    made = ast.Module(body=[statement], type_ignores=[])
    names = list(bindings_of(made).names)
    for node in ast.walk(statement):
        owner: ast.expr | None = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            owner = node.value
        if isinstance(owner, ast.Name):
            names.append(owner.id)
    return names
