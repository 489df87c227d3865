"""Patterns of packages, compiled when used instead of when imported.

PyYAML compiles 10 when it is imported, and its C parser doesn't use any. They cost 1.7 times the
start of Python (3.11), a third of a small lint; those of `tomllib`, for numbers and dates that
configurations rarely contain, a quarter of a start. As much again takes the named tuple of
`tomllib`: `typing` compiles the annotations of its fields, and to compile the first text Python
makes all classes of syntax trees. So it is given our own. `typing` itself takes a third of a start,
for names that `tomllib` has only in annotations: it is given replacements for these. `datetime`
defines its classes in Python before it takes those in C in their place, a tenth of a start:
`tomllib` is given these. Only the console script does this: other processes decide themselves how
they import a package.
"""

from __future__ import annotations

import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

_compile = re.compile

PLAIN = ("json", "string", "yaml")
"""Packages without named tuples and annotations."""

ANNOTATING = ("Any", "BinaryIO", "Callable", "Tuple")
"""Names of `typing` that are only for annotations, and for aliases that annotations name."""


def compile_when_used(*packages: str) -> None:
    """Make packages that aren't imported yet compile their patterns when they are used."""
    sys.meta_path.insert(0, _Finder(packages))


class Pattern:
    """A pattern that is compiled when it is used."""

    __slots__ = ("_compiled", "_parts")

    def __init__(self, pattern: Any, flags: int) -> None:
        self._parts = (pattern, flags)
        self._compiled: re.Pattern[Any] | None = None

    def __getattr__(self, name: str) -> Any:
        if self._compiled is None:
            self._compiled = _compile(*self._parts)
        return getattr(self._compiled, name)

    def match(self, *arguments: Any) -> Any:
        """See re.Pattern: `json` asks for this method of one that it hardly uses."""
        return self.__getattr__("match")(*arguments)


class _Finder:
    """Finds packages as all others do, each once."""

    def __init__(self, packages: Iterable[str]) -> None:
        self._awaited = set(packages)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """What to import a module by; none where that is for others to say."""
        if name not in self._awaited:
            return None
        self._awaited.remove(name)
        others = [finder for finder in sys.meta_path if finder is not self]
        if not self._awaited:
            sys.meta_path.remove(self)
        specs = (finder.find_spec(name, path, target) for finder in others)
        spec = next(filter(None, specs), None)
        if spec is not None and spec.loader is not None:
            # A loader by what it has: its class would need to be imported first.
            loader: Any = _Loader(spec, spec.loader)
            spec.loader = loader
        return spec


class _Loader:
    """Loads a package with its own loader, but gives its modules our replacements."""

    def __init__(self, spec: ModuleSpec, loader: Loader) -> None:
        self._spec = spec
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The module, still empty."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module, and leave it as its own loader does."""
        package = module.__name__

        def compile_(pattern: Any, flags: int = 0) -> Any:
            # Whoever else compiles something meanwhile is given a pattern of Python's.
            asking = sys._getframe(1).f_globals.get("__name__", "")
            inside = asking.partition(".")[0] == package
            return Pattern(pattern, flags) if inside else _compile(pattern, flags)

        ours: list[tuple[dict[str, Any], str, Any]] = [(vars(re), "compile", compile_)]
        stand_ins: dict[str, ModuleType] = {}
        if package not in PLAIN:
            from phaselint.vocabulary.record import NamedTuple

            if "typing" in sys.modules:
                ours.append((vars(sys.modules["typing"]), "NamedTuple", NamedTuple))
            else:
                stand_ins["typing"] = _typing(package, NamedTuple)
            if "datetime" not in sys.modules:
                stand_ins |= _datetime()
        sys.modules.update(stand_ins)
        # While a package is imported that imports another, these are ours already.
        before = [(namespace, name, namespace[name]) for namespace, name, _ in ours]
        try:
            _put(ours)
            self._execute(module)
        finally:
            _put(before)
            for name, stand_in in stand_ins.items():
                if sys.modules.get(name) is stand_in:
                    del sys.modules[name]
            module.__loader__ = self._spec.loader = self._loader

    def _execute(self, module: ModuleType) -> None:
        """Fill the module, with only the used part of PyYAML."""
        if module.__name__ != "yaml":
            self._loader.exec_module(module)
            return
        from phaselint.cli.yamlparts import execute

        execute(module, self._loader)


class _Annotation:
    """What a package is given for names of `typing` that it has only in annotations."""

    def __class_getitem__(cls, _of: Any) -> type[_Annotation]:
        return cls


def _typing(package: str, named_tuple: Any) -> ModuleType:
    """The replacement for `typing` while a package is imported. Whoever else imports it meanwhile
    is given the real one, and so is the package for all other names."""
    stand_in = type(sys)("typing")

    def given(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        asking = sys._getframe(1).f_globals.get("__name__", "")
        if asking.partition(".")[0] == package:
            if name == "NamedTuple":
                return named_tuple
            if name in ANNOTATING:
                return _Annotation
        if sys.modules.get("typing") is stand_in:
            del sys.modules["typing"]
        import typing

        return getattr(typing, name)

    vars(stand_in)["__getattr__"] = given
    return stand_in


def _datetime() -> dict[str, ModuleType]:
    """The part of `datetime` in C, which has all its classes, in its place; nothing where Python
    has no such part."""
    from phaselint.vocabulary.deferred import module_of

    try:
        return {"datetime": module_of("_datetime")}
    except ImportError:
        return {}


def _put(values: Iterable[tuple[dict[str, Any], str, Any]]) -> None:
    """Give names of modules their values."""
    for namespace, name, value in values:
        namespace[name] = value
