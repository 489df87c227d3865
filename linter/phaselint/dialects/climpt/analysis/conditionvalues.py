"""What a step hands off, and which keys of a condition its schema allows (reference §4.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import last_segment, path_of
from phaselint.schema import always, exists, values_at
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaselint.dialects.climpt.model import Step

DEFAULT = "default"
"""The key for a value that is absent, null or has no key of its own."""


class Produced(NamedTuple):
    """The keys that a value can be, none if they are unlimited; and whether the value is in every
    valid answer."""

    keys: tuple[str, ...] | None
    always: bool


def keys_of(step: Step) -> tuple[str, ...]:
    """The names under which a step hands values off, each once."""
    fields = step.gate.handoff_fields if step.gate else ()
    return tuple(dict.fromkeys(map(last_segment, fields)))


def handed(step: Step, key: str) -> str | None:
    """The path of the value that is handed off under a name; of two paths, the later counts."""
    fields = step.gate.handoff_fields if step.gate else ()
    found = [path for path in fields if last_segment(path) == key]
    return found[-1] if found else None


def key_for(value: Any) -> str:
    """The key that a value of a condition matches."""
    from phaselint.javascript.texts import text_of

    return DEFAULT if value is None else text_of(value)


def produced(schema: Any, field: str) -> Produced:
    """What a schema lets the value at a path be."""
    return Produced(possible_keys(schema, field), always(schema, path_of(field)).answer == "yes")


def possible_keys(schema: Any, field: str) -> tuple[str, ...] | None:
    """The keys that a schema lets the value at a path be; none if they are unlimited."""
    values = values_at(schema, path_of(field))
    return None if values is None else tuple(dict.fromkeys(map(key_for, values)))


def producible(schema: Any, field: str, key: str) -> bool:
    """Whether a value at a path can match a key, or the schema doesn't know the path."""
    path = path_of(field)
    if exists(schema, path).answer == "no":
        return True
    keys = possible_keys(schema, field)
    if keys is not None:
        return key in keys
    return _possible(schema, path, {"anyOf": _values(key)}) != "no"


def longer_list(schema: Any, field: str, key: str) -> list[str] | None:
    """A list of more than one element, starting with a key, that a value at a path can be, if the
    key matches only lists of a single element; none otherwise, and if the values can be counted."""
    path = path_of(field)
    if not key or "," in key or possible_keys(schema, field) is not None:
        return None
    if _possible(schema, path, {"anyOf": _plain(key)}) != "no":
        return None
    pairs = ([key, key], [key, _OTHER])
    return next((p for p in pairs if _possible(schema, path, {"const": p}) == "yes"), None)


def _possible(schema: Any, path: tuple[Any, ...], value: Any) -> str:
    """Whether the value at a path can be one that another schema accepts."""
    for name in reversed(path):
        value = {"type": "object", "required": [name], "properties": {name: value}}
    possible: str = exists({"allOf": [schema, value]}, path).answer
    return possible


_OTHER = "x"
"""Some element of a list."""

_OBJECT = "[object Object]"
"""The string form of every object."""


def _values(key: str) -> list[Any]:
    """Schemas of the values that are written as a key. A list is its elements with commas between
    them, so a list with a single element is written as that element; of nested lists, and of
    several elements, it is only required that they might be written this way."""
    plain = _plain(key)
    single = [*plain, {"type": "array"}, *([{"type": "null"}] if not key else [])]
    values = [*plain, {"type": "array", "minItems": 1, "maxItems": 1, "items": {"anyOf": single}}]
    if not key:
        values.append({"type": "array", "maxItems": 0})
    if "," in key:
        kinds = ["string", "number", "boolean", "null", "array"]
        items = {"type": [*kinds, "object"] if _OBJECT in key else kinds}
        most = key.count(",") + 1
        values.append({"type": "array", "minItems": 2, "maxItems": most, "items": items})
    return values


def _plain(key: str) -> list[Any]:
    """Schemas of the values other than lists that are written as a key."""
    return [{"enum": _texts(key)}, *([{"type": "object"}] if key == _OBJECT else [])]


def _texts(key: str) -> list[Any]:
    """The values other than lists and objects that are written as a key."""
    found: list[Any] = [key]
    if key in ("true", "false"):
        found.append(key == "true")
    try:
        number = float(key)
    except ValueError:
        return found
    return [*found, number] if key_for(number) == key else found


def others_excluded(schema: Any, field: str, keys: Iterable[str]) -> bool:
    """Whether a schema certainly allows only values at the path that match some keys, not counting
    lists and objects."""
    named = [value for key in keys for value in _texts(key)]
    return _possible(schema, path_of(field), {"not": {"enum": named}}) == "no"
