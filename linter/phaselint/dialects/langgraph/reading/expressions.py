"""What graphs an expression gives, and what it does to them (reference langgraph §2.3)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.bindings import start_of
from phaselint.dialects.langgraph.reading.drafts import (
    BUILDING,
    NONE,
    Ref,
)
from phaselint.dialects.langgraph.reading.following import is_self
from phaselint.dialects.langgraph.reading.resolving import Defined
from phaselint.dialects.langgraph.reading.scopes import inner_scope, lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.langgraph.reading.course import Course, Frame
    from phaselint.dialects.langgraph.reading.drafts import Refs


def evaluate(world: Course, frame: Frame, expression: ast.expr) -> Refs:
    """The graphs that an expression gives; what is done to graphs in it is noted."""
    if not world.step():
        return NONE
    handler = _HANDLERS.get(type(expression))
    if handler is not None:
        found: Refs = handler(world, frame, expression)
        return found
    for child in _parts(expression):
        refs = evaluate(world, frame, child)
        if isinstance(expression, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
            escape(world, frame, refs, "it is put into a container", expression)
        elif isinstance(expression, (ast.Yield, ast.YieldFrom)):
            escape(world, frame, refs, "it is yielded", expression)
        elif isinstance(expression, ast.BinOp):
            escape(world, frame, refs, "it is part of a pipeline", expression)
    return NONE


def _parts(expression: ast.AST) -> Sequence[ast.expr]:
    """The expressions that an expression is made of."""
    found: list[ast.expr] = []
    for child in ast.iter_child_nodes(expression):
        if isinstance(child, ast.expr):
            found.append(child)
        elif isinstance(child, ast.keyword):
            found.append(child.value)
    return found


def escape(world: Course, frame: Frame, refs: Refs, why: str, node: ast.AST) -> None:
    """Graphs reach a place where they can't be followed."""
    for ref in refs:
        place = world.project.place(node, frame.scope)
        draft = world.draft(ref)
        if ref.is_compiled:
            draft.shared(why, place)
        else:
            draft.opened(why, place)


def _name(world: Course, frame: Frame, expression: ast.Name) -> Refs:
    return named(world, frame, expression.id, expression)


def named(world: Course, frame: Frame, name: str, node: ast.AST) -> Refs:
    """The graphs that a name stands for."""
    current: Frame | None = frame
    while current is not None:
        if name in current.env:
            return current.env[name]
        current = current.outer
    for binding, scope in lookup(world.project, name, frame.scope, start_of(node)):
        if binding.kind == "import":
            return _imported(world, binding, scope.module.path)
    return NONE


def _imported(world: Course, binding: Any, source: str) -> Refs:
    """The graphs that a name of another module stands for at its end."""
    target = world.project.imported(binding.module, binding.level, source)
    if target is None or isinstance(target, str) or not binding.attribute:
        return NONE
    return of_module(world, target, binding.attribute, 0)


def of_module(world: Course, module: Any, name: str, hops: int) -> Refs:
    """The graphs that a name of a module stands for at its end."""
    frame = world.run_module(module)
    if frame is not None and name in frame.env:
        return frame.env[name]
    for binding in world.project.bindings(module.tree).final(name):
        if binding.kind == "import" and binding.attribute and hops < 4:
            target = world.project.imported(binding.module, binding.level, module.path)
            if target is not None and not isinstance(target, str):
                return of_module(world, target, binding.attribute, hops + 1)
    return NONE


def _attribute(world: Course, frame: Frame, expression: ast.Attribute) -> Refs:
    owner, name = expression.value, expression.attr
    if is_self(world.project, owner, frame.scope) and frame.scope.owner is not None:
        return _of_class(world, Defined("class", frame.scope.owner, frame.scope), name, own=True)
    refs = evaluate(world, frame, owner)
    if refs:
        if name == "builder":
            return frozenset(Ref(ref.site) for ref in refs)
        return NONE
    found = NONE
    for each in world.project.targets(owner, frame.scope).defined:
        if each.kind == "module":
            found |= of_module(world, each.scope.module, name, 0)
        elif each.kind == "value" and isinstance(each.node, ast.Call):
            for made in world.project.targets(each.node.func, each.scope).defined:
                if made.kind == "class":
                    found |= _of_class(world, made, name)
    return found


def _of_class(world: Course, defined: Defined, name: str, *, own: bool = False) -> Refs:
    """The graphs that an attribute of an instance stands for."""
    if not own:
        world.run_class(defined)
    found = world.attribute(defined.node, name)
    if found:
        return found
    from phaselint.dialects.langgraph.reading.classes import bases

    outer = defined.scope.owner_scope.outer if own and defined.scope.owner_scope else defined.scope
    if outer is None:
        return NONE
    for base in bases(world.project, Defined("class", defined.node, outer))[0][1:]:
        world.run_class(base)
        found |= world.attribute(base.node, name)
    return found


def _either(world: Course, frame: Frame, expression: ast.expr) -> Refs:
    """Any of several expressions."""
    found = NONE
    for child in _parts(expression):
        found |= evaluate(world, frame, child)
    return found


def _walrus(world: Course, frame: Frame, expression: ast.NamedExpr) -> Refs:
    refs = evaluate(world, frame, expression.value)
    if refs and isinstance(expression.target, ast.Name):
        frame.env[expression.target.id] = refs
    return refs


def _inner(world: Course, frame: Frame, expression: ast.Await) -> Refs:
    return evaluate(world, frame, expression.value)


def _lambda(world: Course, frame: Frame, expression: ast.Lambda) -> Refs:
    """What a lambda does, whenever that may be."""
    scope = inner_scope(expression, frame.scope, {})
    inside = world.frame(scope, {}, frame)
    inside.outer, inside.certain = frame, False
    evaluate(world, inside, expression.body)
    return NONE


def _comprehension(
    world: Course,
    frame: Frame,
    expression: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp,
) -> Refs:
    """Operations in a comprehension are those of a loop."""
    from phaselint.dialects.langgraph.reading.containers import rounds
    from phaselint.dialects.langgraph.reading.course import MOST_ITEMS

    for generator in expression.generators:
        evaluate(world, frame, generator.iter)
    parts = [getattr(expression, each, None) for each in ("elt", "key", "value")]
    scopes = rounds(world.project, expression.generators, frame.scope)
    before, certain, repeated = frame.scope, frame.certain, frame.repeated
    if scopes is None or len(scopes) > MOST_ITEMS:
        scopes, frame.certain, frame.repeated = [before], False, True
    for scope in scopes:
        frame.scope = scope
        for part in parts:
            if part is not None:
                refs = evaluate(world, frame, part)
                if not isinstance(part, ast.Call) or not _builds(part):
                    escape(world, frame, refs, "it is put into a container", expression)
    frame.scope, frame.certain, frame.repeated = before, certain, repeated
    return NONE


def _builds(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in BUILDING


def _call(world: Course, frame: Frame, expression: ast.Call) -> Refs:
    return world.called(frame, expression)


_HANDLERS: dict[type[ast.expr], Any] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.IfExp: _either,
    ast.BoolOp: _either,
    ast.NamedExpr: _walrus,
    ast.Await: _inner,
    ast.Starred: _either,
    ast.Lambda: _lambda,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.DictComp: _comprehension,
    ast.GeneratorExp: _comprehension,
}
"""The evaluator of an expression, by its type."""
