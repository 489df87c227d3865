"""Python source without what only readers of the source need: half of the bundle's size.

Docstrings and comments give way to empty lines. Each line keeps its number: an internal error
names the same place as one of the installed package.
"""

from __future__ import annotations

import ast
import io
import tokenize
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

READ = ("phaselint_rules/", "phaselint/cli/")
"""Where docstrings are read by the program: the pages of rules, and the help of commands."""

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def bared(path: str, data: bytes) -> bytes:
    """The content of a file in the bundle: a module without docstrings and comments, other files
    unchanged."""
    if not path.endswith(".py"):
        return data
    text = data.decode("utf-8")
    lines = text.split("\n")
    for line, start, end in _comments(text):
        lines[line] = (lines[line][:start] + lines[line][end:]).rstrip()
    if not path.startswith(READ):
        _blank(lines, ast.parse(text))
    return "\n".join(lines).encode("utf-8")


def _comments(text: str) -> Iterator[tuple[int, int, int]]:
    """Line, start and end of each comment."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0] - 1, token.start[1], token.end[1]


def _blank(lines: list[str], tree: ast.Module) -> None:
    """Empty the lines of all docstrings, those of attributes included."""
    for node in ast.walk(tree):
        if not isinstance(node, _DOCUMENTED):
            continue
        texts = [each for each in node.body if _is_text(each)]
        needed = len(texts) == len(node.body) and not isinstance(node, ast.Module)
        for each in texts[int(needed) :]:
            _blank_lines(lines, each)
        if needed:
            _blank_lines(lines, texts[0], "0")


def _blank_lines(lines: list[str], node: ast.stmt, instead: str = "") -> None:
    """Put a short statement for one that has its lines for itself; others stay."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    first, last = node.lineno - 1, node.end_lineno - 1
    before = lines[first].encode("utf-8")[: node.col_offset]
    after = lines[last].encode("utf-8")[node.end_col_offset :]
    if before.strip() or after.strip():
        return
    lines[first : last + 1] = [before.decode() + instead if instead else ""] + [""] * (last - first)


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
