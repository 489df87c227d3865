"""The schema of the JSON report of a difference, which is a file next to the module that writes
it."""

from __future__ import annotations

import json
from importlib import resources

from phaselint.formats.heads import identity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMA = "difference-v1.json"


def schema() -> dict[str, Any]:
    """The schema of what `diff --format json` prints."""
    text = resources.files("phaselint.report.difference").joinpath(SCHEMA).read_text("utf-8")
    return {**json.loads(text), "$id": identity("difference")}
