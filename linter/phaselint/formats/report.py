"""The schema of the JSON report, which is a file next to the module that writes reports."""

from __future__ import annotations

import json
from importlib import resources

from phaselint.formats.heads import identity
from phaselint.report import SCHEMA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def schema() -> dict[str, Any]:
    """The schema of what `lint --format json` prints."""
    text = resources.files("phaselint.report").joinpath(SCHEMA).read_text("utf-8")
    return {**json.loads(text), "$id": identity("report")}
