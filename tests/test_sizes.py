"""Small modules and small functions. The documentation of rules stands in the docstrings of their
checks and is not counted."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from sources import FUNCTION, ROOT, modules, modules_of_tests, tree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_IN_A_MODULE = 400
MOST_IN_A_TEST_MODULE = 500
MOST_IN_A_FUNCTION = 40


class Part(NamedTuple):
    """A module, or a function in one, and its lines."""

    name: str
    lines: int
    most: int


def parts(path: Path) -> Iterator[Part]:
    """A module and its functions."""
    file = path.relative_to(ROOT).as_posix()
    whole = tree(path)
    functions = [node for node in statements(whole) if isinstance(node, FUNCTION)]
    documented = file.startswith("rules/")
    shown = [documentation(each) if documented else 0 for each in functions]
    most = MOST_IN_A_TEST_MODULE if file.startswith("tests/") else MOST_IN_A_MODULE
    yield Part(file, path.read_text("utf-8").count("\n") - sum(shown), most)
    for function, lines in zip(functions, shown, strict=True):
        yield Part(f"{file}: {function.name}", extent(function) - lines, MOST_IN_A_FUNCTION)


def statements(whole: ast.Module) -> Iterator[ast.stmt]:
    """All statements of a module; no function stands in an expression."""
    waiting: list[ast.AST] = [whole]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            yield node
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, name, ())
            if isinstance(inner, list):
                waiting += inner


def extent(node: ast.stmt) -> int:
    """The lines from the first to the last of a statement, decorators left out."""
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


def documentation(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a docstring."""
    return extent(function.body[0]) if ast.get_docstring(function, clean=False) is not None else 0


def test_modules_and_functions_are_small() -> None:
    every = [*modules().values(), *modules_of_tests().values()]
    large = [part for path in every for part in parts(path) if part.lines > part.most]
    assert large == []
