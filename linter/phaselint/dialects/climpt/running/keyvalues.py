"""The values that match a key of a conditional transition (reference §4.3): those that JavaScript
writes as the key. They are enumerated to ask a schema for each of them without missing any."""

from __future__ import annotations

from itertools import product

from phaselint.javascript.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

MOST_ELEMENTS = 5
"""The maximum length of lists with all ways of writing their elements tried."""


def values_of(key: str) -> tuple[Any, ...]:
    """The strings, numbers, booleans and flat lists that are written as a key. For longer lists
    than can be tried in all ways, those of strings and those of numbers."""
    listed: list[Any] = []
    for parts in _split(key):
        listed += ([*each] for each in _elements(parts))
    if not key:
        listed += [[], [None]]
    return (*scalars(key), *listed)


def scalars(text: str) -> tuple[Any, ...]:
    """The values other than lists and objects with a given string form."""
    found: list[Any] = [text]
    if text in ("true", "false"):
        found.append(text == "true")
    return (*found, *_numbers(text))


def _numbers(text: str) -> Iterator[Any]:
    try:
        number = float(text)
    except ValueError:
        return
    value: Any = int(number) if number.is_integer() else number
    if text_of(value) == text:
        yield value


def _split(key: str) -> Iterator[tuple[str, ...]]:
    """The ways of splitting a string at its commas, the finest first; a string with a comma can be
    a single element."""
    parts = key.split(",")
    yield tuple(parts)
    if not 1 < len(parts) <= MOST_ELEMENTS:
        return
    for cuts in product((True, False), repeat=len(parts) - 1):
        if all(cuts):
            continue
        found = [parts[0]]
        for cut, part in zip(cuts, parts[1:], strict=True):
            if cut:
                found.append(part)
            else:
                found[-1] += f",{part}"
        yield tuple(found)


def _elements(parts: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    options = [(*scalars(part), *((None,) if not part else ())) for part in parts]
    if len(parts) <= MOST_ELEMENTS:
        yield from product(*options)
        return
    yield tuple(each[0] for each in options)
    yield tuple(each[-1] for each in options)


# --- bounds ---------------------------------------------------------------------------------------

_OBJECT = "[object Object]"


def written_as(key: str) -> Any:
    """A schema of all values that are written as a key, and of few others: for nested lists, or
    lists of objects, only the possible number of elements is required."""
    parts = key.split(",")
    plain: list[Any] = [{"enum": [*values_of(key)]}]
    plain += [{"type": "object"}] if key == _OBJECT else []
    listed = {"type": "array", "minItems": 1 if key else 0, "maxItems": len(parts)}
    if len(parts) > MOST_ELEMENTS:
        return {"anyOf": [*plain, listed]}
    inner = ["array", *(["object"] if _OBJECT in parts else [])]
    return {"anyOf": [*plain, {**listed, "contains": {"type": inner}}]}


def written_otherwise(keys: Iterable[str]) -> Any:
    """A schema of all values that are written as none of some keys, and of few others: lists with
    several elements aren't restricted."""
    keys = tuple(keys)
    other = {"not": {"enum": [value for key in keys for value in scalars(key)]}}
    plain = ["string", "number", "boolean", "null", *([] if _OBJECT in keys else ["object"])]
    found: list[Any] = [{"type": plain, **other}, {"type": "array", "minItems": 2}]
    found.append({"type": "array", "minItems": 1, "maxItems": 1, "items": other})
    found += [] if "" in keys else [{"type": "array", "maxItems": 0}]
    return {"anyOf": found}
