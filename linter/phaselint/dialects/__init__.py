"""The registry of contract families: one line per dialect, imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from phaselint.errors import UsageError
from phaselint.suggest import unknown

if TYPE_CHECKING:
    from phaselint.dialects.base import Dialect

MODULES = {
    "vesanor": "phaselint.dialects.vesanor",
    "sweny": "phaselint.dialects.sweny",
    "climpt": "phaselint.dialects.climpt",
    "stud": "phaselint.dialects.stud",
}
"""Dialect name → the package that defines its `DIALECT`."""

NAMES = tuple(MODULES)


def dialect(name: str) -> Dialect:
    """The dialect of that name. Raises KeyError for a name that is not in `NAMES`."""
    return cast("Dialect", import_module(MODULES[name]).DIALECT)


def dialects(wanted: str = "") -> list[Dialect]:
    """All dialects, or the one the user named.

    Raises:
        UsageError: there is none of that name.
    """
    if wanted and wanted not in NAMES:
        raise UsageError(f"--dialect: {unknown('dialect', wanted, NAMES)}")
    return [dialect(name) for name in ((wanted,) if wanted else NAMES)]
