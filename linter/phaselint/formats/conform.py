"""The schema of the JSON report of what real runs did, which is a file next to the module that
writes it."""

from __future__ import annotations

import json
from importlib import resources

from phaselint.formats.heads import identity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMA = "conform-v1.json"


def schema() -> dict[str, Any]:
    """The schema of what `conform --format json` prints."""
    text = resources.files("phaselint.report.conformance").joinpath(SCHEMA).read_text("utf-8")
    return {**json.loads(text), "$id": identity("conform")}
