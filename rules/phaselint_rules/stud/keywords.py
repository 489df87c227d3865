"""Keywords of schemas in messages (reference stud §6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.vocabulary.message import say, tick
from phaselint_rules.stud.wording import and_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.schema import SchemaPointer
    from phaselint.vocabulary.message import Message

    Written = tuple[SchemaPointer, Any]
    """A keyword by its pointer, and what is written there."""

_LONGEST = 48

CLOSING = ("additionalProperties", "unevaluatedProperties")
"""Keywords that forbid what is not declared, where they are `false`."""


def value_at(schema: Any, pointer: SchemaPointer) -> Any:
    """What is written at a place of a schema."""
    for step in pointer:
        schema = schema[step]
    return schema


def telling(keywords: Sequence[Written]) -> list[Written]:
    """The keywords that say why nothing is left, at most three: a `type` that is only what
    others depend on is left out."""
    others = [each for each in keywords if each[0][-1:] != ("type",)]
    return (others if len(others) > 1 else list(keywords))[:3]


def forbids(keyword: Written) -> bool:
    """Whether a keyword only says that there must not be such a field."""
    return keyword[1] is False


def closes(keyword: Written) -> bool:
    """Whether a keyword forbids every field that is not declared."""
    return forbids(keyword) and keyword[0][-1:] in [(word,) for word in CLOSING]


def spelt(keyword: Written) -> Message:
    """A keyword with its value, such as `minimum: 3`; without it where that is long."""
    from phaselint.javascript.texts import json_of

    pointer, value = keyword
    words = [step for step in pointer if isinstance(step, str)]
    word = words[-1] if words else ""
    if len(words) > 1 and words[-2] in ("properties", "patternProperties"):
        return tick(words[-2])
    shown = value if isinstance(value, str) and word != "const" else json_of(value)
    text = f"{word}: {shown}" if word else shown
    if (pointer and isinstance(pointer[-1], int)) or len(text) > _LONGEST:
        return tick(word)
    return tick(text)


def exclusion(keywords: Sequence[Written]) -> Message:
    """What excludes all values, as a sentence about at least one keyword."""
    words = list(dict.fromkeys(map(spelt, telling(keywords))))
    if len(words) == 1:
        return say("{} excludes everything", words[0])
    return say("{} exclude each other", and_all(words))
