"""The sources of the product and of its tests as trees: what tests of the architecture read."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = {"phaselint": "linter", "phaselint_rules": "rules", "phaselint_lsp": "lsp"}


DEFERRING = ("deferred", "deferred_module")
"""Functions that import the module they are given by name when something in it is called."""

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class Import(NamedTuple):
    """An import: the module imported, whether for types only, and whether a function does it."""

    module: str
    typing: bool
    lazy: bool


@cache
def modules() -> dict[str, Path]:
    """The product's modules by their names."""
    found: dict[str, Path] = {}
    for package, source in PACKAGES.items():
        found |= _named(ROOT / source / package, ROOT / source)
    return found


@cache
def modules_of_tests() -> dict[str, Path]:
    """The modules of the tests by the names that they import each other with."""
    return _named(ROOT / "tests", ROOT / "tests")


def _named(folder: Path, source: Path) -> dict[str, Path]:
    named = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


def tree(path: Path) -> ast.Module:
    """The syntax tree of a file. Not kept: the trees of all files take 200 MB."""
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(module: str) -> tuple[Import, ...]:
    """The imports of the product's own modules; what is `deferred` is imported by a function."""
    found = _walk(tree(modules()[module]), module)
    return tuple(each for each in found if each.module.partition(".")[0] in PACKAGES)


def _walk(whole: ast.Module, name: str) -> Iterator[Import]:
    words = {"__name__": name, **_constants(whole)}
    waiting: list[tuple[ast.AST, bool, bool]] = [(whole, False, False)]
    while waiting:
        node, typing, lazy = waiting.pop()
        if isinstance(node, ast.If) and _named_by(node.test) == "TYPE_CHECKING":
            waiting += ((child, True, lazy) for child in node.body)
            waiting += ((child, typing, lazy) for child in node.orelse)
            continue
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, typing, lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield Import(full if full in modules() else str(node.module), typing, lazy)
        elif isinstance(node, ast.Call) and _named_by(node.func) in DEFERRING:
            yield Import(_word(node.args[0], words), typing=False, lazy=True)
        inner = lazy or isinstance(node, FUNCTION)
        waiting += ((child, typing, inner) for child in ast.iter_child_nodes(node))


def _named_by(node: ast.expr) -> str:
    """The name that an expression is, or ends with."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _constants(whole: ast.Module) -> dict[str, str]:
    """The words that a module gives names to at its top level."""
    return {
        ast.unparse(node.targets[0]): node.value.value
        for node in whole.body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def _word(node: ast.expr, words: dict[str, str]) -> str:
    """A word written as it is, by its name, or with names in it. Raises KeyError for a name that
    the module gives to no word, TypeError for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Name):
        return words[node.id]
    if isinstance(node, ast.FormattedValue):
        return _word(node.value, words)
    if isinstance(node, ast.JoinedStr):
        return "".join(_word(part, words) for part in node.values)
    raise TypeError(f"line {node.lineno}: not a word that is known without running the module")
