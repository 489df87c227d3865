"""JSON Schemas for editors and other tools: of the files that are phaselint's own, and of those of
the dialects.

Each is made of the tables by which the file is read, so they can't disagree; what reads the
file still decides, since a schema cannot ask which plugins, files and rules there are.
"""

from __future__ import annotations

from phaselint.vocabulary.deferred import module_of
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.message import quote, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FORMATS: Mapping[str, str] = {
    "config": "config:schema",
    "script": "script:schema",
    "manifest": "manifest:schema",
    "baseline": "baseline:schema",
    "report": "report:schema",
    "difference": "difference:schema",
    "conform": "conform:schema",
    "vesanor-session": "vesanor:session",
    "vesanor-tool": "vesanor:tool",
    "sweny-workflow": "sweny:workflow",
    "sweny-skill": "sweny:skill",
    "climpt-registry": "climpt:registry",
    "climpt-agent": "climpt:agent",
    "stud-stage": "manifest:stage",
    "agents-agent": "agents:agent",
    "agents-prompt": "agents:prompt",
}
"""The name of each schema → the module of this package and the function that make it."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a format.

    Raises:
        UsageError: there is no such format; the text names those there are.
    """
    if name not in FORMATS:
        raise UsageError(f"unknown schema {quote(name)}; there are {quote_all(list(FORMATS))}")
    module, _, function = FORMATS[name].partition(":")
    made: dict[str, Any] = getattr(module_of(f"{__name__}.{module}"), function)()
    return made
