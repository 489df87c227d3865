"""How a workflow is written: scalars with a surprising value (reference sweny
§2, §8.1)."""

from __future__ import annotations

import re

from phaselint.document.scalars import resolve
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Range
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.document import Document

_OLD_READINGS = (
    (r"(?i:yes|no|on|off|y|n)", "a boolean"),
    (r"[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?", "a number in base 60"),
    (r"[-+]?0[0-7_]+", "a number in base 8"),
    (r"[-+]?[0-9][0-9_]*_[0-9_]*(?:\.[0-9_]*)?", "a number"),
    (r"[-+]?0b[01_]+", "a number in base 2"),
    (
        (
            r"\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?"
            r"(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?"
        ),
        "a date",
    ),
)
"""Plain scalars with another type or value in YAML 1.1, and which one."""


def _place(document: Document, start: int, end: int) -> Place:
    return Place(document.path, range=Range(document.position(start), document.position(end)))


@rule("SW001", ERROR, fix="safe")
def unquoted_wildcard_path(facts: SwenyFacts) -> Iterator[Finding]:
    """Unquoted `[*]` path between braces or brackets

    What:
        The file doesn't parse, but it would if the plain scalars with `[*]` inside flow collections
        were quoted.
    Why:
        Between braces or brackets a plain scalar ends at `[`. The loader refuses the file with
        `PARSE`. This finding replaces the syntax error.
    Bad:
        output_matches: [{path: any:checks[*].state, equals: ok}]
    Good:
        output_matches: [{path: "any:checks[*].state", equals: ok}]
    Fix:
        Quote the path.
    Source:
        sweny §2, §8.1
    """
    for start, end in facts.contract.wildcards:
        document = facts.contract.documents[facts.file]
        place, text = _place(document, start, end), document.text[start:end]
        yield Finding(
            place,
            message("path {} must be quoted between braces or brackets", quote(text)),
            f'quote it: "{text}"',
            fix=Fix("safe", "quote it", (Edit(place, f'"{text}"'),)),
        )


@rule("SW003", INFO, fix="safe", default=False)
def yaml_1_1_ambiguity(facts: SwenyFacts) -> Iterator[Finding]:
    """Plain scalar with a different meaning in YAML 1.1

    What:
        An unquoted word, number or date that has another type or value in YAML 1.1 than in YAML
        1.2, in which workflows are read.
    Why:
        Tools in other languages, and people, read it differently from the engine.
    Bad:
        in: [yes, no]
    Good:
        in: ["yes", "no"]
    Fix:
        Quote it. Check a number whose value changes.
    Source:
        sweny §2, §8.1
    """
    document = facts.contract.documents.get(facts.file)
    if document is None or document.format != "yaml" or document.positions is None:
        return
    for start, end in document.positions.scalars():
        text = document.text[start:end]
        reading = _old_reading(text)
        if reading is None:
            continue
        place = _place(document, start, end)
        is_text = isinstance(resolve(text), str)
        now = "a string" if is_text else f"the number {resolve(text)}"
        fix = Fix("safe", "quote it", (Edit(place, f'"{text}"'),)) if is_text else None
        yield Finding(
            place,
            message("{} is {} here, but {} in YAML 1.1", quote(text), now, reading),
            f'quote it: "{text}"' if is_text else "write the number without a leading zero",
            fix=fix,
        )


def _old_reading(text: str) -> str | None:
    """What YAML 1.1 makes of a plain scalar, where that differs."""
    if len(text) > 40:
        return None
    for pattern, reading in _OLD_READINGS:
        if re.fullmatch(pattern, text):
            return reading
    return None
