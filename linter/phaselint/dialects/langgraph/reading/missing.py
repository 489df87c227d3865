"""Which case is missing where a router falls off its end (reference §7.2 `router-may-return-none`).

The last statement of the body that goes on is an `if` without `else`, or a `match` without a case
for everything, that compares one thing with constants. Where these are all members of its type,
nothing is missing.
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import name_of
from phaselint.dialects.langgraph.reading.annotations import literal_of
from phaselint.dialects.langgraph.reading.flowing import Given
from phaselint.dialects.langgraph.reading.reducers import Annotation, strip
from phaselint.dialects.langgraph.reading.syntax import constant_truth, text_of_tree
from phaselint.dialects.langgraph.reading.trees import breadth
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.reading.flowing import Names
    from phaselint.dialects.langgraph.reading.frames import Evaluation, Frame
    from phaselint.dialects.langgraph.reading.resolving import Scope

    Grade = Literal["", "members", "model", "none"]

_MOST = 200
"""How many comparisons one after the other are looked at."""

_DEEPEST = 12

_PASSING = frozenset({"lower", "upper", "strip", "get", "rstrip", "lstrip"})
"""Methods that return their object, or a part of it."""


class _Asked(NamedTuple):
    """What is compared, and with which constants."""

    subject: ast.expr
    constants: tuple[Constant, ...]
    members: tuple[ast.ClassDef, ...]


def missing_case(ev: Evaluation, frame: Frame) -> Grade:
    """Which case is missing: `none` where there is none, `members` where all members of some type
    are asked for, `model` where something is compared that a model answered; else empty."""
    node = frame.scope.body
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return ""
    where: dict[int, Names] = {}

    def record(test: ast.expr, names: Names) -> bool | None:
        where[id(test)] = names
        return constant_truth(test)

    def subjects(match: ast.Match, _case: ast.match_case, names: Names) -> bool | None:
        where[id(match.subject)] = names
        return None

    ev.shared.flow(node, frame.scope, record, subjects)
    asked = _asked(ev, frame, _last_statements(node.body))
    if asked is None:
        return ""
    names = next((where[id(each)] for each in breadth(node) if id(each) in where), {})
    for part in breadth(node):
        if id(part) in where and any(each is asked.subject for each in breadth(part)):
            names = where[id(part)]
    if _of_type(ev, asked, names, frame):
        return "none"
    if _of_model(ev, asked.subject, names, frame):
        return "model"
    return "members" if _all_members(asked, frame) else ""


def _last_statements(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The run of `if`s and `match`es that a body ends with; other statements are left out."""
    found: list[ast.stmt] = []
    for statement in reversed(body):
        if not isinstance(statement, (ast.If, ast.Match)):
            if isinstance(statement, (ast.Expr, ast.Pass)) and not found:
                continue
            break
        found.append(statement)
    return found


def _asked(ev: Evaluation, frame: Frame, statements: Sequence[ast.stmt]) -> _Asked | None:
    """What all of some statements compare; none where that is not one thing."""
    subject: ast.expr | None = None
    constants: dict[Constant, None] = {}
    classes: dict[ast.ClassDef, None] = {}
    for part in _comparisons(statements):
        if part is None:
            return None
        left, others = part
        if subject is not None and text_of_tree(left) != text_of_tree(subject):
            return None
        subject = left
        for other in others:
            only = ev.values(other, frame).only
            if only is None:
                return None
            constants[name_of(only.value)] = None
            owner = _enum_of(ev, other, frame.scope)
            if owner is not None:
                classes[owner] = None
    if subject is None:
        return None
    return _Asked(subject, tuple(constants), tuple(classes))


def _comparisons(
    statements: Sequence[ast.stmt],
) -> Iterator[tuple[ast.expr, list[ast.expr]] | None]:
    """What is compared with what, one pair for each comparison; none for any other condition."""
    todo = list(statements)
    for _ in range(_MOST):
        if not todo:
            return
        statement = todo.pop()
        if isinstance(statement, ast.Match):
            for case in statement.cases:
                others = _of_pattern(case.pattern)
                yield None if others is None or case.guard else (statement.subject, others)
        elif isinstance(statement, ast.If):
            yield _compared(statement.test)
            todo.extend(each for each in statement.orelse if isinstance(each, ast.If))
    yield None


def _compared(test: ast.expr) -> tuple[ast.expr, list[ast.expr]] | None:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        parts = [_compared(each) for each in test.values]
        known = [each for each in parts if each is not None]
        same = len({text_of_tree(each[0]) for each in known}) == 1 and len(known) == len(parts)
        return (known[0][0], [one for each in known for one in each[1]]) if same else None
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    right = test.comparators[0]
    if isinstance(test.ops[0], (ast.Eq, ast.Is)):
        return test.left, [right]
    if isinstance(test.ops[0], ast.In) and isinstance(right, (ast.List, ast.Tuple, ast.Set)):
        return test.left, right.elts
    return None


