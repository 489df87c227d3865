"""The contract families: those that are built in, one line each, imported on first use, and those
that plugins bring to a configuration."""

from __future__ import annotations

from phaselint.vocabulary.deferred import module_of
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.suggest import unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.base import Dialect

MODULES = {
    "vesanor": "phaselint.dialects.vesanor",
    "sweny": "phaselint.dialects.sweny",
    "climpt": "phaselint.dialects.climpt",
    "stud": "phaselint.dialects.stud",
    "agents": "phaselint.dialects.agents",
    "langgraph": "phaselint.dialects.langgraph",
}
"""Built-in dialect → the package that defines its `DIALECT`."""

NAMES = tuple(MODULES)
"""The names of the built-in dialects."""


class Dialects:
    """The dialects that are known under a configuration, by name, in a fixed order.

    Args:
        entries: name → the dialect, or the package that defines it as its `DIALECT`.
    """

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[str, str | Dialect]) -> None:
        self._entries = dict(entries)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all; to ask for them imports none."""
        return tuple(self._entries)

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def __getitem__(self, name: str) -> Dialect:
        """The dialect of that name. Raises KeyError when there is none."""
        entry = self._entries[name]
        if isinstance(entry, str):
            dialect: Dialect = module_of(entry).DIALECT
            return dialect
        return entry

    def __iter__(self) -> Iterator[Dialect]:
        return (self[name] for name in self._entries)

    def plus(self, brought: Iterable[Dialect]) -> Dialects:
        """These, and those of plugins after them."""
        return Dialects(self._entries | {each.name: each for each in brought})

    def select(self, name: str) -> tuple[Dialect, ...]:
        """The one of that name, or all where there is no name.

        Raises:
            UsageError: there is none of that name.
        """
        if name and name not in self:
            raise UsageError(f"--dialect: {unknown('dialect', name, self.names)}")
        return (self[name],) if name else tuple(self)


BUILTIN = Dialects(MODULES)
"""Those that are known under every configuration."""


def dialect(name: str) -> Dialect:
    """The built-in dialect of that name. Raises KeyError for a name that is not in `NAMES`."""
    return BUILTIN[name]
