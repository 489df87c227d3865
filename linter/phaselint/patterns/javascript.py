"""Does a source compile as a RegExp without flags (sweny.md §5.7, app. B)?

That is judged by our own parser, which agrees with node 20 to the wording; it knows group names by
the Unicode tables of Python, the one thing that can differ.
"""

from __future__ import annotations

from phaselint.patterns.escapes import Refused
from phaselint.patterns.parser import parse

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
