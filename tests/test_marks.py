"""Tests that do what only POSIX can are marked, so that the others run on Windows."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

import pytest

import conftest

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
ONLY_POSIX = {"mkfifo", "symlink", "symlink_to", "fork", "chmod", "geteuid", "SIGKILL", "shell"}
"""Attributes that Windows does not have, or that mean little there; `shell` is what runs a line of
Bash (cli/command.py)."""

MARK = "pytest.mark.posix"


def is_marked(node: ast.FunctionDef | ast.ClassDef) -> bool:
    return any(ast.unparse(each) == MARK for each in node.decorator_list)


def unmarked(source: str) -> Iterator[str]:
    """The names of tests of a module that are to be marked and are not."""
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.Assign) and MARK in ast.unparse(node):
            return
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not is_marked(node):
            yield from map(str, unmarked(ast.unparse(ast.Module(node.body, []))))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            used = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
            if used & ONLY_POSIX and not is_marked(node):
                yield node.name


def test_each_test_of_what_only_posix_has_is_marked() -> None:
    apart = [HERE / name for name in conftest.POSIX_ALONE]
    found = {
        f"{path.relative_to(HERE)}::{name}"
        for path in HERE.rglob("test_*.py")
        if not any(path.is_relative_to(each) for each in apart)
        for name in unmarked(path.read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize("line", ["os.mkfifo(p)", "p.symlink_to(q)", "os.kill(1, signal.SIGKILL)"])
def test_what_is_found(line: str) -> None:
    test = f"def test_it(p):\n    {line}\n"
    assert [*unmarked(test)] == ["test_it"]
    assert [*unmarked("class TestIt:\n" + indent(test, "    "))] == ["test_it"]
    assert [*unmarked(f"@{MARK}\n{test}")] == []
    assert [*unmarked(f"pytestmark = [{MARK}]\n{test}")] == []
