"""The classes of the protocol, each made when it is first used.

lsprotocol has 554 classes, and attrs generates and compiles code for every one while it is
imported: two thirds of what a server costs until it answers for the first time. A session uses a
tenth of them. What stands for `attrs.define` during that import leaves a class as it is written,
but for what makes it complete where it is asked for its fields or called. From then on it is the
class it always was, with all its methods, except that it has no slots: those need another class.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE = "lsprotocol"


def import_protocol() -> None:
    """Import the classes of the protocol so that each is made when it is first used; as they come
    where lsprotocol or attrs are not as expected. What is missing is for others to find out."""
    try:
        _import_late()
        _resolve_no_more()
    except Exception:  # another version: whatever it is, the ordinary import knows what to do
        for name in [name for name, module in sys.modules.items() if module and _is_part(name)]:
            del sys.modules[name]


def _import_late() -> None:
    """Import the classes, and try one that refers to others."""
    import attrs

    define = attrs.define
    attrs.define = _stand_in(define)
    try:
        types = import_module(f"{PACKAGE}.types")
    finally:
        attrs.define = define
    start = types.Position(0, 1)
    where = types.Location("file:///", types.Range(start, start))
    if (
        where != types.Location("file:///", types.Range(start, start))
        or attrs.fields(types.Location).range.type is not types.Range
    ):
        raise TypeError("classes of the protocol are not as expected")


def _resolve_no_more() -> None:
    """Keep the converters from making every class only to resolve what it refers to by name; that
    is done where a class is made."""
    hooks: Any = import_module(f"{PACKAGE}._hooks")
    hooks._resolved_forward_references = True


def _stand_in(define: Callable[..., Any]) -> Callable[..., Any]:
    """What stands for `attrs.define`."""

    def later(cls: type[Any] | None = None, **options: Any) -> Any:
        if cls is None or options or "__init__" in cls.__dict__:
            return define(cls, **options)
        _make_later(cls, define)
        return cls

    return later


def _make_later(cls: Any, define: Callable[..., Any]) -> None:
    """Have a class made where its fields are asked for or an instance is."""

    def make() -> None:
        del cls.__init__, cls.__attrs_attrs__
        define(cls, slots=False)
        import attrs

        attrs.resolve_types(cls, _names_of(cls), {})

    def first(self: Any, *arguments: Any, **named: Any) -> None:
        make()
        cls.__init__(self, *arguments, **named)

    cls.__init__, cls.__attrs_attrs__ = first, _Fields(make)


def _names_of(cls: type[Any]) -> dict[str, Any]:
    """What the fields of a class refer to by name."""
    names: dict[str, Any] = sys.modules[cls.__module__].ALL_TYPES_MAP
    return names


class _Fields:
    """The fields of a class that is not made yet."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[], None]) -> None:
        self._make = make

    def __get__(self, _instance: object, cls: Any) -> Any:
        self._make()
        return cls.__attrs_attrs__


def _is_part(module: str) -> bool:
    return module.partition(".")[0] == PACKAGE


__all__ = ["import_protocol"]
