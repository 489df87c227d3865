"""Modules by name, and functions and classes that are imported when they are first called, so
a run pays only for what it uses (design §11)."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any


def module_of(name: str) -> ModuleType:
    """The module of an absolute name, imported where it is not yet; raises ImportError.

    `importlib` does the same, and to import it and the `warnings` it imports takes 4 % of a start
    of Python (3.11).
    """
    __import__(name)
    return sys.modules[name]


class Deferred:
    """A function or class of a module that is imported when it is first called."""

    __slots__ = ("module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call what it stands for."""
        return self.resolve()(*args, **named)

    def resolve(self) -> Any:
        """What it stands for. Raises ImportError or AttributeError where there is none."""
        return getattr(module_of(self.module), self.name)

    def __repr__(self) -> str:
        return f"deferred({self.module!r}, {self.name!r})"


class DeferredModule:
    """A module whose functions are `Deferred`: to name one imports nothing.

    What uses it imports the real module where types are checked, so readers and type
    checkers follow the names to where they lead.
    """

    __slots__ = ("_module",)

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Deferred:
        if name.startswith("__"):
            raise AttributeError(name)
        return Deferred(self._module, name)


def deferred(module: str, name: str) -> Deferred:
    """A function or class of a module that is imported when it is first called."""
    return Deferred(module, name)


def deferred_module(module: str) -> Any:
    """A module that is imported when a function of it is first called."""
    return DeferredModule(module)


def named(function: Any) -> tuple[str, str]:
    """The module and the name of a function; that of a deferred one is not imported for that."""
    if isinstance(function, Deferred):
        return function.module, function.name
    return function.__module__, function.__name__


def resolved(function: Any) -> Any:
    """What a deferred function stands for; any other as it is."""
    return function.resolve() if isinstance(function, Deferred) else function
