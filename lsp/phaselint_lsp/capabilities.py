"""How a session begins and ends, read and told without code of its own for each class.

For each class that it meets, cattrs generates a function and attrs four methods, all of which are
compiled. An editor such as VS Code names sixty classes of capabilities, the server answers with
twenty, and each is met once: a third of the time until the server answers for the first time. Here
their fields are gone through instead, with the result that cattrs has, but that a number may be
out of its range.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, ForwardRef, Union, get_args, get_origin

import attrs
from lsprotocol import types
from pygls.protocol import default_converter

if TYPE_CHECKING:
    from cattrs import Converter

NONE = type(None)
EITHER: Any = Union
"""The kind of what is one of several kinds, by these."""


ONCE = (types.InitializeRequest, types.ShutdownRequest, types.ExitNotification)
"""What a client says once in a session."""

ANSWERED = (types.InitializeResult, types.ServerCapabilities)
"""What it is told once; the second is written into a log of pygls as well, which nobody reads."""


def make_converter() -> Converter:
    """The converter of pygls, but for what is said once in a session."""
    # pygls makes its own and declares no types for that.
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]

    def read(given: Any, kind: Any) -> Any:
        return _read(given, kind, converter)

    for message in ONCE:
        converter.register_structure_hook(message, read)
    for answer in ANSWERED:
        converter.register_unstructure_hook(answer, tell)
    return converter


def tell(value: Any) -> Any:
    """A value as JSON has it: an instance of a class of the protocol without what is as it is where
    nothing is said about it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (list, tuple)):
        return [tell(each) for each in value]
    kind = type(value)
    if kind.__module__ != types.__name__:
        return value
    told = {}
    for field in attrs.fields(kind):
        part = getattr(value, field.name)
        if part != field.default or types.is_special_property(kind, field.name):
            told[_spelled(field.name)] = tell(part)
    return told


def _read(given: Any, kind: type[Any], converter: Converter) -> Any:
    """A value of JSON as an instance of a class of the protocol. What is not required may be null,
    and is none where it is not given.

    Raises LookupError and TypeError for other instances, and what cattrs does for values.
    """
    made = object.__new__(kind)
    for name, hint in kind.__annotations__.items():
        kinds = [_named(each) for each in (get_args(hint) if _is_union(hint) else (hint,))]
        key = _spelled(name)
        if NONE in kinds and (key not in given or given[key] is None):
            value = None
        else:
            value = _part(given[key], kinds, converter)
        setattr(made, name, value)
    return made


def _part(given: Any, kinds: list[Any], converter: Converter) -> Any:
    """A value as one of the kinds that a field may have."""
    only = kinds[0]
    if kinds[1:] not in ([], [NONE]):
        return converter.structure(given, EITHER[tuple(kinds)])
    if only is bool:
        return bool(given)
    if isinstance(only, type) and only.__module__ == types.__name__ and not issubclass(only, Enum):
        return _read(given, only, converter)
    return converter.structure(given, only)


def _is_union(hint: Any) -> bool:
    return get_origin(hint) is Union


def _named(hint: Any) -> Any:
    """A kind, which a class that is further down has by its name."""
    name = hint.__forward_arg__ if isinstance(hint, ForwardRef) else hint
    return types.ALL_TYPES_MAP[name] if isinstance(name, str) else hint


def _spelled(name: str) -> str:
    """A field as JSON has it: `text_document` is `textDocument`."""
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


__all__ = ["make_converter"]
