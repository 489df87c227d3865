"""A small validator: does an instance satisfy a schema? Three-valued (core E.2).

It models what output schemas use. A keyword that it does not model, or one that is malformed,
makes the answer at most `maybe`, so a `yes` can be relied on. `format` is a note, as the
standard has it.
"""

from __future__ import annotations

from phaselint.schema.containers import CONTAINERS
from phaselint.schema.equality import among
from phaselint.schema.judge import Judge
from phaselint.schema.plainchecks import answer_of, matches
from phaselint.schema.resolve import Book

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.schema.judge import Nested
    from phaselint.schema.model import Answer


def valid(schema: Any, instance: Any) -> Answer:
    """Say whether the instance satisfies the schema."""
    return judge_of(Book(schema)).says(schema, instance)


def judge_of(book: Book) -> Judge:
    """A judge of all keywords that are modelled."""
    return Judge(book, NESTED)


def _enum(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    values = schema["enum"]
    if not isinstance(values, list):
        return "maybe"
    judge.book.left -= len(values) >> (2 if isinstance(instance, (list, dict)) else 6)
    return answer_of(among(instance, values))


def _pattern(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    return matches(judge.book, schema["pattern"], instance) if isinstance(instance, str) else "yes"


def _all_of(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    parts = schema["allOf"]
    if not isinstance(parts, list):
        return "maybe"
    return judge.every((part, instance) for part in parts)


def _any_of(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    parts = schema["anyOf"]
    if not isinstance(parts, list):
        return "maybe"
    unsure = False
    for part in parts:
        answer = judge.says(part, instance)
        if answer == "yes":
            return "yes"
        unsure = unsure or answer == "maybe"
    return "maybe" if unsure else "no"


def _one_of(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    parts = schema["oneOf"]
    if not isinstance(parts, list):
        return "maybe"
    answers = [judge.says(part, instance) for part in parts]
    if answers.count("yes") > 1:
        return "no"
    if "maybe" in answers:
        return "maybe"
    return answer_of("yes" in answers)


def _not(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    answer = judge.says(schema["not"], instance)
    return "maybe" if answer == "maybe" else answer_of(answer == "no")


def _if(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    holds = judge.says(schema["if"], instance)
    yes = judge.says(schema.get("then", True), instance)
    no = judge.says(schema.get("else", True), instance)
    if holds == "maybe":
        return yes if yes == no else "maybe"
    return yes if holds == "yes" else no


def _reference(judge: Judge, schema: dict[Any, Any], instance: Any) -> Answer:
    found = judge.book.follow(schema["$ref"])
    return "maybe" if found is None else judge.says(found[0], instance)


NESTED: dict[Any, Nested] = {
    **CONTAINERS,
    "enum": _enum,
    "pattern": _pattern,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "$ref": _reference,
}
"""The keywords that look at other schemas or at keywords next to them, or that cost work."""
