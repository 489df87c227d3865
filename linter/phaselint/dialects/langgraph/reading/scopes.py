"""What a name stands for where it is used: the bindings that reach it, from the inside out
(reference langgraph §2.2).
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.bindings import (
    FIRST,
    LAST,
    Binding,
    start_of,
)
from phaselint.dialects.langgraph.reading.resolving import Argument, Scope
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.reading.asking import Names
    from phaselint.dialects.langgraph.reading.bindings import Bindings, Position
    from phaselint.dialects.langgraph.reading.resolving import Module

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_DYNAMIC = "="
"""What precedes a name among the arguments of a scope that stands for an expression whatever is
bound above: a variable of a loop that is unrolled, and what is assigned in it."""


class Found(NamedTuple):
    """A binding, and the scope of its expression."""

    binding: Binding
    scope: Scope


def module_scope(module: Module) -> Scope:
    """The scope of a module."""
    return Scope(module, module.tree)


def inner_scope(body: Any, scope: Scope, arguments: Mapping[str, Argument]) -> Scope:
    """The scope inside a function, lambda or class that is defined in a scope."""
    owner, owner_scope = scope.owner, scope.owner_scope
    if isinstance(body, ast.ClassDef):
        owner, owner_scope = None, None
    elif isinstance(scope.body, ast.ClassDef):
        owner, owner_scope = scope.body, scope
    return Scope(
        scope.module,
        body,
        outer=scope,
        arguments=arguments,
        owner=owner,
        owner_scope=owner_scope,
    )


def with_dynamic(scope: Scope, name: str, argument: Argument | None) -> Scope:
    """A scope in which a name stands for an expression from here on; for none, no longer."""
    arguments = dict(scope.arguments)
    arguments.pop(_DYNAMIC + name, None)
    if argument is not None:
        arguments[_DYNAMIC + name] = argument
    return scope._replace(arguments=arguments)


def dynamic(scope: Scope, name: str) -> Argument | None:
    """What a name stands for by `with_dynamic`, in this scope alone."""
    return scope.arguments.get(_DYNAMIC + name)


def standing_for(
    scope: Scope, argument: Argument, like: ast.AST, label: str
) -> tuple[ast.Name, Scope]:
    """A name that stands for an expression of another scope, and a scope in which it does."""
    name = f"<{label}>"
    made = ast.copy_location(ast.Name(id=name, ctx=ast.Load()), like)
    return made, with_dynamic(scope, name, argument)


def is_plain(scope: Scope) -> bool:
    """Whether nothing is known of parameters in a scope or around it."""
    around: Scope | None = scope
    while around is not None:
        if around.arguments:
            return False
        around = around.outer
    return True


def lookup(project: Names, name: str, scope: Scope, at: Position) -> Sequence[Found]:
    """The bindings that a name may have at a position of a scope; nothing where nothing in the
    module binds it."""
    current: Scope | None = scope
    while current is not None:
        argument = current.arguments.get(_DYNAMIC + name)
        if argument is not None:
            return (_given(name, argument),)
        bindings = project.bindings(current.body)
        if name in bindings.names:
            reaching = bindings.reaching(name, at) or bindings.final(name) or bindings.names[name]
            if name not in bindings.elsewhere:
                return _all(name, reaching, current)
        elif bindings.stars and (found := _starred(project, name, bindings, current)):
            return found
        current, at = _around(current)
    return ()


def _all(name: str, reaching: Sequence[Binding], scope: Scope) -> Sequence[Found]:
    argument = scope.arguments.get(name)
    return tuple(
        _given(name, argument)
        if binding.kind == "parameter" and argument is not None
        else Found(binding, scope)
        for binding in reaching
    )


def _given(name: str, argument: Argument) -> Found:
    return Found(Binding(name, FIRST, "value", argument.expression), argument.scope)


def _around(scope: Scope) -> tuple[Scope | None, Position]:
    """The scope whose names are visible in another in addition to its own, and from where."""
    outer = scope.outer
    if isinstance(scope.body, ast.ClassDef):
        at = start_of(scope.body)
    else:
        at = LAST
        while outer is not None and isinstance(outer.body, ast.ClassDef):
            outer = outer.outer
    return outer, at


def _starred(project: Names, name: str, bindings: Bindings, scope: Scope) -> Sequence[Found]:
    """What a name is by `from module import *`: of the last module of the project that has it, or
    of one of the packages of LangGraph."""
    for module, level in reversed(bindings.stars):
        target = project.imported(module, level, scope.module.path)
        if isinstance(target, str):
            if target.split(".")[0] in _PACKAGES:
                star = Binding(name, FIRST, "import", None, module=target, attribute=name)
                return (Found(star, scope),)
        elif target is None or name in project.bindings(target.tree).names:
            star = Binding(
                name,
                FIRST,
                kind="import",
                node=None,
                path=(),
                arms=(),
                module=module,
                attribute=name,
                level=level,
            )
            return (Found(star, scope),)
    return ()


_PACKAGES = frozenset({"langgraph", "typing", "langchain_core"})
