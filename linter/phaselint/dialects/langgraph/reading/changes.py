"""What is done to values after they were made, and what functions return, by their text alone
(reference langgraph §2.2).
"""

from __future__ import annotations

import ast

from phaselint.dialects.langgraph.reading.trees import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_CHANGING = frozenset(
    {
        "append", "extend", "insert", "remove", "pop", "clear", "update", "setdefault", "popitem",
        "sort", "reverse", "add", "discard", "__setitem__",
    }
)  # fmt: skip
_HARMLESS = frozenset(
    {
        "len", "dict", "list", "set", "tuple", "frozenset", "sorted", "reversed", "iter", "zip",
        "enumerate", "print", "max", "min", "sum", "any", "all", "str", "repr", "map", "filter",
        "isinstance", "range", "bool", "next", "type", "join", "add_conditional_edges", "add_edge",
        "set_conditional_entry_point", "add_node", "add_sequence", "ToolNode", "bind_tools", "get",
        "create_react_agent", "create_agent", "Send", "Command", "get_args", "Literal", "format",
        "with_structured_output", "extend", "update", "choice", "partial", "RunnableLambda",
        "index", "count", "compile", "invoke", "append", "info", "debug", "warning",
        "add_nodes", "dumps",
    }
)  # fmt: skip
"""Functions and methods that don't change their arguments, by their names."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _last(expression: ast.expr) -> str:
    """The last part of a dotted name; empty if it isn't a name."""
    if type(expression) is ast.Name:
        return expression.id
    return expression.attr if type(expression) is ast.Attribute else ""


def changed_by(node: ast.AST, found: set[str]) -> None:
    """Add the names, and last names of attributes, whose values a piece of a module may change in
    place: an item that is set or deleted, a method that changes, a function that gets a constant.
    """
    if type(node) is ast.Call:
        function = node.func
        if type(function) is ast.Attribute and function.attr in _CHANGING:
            found.add(_last(function.value))
        if _last(function) not in _HARMLESS:
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            found.update(name for each in given if (name := _last(each)).isupper())
    elif type(node) is ast.Subscript:
        if type(node.ctx) is not ast.Load:
            found.add(_last(node.value))
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
        found.add(node.target.attr)


def returns_of(function: ast.AST) -> Sequence[ast.Return]:
    """The `return`s of a function, in order, but not those of functions nested in it."""
    found: list[ast.Return] = []
    waiting: list[ast.AST] = list(reversed(getattr(function, "body", [])))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return):
            found.append(node)
        elif isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case)) and not isinstance(
            node, (*_FUNCTIONS, ast.ClassDef)
        ):
            waiting.extend(reversed(children(node)))
    return found


def plain_function(node: ast.AST) -> bool:
    """Whether a function is neither decorated nor asynchronous nor a generator."""
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return False
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        each = waiting.pop()
        if isinstance(each, (ast.Yield, ast.YieldFrom)):
            return False
        if not isinstance(each, (*_FUNCTIONS, ast.ClassDef)):
            waiting.extend(children(each))
    return True
