"""The used part of PyYAML. Reading a document only needs PyYAML's parser in C, but the package also
imports a parser in Python and everything that builds objects and strings, half of the time to start
Python (3.11). Here the package starts with the part that the C parser needs, and is completed as
soon as anything else is used.
"""

from __future__ import annotations

import sys
from _thread import RLock

from phaselint.vocabulary.deferred import module_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.abc import Loader
    from types import ModuleType
    from typing import Any

PACKAGE = "yaml"
PARSER = f"{PACKAGE}._yaml"

PARTS = ("error", "events", "nodes", "reader")
"""The modules whose classes the parser makes."""

TOKENS = "tokens"
"""The module of classes that it needs only for tokens instead of events."""

MARKED = {"scanner": "ScannerError", "parser": "ParserError", "composer": "ComposerError"}
"""Large modules of which it uses only an error class with a position."""

UNUSED = {
    "constructor": "ConstructorError",
    "emitter": "EmitterError",
    "serializer": "SerializerError",
    "representer": "RepresenterError",
}
"""The modules of which it needs an error that it raises only for what the whole package does."""


def execute(package: ModuleType, loader: Loader) -> None:
    """Import only the parser of the package, or the whole package if that isn't possible."""
    try:
        _import_parser(package)
    except Exception:  # there is none, or it wants what that of another release did not
        loader.exec_module(package)
    else:
        vars(package)["__getattr__"] = _Rest(package, loader).ask


class _Rest:
    """The rest of a package, imported when it is used."""

    def __init__(self, package: ModuleType, loader: Loader) -> None:
        self._package = package
        self._loader = loader
        self._asked = False
        self._lock = RLock()

    def ask(self, name: str) -> Any:
        """An attribute of the whole package. Raises AttributeError if it doesn't exist."""
        with self._lock:
            if not self._asked:
                self._asked = True
                self._import()
        if name in vars(self._package):
            return vars(self._package)[name]
        raise AttributeError(f"module '{PACKAGE}' has no attribute '{name}'")

    def _import(self) -> None:
        self._loader.exec_module(self._package)
        parser = vars(sys.modules[PARSER])
        for part, error in (MARKED | UNUSED).items():
            parser[error] = getattr(module_of(f"{PACKAGE}.{part}"), error)
        tokens = vars(module_of(f"{PACKAGE}.{TOKENS}"))
        parser.update((name, tokens[name]) for name in tokens.keys() & parser if "Token" in name)
        vars(self._package).pop("__getattr__", None)


def _import_parser(package: ModuleType) -> None:
    """Import the parser, which expects a whole package, and give it a substitute."""
    for part in PARTS:
        module_of(f"{PACKAGE}.{part}")
    errors = sys.modules[f"{PACKAGE}.error"]
    bases = dict.fromkeys(MARKED, errors.MarkedYAMLError) | dict.fromkeys(UNUSED, errors.YAMLError)
    for part, error in (MARKED | UNUSED).items():
        setattr(package, part, type(part, (), {error: type(error, (bases[part],), {})}))
    setattr(package, TOKENS, _Unmade())
    try:
        module_of(PARSER)
    finally:
        for part in (*bases, TOKENS):
            delattr(package, part)


class _Unmade:
    """Replaces classes that are never instantiated."""

    def __getattr__(self, name: str) -> None:
        return None
