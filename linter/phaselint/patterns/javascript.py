"""Does a source compile as a RegExp without flags, and does it match (sweny.md §5.7, app. B).

Compiling is judged by our own parser, which agrees with node 20 to the wording; it knows group
names by the Unicode tables of Python, the one thing that can differ. Matching is done by the
engine of the package `regress`, on a translation. It cannot be stopped, so expressions and texts
that are not known to be harmless go through `matching.matches`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.patterns.enginetext import engine_text
from phaselint.patterns.escapes import Refused
from phaselint.patterns.parser import parse
from phaselint.patterns.translate import Unmatchable, engine_source

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LONGEST", "Unmatchable", "compile_error", "engine_message", "matcher", "search"]

LONGEST = 1000
"""Units of the longest source that the reference tries (§5.7)."""


def compile_error(source: str) -> str:
    """Say why a source does not compile, in the words of V8; empty when it does."""
    try:
        parse(source)
    except Refused as refused:
        return str(refused)
    return ""


def engine_message(source: str) -> str:
    """Give the text of the error that `new RegExp(source)` throws; empty when it compiles."""
    reason = compile_error(source)
    return reason and f"Invalid regular expression: /{source}/: {reason}"


def search(source: str, text: str) -> bool:
    """Tell whether a source that compiles matches somewhere in a text. Raises Unmatchable."""
    return matcher(source)(text)


def matcher(source: str) -> Callable[[str], bool]:
    """Compile a source once for many texts. Raises Unmatchable, and ValueError if it is refused."""
    from regress import Regex, RegressError

    try:
        find = Regex(engine_source(parse(source))).find
    except Refused as refused:
        raise ValueError(str(refused)) from refused
    except RegressError as error:
        raise Unmatchable(str(error)) from error
    return lambda text: find(engine_text(text)) is not None
