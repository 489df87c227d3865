"""The schema of baselines (see `phaselint.suppression.baseline`)."""

from __future__ import annotations

from phaselint.formats.heads import head
from phaselint.suppression.baseline import REQUIRED, VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KEYS = {
    "rule": "The name of the rule.",
    "path": "The file of the finding, from the project root, with forward slashes.",
    "fingerprint": "What the finding is known by, as long as its place in the contract stays.",
    "message": "What the finding says, for who reviews this file; nothing depends on it.",
}
_EXAMPLE = {
    "version": VERSION,
    "findings": [
        {
            "rule": "unreachable-phase",
            "path": "contracts/session.yaml",
            "fingerprint": "3f0c1d2e4b5a69788796a5b4c3d2e1f0",
            "message": "phase `on_hold` is never entered",
        }
    ],
}


def schema() -> dict[str, Any]:
    """The schema of what `lint --write-baseline` writes."""
    about = "The findings that a project lives with. Written by `phaselint lint --write-baseline`."
    return {
        **head("baseline", "phaselint baseline", about, _EXAMPLE),
        "type": "object",
        "properties": {
            "version": {"description": "The version of this format.", "const": VERSION},
            "findings": {
                "description": "The findings; one that is found again is not counted.",
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        key: {"description": text, "type": "string"} for key, text in _KEYS.items()
                    },
                    "required": list(REQUIRED),
                },
            },
        },
        "required": ["version", "findings"],
    }
