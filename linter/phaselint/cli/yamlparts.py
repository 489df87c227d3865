"""PyYAML as far as it is used.

To read a document takes PyYAML's parser, which is written in C. Beside it the package imports one
in Python and all that makes objects and texts, half of what it takes to start Python (3.11). Here
it begins with what the parser in C needs, and is whole as soon as anybody asks it for more.
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
"""The module of classes that it makes only where somebody asks for tokens instead of events."""

MARKED = {"scanner": "ScannerError", "parser": "ParserError", "composer": "ComposerError"}
"""The modules, large ones, of which it has only an error, which says where a text is wrong."""

UNUSED = {
    "constructor": "ConstructorError",
    "emitter": "EmitterError",
    "serializer": "SerializerError",
    "representer": "RepresenterError",
}
"""The modules of which it wants an error that it raises only for what the whole package does."""


def execute(package: ModuleType, loader: Loader) -> None:
    """Import the parser of the package alone, or all of it where that cannot be had by itself."""
    try:
        _import_parser(package)
    except Exception:  # there is none, or it wants what that of another release did not
        loader.exec_module(package)
    else:
        vars(package)["__getattr__"] = _Rest(package, loader).ask


class _Rest:
    """What a package has that its parser does not need, imported once it is asked for."""

    def __init__(self, package: ModuleType, loader: Loader) -> None:
        self._package = package
        self._loader = loader
        self._asked = False
        self._lock = RLock()

    def ask(self, name: str) -> Any:
        """Something of the whole package. Raises AttributeError where that does not have it."""
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
    """Import the parser, which expects a whole package, and is shown what looks like one."""
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
    """Stands for classes of which nobody makes any."""

    def __getattr__(self, name: str) -> None:
        return None
