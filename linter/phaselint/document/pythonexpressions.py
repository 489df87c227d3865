"""Whether Python's compiler may refuse an expression of a statement."""

from __future__ import annotations

import ast

from phaselint.document.pythonblocks import ASYNC, FUNCTION, clash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaselint.document.pythonblocks import Standing

_HEADS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.AsyncFor: ("target", "iter"),
    ast.AsyncFunctionDef: ("decorator_list", "args", "returns"),
    ast.AsyncWith: ("items",),
    ast.ClassDef: ("decorator_list", "bases", "keywords"),
    ast.ExceptHandler: ("type",),
    ast.For: ("target", "iter"),
    ast.FunctionDef: ("decorator_list", "args", "returns"),
    ast.If: ("test",),
    ast.Try: (),
    ast.While: ("test",),
    ast.With: ("items",),
}
"""The fields with expressions of statements that have blocks."""

_ANNOTATED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.AnnAssign)
_ELEMENTS = (ast.List, ast.Set, ast.Tuple)
_LEAVES = frozenset({ast.Constant, ast.Del, ast.Load, ast.Name, ast.Store})
_MOST_TARGETS = 200
"""The limit of targets next to one with a `*`; the compiler allows more."""


def may_be_refused(standing: Standing) -> bool:
    """Whether the compiler may refuse an expression of a statement for anything but the name
    `__debug__`."""
    node, inside, _unit = standing
    parts = _inside(node)
    kinds = {type(each) for each in parts}
    hidden = ast.Lambda in kinds or isinstance(node, _ANNOTATED)
    listed = ast.comprehension in kinds
    if ast.NamedExpr in kinds and (listed or hidden):
        return True
    if not kinds.isdisjoint((ast.Yield, ast.YieldFrom)) and (
        inside != FUNCTION or listed or hidden
    ):
        return True
    waits = ast.Await in kinds or any(
        each.is_async for each in parts if isinstance(each, ast.comprehension)
    )
    if waits and (inside != ASYNC or hidden):
        return True
    return (
        any(isinstance(each, ast.Lambda) and clash(each.args) for each in parts)
        or any(_repeats(each) for each in (node, *parts))
        or (ast.Starred in kinds and not _are_placed(node, parts))
    )


def waits_well(standing: Standing) -> bool:
    """Whether `await` is allowed in all expressions of a statement that have no lambda."""
    node, inside, _unit = standing
    return inside == ASYNC and not isinstance(node, _ANNOTATED)


def _inside(node: ast.AST) -> list[ast.AST]:
    """All nodes in the expressions of a statement but names and constants; without blocks, the
    statement itself is one."""
    fields = _HEADS.get(type(node))
    found: list[ast.AST] = [node] if fields is None else []
    _take(found, (getattr(node, field) for field in fields or ()))
    for each in found:
        _take(found, vars(each).values())
    return found


def _take(found: list[ast.AST], values: Iterable[object]) -> None:
    """Add the nodes among the values of fields."""
    for value in values:
        if type(value) is list:
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
            found.append(value)


def _repeats(node: ast.AST) -> bool:
    """Whether a call or the head of a class has one keyword twice."""
    keywords = node.keywords if isinstance(node, ast.Call | ast.ClassDef) else ()
    names = [each.arg for each in keywords if each.arg is not None]
    return len(set(names)) < len(names)


def _are_placed(node: ast.AST, parts: Iterable[ast.AST]) -> bool:
    """Whether each `*` of a statement is where several values are allowed, and the only one where
    these are targets."""
    placed = sum(map(_stars, getattr(node, "bases", ())))
    found = 0
    for part in parts:
        found += _stars(part)
        if isinstance(part, ast.Call):
            placed += sum(map(_stars, part.args))
        elif isinstance(part, _ELEMENTS):
            stars = sum(map(_stars, part.elts))
            placed += stars
            if stars and not _takes(part, stars):
                return False
    return placed == found


def _takes(node: Any, stars: int) -> bool:
    """Whether a list or tuple may have that many stars."""
    stored = isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
    return not stored or (stars == 1 and len(node.elts) <= _MOST_TARGETS)


def _stars(node: ast.AST) -> int:
    return int(isinstance(node, ast.Starred))
