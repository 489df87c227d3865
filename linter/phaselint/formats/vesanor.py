"""The schemas of Vesanor's session files and tool contracts (see
`phaselint.dialects.vesanor.reading.shapes`)."""

from __future__ import annotations

from phaselint.dialects.vesanor.forms import SESSION
from phaselint.dialects.vesanor.reading.invariants import OPERATORS, REMARKS, form_of
from phaselint.dialects.vesanor.reading.shapes import TOOL
from phaselint.formats.heads import head
from phaselint.formats.shapes import Shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.formats.shapes import Said

_SAID: Said = {
    form_of: {
        "items": {
            "if": {"type": "object"},
            "then": {
                "properties": {
                    "path": {"type": "string"},
                    **{key: {} for key in (*OPERATORS, *sorted(REMARKS))},
                    "regex": {"type": ["string", "object"]},
                },
                "required": ["path"],
                "additionalProperties": False,
            },
        }
    }
}
_PHASES = [{"name": "plan", "initial": True}, {"name": "act", "terminal": True}]


def session() -> dict[str, Any]:
    """The schema of `session.yaml`."""
    example = {"schema_version": "1.0", "agent": "desk", "phases": _PHASES}
    about = "The phases of a Vesanor agent, how they follow each other, and its limits."
    found = head("vesanor-session", "Vesanor session", about, example)
    return {**found, **Shapes(_SAID, {}).written(SESSION)}


def tool() -> dict[str, Any]:
    """The schema of a tool contract."""
    example = {"tool": "search", "side_effect": "read"}
    about = "When a tool of a Vesanor agent may be called, and what its call leads to."
    found = head("vesanor-tool", "Vesanor tool contract", about, example)
    return {**found, **Shapes(_SAID, {}).written(TOOL)}
