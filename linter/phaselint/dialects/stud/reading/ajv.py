"""What ajv 6 asks of a schema beyond what draft-07 says in its meta-schema (reference §2.3).

It looks at one format, that of regular expressions, and its own copy of the meta-schema needs the
members of an `enum` to differ.
"""

from __future__ import annotations

import re

from phaselint.javascript.numbers import number_text
from phaselint.javascript.texts import json_of, quoted
from phaselint.schema.meta import fault, twice
from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.schema.meta import Keyword, Place
    from phaselint.schema.model import Fault

EXPRESSION = "a JavaScript regular expression without flags"

_END_OF_PYTHON = r"(?s)[^\\]\\Z"
"""What ajv refuses although it compiles: `\\Z`, by which other languages mean the end, behind
another character."""


def refusal(source: str) -> str:
    """Say why ajv rejects a string as a regular expression; empty when it accepts it."""
    from phaselint.patterns.javascript import compile_error

    reason = compile_error(source)
    if reason:
        return f"{reason[0].lower()}{reason[1:]}"
    return "`\\Z` isn't the end of the text there" if re.search(_END_OF_PYTHON, source) else ""


def _pattern(value: Any, place: Place) -> Iterator[Fault]:
    reason = refusal(value) if isinstance(value, str) else ""
    if reason:
        text = message("{} isn't a JavaScript regular expression: {}", quote(value), reason)
        yield fault(place, EXPRESSION, value, text)


def _pattern_properties(value: Any, place: Place) -> Iterator[Fault]:
    for source in value if isinstance(value, dict) else ():
        for found in _pattern(source, (place, source)):
            yield found._replace(part="key")


def _enum(value: Any, place: Place) -> Iterator[Fault]:
    """The members that an `enum` has more than once, each where it is repeated first."""
    seen: dict[str, int] = {}
    for number, member in enumerate(value if isinstance(value, list) else ()):
        written = _written(member)
        seen[written] = seen.get(written, 0) + 1
        if seen[written] == 2:
            yield twice(place, number, value)


def _written(value: Any) -> str:
    """A string that two values share where ajv takes them for equal: `1` and `1.0`, objects with
    their keys in another order, NaN and NaN; not `1` and `true`."""
    parts: list[str] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            keys = sorted(item)
            parts.append(f"{{{','.join(map(quoted, keys))}}}")
            waiting += (item[key] for key in reversed(keys))
        elif isinstance(item, list):
            parts.append(f"[{len(item)}]")
            waiting += reversed(item)
        else:
            number = isinstance(item, (int, float)) and not isinstance(item, bool)
            parts.append(number_text(item) if number else json_of(item))
    return ",".join(parts)


FURTHER: Mapping[Any, Keyword] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "enum": _enum,
}
"""The keywords of draft-07 of which ajv asks more."""
