"""The names that a module has when it runs, as far as its annotations ask for them (reference
§2.7)."""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.trees import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.reading.resolving import Module

_PLAIN = frozenset({ast.Attribute, ast.Call, ast.Constant, ast.Dict, ast.Expr, ast.keyword})
"""The most frequent kinds of nodes that bind nothing themselves."""


def names_of_module(module: Module) -> frozenset[str]:
    """The names of a module at run time, without those bound only for type checkers."""
    found: set[str] = set()
    todo: list[ast.AST] = [*module.tree.body]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind in _PLAIN:
            todo += children(node)
        elif isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                found.add(alias.asname or alias.name.partition(".")[0])
        elif isinstance(node, ast.If) and _for_checkers(node.test):
            todo.extend(node.orelse)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
            todo.extend(node.body)
        elif not isinstance(node, ast.Lambda):
            todo += children(node)
    return frozenset(found)


def _for_checkers(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name == "TYPE_CHECKING"


def is_postponed(module: Module) -> bool:
    """Whether a module postpones the evaluation of annotations."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in module.tree.body
    )
