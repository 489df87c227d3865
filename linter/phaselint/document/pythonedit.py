"""Edits of string literals of Python that keep the quotes and the prefix of the author."""

from __future__ import annotations

import ast
import re

from phaselint.document.model import Document
from phaselint.document.python import tree_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_LITERAL = re.compile(r"""([rRuU]?)('''|\"\"\"|'|")""")
_NAMED: Mapping[str, str] = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def respelt(literal: str, value: str) -> str | None:
    """A literal that says something else.

    Args:
        literal: the text of a string literal, one piece without a placeholder: no f-string, no
            bytes, no pieces side by side.
        value: what it shall say.

    Returns:
        its text, in the quotes and with the prefix that the literal has. A raw one loses the `r`
        where the value cannot be written raw. None where the text isn't such a literal.
    """
    found = _LITERAL.match(literal)
    if found is None or string_of(literal) is None:
        return None
    prefix, quotes = found[1], found[2]
    body = literal[found.end() : -len(quotes)]
    if _ends_early(body, quotes):  # pieces side by side
        return None
    if prefix.lower() == "r":
        raw = f"{prefix}{quotes}{value}{quotes}"
        if value.isprintable() and string_of(raw) == value:
            return raw
        prefix = ""
    return f"{prefix}{quotes}{_escaped(value, quotes)}{quotes}"


def inside(literal: str) -> tuple[int, int] | None:
    """Where the text of a literal begins and ends in it, between the quotes; none for what is no
    single literal (see `respelt`)."""
    found = _LITERAL.match(literal)
    if found is None or string_of(literal) is None:
        return None
    start, end = found.end(), len(literal) - len(found[2])
    return None if _ends_early(literal[start:end], found[2]) else (start, end)


def string_of(literal: str) -> str | None:
    """What a literal says, if it is one string and nothing else."""
    # In brackets, pieces on several lines are one literal.
    tree = tree_of(Document("edit.py", "python", f"({literal}\n)"))
    body = tree.body if tree is not None else []
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        return None
    value = body[0].value
    said = value.value if isinstance(value, ast.Constant) else None
    return said if isinstance(said, str) else None


def _ends_early(body: str, quotes: str) -> bool:
    """Whether the quotes close before the end of a literal."""
    at = 0
    while at < len(body):
        if body[at] == "\\":
            at += 2
        elif body.startswith(quotes, at):
            return True
        else:
            at += 1
    return False


def _escaped(value: str, quotes: str) -> str:
    """A string as it is between quotes."""
    written = "".join(_sign(each, quotes) for each in value)
    if len(quotes) == 1:
        return written
    mark = quotes[0]
    while quotes in written:
        written = written.replace(quotes, f"{mark}{mark}\\{mark}")
    return f"{written[:-1]}\\{mark}" if written.endswith(mark) else written


def _sign(sign: str, quotes: str) -> str:
    if sign == quotes:
        return f"\\{sign}"
    if sign == "\n" and len(quotes) == 3:
        return sign
    if sign in _NAMED:
        return _NAMED[sign]
    if sign.isprintable():
        return sign
    code = ord(sign)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def same_program(one: Document, other: Document) -> bool:
    """Whether two documents differ in comments and white space alone."""
    trees = tree_of(one), tree_of(other)
    if trees[0] is None or trees[1] is None:
        return False
    try:
        return ast.dump(trees[0]) == ast.dump(trees[1])
    except RecursionError:
        return False
