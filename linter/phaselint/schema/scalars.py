"""What single keywords say about values without parts: types, constants, numbers, texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.schema.equality import among, is_count, is_number, kind, kinds_of, same

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaselint.schema.model import Answer
    from phaselint.schema.resolve import Book

    Check = Callable[[Book, Any, dict[Any, Any], Any, int], Answer]
"""Judges an instance by one keyword: the book, the keyword's value, the schema it stands in,
the instance, the depth."""

TEST = object()
"""The key under which a question puts a predicate on the value; no user can write it."""


def answer_of(holds: bool) -> Answer:
    """The answer for a truth."""
    return "yes" if holds else "no"


def every(answers: Iterable[Answer]) -> Answer:
    """Whether all hold."""
    unsure = False
    for answer in answers:
        if answer == "no":
            return "no"
        unsure = unsure or answer == "maybe"
    return "maybe" if unsure else "yes"


def matches(book: Book, pattern: Any, text: str) -> Answer:
    """Whether a pattern is found in a text."""
    if not isinstance(pattern, str):
        return "maybe"
    from phaselint.patterns.portable import found_in, portable

    if pattern not in book.patterns:
        expression = portable(pattern)
        book.patterns[pattern] = expression
        book.left -= (expression.size if expression else len(pattern)) >> 3
    expression = book.patterns[pattern]
    if expression is None or not book.spend(len(text) * expression.size >> 8):
        return "maybe"
    found = found_in(expression, text)
    return "maybe" if found is None else answer_of(found)


def _test(_b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int) -> Answer:
    return answer_of(bool(value(instance)))


def _type(_b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int) -> Answer:
    kinds, found = kinds_of(value), kind(instance)
    if kinds is None or not found:
        return "maybe"
    return "yes" if kinds & found else "no"


def _enum(book: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int) -> Answer:
    if not isinstance(value, list):
        return "maybe"
    book.left -= len(value) >> (2 if isinstance(instance, (list, dict)) else 6)
    return answer_of(among(instance, value))


def _const(_b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int) -> Answer:
    return answer_of(same(value, instance))


def _compare(holds: Callable[[Any, Any], bool]) -> Check:
    def check(_b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int) -> Answer:
        if not is_number(instance):
            return "maybe" if isinstance(instance, float) else "yes"
        return answer_of(holds(instance, value)) if is_number(value) else "maybe"

    return check


def _multiple(_b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int) -> Answer:
    if not is_number(instance):
        return "maybe" if isinstance(instance, float) else "yes"
    if not is_number(value) or value <= 0:
        return "maybe"
    if instance == 0:
        return "yes"
    if value == int(value) and instance == int(instance):
        exact = abs(instance) < 2**53 or isinstance(instance, int)
        return answer_of(int(instance) % int(value) == 0) if exact else "maybe"
    try:
        quotient = instance / value
    except OverflowError:
        return "maybe"
    near = abs(quotient - round(quotient)) < 1e-6 if abs(quotient) < 2**40 else True
    if not near:
        return "no"
    exact = quotient == round(quotient) and round(quotient) * value == instance
    return "yes" if exact and abs(quotient) < 2**40 else "maybe"


def _size(of: type[list[Any] | dict[Any, Any]], holds: Callable[[int, int], bool]) -> Check:
    def check(_b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int) -> Answer:
        if not isinstance(instance, of):
            return "yes"
        return answer_of(holds(len(instance), value)) if is_count(value) else "maybe"

    return check


def _length(holds: Callable[[int, int], bool]) -> Check:
    """Texts outside the basic plane have two lengths, so they are judged by neither."""

    def check(_b: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int) -> Answer:
        if not isinstance(instance, str):
            return "yes"
        if not is_count(value):
            return "maybe"
        long = len(instance) + sum(char > "\uffff" for char in instance)
        short = holds(len(instance), value)
        return answer_of(short) if short == holds(long, value) else "maybe"

    return check


def _pattern(book: Book, value: Any, _s: dict[Any, Any], instance: Any, _d: int) -> Answer:
    return matches(book, value, instance) if isinstance(instance, str) else "yes"


SCALARS: dict[Any, Check] = {
    TEST: _test,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "minimum": _compare(lambda a, b: a >= b),
    "maximum": _compare(lambda a, b: a <= b),
    "exclusiveMinimum": _compare(lambda a, b: a > b),
    "exclusiveMaximum": _compare(lambda a, b: a < b),
    "multipleOf": _multiple,
    "minLength": _length(lambda a, b: a >= b),
    "maxLength": _length(lambda a, b: a <= b),
    "pattern": _pattern,
    "minItems": _size(list, lambda a, b: a >= b),
    "maxItems": _size(list, lambda a, b: a <= b),
    "minProperties": _size(dict, lambda a, b: a >= b),
    "maxProperties": _size(dict, lambda a, b: a <= b),
}
"""The keywords that never look at another schema."""
