"""Small changes of a program, each of which a test should notice."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OTHERS: dict[type[ast.AST], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.Add: "-",
    ast.Sub: "+",
    ast.BitOr: "&",
    ast.BitAnd: "|",
    ast.And: "or",
    ast.Or: "and",
}
"""What is put for an operator."""


class Mutant(NamedTuple):
    """One change: in which file below the checkout and which function, what is put for which text
    from where to where."""

    file: str
    function: str
    old: str
    new: str
    start: int
    end: int

    @property
    def change(self) -> str:
        """The change as it is told, and as a survivor is named."""
        return f"{_line(self.old)} → {_line(self.new)}"


def mutants(root: Path, file: str) -> list[Mutant]:
    """All changes of a file."""
    text = (root / file).read_text("utf-8")
    source = _Source(file, text)
    return [
        mutant for node, function in _inner(ast.parse(text)) for mutant in source.of(node, function)
    ]


def applied(text: str, mutant: Mutant) -> str:
    """The text with a change made."""
    data = text.encode()
    return (data[: mutant.start] + mutant.new.encode() + data[mutant.end :]).decode()


def _line(text: str) -> str:
    """A piece of code on one line."""
    return " ".join(text.split())


def _inner(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """What functions are made of, each with the name of its function; neither annotations nor
    docstrings are, and nothing that only a type checker runs."""
    waiting: list[tuple[ast.AST, str]] = [(tree, "")]
    while waiting:
        node, name = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inner = f"{name}.{node.name}".lstrip(".")
            waiting += [(each, inner) for each in reversed(node.body)]
            continue
        if name:
            yield node, name
        elif not isinstance(node, ast.Module):
            continue
        children = [each for each in ast.iter_child_nodes(node) if not _is_annotation(node, each)]
        waiting += [(each, name) for each in reversed(children)]


def _is_annotation(node: ast.AST, child: ast.AST) -> bool:
    return isinstance(node, ast.AnnAssign) and child is node.annotation


class _Source:
    """The text of a file, with the changes of what is in it."""

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._data = text.encode()
        lines = self._data.splitlines(keepends=True)
        self._starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]

    def of(self, node: ast.AST, function: str) -> Iterator[Mutant]:
        """The changes of one node, without those of its parts."""
        if isinstance(node, ast.If | ast.While) and isinstance(node.test, ast.Name | ast.Call):
            yield self._mutant(node.test, function, f"not {self._text(node.test)}")
        for new in self._instead(node):
            yield self._mutant(node, function, new)

    def _mutant(self, node: ast.AST, function: str, new: str) -> Mutant:
        start, end = self._span(node)
        return Mutant(self._file, function, self._text(node), new, start=start, end=end)

    def _instead(self, node: ast.AST) -> Iterator[str]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OTHERS:
                yield f"{self._operand(left)} {OTHERS[type(op)]} {self._operand(right)}"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OTHERS:
                yield f"{self._operand(left)} {OTHERS[type(op)]} {self._operand(right)}"
            case ast.BoolOp(op=op, values=values):
                parts = [f"({self._text(each)})" for each in values]
                yield f" {OTHERS[type(op)]} ".join(parts)
                yield parts[0]
                yield parts[-1]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield f"({self._text(operand)})"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                yield f"({self._text(orelse)}) if {self._text(test)} else ({self._text(body)})"
            case ast.Constant(value=bool() as value):
                yield str(not value)
            case ast.Constant(value=int() as value):
                yield str(value + 1)
            case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign():
                yield "pass"
            case ast.Return(value=ast.Call(args=[first, *_])) if not isinstance(first, ast.Starred):
                yield f"return {self._text(first)}"
            case ast.GeneratorExp(generators=[one]) | ast.ListComp(generators=[one]) if one.ifs:
                ends = self._span(one.ifs[-1])[1]
                begins = self._span(one.iter)[1]
                start, end = self._span(node)
                yield (self._data[start:begins] + self._data[ends:end]).decode()

    def _operand(self, node: ast.AST) -> str:
        simple = isinstance(
            node, ast.Name | ast.Attribute | ast.Constant | ast.Call | ast.Subscript
        )
        return self._text(node) if simple else f"({self._text(node)})"

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._data[start:end].decode()

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset
