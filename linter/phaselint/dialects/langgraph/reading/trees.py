"""Going through trees: only to what is code, in as few steps as may be."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PLAIN = frozenset(
    {
        "ctx", "op", "ops", "id", "attr", "arg", "kind", "type_comment", "name", "asname", "module",
        "level", "is_async", "conversion", "simple", "n", "s", "type_ignores", "rest", "kwd_attrs",
        "cls",
    }
)  # fmt: skip
"""Fields that don't contain code."""

_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(
        field
        for field in kind._fields
        if field not in _PLAIN and kind not in (ast.Constant, ast.Global, ast.Nonlocal)
    )
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
_FIELDS[ast.MatchClass] = ("cls", "patterns", "kwd_patterns")
_FIELDS[ast.Import] = _FIELDS[ast.ImportFrom] = ()


_GAPPED = frozenset({"keys", "kw_defaults"})
"""Fields with lists in which None stands for what is not there."""


NAMED: dict[type[ast.AST], str] = {ast.Name: "id", ast.Attribute: "attr"}
"""The fields with names, by type of node."""


BINDING = frozenset({ast.NamedExpr, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp})
"""Expressions that bind names."""


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes of code that a node is made of, in the order of the text, but for a few."""
    found: list[ast.AST] = []
    for field in _FIELDS.get(node.__class__, ()):
        value = getattr(node, field, None)
        if value.__class__ is list:
            found += value if field not in _GAPPED else [one for one in value if one is not None]
        elif value is not None:
            found.append(value)
    return found


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
        fields = _FIELDS.get(each.__class__, ())
        for field in fields:
            value = getattr(each, field, None)
            if value.__class__ is list:
                found += value if field not in _GAPPED else [it for it in value if it is not None]
            elif value is not None:
                found.append(value)
    return found


def names_in(node: ast.AST) -> frozenset[str]:
    """The names and attributes in a piece of code."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        if kind in NAMED:
            found.add(getattr(node, NAMED[kind]))
        if kind is not ast.Name and kind is not ast.Constant:
            waiting += children(node)
    return frozenset(found)


def leaves(statements: Sequence[ast.stmt]) -> bool:
    """Whether a block ends in a `return` or `raise`, which makes the code after it unreachable."""
    while statements:
        last = statements[-1]
        if isinstance(last, ast.Return | ast.Raise):
            return True
        if isinstance(last, ast.With | ast.AsyncWith):
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
