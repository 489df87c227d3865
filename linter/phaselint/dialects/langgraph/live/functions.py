"""The source of what a live graph runs: from a callable to its definition (reference §2.6).

A callable is looked for in the text of the file that its code names; nothing is called.
"""

from __future__ import annotations

import ast
from functools import partial
from types import CodeType, FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from phaselint.dialects.langgraph.reading.resolving import Argument, Defined, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from phaselint.dialects.langgraph.reading.resolving import Module, Resolver

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_MOST_WRAPPERS = 20
"""Wrappers around a callable that are removed."""


def function_of(action: Any) -> tuple[FunctionType, Mapping[str, Any]] | None:
    """The function that a runnable or a callable comes down to, with the keyword arguments that
    partials have given it; none where it is none of Python's own functions."""
    given: dict[str, Any] = {}
    for _ in range(_MOST_WRAPPERS):
        if isinstance(action, partial):
            given = {**action.keywords, **given}
            action = action.func
        elif isinstance(action, MethodType):
            action = action.__func__
        elif isinstance(action, FunctionType):
            inner = getattr(action, "__wrapped__", None)
            if inner is None:
                return action, given
            action = inner
        else:
            action = _inside(action)
    return None


def _inside(action: Any) -> Any:
    """What a runnable calls, or an object with `__call__`; none where neither is one."""
    state = getattr(action, "__dict__", {})
    if "func" in state or "afunc" in state:
        return state.get("func") or state.get("afunc")
    calls = [vars(each)["__call__"] for each in type(action).__mro__ if "__call__" in vars(each)]
    return calls[0] if calls and isinstance(calls[0], FunctionType) else None


class Sources:
    """Definitions in the files of a project.

    Args:
        module_at: the module of a file on disk; none for a file from elsewhere.
    """

    def __init__(self, resolver: Resolver, module_at: Callable[[str], Module | None]) -> None:
        self._resolver = resolver
        self._module_at = module_at

    def defined(self, action: Any) -> Defined | None:
        """The place of a callable's definition, with facts about its free variables; None if it
        isn't in the project or can't be determined."""
        found = function_of(action)
        if found is None:
            return None
        function, given = found
        code = function.__code__
        module = self._module_at(code.co_filename)
        ways = [] if module is None else list(_ways(module.tree, code))
        if module is None or len(ways) != 1:
            return None
        *around, node = ways[0]
        scope = Scope(module, module.tree)
        known = _known(_free(function), scope, node)
        owner = None
        for each in around:
            scope = self._resolver.inner(each, scope, known)
            owner = each
        bound = isinstance(owner, ast.ClassDef) and not _is_static(node)
        return Defined("function", node, scope, bound, arguments=_known(given, scope, node))


def values_of(action: Any) -> str:
    """What a callable was made with, as text: two of one definition are two functions by that."""
    found = function_of(action)
    if found is None:
        return ""
    function, given = found
    known = {**_free(function), **given}
    return repr([(name, value) for name, value in known.items() if _literal(value)])


def _known(values: Mapping[str, Any], scope: Scope, node: ast.AST) -> dict[str, Argument]:
    """Values that are constants, or lists of constants, as arguments, with the place of the
    definition that uses them."""
    made = {name: _literal(value) for name, value in values.items()}
    return {
        name: Argument(ast.fix_missing_locations(ast.copy_location(each, node)), scope)
        for name, each in made.items()
        if each is not None
    }


def _literal(value: Any) -> ast.expr | None:
    """The expression of a value that is a constant, or a list or tuple of constants."""
    if value is None or type(value) in (str, bool, int, float):
        return ast.Constant(value)
    if type(value) in (list, tuple) and all(type(each) is str for each in value):
        return ast.List([ast.Constant(each) for each in value], ast.Load())
    return None


def _free(function: FunctionType) -> dict[str, Any]:
    """The free variables of a function that have a value."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # nothing was assigned yet
            continue
    return found


def _ways(tree: ast.Module, code: CodeType) -> Iterator[tuple[Any, ...]]:
    """The definitions that some code may be of, each after all that is around it."""
    waiting: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(tree, ())]
    while waiting:
        node, around = waiting.pop()
        if isinstance(node, _SCOPES):
            around = (*around, node)
            if _is_of(node, code):
                yield around
        waiting.extend((child, around) for child in ast.iter_child_nodes(node))


def _is_of(node: ast.AST, code: CodeType) -> bool:
    """Whether some code may be that of a definition: by its name and its first line."""
    if isinstance(node, ast.Lambda):
        return code.co_name == "<lambda>" and node.lineno == code.co_firstlineno
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.name != code.co_name:
        return False
    lines = (node.lineno, *(each.lineno for each in node.decorator_list))
    return min(lines) == code.co_firstlineno


def _is_static(node: Any) -> bool:
    return any(
        isinstance(each, ast.Name) and each.id == "staticmethod"
        for each in getattr(node, "decorator_list", ())
    )
