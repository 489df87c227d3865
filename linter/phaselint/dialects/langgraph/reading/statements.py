"""Going through the statements of a body, in the order in which they are run (reference langgraph
§2.4).
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.bindings import start_of
from phaselint.dialects.langgraph.reading.containers import unpacked
from phaselint.dialects.langgraph.reading.course import MOST_ITEMS
from phaselint.dialects.langgraph.reading.drafts import NONE
from phaselint.dialects.langgraph.reading.expressions import escape, evaluate
from phaselint.dialects.langgraph.reading.guards import opposite, text_of
from phaselint.dialects.langgraph.reading.resolving import Argument
from phaselint.dialects.langgraph.reading.scopes import dynamic, lookup, with_dynamic
from phaselint.dialects.langgraph.reading.tracking import assigned, changed, merged_scope, seeded
from phaselint.dialects.langgraph.reading.trees import chain_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.functionmodel import Guard
    from phaselint.dialects.langgraph.reading.course import Course, Frame
    from phaselint.dialects.langgraph.reading.drafts import Refs

MOST_BODIES = 256
"""The most iterations of all nested loops that are unrolled."""

_MAIN = "__name__ == '__main__'"


def block(world: Course, frame: Frame, statements: Sequence[ast.stmt]) -> bool:
    """Go through a block; whether it ends in a `return`, `raise`, `continue` or `break`. What comes
    after a branch that ends so is done only when that branch is not taken; what comes after a
    statement that has one deeper in it is not certain."""
    before = frame.guards
    try:
        for statement in statements:
            if not world.step():
                return False
            exits = frame.exits
            handler = _HANDLERS.get(type(statement))
            if handler is None:
                _plain(world, frame, statement)
            elif handler(world, frame, statement):
                return True
            if frame.exits > exits and not isinstance(statement, ast.If):
                frame.certain = False
        return False
    finally:
        frame.guards = before


def _plain(world: Course, frame: Frame, statement: ast.stmt) -> None:
    """Any other statement: its expressions."""
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.expr) and world.mentions(frame, child):
            evaluate(world, frame, child)


def _expression(world: Course, frame: Frame, statement: ast.Expr) -> bool:
    changed(world, frame, statement.value)
    if world.mentions(frame, statement.value):
        evaluate(world, frame, statement.value)
    return False


def _assign(world: Course, frame: Frame, statement: ast.Assign) -> bool:
    for target in statement.targets:
        _bind(world, frame, target, statement.value)
    return False


def _annotated(world: Course, frame: Frame, statement: ast.AnnAssign) -> bool:
    if statement.value is not None:
        _bind(world, frame, statement.target, statement.value)
    return False


def _bind(world: Course, frame: Frame, target: ast.expr, value: ast.expr) -> None:
    """Give a value to a target: what graphs it stands for, and what else is tracked of it."""
    pairs = (ast.Tuple, ast.List)
    if isinstance(target, pairs) and isinstance(value, pairs):
        if len(target.elts) != len(value.elts):
            return
        for each, part in zip(target.elts, value.elts, strict=True):
            _bind(world, frame, each, part)
        return
    assigned(world, frame, target, value)
    before, frame.binding = frame.binding, _named(target)
    refs = evaluate(world, frame, value) if world.mentions(frame, value) else NONE
    frame.binding = before
    give(world, frame, target, refs)


def _named(target: ast.expr) -> str:
    if isinstance(target, ast.Name):
        return target.id
    return target.attr if isinstance(target, ast.Attribute) else ""


def give(world: Course, frame: Frame, target: ast.expr, refs: Refs) -> None:
    """Have a target stand for some graphs."""
    if isinstance(target, ast.Name):
        where = _globally(world, frame, target.id)
        if refs or target.id in where.env:
            where.env[target.id] = refs
            world.interesting(where, target.id)
        for ref in refs:
            world.draft(ref).bindings[target.id] = None
    elif isinstance(target, ast.Attribute):
        _give_attribute(world, frame, target, refs)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for each in target.elts:
            give(world, frame, each, NONE if len(target.elts) > 1 else refs)
        escape(world, frame, refs, "it is unpacked", target)
    else:
        escape(world, frame, refs, "it is put into a container", target)


def _give_attribute(world: Course, frame: Frame, target: ast.Attribute, refs: Refs) -> None:
    from phaselint.dialects.langgraph.reading.following import is_self

    if is_self(world.project, target.value, frame.scope) and frame.scope.owner is not None:
        if refs:
            world.keep(frame.scope.owner, target.attr, refs)
        return
    owners = evaluate(world, frame, target.value) if world.mentions(frame, target.value) else NONE
    for owner in owners:
        if target.attr == "checkpointer":
            world.draft(owner).checkpointed = True
        elif not owner.is_compiled:
            escape(world, frame, frozenset({owner}), "an attribute of it is set", target)
    escape(world, frame, refs, "it is stored in another object", target)


def _globally(world: Course, frame: Frame, name: str) -> Frame:
    """The frame that a name is bound in: that of the module for one that is `global`."""
    if name in world.project.bindings(frame.scope.body).elsewhere:
        found = world.frames.get(id(frame.scope.module.tree))
        return frame if found is None else found
    return frame


def _return(world: Course, frame: Frame, statement: ast.Return) -> bool:
    value = statement.value
    frame.exits += 1
    if value is None or not world.mentions(frame, value):
        return True
    if isinstance(value, ast.Tuple):
        for each in value.elts:
            escape(world, frame, evaluate(world, frame, each), "it is returned with others", each)
        return True
    refs = evaluate(world, frame, value)
    frame.returned |= refs
    name = getattr(frame.scope.body, "name", "")
    for ref in refs:
        world.draft(ref).returned[id(frame.scope.body)] = name
    return True


def _raise(world: Course, frame: Frame, statement: ast.stmt) -> bool:
    _plain(world, frame, statement)
    return True


def _leave(_world: Course, frame: Frame, statement: ast.stmt) -> bool:
    """`continue` and `break`: after a `break` under a condition that is not known, no round of the
    loop is certain."""
    frame.exits += 1
    frame.left |= isinstance(statement, ast.Break)
    return True


def _if(world: Course, frame: Frame, statement: ast.If) -> bool:
    tests, blocks, closed = chain_of(statement)
    taken: list[dict[str, Refs]] = []
    ended: list[bool] = []
    guards = frame.guards
    beyond: list[Guard] = []
    doubtful = False
    start, scope = dict(frame.env), frame.scope
    for index, part in enumerate(blocks):
        test = tests[index] if index < len(tests) else None
        truth = True if test is None else _truth(world, frame, test)
        if truth is False:
            continue
        before = frame.guards
        if truth is None and test is not None:
            if world.mentions(frame, test):
                evaluate(world, frame, test)
            guard = frame.conditions.guard(test, _bound(world, frame, test))
            frame.guards = (*before, guard)
        frame.env, frame.scope = dict(start), scope
        exits = frame.exits
        ended.append(block(world, frame, part))
        inner = frame.exits > exits
        if not ended[-1]:
            taken.append(frame.env)
            doubtful |= inner
        frame.guards = before
        if truth:
            closed = True
            break
        closed_here = opposite(guard)
        frame.guards = (*before, closed_here)
        if ended[-1] and inner:  # where it raises, there is no graph
            beyond.append(closed_here)
            doubtful |= not all(ended)
    frame.scope = merged_scope(scope, frame, statement, certain=truth is True and len(ended) == 1)
    frame.env = _merged([*taken, *([] if closed and ended else [start])])
    frame.guards = guards if doubtful else (*guards, *beyond)
    frame.certain &= not doubtful
    return bool(ended) and closed and all(ended)


def _truth(world: Course, frame: Frame, test: ast.expr) -> bool | None:
    """Whether a branch is taken, where that is known; a module is read as the one that is run."""
    if isinstance(test, ast.Compare) and text_of(test) == _MAIN:
        return True
    return world.project.truth(test, frame.scope)


def _bound(world: Course, frame: Frame, test: ast.expr) -> object:
    """What the names in a test are bound to, for comparison."""
    found: list[object] = []
    for node in ast.walk(test):
        if isinstance(node, ast.Name):
            for binding, scope in lookup(world.project, node.id, frame.scope, start_of(node)):
                place = binding.node if dynamic(frame.scope, node.id) is not None else None
                found.append((node.id, binding.at, id(scope.body), id(place) if place else 0))
    return found


def _merged(parts: Sequence[Mapping[str, Refs]]) -> dict[str, Refs]:
    found: dict[str, Refs] = {}
    for part in parts:
        for name, refs in part.items():
            found[name] = found.get(name, NONE) | refs
    return found


def _for(world: Course, frame: Frame, statement: ast.For) -> bool:
    if world.mentions(frame, statement.iter):
        evaluate(world, frame, statement.iter)
    items = world.project.items(statement.iter, frame.scope)
    rounds = frame.rounds or 1
    if items is None or len(items) > MOST_ITEMS or rounds * len(items) > MOST_BODIES:
        _unknown_loop(world, frame, statement.body)
        block(world, frame, statement.orelse)
        return False
    known, left, before = frame.certain, frame.left, frame.rounds
    frame.left, frame.rounds = False, rounds * max(len(items), 1)
    frame.scope = seeded(world, frame, statement)
    for item in items:
        inner = unpacked(world.project, statement.target, item, frame.scope)
        if inner is None:
            frame.scope = _unpackable(frame.scope, statement)
        else:
            frame.scope = inner
        ended = block(world, frame, statement.body)
        if ended and _breaks(statement.body):
            break
        if frame.left and not ended:
            frame.certain = False
    frame.certain, frame.left, frame.rounds = known, left, before
    block(world, frame, statement.orelse)
    return False


def _unpackable(scope: Any, statement: ast.For) -> Any:
    """A scope in which nothing is known of the variables of a loop."""
    unknown = ast.copy_location(ast.Constant(value=...), statement)
    for node in ast.walk(statement.target):
        if isinstance(node, ast.Name):
            scope = with_dynamic(scope, node.id, Argument(unknown, scope))
    return scope


def _breaks(statements: Sequence[ast.stmt]) -> bool:
    """Whether a block that ends does so by what leaves a loop."""
    return bool(statements) and not isinstance(statements[-1], ast.Continue)


def _while(world: Course, frame: Frame, statement: ast.While) -> bool:
    if world.mentions(frame, statement.test):
        evaluate(world, frame, statement.test)
    _unknown_loop(world, frame, statement.body)
    block(world, frame, statement.orelse)
    return False


def _unknown_loop(world: Course, frame: Frame, statements: Sequence[ast.stmt]) -> None:
    """A loop whose rounds are not known: its body may be run any number of times."""
    known, repeated, env, scope = frame.certain, frame.repeated, dict(frame.env), frame.scope
    frame.certain, frame.repeated = False, True
    block(world, frame, statements)
    frame.certain, frame.repeated = known, repeated
    frame.env = _merged([env, frame.env])
    made = ast.If(test=ast.Constant(value=...), body=list(statements), orelse=[])
    if statements:
        ast.copy_location(made, statements[0])
        frame.scope = merged_scope(scope, frame, made, certain=False)


def _try(world: Course, frame: Frame, statement: ast.Try) -> bool:
    before = dict(frame.env)
    ended = block(world, frame, statement.body) or block(world, frame, statement.orelse)
    parts = [frame.env]
    known = frame.certain
    frame.certain = False
    all_ended = ended
    for handler in statement.handlers:
        frame.env = _merged([before, parts[0]])
        if block(world, frame, handler.body):
            continue
        all_ended = False
        parts.append(frame.env)
    frame.certain = known
    frame.env = _merged(parts)
    return block(world, frame, statement.finalbody) or all_ended


def _with(world: Course, frame: Frame, statement: ast.With) -> bool:
    for item in statement.items:
        refs = NONE
        if world.mentions(frame, item.context_expr):
            refs = evaluate(world, frame, item.context_expr)
        if item.optional_vars is not None:
            give(world, frame, item.optional_vars, refs)
    return block(world, frame, statement.body)


def _match(world: Course, frame: Frame, statement: ast.Match) -> bool:
    if world.mentions(frame, statement.subject):
        evaluate(world, frame, statement.subject)
    start, before = dict(frame.env), frame.guards
    parts: list[dict[str, Refs]] = []
    ended: list[bool] = []
    closed = False
    for case in statement.cases:
        anything = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
        closed |= anything and case.guard is None
        text = f"{text_of(statement.subject)} matches {text_of(case.pattern)}"
        test = ast.copy_location(ast.Constant(value=text), statement)
        guard = frame.conditions.guard(test, _bound(world, frame, statement.subject))
        guard = guard._replace(text=text)
        inside = frame.guards
        frame.guards = inside if anything else (*inside, guard)
        frame.env = dict(start)
        ended.append(block(world, frame, case.body))
        if not ended[-1]:
            parts.append(frame.env)
        frame.guards = inside if anything else (*inside, opposite(guard))
    frame.guards = before
    frame.env = _merged([*parts, *([] if closed else [start])])
    return closed and all(ended)


def _augmented(world: Course, frame: Frame, statement: ast.AugAssign) -> bool:
    changed(world, frame, statement)
    _plain(world, frame, statement)
    return False


def _definition(_world: Course, _frame: Frame, _statement: ast.stmt) -> bool:
    """Functions are gone through when they are called, or when nobody has called them."""
    return False


_HANDLERS: dict[type[ast.stmt], Any] = {
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Continue: _leave,
    ast.Break: _leave,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.Try: _try,
    ast.TryStar: _try,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Match: _match,
    ast.FunctionDef: _definition,
    ast.AsyncFunctionDef: _definition,
    ast.ClassDef: _definition,
}
