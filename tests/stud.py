"""Stages and pipelines in memory for the tests of the stud rules.

A stage is `stage("draft")`, sound but for what a test changes; `ABSENT` takes a field away. A
pipeline is written as its ways: `"draft -> lint"` goes on, `"draft => lint test | review"` starts
`lint` and `test` side by side and joins them in `review`, `"review"` ends. The first name is the
entry.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import checking
from phaselint.dialects.base import Target
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.project.paths import split

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.vocabulary.diagnostic import Diagnostic

FILE = "flow.stud.yaml"
STAGE = "draft.md"
ABSENT = object()
"""As a value of a change: the member is to be missing."""


def kept(value: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping without the members that are to be missing."""
    return {key: item for key, item in value.items() if item is not ABSENT}


def schema(*required: str, **properties: Any) -> dict[str, Any]:
    """A closed schema of payloads with required texts, and with other optional properties."""
    named = {name: {"type": "string"} for name in required}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": {**named, **properties},
    }


def stage(name: str, **change: Any) -> dict[str, Any]:
    """The fields of a stage, with its body."""
    tool = f"submit_{name.replace('-', '_')}"
    value = {
        "id": name,
        "name": name.capitalize(),
        "allowedTools": [],
        "completionTool": tool,
        "completionSchema": schema("summary"),
        "retryPolicy": {"maxAttempts": 1, "backoff": "none"},
        "turnCap": 2,
        "resolutionPolicy": "retry-later",
        "body": f"Do it, then call `{tool}`.",
    }
    return kept({**value, **change})


def way(text: str) -> tuple[str, dict[str, Any]]:
    """A stage's id and its NextSpec."""
    for arrow, execution in ((" => ", "parallel"), (" -> ", "sequential")):
        source, found, rest = text.partition(arrow)
        if found:
            targets, _, join = rest.partition(" | ")
            spec = {"execution": execution, "nextStages": targets.split()}
            return source, {**spec, "join": join} if join else spec
    return text, {"nextStages": []}


def pipeline(
    *ways: str, stages: Mapping[str, Mapping[str, Any]] | None = None, **change: Any
) -> dict[str, Any]:
    """A manifest with inline stages: those that have a way, and those that `stages` names, which
    changes their fields."""
    specs = dict(map(way, ways))
    fields = stages or {}
    value = {
        "studPipeline": 1,
        "id": "flow",
        "entryStage": next(iter(specs)),
        "stages": [stage(name, **fields.get(name, {})) for name in {**specs, **fields}],
        "next": specs,
    }
    return kept({**value, **change})


def markdown(fields: Mapping[str, Any]) -> str:
    """A stage as a markdown file."""
    header = {key: value for key, value in fields.items() if key != "body"}
    lines = "".join(f"{key}: {json.dumps(value)}\n" for key, value in header.items())
    return f"---\n{lines}---\n{fields.get('body', '')}"


def findings(
    value: Mapping[str, Any] | str,
    *,
    opt_in: Iterable[str] = (),
    files: Mapping[str, str] | None = None,
    main: str = FILE,
    dry_run: bool = False,
    bound: int = DEFAULT_BOUND,
    **options: Any,
) -> tuple[Diagnostic, ...]:
    """What phaselint finds in a pipeline or a stage, given as a value or as text; `files` are
    others of the project, `main` is its path."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    target = Target("stud", split(main)[0], main)
    return checking.findings(
        target,
        {**(files or {}), main: text},
        opt_in=opt_in,
        dry_run=dry_run,
        bound=bound,
        options=options,
    )


def of(name: str, value: Mapping[str, Any] | str, **given: Any) -> tuple[Diagnostic, ...]:
    """The findings of one rule."""
    found = findings(value, **{"opt_in": (name,), **given})
    return tuple(finding for finding in found if finding.name == name)


def names(value: Mapping[str, Any] | str, **given: Any) -> list[str]:
    """The rules that report something, once for each finding, sorted."""
    return sorted(finding.name for finding in findings(value, **given))


def places(found: Iterable[Diagnostic]) -> list[str]:
    """Where findings stand, as dotted paths."""
    return [".".join(map(str, finding.place.pointer)) for finding in found]
