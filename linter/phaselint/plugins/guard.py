"""Functions of a plugin's dialect, called so that what goes wrong in them names its distribution.

They are handed to other processes by name, as those of the built-in dialects are.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType

from phaselint.dialects.base import Cost, Dialect, Target
from phaselint.dialects.hover import Insight
from phaselint.dialects.protocol import Runtime
from phaselint.dialects.scaffolding import Setup
from phaselint.dialects.symbols import Symbols
from phaselint.document import Document
from phaselint.machine.model import Machine
from phaselint.vocabulary.errors import blamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_GIVEN: Mapping[str, type | tuple[type, ...]] = {
    "study": object,
    "runtime": Runtime,
    "machine": Machine,
    "declared": (Machine, NoneType),
    "cost": (Cost, NoneType),
    "symbols": Symbols,
    "insight": Insight,
    "setup": Setup,
}
"""What functions of a dialect give, where their kind is all there is to say about it."""


class Guarded:
    """A function of a dialect. Raises PluginError where that raises anything unforeseen."""

    __slots__ = ("dialect", "function", "origin", "what")

    def __init__(self, function: Callable[..., Any], what: str, dialect: str, origin: str) -> None:
        self.function = function
        self.what = what
        self.dialect = dialect
        self.origin = origin

    def __call__(self, *arguments: Any) -> Any:
        """Call it."""
        with blamed(self.origin, self.what):
            return self.taken(self.function(*arguments))

    def taken(self, result: Any) -> Any:
        """What the function gives, as it is taken here; may raise whatever is wrong with it."""
        return result


class Gives(Guarded):
    """A function that gives a thing of the kind that it is there for."""

    __slots__ = ()

    def taken(self, result: Any) -> Any:
        """That thing."""
        if not isinstance(result, _GIVEN[self.what]):
            raise TypeError(f"{result!r} isn't a valid result of `{self.what}`")
        return result


class Finds(Guarded):
    """A function that finds contracts: all of them belong to its dialect."""

    __slots__ = ()

    def taken(self, result: Any) -> tuple[Target, ...]:
        """The contracts, in a tuple: a generator fails only while it is asked for more."""
        found = tuple(result)
        for each in found:
            if not isinstance(each, Target) or each.dialect != self.dialect:
                raise TypeError(f"{each!r} isn't a target of the dialect {self.dialect}")
        return found


class Roots(Guarded):
    """A function that gives the root of what is in a folder: that, or one around it."""

    __slots__ = ()

    def __call__(self, folder: str) -> str:
        """Call it."""
        with blamed(self.origin, self.what):
            root = self.function(folder)
            if root not in ("", folder) and not (
                isinstance(root, str) and folder.startswith(f"{root}/")
            ):
                raise TypeError("it doesn't return a parent folder of the given one")
            return str(root)


class Loads(Guarded):
    """A function that loads a contract, which shows its documents."""

    __slots__ = ()

    def taken(self, result: Any) -> Any:
        """The contract."""
        documents = result.documents
        if not isinstance(documents, Mapping):
            raise TypeError(f"{documents!r} aren't documents by path")
        for path, document in documents.items():
            if not (isinstance(path, str) and isinstance(document, Document)):
                raise TypeError(f"{document!r} isn't a document")
        return result


class Configures(Guarded):
    """A function that gives the dialect as it looks for contracts under some options."""

    __slots__ = ()

    def taken(self, result: Any) -> Dialect:
        """That dialect, its functions guarded as well."""
        if not isinstance(result, Dialect) or result.name != self.dialect:
            raise TypeError(f"{result!r} isn't the dialect {self.dialect}")
        return guarded(result, self.origin)


def guarded(dialect: Dialect, origin: str) -> Dialect:
    """A dialect of a distribution, with all its functions guarded."""

    def guard(what: str, kind: type[Guarded]) -> Guarded | None:
        function = getattr(dialect, what)
        return None if function is None else kind(function, what, dialect.name, origin)

    changed: dict[str, Any] = {what: guard(what, Gives) for what in _GIVEN}
    changed |= {what: guard(what, Finds) for what in ("detect", "claim")}
    changed["root"] = guard("root", Roots)
    changed |= {"load": guard("load", Loads), "configured": guard("configured", Configures)}
    return dialect._replace(**changed, origin=origin)


def unguarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of the plugin itself."""
    return function.function if isinstance(function, Guarded) else function
