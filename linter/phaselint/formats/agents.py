"""The schemas of the headers of agents and prompt files of VS Code (see
`phaselint.dialects.agents.forms`)."""

from __future__ import annotations

from phaselint.dialects.agents import forms
from phaselint.formats.heads import head
from phaselint.formats.shapes import Shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.shape import Shape
    from phaselint.formats.shapes import Keywords, Said

_FILLED: Keywords = {"type": ["string", "number", "boolean"], "pattern": r"\S"}
_SAID: Said = {
    forms.not_blank: _FILLED,
    forms.are_names: {"type": ["array", "string", "number", "boolean", "null"]},
    forms.Among: {},
}
_PARTS: Keywords = {
    "label": _FILLED,
    "agent": {**_FILLED, "pattern": "."},
    "prompt": {"not": {"const": None}},
}
"""What has to be in a handoff (§3.3)."""


def agent() -> dict[str, Any]:
    """The schema of the header of `*.agent.md`."""
    about = "The header of a custom agent of VS Code and GitHub Copilot."
    example = {"name": "Planner", "description": "Plans changes.", "tools": ["search"]}
    copilot = {"properties": {"target": {"const": "github-copilot"}}, "required": ["target"]}
    return {
        **head("agents-agent", "custom agent", about, example),
        **_header(forms.FOR_COPILOT),
        "if": {"not": copilot},
        "then": _header(forms.SHAPES["vscode"]),
    }


def prompt() -> dict[str, Any]:
    """The schema of the header of `*.prompt.md`."""
    about = "The header of a prompt file of VS Code."
    found = head("agents-prompt", "prompt file", about, {"description": "Plan a change."})
    return {**found, **_header(forms.SHAPES["prompt"])}


def _header(shape: Shape) -> Keywords:
    """The schema of a header, which tells deprecated keys."""
    found = Shapes(_SAID, {}).written(shape)
    for key in forms.OUT_OF_USE.intersection(found["properties"]):
        found["properties"][key]["deprecated"] = True
    handoffs = found["properties"].get("handoffs")
    if handoffs:
        for key, said in _PARTS.items():
            handoffs["items"]["properties"][key] |= said
    return found
