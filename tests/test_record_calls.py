"""A record with many fields is made by keywords: nobody sees that two of nine values by position
have changed places, least of all a type checker where they are of one type."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sources import ROOT, modules, modules_of_tests, tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MOST = 5
"""The values that a call of a record may pass by position."""


class Call(NamedTuple):
    """A call: what is called, by its full name, where, and how many values go by position. What is
    behind a star is one value."""

    called: str
    file: str
    line: int
    values: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.called} gets {self.values} values by position"


class Summary(NamedTuple):
    """What is kept of a module.

    `names` are the full names behind its names, `bases` those of the bases of its classes.
    """

    names: Mapping[str, str]
    bases: Mapping[str, tuple[str, ...]]
    calls: tuple[Call, ...]


@cache
def summaries() -> dict[str, Summary]:
    """Every module of the product and of the tests by its name."""
    named = modules() | modules_of_tests()
    return {name: summary(name, path) for name, path in named.items()}


def summary(module: str, path: Path) -> Summary:
    """What a module imports and defines, and its calls with many values."""
    whole = tree(path)
    nodes = [*ast.walk(whole)]
    defined = [node for node in nodes if isinstance(node, ast.ClassDef)]
    names = dict(imported(nodes)) | {node.name: f"{module}.{node.name}" for node in defined}
    bases = {
        f"{module}.{node.name}": tuple(full_name(base, names) for base in node.bases)
        for node in defined
    }
    file = path.relative_to(ROOT).as_posix()
    calls = (
        Call(full_name(node.func, names), file, node.lineno, len(node.args))
        for node in nodes
        if isinstance(node, ast.Call) and len(node.args) > MOST
    )
    return Summary(names, bases, tuple(calls))


def imported(nodes: list[ast.AST]) -> Iterator[tuple[str, str]]:
    """The names that are imported anywhere in a module, with the full names behind them."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name, alias.name


def full_name(node: ast.expr, names: Mapping[str, str]) -> str:
    """What a name, or a name behind a dot, stands for in a module; empty for anything else."""
    if isinstance(node, ast.Name):
        return names.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{full_name(node.value, names)}.{node.attr}"
    return ""


def home(name: str) -> str:
    """The full name where a class is defined, which may be handed on by other modules."""
    seen: set[str] = set()
    while name not in seen:
        seen.add(name)
        module, _, last = name.rpartition(".")
        if module in summaries():
            name = summaries()[module].names.get(last, name)
    return name


@cache
def is_record(name: str) -> bool:
    """Whether a full name is that of a class below `NamedTuple`."""
    module, _, last = home(name).rpartition(".")
    if last == "NamedTuple":
        return True
    known = summaries().get(module)
    return known is not None and any(map(is_record, known.bases.get(home(name), ())))


def offending() -> list[Call]:
    every = (call for each in summaries().values() for call in each.calls)
    return [call for call in every if is_record(call.called)]


def test_no_record_gets_more_values_by_position_than_a_reader_can_tell_apart() -> None:
    assert [str(call) for call in offending()] == []


def test_records_are_told_from_other_classes() -> None:
    assert is_record("phaselint.dialects.base.Dialect")
    assert is_record("phaselint.report.Style")
    assert not is_record("phaselint.vocabulary.errors.UsageError")
    assert not is_record("phaselint.dialects.base.Reader")
