"""Keywords that are judged by their value alone: types, constants, numbers, lengths, names."""

from __future__ import annotations

from phaselint.javascript.units import length
from phaselint.schema.equality import among, is_count, is_number, kind, kinds_of, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from phaselint.schema.model import Answer
    from phaselint.schema.resolve import Book

    Plain = Callable[[Any, Any], Answer]
"""Judges an instance by the value of one keyword: that value, then the instance."""

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
    """Whether a pattern is found in a string."""
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
    found = found_in(pattern, text)
    return "maybe" if found is None else answer_of(found)


def _test(value: Any, instance: Any) -> Answer:
    return answer_of(bool(value(instance)))


def _type(value: Any, instance: Any) -> Answer:
    kinds, found = kinds_of(value), kind(instance)
    if kinds is None or not found:
        return "maybe"
    return "yes" if kinds & found else "no"


def _const(value: Any, instance: Any) -> Answer:
    return answer_of(same(value, instance))


def _compare(holds: Callable[[Any, Any], bool]) -> Plain:
    def check(value: Any, instance: Any) -> Answer:
        if not is_number(instance):
            return "maybe" if isinstance(instance, float) else "yes"
        return answer_of(holds(instance, value)) if is_number(value) else "maybe"

    return check


def _multiple(value: Any, instance: Any) -> Answer:
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


def _size(of: type[list[Any] | dict[Any, Any]], holds: Callable[[int, int], bool]) -> Plain:
    def check(value: Any, instance: Any) -> Answer:
        if not isinstance(instance, of):
            return "yes"
        return answer_of(holds(len(instance), value)) if is_count(value) else "maybe"

    return check


def _length(holds: Callable[[int, int], bool]) -> Plain:
    """Texts outside the basic plane have two lengths, so they are judged by neither."""

    def check(value: Any, instance: Any) -> Answer:
        if not isinstance(instance, str):
            return "yes"
        if not is_count(value):
            return "maybe"
        short = holds(len(instance), value)
        return answer_of(short) if short == holds(length(instance), value) else "maybe"

    return check


def required(value: Any, instance: Any) -> Answer:
    """Whether an object has the names in a list."""
    if not isinstance(instance, dict):
        return "yes"
    if not isinstance(value, list):
        return "maybe"
    for name in value:
        if not isinstance(name, str):
            return "maybe"
        if name not in instance:
            return "no"
    return "yes"


def _unique_items(value: Any, instance: Any) -> Answer:
    if not isinstance(value, bool):
        return "maybe"
    if not value or not isinstance(instance, list):
        return "yes"
    if len(instance) > 100:
        return "maybe"
    earlier: list[Any] = []
    for part in instance:
        if among(part, earlier):
            return "no"
        earlier.append(part)
    return "yes"


def _unevaluated_items(value: Any, instance: Any) -> Answer:
    """Not modelled beyond what is plain: there is nothing that could be left over."""
    return "yes" if value is True or not isinstance(instance, list) or not instance else "maybe"


def _unknown(_value: Any, _instance: Any) -> Answer:
    return "maybe"


PLAIN: dict[Any, Plain] = {
    TEST: _test,
    "type": _type,
    "const": _const,
    "minimum": _compare(lambda a, b: a >= b),
    "maximum": _compare(lambda a, b: a <= b),
    "exclusiveMinimum": _compare(lambda a, b: a > b),
    "exclusiveMaximum": _compare(lambda a, b: a < b),
    "multipleOf": _multiple,
    "minLength": _length(lambda a, b: a >= b),
    "maxLength": _length(lambda a, b: a <= b),
    "minItems": _size(list, lambda a, b: a >= b),
    "maxItems": _size(list, lambda a, b: a <= b),
    "minProperties": _size(dict, lambda a, b: a >= b),
    "maxProperties": _size(dict, lambda a, b: a <= b),
    "required": required,
    "uniqueItems": _unique_items,
    "unevaluatedItems": _unevaluated_items,
    "$dynamicRef": _unknown,
    "$recursiveRef": _unknown,
}
