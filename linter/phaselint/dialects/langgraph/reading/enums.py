"""Members of enumerations, their names and values (reference langgraph §2.2, §5.4)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.functionmodel import UNKNOWN, Member, Values
from phaselint.dialects.langgraph.reading.bindings import start_of
from phaselint.dialects.langgraph.reading.classes import enum_kind, members
from phaselint.dialects.langgraph.reading.constants import one, union, used
from phaselint.dialects.langgraph.reading.containers import picked
from phaselint.dialects.langgraph.reading.following import follow
from phaselint.dialects.langgraph.reading.scopes import inner_scope, lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.reading.asking import Names
    from phaselint.dialects.langgraph.reading.resolving import Defined, Scope


def part_of_member(project: Names, expression: ast.Attribute, scope: Scope) -> Values | None:
    """`.value` and `.name` of members of enumerations; none where it is of something else."""
    sites = member_sites(project, expression.value, scope)
    if not sites:
        return None
    parts: list[Values] = []
    for owner, name in sites:
        if expression.attr.strip("_") == "name":
            parts.append(one(name, expression, project, scope))
            continue
        inside = inner_scope(owner.node, owner.scope, {})
        value = dict(members(owner.node)).get(name)
        made = UNKNOWN if value is None else _value_of(project, name, value, inside, owner)
        parts.append(used(made, expression, project, scope))
    return union(parts)


def member_sites(
    project: Names, expression: ast.expr, scope: Scope
) -> Sequence[tuple[Defined, str]] | None:
    """The members of enumerations that an expression may be, by class and name; none where it may
    be something else."""
    key = (id(expression), id(scope.body))
    if not project.enter("members", key):
        return None
    try:
        if isinstance(expression, ast.Attribute):
            return _member_here(project, expression.value, expression.attr, scope)
        if isinstance(expression, ast.Subscript):
            label = project.evaluate(expression.slice, scope).only
            if label is not None and isinstance(label.value, str):
                named = _member_here(project, expression.value, label.value, scope)
                if named is not None:
                    return named
        written = _written(project, expression, scope)
        if not written:
            return None
        found: list[tuple[Defined, str]] = []
        for each in written:
            inner = member_sites(project, *each)
            if inner is None:
                return None
            found.extend(inner)
        return found
    finally:
        project.leave("members", key)


def _member_here(
    project: Names, named: ast.expr, member: str, scope: Scope
) -> Sequence[tuple[Defined, str]] | None:
    """The member of a class of the project that is an enumeration."""
    owner = follow(project, named, scope)
    if len(owner.defined) != 1 or owner.outside or owner.defined[0].kind != "class":
        return None
    kind = enum_kind(project, owner.defined[0])
    return None if kind is None else [(owner.defined[0], member)]


def _written(
    project: Names, expression: ast.expr, scope: Scope
) -> Sequence[tuple[ast.expr, Scope]] | None:
    """The expressions that a name or a subscript stands for, one step away."""
    if isinstance(expression, ast.Subscript):
        return picked(project, expression, scope)
    if not isinstance(expression, ast.Name):
        return None
    found: list[tuple[ast.expr, Scope]] = []
    for binding, where in lookup(project, expression.id, scope, start_of(expression)):
        if not isinstance(binding.node, ast.expr) or binding.kind not in {"value", "loop"}:
            return None
        if binding.kind == "loop":
            parts = project.parts(binding.node, where, binding.path)
            if parts is None:
                return None
            found.extend(parts)
            continue
        part = project.part(binding.node, where, binding.path)
        if part is None:
            return None
        found.append(part)
    return found


def _value_of(project: Names, label: str, value: ast.expr, inside: Scope, owner: Defined) -> Values:
    if isinstance(value, ast.Call) and follow(project, value.func, inside).outside == (
        "enum.auto",
    ):
        kind = enum_kind(project, owner)
        return one(label.lower(), value, project, inside) if kind == "text" else UNKNOWN
    return project.evaluate(value, inside)


def member_of(project: Names, owner: Defined, name: str, kind: str) -> Values:
    """A member of an enumeration: its text where it is that of a `StrEnum`; a member that is equal
    to its text, or to nothing but itself."""
    inside = inner_scope(owner.node, owner.scope, {})
    spelling = f"{getattr(owner.node, 'name', '')}.{name}"
    for label, value in members(owner.node):
        if label != name:
            continue
        made = _value_of(project, label, value, inside, owner)
        if kind in {"text", "number"}:
            return made
        if kind == "other":
            return one(Member(spelling, spelling), value, project, inside)
        return Values(
            tuple(known._replace(value=Member(str(known.value), spelling)) for known in made.known),
            made.complete,
        )
    return UNKNOWN
