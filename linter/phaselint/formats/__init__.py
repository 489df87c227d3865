"""JSON Schemas of the files that are phaselint's own, for editors and other tools.

Each is made of the tables by which the file is read, so that there is one truth; what reads the
file decides all the same, since a schema cannot ask which plug-ins, files and rules there are.
"""

from __future__ import annotations

from phaselint.vocabulary.deferred import module_of
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.message import tick, ticks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FORMATS: Mapping[str, str] = {
    "config": "phaselint.formats.config",
    "script": "phaselint.formats.script",
    "manifest": "phaselint.formats.manifest",
    "baseline": "phaselint.formats.baseline",
    "report": "phaselint.formats.report",
}
"""The name of each schema → the module whose `schema()` makes it."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a format.

    Raises:
        UsageError: there is no such format; the text names those there are.
    """
    if name not in FORMATS:
        raise UsageError(f"unknown schema {tick(name)}; there are {ticks(list(FORMATS))}")
    made: dict[str, Any] = module_of(FORMATS[name]).schema()
    return made
