"""Going through trees: only to what is code, in as few steps as may be."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

_PLAIN = frozenset(
    {
        "ctx", "op", "ops", "id", "attr", "arg", "kind", "type_comment", "name", "asname", "module",
        "level", "is_async", "conversion", "simple", "n", "s", "type_ignores", "rest", "kwd_attrs",
        "cls",
    }
)  # fmt: skip
"""Fields that don't contain code."""

_EMPTY = (ast.Constant, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom)

_GAPPED = frozenset({"keys", "kw_defaults"})
"""Fields with lists in which None stands for what is not there."""


NAMED: dict[type[ast.AST], str] = {ast.Name: "id", ast.Attribute: "attr"}
"""The fields with names, by type of node."""


BINDING = frozenset({ast.NamedExpr, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp})
"""Expressions that bind names."""


def _fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a type of node that may contain code."""
    if kind is ast.MatchClass:
        return ("cls", "patterns", "kwd_patterns")
    return () if kind in _EMPTY else tuple(each for each in kind._fields if each not in _PLAIN)


def _reading(fields: Sequence[str]) -> Callable[[Any], list[ast.AST]]:
    """What gives the nodes in some fields."""

    def read(node: ast.AST) -> list[ast.AST]:
        found: list[ast.AST] = []
        for field in fields:
            value = getattr(node, field, None)
            if type(value) is list:
                found += value if field not in _GAPPED else [it for it in value if it is not None]
            elif value is not None:
                found.append(value)
        return found

    return read


def _arguments(node: ast.arguments) -> list[ast.AST | None]:
    """The parameters and defaults of a function, in the order of the fields."""
    listed = [*node.posonlyargs, *node.args, node.vararg, *node.kwonlyargs, *node.kw_defaults]
    return [*listed, node.kwarg, *node.defaults]


PARTS: dict[type[ast.AST], Callable[[Any], list[ast.AST]]] = {
    kind: _reading(fields)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST) and (fields := _fields(kind))
}
"""What gives the nodes of code that a node is made of, by its type; types without such nodes are
not there. The most frequent types are read without going through their fields."""

PARTS |= {
    ast.Assign: lambda node: [*node.targets, node.value],
    ast.Attribute: lambda node: [node.value],
    ast.BinOp: lambda node: [node.left, node.right],
    ast.BoolOp: lambda node: [*node.values],
    ast.Call: lambda node: [node.func, *node.args, *node.keywords],
    ast.Compare: lambda node: [node.left, *node.comparators],
    ast.Dict: lambda node: [*filter(None, node.keys), *node.values],
    ast.Expr: lambda node: [node.value],
    ast.If: lambda node: [node.test, *node.body, *node.orelse],
    ast.JoinedStr: lambda node: [*node.values],
    ast.List: lambda node: [*node.elts],
    ast.Return: lambda node: [] if node.value is None else [node.value],
    ast.Subscript: lambda node: [node.value, node.slice],
    ast.Tuple: lambda node: [*node.elts],
    ast.UnaryOp: lambda node: [node.operand],
    ast.arg: lambda node: [] if node.annotation is None else [node.annotation],
    ast.arguments: lambda node: [*filter(None, _arguments(node))],
    ast.keyword: lambda node: [node.value],
}


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes of code that a node is made of, in the order of the text, but for a few."""
    parts = PARTS.get(type(node))
    return [] if parts is None else parts(node)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all that is inside it, in no order."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += children(node)


def breadth(node: ast.AST) -> list[ast.AST]:
    """A node and all that is inside it, level by level, as `ast.walk` goes, without what is no
    code."""
    found = [node]
    for each in found:
        parts = PARTS.get(type(each))
        if parts is not None:
            found += parts(each)
    return found


def names_in(node: ast.AST) -> frozenset[str]:
    """The names and attributes in a piece of code."""
    found: list[str] = []
    waiting = [node]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind in NAMED:
            found.append(getattr(node, NAMED[kind]))
        parts = PARTS.get(kind)
        if parts is not None:
            waiting += parts(node)
    return frozenset(found)


def leaves(statements: Sequence[ast.stmt]) -> bool:
    """Whether a block ends in a `return` or `raise`, which makes the code after it unreachable."""
    while statements:
        last = statements[-1]
        if isinstance(last, (ast.Return, ast.Raise)):
            return True
        if isinstance(last, (ast.With, ast.AsyncWith)):
            statements = last.body
            continue
        if isinstance(last, ast.If) and last.orelse:
            _, blocks, closed = chain_of(last)
            return closed and all(leaves(block) for block in blocks)
        return False
    return False


def chain_of(statement: ast.If) -> tuple[list[ast.expr], list[list[ast.stmt]], bool]:
    """The tests and blocks of `if`, `elif` and `else`; and whether there is an `else`."""
    tests, blocks = [statement.test], [statement.body]
    rest = statement.orelse
    while len(rest) == 1 and isinstance(rest[0], ast.If):
        tests.append(rest[0].test)
        blocks.append(rest[0].body)
        rest = rest[0].orelse
    if rest:
        blocks.append(rest)
    return tests, blocks, bool(rest)