def _of_pattern(pattern: ast.pattern) -> list[ast.expr] | None:
    if isinstance(pattern, ast.MatchValue):
        return [pattern.value]
    if isinstance(pattern, ast.MatchOr):
        parts = [_of_pattern(each) for each in pattern.patterns]
        known = [each for each in parts if each is not None]
        return [one for each in known for one in each] if len(known) == len(parts) else None
    return None


def _enum_of(ev: Evaluation, node: ast.expr, scope: Scope) -> ast.ClassDef | None:
    """The Enum that a constant is a member of."""
    while isinstance(node, ast.Attribute) and node.attr == "value":
        node = node.value
    if not isinstance(node, ast.Attribute):
        return None
    found = ev.resolver.defined(node.value, scope)
    only = found[0].node if found and len(found) == 1 else None
    return only if isinstance(only, ast.ClassDef) else None


def _members(owner: ast.ClassDef) -> set[str]:
    """The names of the members of an Enum."""
    return {
        target.id
        for statement in owner.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name) and not target.id.startswith("_")
    }


def _all_members(asked: _Asked, frame: Frame) -> bool:
    """Whether the constants are all members of an Enum, or of a `Literal` of the module."""
    if len(asked.members) == 1:
        return len(_members(asked.members[0])) == len(asked.constants)
    for node in breadth(frame.scope.module.tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            texts = [each.value for each in node.slice.elts if isinstance(each, ast.Constant)]
            if len(texts) == len(node.slice.elts) and set(texts) == set(asked.constants):
                return True
    return False


def _of_type(ev: Evaluation, asked: _Asked, names: Names, frame: Frame) -> bool:
    """Whether what is compared is a key of the state whose type has no other members."""
    key, annotation = _annotation(ev, asked.subject, names, frame)
    if annotation is None or not key:
        return False
    found = strip(ev.resolver, annotation)
    listed = literal_of(ev.resolver, found, 0)
    if listed is not None:
        return {name_of(each.value) for each in listed} <= set(asked.constants)
    defined = ev.resolver.defined(found.node, found.scope)
    only = defined[0].node if defined and len(defined) == 1 else None
    if not isinstance(only, ast.ClassDef) or only not in asked.members:
        return False
    return len(_members(only)) <= len(asked.constants)


def _annotation(
    ev: Evaluation, node: ast.expr, names: Names, frame: Frame
) -> tuple[str, Annotation | None]:
    """The key of the state that an expression is, and how the class of the state annotates it."""
    node, names = _followed(node, names)
    if isinstance(node, ast.Attribute):
        base, key = node.value, node.attr
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        base, key = node.value, str(node.slice.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        first = node.args[0]
        if node.func.attr != "get" or not isinstance(first, ast.Constant):
            return "", None
        base, key = node.func.value, str(first.value)
    else:
        return "", None
    if not ev.state_expression(base, names, frame):
        return "", None
    function = frame.scope.body
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return key, None
    listed = [*function.args.posonlyargs, *function.args.args]
    of_state = [each.annotation for each in listed if each.arg == frame.state]
    outer = frame.scope.outer or frame.scope
    if not of_state or of_state[0] is None:
        return key, None
    return key, _declared(ev, Annotation(of_state[0], outer), key, 0)


def _declared(ev: Evaluation, annotation: Annotation, key: str, depth: int) -> Annotation | None:
    """How a class declares a key, itself or by a base."""
    found = strip(ev.resolver, annotation)
    defined = ev.resolver.defined(found.node, found.scope)
    if not defined or len(defined) != 1 or depth > _DEEPEST:
        return None
    node, scope = defined[0].node, defined[0].scope
    if not isinstance(node, ast.ClassDef):
        return None
    inner = ev.resolver.inner(node, scope, {})
    for statement in node.body:
        target = statement.target if isinstance(statement, ast.AnnAssign) else None
        if isinstance(target, ast.Name) and target.id == key:
            assert isinstance(statement, ast.AnnAssign)
            return Annotation(statement.annotation, inner)
    for base in node.bases:
        of_base = _declared(ev, Annotation(base, scope), key, depth + 1)
        if of_base is not None:
            return of_base
    return None


def _followed(node: ast.expr, names: Names) -> tuple[ast.expr, Names]:
    """What a local name with one binding stands for."""
    for _ in range(_DEEPEST):
        if isinstance(node, (ast.NamedExpr, ast.Await)):
            node = node.value
        elif isinstance(node, ast.Name):
            bounds = names.get(node.id, ())
            if len(bounds) != 1 or not isinstance(bounds[0], Given):
                break
            node, names = bounds[0].expression, bounds[0].names
        else:
            break
    return node, names


def _of_model(ev: Evaluation, node: ast.expr, names: Names, frame: Frame) -> bool:
    """Whether an expression is part of what an unknown call gave."""
    for _ in range(_DEEPEST):
        node, names = _followed(node, names)
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        elif isinstance(node, ast.Call):
            func = node.func
            if not isinstance(func, ast.Attribute) or func.attr not in _PASSING:
                return ev.callees(node, names, frame) is None
            node = func.value
        else:
            break
    return False
