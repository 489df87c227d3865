"""Attributes of classes, of `self` and of instances; members of enumerations (reference langgraph
§2.2).
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.assignments import Assigned
from phaselint.dialects.langgraph.reading.following import bound, follow
from phaselint.dialects.langgraph.reading.resolving import Defined
from phaselint.dialects.langgraph.reading.scopes import Found, inner_scope
from phaselint.dialects.langgraph.reading.targets import NOTHING, Targets, together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from phaselint.dialects.langgraph.reading.asking import Names
    from phaselint.dialects.langgraph.reading.resolving import Scope

    EnumKind = Literal["text", "string", "number", "other"]

_MOST_BASES = 20
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def assigned_in(body: ast.ClassDef) -> Mapping[str, Sequence[Assigned]]:
    """All assignments to attributes of `self` in the methods of a class, in order."""
    found: dict[str, list[Assigned]] = {}
    for method in body.body:
        if not isinstance(method, _FUNCTIONS):
            continue
        arguments = [*method.args.posonlyargs, *method.args.args]
        if not arguments:
            continue
        name = arguments[0].arg
        for statement in _statements(method.body):
            for target, value, path in _targets(statement):
                owner = target.value
                if isinstance(owner, ast.Name) and owner.id == name:
                    found.setdefault(target.attr, []).append(Assigned(value, path, method))
    return found


def _statements(block: Sequence[ast.stmt]) -> list[ast.stmt]:
    """All statements of a function, those of nested blocks too, but not of nested functions."""
    found: list[ast.stmt] = []
    waiting = list(reversed(block))
    while waiting:
        statement = waiting.pop()
        found.append(statement)
        if isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            continue
        inner: list[ast.stmt] = []
        for field in ("body", "orelse", "handlers", "finalbody", "cases"):
            for each in getattr(statement, field, ()):
                inner.extend([each] if isinstance(each, ast.stmt) else each.body)
        waiting.extend(reversed(inner))
    return found


def _targets(
    statement: ast.stmt,
) -> list[tuple[ast.Attribute, ast.expr | None, tuple[int, ...]]]:
    """Attributes that a statement assigns to, with what they are given."""
    if isinstance(statement, ast.Assign):
        value: ast.expr | None = statement.value
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        value, targets = statement.value, [statement.target]
    elif isinstance(statement, (ast.AugAssign, ast.For, ast.AsyncFor)):
        value, targets = None, [statement.target]
    else:
        return []
    found: list[tuple[ast.Attribute, ast.expr | None, tuple[int, ...]]] = []
    for target in targets:
        if isinstance(target, ast.Attribute):
            found.append((target, value, ()))
        elif isinstance(target, (ast.Tuple, ast.List)):
            for index, each in enumerate(target.elts):
                if isinstance(each, ast.Attribute):
                    found.append((each, value, (index,)))
    return found


def bases(project: Names, defined: Defined) -> tuple[list[Defined], list[str], bool]:
    """A class and those of its bases that are in the project, nearest first; dotted names of the
    others; and whether all are known."""
    classes, outside, complete = [defined], list[str](), True
    waiting = [defined]
    while waiting and len(classes) < _MOST_BASES:
        current = waiting.pop(0)
        for base in getattr(current.node, "bases", ()):
            found = follow(project, base, current.scope)
            complete &= found.complete
            outside.extend(found.outside)
            for each in found.defined:
                if each.kind != "class":
                    complete = False
                elif all(each.node is not known.node for known in classes):
                    classes.append(each)
                    waiting.append(each)
    return classes, outside, complete


_PLAIN = frozenset(
    {
        "builtins.object",
        "abc.ABC",
        "typing.Generic",
        "typing.Protocol",
        "typing.TypedDict",
        "typing.NamedTuple",
        "typing_extensions.TypedDict",
        "pydantic.BaseModel",
        "builtins.str",
        "builtins.int",
        "enum.Enum",
        "enum.StrEnum",
        "enum.IntEnum",
    }
)
"""Classes from outside that don't bind any name that a project uses."""


def of_class(project: Names, defined: Defined, name: str) -> Targets:
    """What an attribute of a class is: what the nearest class binds it to."""
    for each in bases(project, defined)[0]:
        reaching = project.bindings(each.node).final(name)
        if reaching:
            inside = inner_scope(each.node, each.scope, {})
            return _bound_to_class(together(bound(project, Found(b, inside)) for b in reaching))
    return NOTHING


def _bound_to_class(found: Targets) -> Targets:
    """Methods asked of a class: a class method or static one as its decorator says."""
    return found._replace(defined=tuple(_method(each, of_class=True) for each in found.defined))


def _method(defined: Defined, *, of_class: bool) -> Defined:
    """A function in a class as it is called: bound, unless it is static or asked of the class."""
    node = defined.node
    if defined.kind != "function" or not isinstance(defined.scope.body, ast.ClassDef):
        return defined
    marks = {each.id for each in getattr(node, "decorator_list", ()) if isinstance(each, ast.Name)}
    if "staticmethod" in marks:
        return defined._replace(bound=False)
    return defined._replace(bound=not of_class or "classmethod" in marks)


