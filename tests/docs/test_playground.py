"""What the playground is made of, as far as that needs no npm and no browser."""

from __future__ import annotations

import ast
import io
import json
import re
import zipfile
from typing import TYPE_CHECKING

import pytest

from handbook import ROOT, playground
from handbook.standardlibrary import LEFT_OUT, reduced, top
from phaselint.dialects import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ALONE = {"sqlite3"}
"""Modules that are imported where they exist; Pyodide has no SQLite either."""


def imported(path: Path) -> Iterator[str]:
    """The top of each module that a module imports, wherever it does so."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_nothing_of_ours_imports_what_is_left_out() -> None:
    folders = ("linter/phaselint", "rules/phaselint_rules", "lsp/phaselint_lsp")
    used = {
        name
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for name in imported(path)
    }
    assert used & LEFT_OUT <= ALONE


def test_a_library_is_reduced_the_same_each_time() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path in ("unittest/mock.py", "pdb.py", "json/__init__.py", "abc.py"):
            archive.writestr(path, f"# {path}\n")
    once, again = reduced(made.getvalue()), reduced(made.getvalue())
    assert once == again
    with zipfile.ZipFile(io.BytesIO(once)) as archive:
        assert archive.namelist() == ["abc.py", "json/__init__.py"]
        assert archive.read("abc.py") == b"# abc.py\n"


@pytest.mark.parametrize(("path", "name"), [("pdb.py", "pdb"), ("xml/dom/minidom.py", "xml")])
def test_the_top_of_a_path(path: str, name: str) -> None:
    assert top(path) == name


def test_each_dialect_has_an_example_with_its_fixed_copy() -> None:
    assert playground.EXAMPLES.keys() == MODULES.keys()
    for text in playground.examples().values():
        example = json.loads(text)
        assert example["files"] != example["fixed"]


def test_the_page_may_connect_to_its_own_site_alone() -> None:
    policy = dict(part.split(" ", 1) for part in playground.policy().split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'self' blob: data:"
    assert "'unsafe-inline'" not in policy["script-src"]
    assert "https:" not in playground.policy()


def test_the_page_loads_nothing_from_elsewhere() -> None:
    sources = [*playground.HOME.glob("*.html"), *playground.HOME.glob("src/*")]
    addresses = {
        found
        for path in sources
        for found in re.findall(r"https?://[\w.]+", path.read_text("utf-8"))
    }
    assert addresses == {"https://python.invalid", "http://localhost"}
