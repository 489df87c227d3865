"""phaselint's own modules, found directly. A lint imports 200 of them. For each, Python asks every
finder, checks whether the folder has changed, and computes where the compiled module is: together
40% of the time to start Python (3.11). Each module is in the folder of its package, with its
compiled form next to it; Python's finders handle everything else.

Only the console script does this: it knows that no modules are added while it runs.
"""

from __future__ import annotations

import marshal
import os
import sys
from types import ModuleType

import phaselint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from typing import Any

PACKAGES = ("phaselint", "phaselint_rules", "phaselint_lsp")

HEADER = 16
"""Bytes before the code of a compiled module: its writer and its source."""

READING = os.O_RDONLY | getattr(os, "O_BINARY", 0)

MOST = 1 << 16
"""Limit on the bytes of a compiled module, twice the largest."""

ON_DEMAND = "__getattr__"
"""What a module defines that gives names which are not in it (PEP 562)."""

WORD = 0xFFFF_FFFF
"""The mask of the source's time and size."""


def find_directly() -> None:
    """Find phaselint's modules directly from now on, if they are compiled next to their sources."""
    finder = _Finder.made()
    if finder is not None:
        sys.meta_path.insert(0, finder)


class _Module(ModuleType):
    """A module that looks its names up as any object does. At each import of a name, Python asks
    the module whether it is a package; up to 3.11, the module then writes an error message that is
    never shown: 1.5% of the instructions of a lint."""

    __getattribute__ = object.__getattribute__


class _Finder:
    """Finds modules of our packages that are compiled.

    Args:
        signature: how compiled modules of this Python begin.
        suffix: how their names end.
    """

    def __init__(self, spec: Any, signature: bytes, suffix: str) -> None:
        # Of the module that finds modules, whose import this is to spare, two classes are needed.
        self._spec = type(spec)
        self._loader = _loading(type(spec.loader))
        self._signature = signature
        self._suffix = suffix

    @classmethod
    def made(cls) -> _Finder | None:
        """A finder; none if phaselint's first module wasn't compiled next to its source."""
        spec: Any = phaselint.__spec__
        cached = spec.cached or ""
        folder, name = os.path.split(cached)
        if folder != os.path.join(os.path.dirname(spec.origin), "__pycache__"):
            return None
        try:
            signature = _read(cached)[:8]
        except OSError:
            return None
        # Behind the mark of the Python stand flags: none where the time of the source counts.
        by_time = not any(signature[4:])
        return cls(spec, signature, name.removeprefix("__init__")) if by_time else None

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module; none if other finders must provide it."""
        package, _, last = name.rpartition(".")
        if path is None or package.partition(".")[0] not in PACKAGES:
            return None
        folder = f"{path[0]}/{last}"
        inside = None
        try:
            origin, cached = f"{folder}.py", f"{path[0]}/__pycache__/{last}{self._suffix}"
            written = os.stat(origin)
        except OSError:
            inside = [folder]
            origin, cached = f"{folder}/__init__.py", f"{folder}/__pycache__/__init__{self._suffix}"
            try:
                written = os.stat(origin)
            except OSError:
                return None
        code = self._code(cached, written)
        if code is None:
            return None
        spec: ModuleSpec = self._spec(name, self._loader(name, origin, code), origin=origin)
        spec.submodule_search_locations = inside
        spec.has_location = True
        spec.cached = cached
        return spec

    def _code(self, path: str, written: os.stat_result) -> Any:
        """The code of a module, compiled from its source as that is; none where there is none."""
        try:
            data = _read(path)
        except OSError:
            return None
        words = int(written.st_mtime) & WORD | (written.st_size & WORD) << 32
        if data[:HEADER] != self._signature + words.to_bytes(8, "little"):
            return None
        try:
            return marshal.loads(memoryview(data)[HEADER:])
        except (EOFError, TypeError, ValueError):  # it is larger, or damaged
            return None


def _read(path: str) -> bytes:
    """The first bytes of a file, with as few system calls as possible: a file object makes twice as
    many. Raises OSError."""
    file = os.open(path, READING)
    try:
        return os.read(file, MOST)
    finally:
        os.close(file)


def _loading(base: Any) -> Any:
    """The loader of sources, for modules whose code has been read."""

    class Loader(base):  # type: ignore[misc]  # the class of a loader that Python gave
        """Fills a module with its code; sources and data it gives as any other."""

        def __init__(self, name: str, path: str, code: Any) -> None:
            self.name, self.path = name, path  # all that the base has
            self._code = code

        def create_module(self, spec: ModuleSpec) -> ModuleType:
            """The module, still empty; one that gives names on demand must be Python's own."""
            kind = ModuleType if ON_DEMAND in self._code.co_names else _Module
            return kind(spec.name)

        def exec_module(self, module: ModuleType) -> None:
            """See importlib.abc.Loader."""
            exec(self._code, vars(module))

    return Loader
