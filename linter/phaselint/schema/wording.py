"""What is said about an instance that a keyword refuses."""

from __future__ import annotations

from phaselint.javascript.texts import json_of
from phaselint.vocabulary.message import joined, message, quote, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from jsonschema.exceptions import ValidationError

    from phaselint.vocabulary.message import Message

_MOST_LISTED = 8
_MOST_SHOWN = 60
"""Characters of a value that a message shows."""

_KINDS = {
    "object": "an object",
    "array": "a list",
    "string": "a string",
    "number": "a number",
    "integer": "an integer",
    "boolean": "`true` or `false`",
    "null": "`null`",
}


def worded(error: ValidationError) -> Message:
    """Why the keyword of an error refuses its instance, as the end of a sentence about it."""
    keyword = str(error.validator)
    words = _WORDS.get(keyword)
    if words is None:
        return message("is {}, which {} refuses", _shown(error.instance), quote(keyword))
    return words(error.validator_value, error.instance)


def _type(value: Any, instance: Any) -> Message:
    kinds = [value] if isinstance(value, str) else value
    wanted = joined(" or ", (message(_KINDS.get(each, each)) for each in kinds))
    return message("must be {}, not {}", wanted, _shown(instance))


def _enum(value: Any, instance: Any) -> Message:
    if len(value) > _MOST_LISTED:
        return message("is {}, which isn't one of its {} values", _shown(instance), len(value))
    listed = joined(", ", map(_shown, value))
    return message("is {}; expected {}", _shown(instance), listed)


def _const(value: Any, instance: Any) -> Message:
    return message("is {}; expected {}", _shown(instance), _shown(value))


def _required(value: Any, instance: Any) -> Message:
    return message("lacks {}", quote_all(key for key in value if key not in instance))


def _additional(_value: Any, instance: Any) -> Message:
    return message("has the undeclared property {}", quote_all(instance))


def _pattern(value: Any, instance: Any) -> Message:
    return message("is {}, which doesn't match {}", _shown(instance), quote(value))


def _bound(words: str) -> Callable[[Any, Any], Message]:
    def told(value: Any, instance: Any) -> Message:
        return message("is {}, but must be {} {}", _shown(instance), message(words), value)

    return told


def _size(most: bool, noun: str) -> Callable[[Any, Any], Message]:
    def told(value: Any, instance: Any) -> Message:
        bound = "most" if most else "least"
        return message("has {} {}, but must have at {} {}", len(instance), noun, bound, value)

    return told


def _none_fits(_value: Any, instance: Any) -> Message:
    return message("is {}, which doesn't match any alternative", _shown(instance))


def _shown(value: Any) -> Message:
    """A value as JSON, cut off where it is long."""
    text = json_of(value)
    return quote(text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…")


_WORDS: Mapping[str, Callable[[Any, Any], Message]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "required": _required,
    "additionalProperties": _additional,
    "pattern": _pattern,
    "minimum": _bound("at least"),
    "maximum": _bound("at most"),
    "exclusiveMinimum": _bound("more than"),
    "exclusiveMaximum": _bound("less than"),
    "multipleOf": _bound("a multiple of"),
    "minLength": _size(False, "characters"),
    "maxLength": _size(True, "characters"),
    "minItems": _size(False, "items"),
    "maxItems": _size(True, "items"),
    "minProperties": _size(False, "properties"),
    "maxProperties": _size(True, "properties"),
    "anyOf": _none_fits,
}
