"""The classes of the protocol, each made when it is first used.

lsprotocol has 554 classes, and attrs generates and compiles code for every one while it is
imported: two thirds of what a server costs until it answers for the first time. A session uses a
tenth of them. What stands for `attrs.define` during that import leaves a class to be completed
where it is asked for its fields or called, and what stands for the statement `class` does not even
look at what is in it until then, which is half of the rest. From then on it is the class it always
was, with all its methods, except that it has no slots: those need another class.
"""

from __future__ import annotations

import builtins
import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE = "lsprotocol"

FIELDS, NOTES = "__attrs_attrs__", "__annotations__"

OF_ALL = frozenset({"__dict__", "__weakref__"})
"""What each class has on its own."""


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

    module: Any = attrs
    late = _Late(attrs.define)
    module.define = late.define
    try:
        types = _import_with(late.build)
    finally:
        module.define = late.defined
    late.end()
    start = types.Position(0, 1)
    where = types.Location("file:///", types.Range(start, start))
    if (
        where != types.Location("file:///", types.Range(start, start))
        or attrs.fields(types.Location).range.type is not types.Range
    ):
        raise TypeError("classes of the protocol aren't as expected")


def _import_with(build: Callable[..., Any]) -> Any:
    """The module of the classes, in which the statement `class` calls `build`."""
    spec = find_spec(f"{PACKAGE}.types")
    if spec is None or spec.loader is None:
        raise ImportError("the classes are missing")
    module: Any = module_from_spec(spec)
    module.__builtins__ = {**vars(builtins), "__build_class__": build}
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    package: Any = sys.modules[PACKAGE]
    package.types = module  # as an import does
    return module


def _resolve_no_more() -> None:
    """Keep the converters from making every class only to resolve what it refers to by name; that
    is done where a class is made."""
    hooks: Any = import_module(f"{PACKAGE}._hooks")
    hooks._resolved_forward_references = True


class _Late:
    """What stands for `class` and `attrs.define` while the classes are imported.

    Args:
        defined: `attrs.define`.
    """

    def __init__(self, defined: Callable[..., Any]) -> None:
        self.defined = defined
        self._undecorated: set[Any] = set()
        self._bodies: dict[Any, FunctionType] = {}

        def first(instance: Any, *arguments: Any, **named: Any) -> None:
            self._make(type(instance))
            instance.__init__(*arguments, **named)

        self._unmade = {"__init__": first, FIELDS: _Later(self._make, FIELDS)}
        self._unfilled = {**self._unmade, NOTES: _Later(self._fill, NOTES)}

    def build(self, body: FunctionType, name: str, *bases: Any, **options: Any) -> Any:
        """What the statement `class` calls: a class without what is in it, if that is only fields.
        Decorators may look for methods, and what a base makes of a class is not known."""
        consts = body.__code__.co_consts
        if bases or options or any(isinstance(each, CodeType) for each in consts):
            return builtins.__build_class__(body, name, *bases, **options)
        cls = type(name, (), {**self._unfilled, "__module__": body.__module__})
        self._bodies[cls] = body
        self._undecorated.add(cls)
        return cls

    def define(self, cls: type[Any] | None = None, **options: Any) -> Any:
        """What `attrs.define` is."""
        if cls in self._undecorated:
            self._undecorated.discard(cls)
            if not options:
                return cls
            self._complete(cls)
        elif cls is not None and not options and "__init__" not in cls.__dict__:
            for name, value in self._unmade.items():
                setattr(cls, name, value)
            return cls
        return self.defined(cls, **options)

    def end(self) -> None:
        """Complete the classes that are none of attrs."""
        for cls in self._undecorated:
            self._complete(cls)

    def _make(self, cls: Any) -> None:
        """Make a class one of attrs."""
        import attrs

        self._complete(cls)
        self.defined(cls, slots=False)
        attrs.resolve_types(cls, _names_of(cls), {})

    def _complete(self, cls: Any) -> None:
        """Give a class what is in it, and take away what stood for what attrs will make."""
        if cls in self._bodies:
            self._fill(cls)
        for name in self._unmade:
            delattr(cls, name)

    def _fill(self, cls: Any) -> None:
        """Give a class what is in it."""
        delattr(cls, NOTES)
        filled = builtins.__build_class__(self._bodies.pop(cls), cls.__name__)
        for name, value in vars(filled).items():
            if name not in OF_ALL:
                setattr(cls, name, value)


class _Later:
    """An attribute of classes that have it once they are made."""

    __slots__ = ("_make", "_name")

    def __init__(self, make: Callable[[Any], None], name: str) -> None:
        self._make, self._name = make, name

    def __get__(self, _instance: object, cls: Any) -> Any:
        self._make(cls)
        return getattr(cls, self._name)


def _names_of(cls: type[Any]) -> dict[str, Any]:
    """What the fields of a class refer to by name."""
    names: dict[str, Any] = sys.modules[cls.__module__].ALL_TYPES_MAP
    return names


def _is_part(module: str) -> bool:
    return module.partition(".")[0] == PACKAGE


__all__ = ["import_protocol"]
