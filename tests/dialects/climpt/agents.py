"""A writer of drafts as files in memory: agent.json, registry, schemas, prompts and yml files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phaselint.dialects.base import Target
from phaselint.dialects.climpt.reading.load import load
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import ClimptContract, Step

HOME = ".agent/writer"
CONFIG = ".agent/climpt/config/writer-steps"
PROMPTS = f"{HOME}/prompts/steps"
APP = (
    "working_dir: .agent/writer\napp_prompt: {base_dir: prompts/steps}\napp_schema: {base_dir: s}\n"
)
USER = (
    'params:\n  two:\n    directiveType:\n      pattern: "^a$"\n'
    '    layerType:\n      pattern: "^b$"\n'
)

AGENT: dict[str, Any] = {
    "version": "1.0.0",
    "name": "writer",
    "displayName": "Writer",
    "description": "Writes",
    "parameters": {
        "issue": {"type": "number", "description": "d", "cli": "--issue", "required": True},
        "draft": {
            "type": "boolean",
            "description": "d",
            "cli": "--draft",
            "default": False,
            "validation": {"min": 1},
        },
    },
    "runner": {
        "flow": {"systemPromptPath": "prompts/system.md", "prompts": {"registry": "r.json"}},
        "verdict": {"type": "poll:state", "config": {"maxIterations": 7}},
        "boundaries": {"allowedTools": ["Read"], "permissionMode": "plan"},
        "integrations": {"github": {"enabled": True, "defaultClosureAction": "label-only"}},
    },
}
STEP: dict[str, Any] = {
    "stepId": "initial.draft",
    "name": "Draft",
    "stepKind": "work",
    "c2": "initial",
    "c3": "draft",
    "edition": "default",
    "adaptation": "long",
    "uvVariables": ["issue"],
    "usesStdin": False,
    "outputSchemaRef": {"file": "f.json", "schema": "a"},
    "structuredGate": {
        "allowedIntents": ["next", "jump"],
        "intentSchemaRef": "#/properties/action",
        "intentField": "action",
        "targetField": "target",
        "handoffFields": ["a.b"],
        "failFast": False,
        "fallbackIntent": "next",
        "targetMode": "dynamic",
    },
    "transitions": {
        "next": {"target": "closure.draft", "fallback": "initial.draft"},
        "jump": {"condition": "b", "targets": {"x": "closure.draft", "default": None}},
        "closing": {"target": None},
        "repeat": {},
    },
    "inputs": {"i": {"from": "initial.draft.b", "required": True}, "j": {"default": 1}},
    "permissionMode": "plan",
    "runner": {"command": "make", "args": ["all"]},
}
CLOSURE: dict[str, Any] = {
    "stepId": "closure.draft",
    "name": "Close",
    "c2": "closure",
    "c3": "draft",
    "edition": "default",
    "uvVariables": [],
    "usesStdin": False,
}
REGISTRY: dict[str, Any] = {
    "agentId": "writer",
    "version": "1.0.0",
    "c1": "steps",
    "entryStep": "initial.draft",
    "entryStepMapping": {"poll:state": "initial.draft"},
    "steps": {"initial.draft": STEP, "closure.draft": CLOSURE},
    "validators": {
        "clean": {
            "type": "command",
            "command": "git status",
            "successWhen": "empty",
            "failurePattern": "dirty",
            "extractParams": {"files": "parseChangedFiles"},
            "recoverableByDefault": False,
        }
    },
    "validationSteps": {
        "closure.polling": {
            "stepId": "closure.polling",
            "name": "Check",
            "c2": "retry",
            "c3": "draft",
            "validationConditions": [{"validator": "clean", "params": {"p": 1}}],
            "onFailure": {"action": "retry", "maxAttempts": 2},
            "outputSchema": {"type": "object"},
        }
    },
    "failurePatterns": {
        "dirty": {
            "description": "d",
            "edition": "failed",
            "adaptation": "dirty",
            "params": ["files"],
            "semanticMatch": ["dirty"],
        }
    },
}
FILES = {
    f"{HOME}/schemas/f.json": '{"a": {"type": "object"}}',
    f"{HOME}/prompts/system.md": "You are {uv-agent_name}",
    f"{CONFIG}-app.yml": APP,
    f"{CONFIG}-user.yml": USER,
    f"{PROMPTS}/initial/draft/f_default.md": "---\nuvVariables: [issue]\n---\n\nDo {uv-issue}",
    f"{PROMPTS}/initial/draft/f_default_long.md": "long",
    f"{PROMPTS}/closure/draft/f_default_label-only.md": "close",
    f"{PROMPTS}/retry/draft/f_failed_dirty.md": "again",
    f"{PROMPTS}/retry/draft/f_failed.md": "again",
    f"{PROMPTS}/retry/draft/f_other.md": "never",
}


def folder(agent: Any = AGENT, registry: Any = REGISTRY, **more: str | None) -> ClimptContract:
    """The agent with these two files; `...` leaves one out."""
    files: dict[str, str | None] = {**FILES, **more}
    for name, value in (("agent", agent), ("steps_registry", registry)):
        if value is not ...:
            files[f"{HOME}/{name}.json"] = json.dumps(value)
    there = {path: text for path, text in files.items() if text is not None}
    return load(DictReader(there), Target("climpt", HOME))


def changed(value: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**value, **changes}


def alone(value: Any, **more: str) -> ClimptContract:
    return load(
        DictReader({"x/a.json": json.dumps(value), **more}), Target("climpt", "x", "x/a.json")
    )


def with_step(**changes: Any) -> Step:
    registry = changed(REGISTRY, steps={"s": changed(STEP, **changes)})
    found = folder(registry=registry).registry
    assert found is not None
    return found.steps["s"]
