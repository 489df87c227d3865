"""The statements of a module that Python's compiler may refuse, though its parser doesn't. The rest
isn't compiled, which would take more than half as long as parsing.

In a parsed tree, the compilers of Python 3.11 to 3.14 refuse statements for their type or for what
is around them, and expressions only if the text of their statement has a certain word, a single
`*`, or one name twice before a `=`. So all statements are gone through, and the expressions of
those that have such a sign.
"""

from __future__ import annotations

import ast
import re
import sys
from bisect import bisect_right

from phaselint.document.pythonblocks import FUTURE, Blocks
from phaselint.document.pythonexpressions import may_be_refused, waits_well

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.document.model import Document
    from phaselint.document.pythonblocks import Standing

_KNOWN = sys.version_info < (3, 15)
"""Whether it is known what the compiler of this version refuses."""

_SIGNS = tuple(
    map(re.compile, ("lambda", ":=", "yield", r"async(?![ \t\f]+def\b)", r"\*(?<!\*\*)(?!\*)"))
)
"""Signs of expressions that may be refused. A pattern with a fixed beginning is found in a third of
the time."""

_AWAIT = re.compile("await")
"""The sign of expressions that are refused only for what is around them, or with another sign."""

_KEYWORD = re.compile(r"=(?<!==)[ \t\f]*+([\w\x80-\U0010ffff]*+)\s*[(,\r\n]")
"""The possible name of a keyword argument, read backward, since a `=` is found faster. It is empty
if a comment or the end of a line comes before the `=`."""

_DEBUG = "__debug__"
"""A name that nothing may bind."""

_FEATURE = "annotations"


def doubtful(document: Document, tree: ast.Module) -> Sequence[ast.stmt]:
    """The statements of a module that must be compiled to find out whether all can be: their first
    error is the first error of the module."""
    text, body = document.text, tree.body
    futures = _futures(body)
    if not _KNOWN or futures is None or _may_bind_debug(text):
        return body
    rest = body[len(futures) :]
    blocks = Blocks(text, document.line_starts)
    blocks.module(rest)
    if blocks.whole:
        return body
    for each in _suspects(text, blocks):
        if each[-1] not in blocks.refused and may_be_refused(each):
            blocks.refused.add(each[-1])
    found = [rest[number] for number in sorted(blocks.refused)]
    return [*futures, *found] if found else []


def _may_bind_debug(text: str) -> bool:
    """Whether a string has the name, as it is or in equivalent letters."""
    if _DEBUG in text:
        return True
    if text.isascii():
        return False
    from unicodedata import normalize

    return _DEBUG in normalize("NFKC", text)


def _futures(body: Sequence[ast.stmt]) -> Sequence[ast.stmt] | None:
    """The statements before the first that is neither the docstring nor a `from __future__`; none
    if one of these has another feature than the usual one. `Blocks` refuses later ones."""
    count = 0
    for statement in body:
        if isinstance(statement, ast.ImportFrom) and statement.module == FUTURE:
            if statement.level or any(each.name != _FEATURE for each in statement.names):
                return None
        elif count or not _is_docstring(statement):
            break
        count += 1
    return body[:count]


def _is_docstring(statement: ast.stmt) -> bool:
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _suspects(text: str, blocks: Blocks) -> Iterator[Standing]:
    """The statements that have a sign of an expression that may be refused."""
    starts = blocks.starts
    found = set(_repeated(text, starts)).union(*(_having(sign, text, starts) for sign in _SIGNS))
    waiting = set(_having(_AWAIT, text, starts)) - found
    for number in found:
        yield from _at(blocks, number)
    for number in waiting:
        yield from (each for each in _at(blocks, number) if not waits_well(each))


def _at(blocks: Blocks, number: int) -> Sequence[Standing]:
    """The statements with a number; none for what precedes all."""
    return blocks.standing[number] if number >= 0 else ()


def _having(pattern: re.Pattern[str], text: str, starts: Sequence[int]) -> Iterator[int]:
    """The numbers of the statements that have a sign, by where they start."""
    return (bisect_right(starts, found.start()) - 1 for found in pattern.finditer(text))


def _repeated(text: str, starts: Sequence[int]) -> Iterator[int]:
    """The numbers of those that may have a keyword twice in one call: no statement starts within a
    call. ASCII names are equal only if their letters are."""
    seen: set[tuple[int, str]] = set()
    for found in _KEYWORD.finditer(text[::-1]):
        name = found[1]
        key = (bisect_right(starts, len(text) - found.end(1)) - 1, name)
        if key in seen or not name or not name.isascii():
            yield key[0]
        seen.add(key)
