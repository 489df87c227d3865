"""A small validator: does an instance satisfy a schema? Three-valued (core E.2).

It models what output schemas use. A keyword that it does not model, or one that is malformed,
makes the answer at most `maybe`, so that a `yes` can be relied on. `format` is a note, as the
standard has it. Recursion is bounded by `LEVELS`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from phaselint.schema import containers
from phaselint.schema.model import LEVELS
from phaselint.schema.resolve import Book
from phaselint.schema.scalars import SCALARS, answer_of, every

if TYPE_CHECKING:
    from phaselint.schema.model import Answer
    from phaselint.schema.scalars import Check


def valid(schema: Any, instance: Any) -> Answer:
    """Say whether the instance satisfies the schema."""
    return judge(Book(schema), schema, instance)


def judge(book: Book, schema: Any, instance: Any, depth: int = 0) -> Answer:
    """Say whether the instance satisfies a schema of the book."""
    if not isinstance(schema, dict):
        return _trivial(schema)
    if depth > 2 * LEVELS:
        book.give_up(f"the bound of {2 * LEVELS} nested schemas")
        return "maybe"
    book.left -= 1
    if book.left < 0 and not book.spend(0):
        return "maybe"
    if book.old and "$ref" in schema:
        return _reference(book, schema["$ref"], schema, instance, depth)
    unsure = False
    find = CHECKS.get
    for key, value in schema.items():
        check = find(key)
        if check is not None:
            answer = check(book, value, schema, instance, depth)
            if answer == "no":
                return "no"
            unsure = unsure or answer == "maybe"
    return "maybe" if unsure else "yes"


def refused_by(book: Book, schema: Any, instance: Any) -> str | None:
    """The first keyword of the schema that surely refuses the instance; empty for `false`."""
    if not isinstance(schema, dict):
        return "" if schema is False else None
    if book.old and "$ref" in schema:
        return "$ref" if judge(book, schema, instance) == "no" else None
    for key, value in schema.items():
        check = CHECKS.get(key)
        if check is not None and check(book, value, schema, instance, 0) == "no":
            return key if isinstance(key, str) else None
    return None


def _trivial(schema: Any) -> Answer:
    return "yes" if schema is True else "no" if schema is False else "maybe"


def _negated(answer: Answer) -> Answer:
    return "maybe" if answer == "maybe" else "no" if answer == "yes" else "yes"


def _all_of(book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int) -> Answer:
    if not isinstance(value, list):
        return "maybe"
    return every(judge(book, part, instance, depth + 1) for part in value)


def _any_of(book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int) -> Answer:
    if not isinstance(value, list):
        return "maybe"
    unsure = False
    for part in value:
        answer = judge(book, part, instance, depth + 1)
        if answer == "yes":
            return "yes"
        unsure = unsure or answer == "maybe"
    return "maybe" if unsure else "no"


def _one_of(book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int) -> Answer:
    if not isinstance(value, list):
        return "maybe"
    answers = [judge(book, part, instance, depth + 1) for part in value]
    if answers.count("yes") > 1:
        return "no"
    if "maybe" in answers:
        return "maybe"
    return answer_of("yes" in answers)


def _not(book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int) -> Answer:
    return _negated(judge(book, value, instance, depth + 1))


def _if(book: Book, value: Any, schema: dict[Any, Any], instance: Any, depth: int) -> Answer:
    holds = judge(book, value, instance, depth + 1)
    yes = judge(book, schema.get("then", True), instance, depth + 1)
    no = judge(book, schema.get("else", True), instance, depth + 1)
    if holds == "maybe":
        return yes if yes == no else "maybe"
    return yes if holds == "yes" else no


def _reference(book: Book, value: Any, _s: dict[Any, Any], instance: Any, depth: int) -> Answer:
    found = book.follow(value)
    return "maybe" if found is None else judge(book, found[0], instance, depth + 1)


def _unknown(_b: Book, _v: Any, _s: dict[Any, Any], _i: Any, _d: int) -> Answer:
    return "maybe"


CHECKS: dict[Any, Check] = {
    **SCALARS,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "$ref": _reference,
    "$dynamicRef": _unknown,
    "$recursiveRef": _unknown,
    **{key: partial(check, judge) for key, check in containers.CHECKS.items()},
}
