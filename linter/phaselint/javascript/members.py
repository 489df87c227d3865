"""Members of objects and lists: their order, and those that are inherited."""

from __future__ import annotations

from phaselint.javascript.values import FUNCTION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeVar

    Value = TypeVar("Value")


_OBJECT_METHODS = (
    "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf"
    " __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__"
)
_ARRAY_METHODS = (
    "at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat"
    " flatMap forEach includes indexOf join keys lastIndexOf map pop push reduce reduceRight"
    " reverse shift slice some sort splice toReversed toSorted toSpliced unshift values with"
)
_OF_OBJECTS = frozenset(_OBJECT_METHODS.split())
_OF_LISTS = _OF_OBJECTS | frozenset(_ARRAY_METHODS.split())

_LAST_INDEX = 2**32 - 2
_MOST_DIGITS = len(str(_LAST_INDEX))


def has(value: Mapping[str, Any] | Sequence[Any], name: str) -> bool:
    """What `name in value` says about an object or a list; `name` is not the index of an element.

    Inherited members count.
    """
    if isinstance(value, list):
        return name in ("length", "__proto__") or name in _OF_LISTS
    return name in value or inherits(name)


def inherits(name: str) -> bool:
    """Whether every object has a member of this name."""
    return name == "__proto__" or name in _OF_OBJECTS


def member(value: Any, name: str) -> Any:
    """A member of an object or a list that has it."""
    if isinstance(value, list):
        if name == "length":
            return len(value)
        return [] if name == "__proto__" else FUNCTION
    if name in value:
        return value[name]
    return {} if name == "__proto__" else FUNCTION


def in_key_order(mapping: Mapping[str, Value]) -> dict[str, Value]:
    """The members in the order in which `Object.keys` names them.

    Keys that look like an index come first, by number, then the others as they were written.
    """
    indexes = sorted((key for key in mapping if _is_index(key)), key=int)
    if not indexes:
        return dict(mapping)
    return {key: mapping[key] for key in indexes} | dict(mapping)


def _is_index(key: str) -> bool:
    """Whether a key is written as the number of an element of a list is."""
    if not key or len(key) > _MOST_DIGITS or not (key.isascii() and key.isdecimal()):
        return False
    return key == "0" or (key[0] != "0" and int(key) <= _LAST_INDEX)
