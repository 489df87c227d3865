"""Why no value satisfies a schema, in words: the conflicting keywords."""

from __future__ import annotations

from phaselint.vocabulary.finding import pointer_text
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.words import and_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.schema import Reason, SchemaPointer
    from phaselint.vocabulary.message import Message

    Written = tuple[SchemaPointer, Any]
    """A keyword by its pointer, and what is written there."""

_LONGEST = 48

CLOSING = ("additionalProperties", "unevaluatedProperties")
"""Keywords that forbid what is not declared, where they are `false`."""


class Contradiction(NamedTuple):
    """Why no value satisfies a schema.

    Attributes:
        at: the keyword to point at.
        others: the keywords that exclude it, if they are informative.
        told: the contradiction, as a sentence without its subject.
        remedy: what to do about it.
        data: the data for a witness.
    """

    at: SchemaPointer
    others: tuple[SchemaPointer, ...]
    told: Message
    remedy: str
    data: Mapping[str, Any]


def contradiction(schema: Any, why: Reason) -> Contradiction:
    """The wording for an unsatisfiable schema, from the reason."""
    keywords = [(pointer, value_at(schema, pointer)) for pointer in why.excluded]
    shown = [pointer for pointer, _ in telling(keywords)]
    undeclared = bool(why.path) and all(map(forbids, keywords)) and any(map(closes, keywords))
    by_demand = why.demanded is not None and (undeclared or not shown)
    at = why.demanded if by_demand else shown[0] if shown else ()
    return Contradiction(
        at or (),
        tuple(pointer for pointer in shown if pointer != at),
        _reason_text(why, keywords, undeclared),
        _remedy(schema, why, undeclared),
        {"path": list(why.path), "keywords": [pointer_text(each) for each in why.excluded]},
    )


def _reason_text(why: Reason, keywords: list[Written], undeclared: bool) -> Message:
    field = quote(".".join(why.path)) if why.path else message("it")
    if not keywords:
        return message("{} would have to contain itself infinitely often", field)
    if undeclared:
        return message(
            "it requires {}, but that field isn't declared and is therefore forbidden", field
        )
    if why.path and all(map(forbids, keywords)):
        return message("it both requires and forbids {}", field)
    excluded = exclusion(keywords)
    return message("for the required {}, {}", field, excluded) if why.path else excluded


def _remedy(schema: Any, why: Reason, undeclared: bool) -> str:
    if undeclared:
        from phaselint.schema import declared

        near = suggest(why.path[-1], declared(schema, why.path).names)
        declare = f"declare {quote(why.path[-1])} in `properties`, or don't require it"
        return f"use {quote(near)}" if near else declare
    if why.excluded:
        return "change one of these keywords"
    return f"don't require {quote(why.path[-1])}" if why.path else "stop the recursion"


def value_at(schema: Any, pointer: SchemaPointer) -> Any:
    """The value at a pointer of a schema."""
    for step in pointer:
        schema = schema[step]
    return schema


def telling(keywords: Sequence[Written]) -> list[Written]:
    """The keywords that explain the contradiction, at most three; a `type` that only supports
    others is left out."""
    others = [each for each in keywords if each[0][-1:] != ("type",)]
    return (others if len(others) > 1 else list(keywords))[:3]


def forbids(keyword: Written) -> bool:
    """Whether a keyword only forbids a field."""
    return keyword[1] is False


def closes(keyword: Written) -> bool:
    """Whether a keyword forbids all undeclared fields."""
    return forbids(keyword) and keyword[0][-1:] in [(word,) for word in CLOSING]


def spelt(keyword: Written) -> Message:
    """A keyword with its value, such as `minimum: 3`; without the value if it is long."""
    from phaselint.javascript.texts import json_of

    pointer, value = keyword
    words = [step for step in pointer if isinstance(step, str)]
    word = words[-1] if words else ""
    if len(words) > 1 and words[-2] in ("properties", "patternProperties"):
        return quote(words[-2])
    shown = value if isinstance(value, str) and word != "const" else json_of(value)
    text = f"{word}: {shown}" if word else shown
    if (pointer and isinstance(pointer[-1], int)) or len(text) > _LONGEST:
        return quote(word)
    return quote(text)


def exclusion(keywords: Sequence[Written]) -> Message:
    """What excludes all values, as a sentence about at least one keyword."""
    words = list(dict.fromkeys(map(spelt, telling(keywords))))
    if len(words) == 1:
        return message("{} excludes every value", words[0])
    return message("{} exclude each other", and_all(words))