def of_self(project: Names, scope: Scope, name: str) -> Targets:
    """What an attribute of `self` is: a method, or whatever the class and its bases assign."""
    owner, around = scope.owner, scope.owner_scope
    if owner is None or around is None:
        return NOTHING
    outer = around.outer
    return NOTHING if outer is None else attribute_of(project, Defined("class", owner, outer), name)


def attribute_of(project: Names, defined: Defined, name: str) -> Targets:
    """What an attribute of an instance of a class is."""
    classes = bases(project, defined)[0]
    parts: list[Targets] = []
    for each in classes:
        inside = inner_scope(each.node, each.scope, {})
        for item in project.assigned(each.node).get(name, ()):
            parts.append(_value_of(project, item, inside))
    for each in classes:
        reaching = project.bindings(each.node).final(name)
        if reaching:
            inside = inner_scope(each.node, each.scope, {})
            found = together(bound(project, Found(b, inside)) for b in reaching)
            methods = tuple(_method(one, of_class=False) for one in found.defined)
            parts.append(found._replace(defined=methods))
            break
    return together(parts)


def _value_of(project: Names, item: Assigned, inside: Scope) -> Targets:
    if item.node is None:
        return NOTHING
    method = inner_scope(item.method, inside, {})
    if item.path:
        part = project.part(item.node, method, item.path)
        return NOTHING if part is None else follow(project, *part)
    return follow(project, item.node, method)


def self_expressions(
    project: Names, scope: Scope, name: str
) -> Sequence[tuple[ast.expr, Scope]] | None:
    """What is assigned to an attribute of `self`, and what its class binds it to, each with where
    it stands; none where that is not known."""
    owner, around = scope.owner, scope.owner_scope
    if owner is None or around is None or around.outer is None:
        return None
    return instance_expressions(project, Defined("class", owner, around.outer), name)


def instance_expressions(
    project: Names, defined: Defined, name: str
) -> Sequence[tuple[ast.expr, Scope]] | None:
    """The same of an instance of a class."""
    classes, outside, complete = bases(project, defined)
    found: list[tuple[ast.expr, Scope]] = []
    for each in classes:
        inside = inner_scope(each.node, each.scope, {})
        for item in project.assigned(each.node).get(name, ()):
            if item.node is None or item.path:
                return None
            found.append((item.node, inner_scope(item.method, inside, {})))
    for each in classes:
        for binding in project.bindings(each.node).final(name):
            if binding.kind != "value" or not isinstance(binding.node, ast.expr) or binding.path:
                return None
            found.append((binding.node, inner_scope(each.node, each.scope, {})))
    known = complete and all(base in _PLAIN for base in outside)
    return found if found and known else None


def class_expressions(
    project: Names, defined: Defined, name: str
) -> Sequence[tuple[ast.expr, Scope]] | None:
    """The value that the nearest class binds to a name in its body; None unless it is a plain
    value."""
    for each in bases(project, defined)[0]:
        reaching = project.bindings(each.node).final(name)
        if not reaching:
            continue
        inside = inner_scope(each.node, each.scope, {})
        found: list[tuple[ast.expr, Scope]] = []
        for binding in reaching:
            node = binding.node
            if binding.kind != "value" or not isinstance(node, ast.expr) or binding.path:
                return None
            found.append((_default_of(project, node, inside), inside))
        return found
    return None


def _default_of(project: Names, node: ast.expr, scope: Scope) -> ast.expr:
    """The default that `field(default=...)` gives; else what is written."""
    if isinstance(node, ast.Call):
        called = follow(project, node.func, scope).outside
        if called and called[0] in {"dataclasses.field", "pydantic.Field"}:
            for keyword in node.keywords:
                if keyword.arg == "default":
                    return keyword.value
    return node


def enum_kind(project: Names, defined: Defined) -> EnumKind | None:
    """The kind of an enumeration's members: the `text` of a `StrEnum`, a `string` that is also a
    member of a class, a `number`, or something `other`; None for a class that isn't an
    enumeration."""
    outside = bases(project, defined)[1]
    if "enum.StrEnum" in outside or any(each.endswith(".StrEnum") for each in outside):
        return "text"
    if "enum.IntEnum" in outside:
        return "number"
    if not any(each in {"enum.Enum", "enum.Flag"} for each in outside):
        return None
    return "string" if "builtins.str" in outside else "other"


def members(node: ast.AST) -> list[tuple[str, ast.expr]]:
    """The members of an enumeration, in order."""
    found: list[tuple[str, ast.expr]] = []
    for statement in getattr(node, "body", ()):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
            if isinstance(target, ast.Name) and not target.id.startswith("_"):
                found.append((target.id, statement.value))
    return found
