"""A garden of stages as documents, for the tests of what they become as data."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Target
from phaselint.dialects.stud.reading.load import load
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.stud.model import Stage, StudContract

HEADER = """id: sow
name: Sow
description: Puts the seeds in
allowedTools: [read]
completionTool: submit_bed
completionSchema: {type: object}
inputsSchema: true
retryPolicy: {maxAttempts: 2, backoff: linear}
turnCap: 4
resolutionPolicy: retry-later
tags: [spring]
"""
STAGE = f"---\n{HEADER}---\nSow {{{{ctx.seed}}}}.\n"
OBJECT = {
    "id": "rake",
    "body": "Rake.",
    "turnCap": 2.0,
    "completionTool": "submit_rake",
    "completionSchema": {},
}
MANIFEST: dict[str, Any] = {
    "studPipeline": 1,
    "id": "garden",
    "entryStage": "sow",
    "stages": ["beds/sow.md"],
}


def contract(files: dict[str, str], main: str) -> StudContract:
    return load(DictReader(files), Target("stud", "", main))


def stage(text: str, name: str = "sow.md") -> Stage:
    found = contract({name: text}, name).stage
    assert found is not None
    return found


def pipeline(files: dict[str, str] | None = None, **changes: Any) -> StudContract:
    value = {key: part for key, part in {**MANIFEST, **changes}.items() if part is not ...}
    return contract(
        {"m.stud.json": json.dumps(value), "beds/sow.md": STAGE, **(files or {})}, "m.stud.json"
    )


def said(found: StudContract | Stage) -> list[tuple[Any, ...]]:
    return [(each.kind, each.pointer, each.found or each.names) for each in found.problems]
