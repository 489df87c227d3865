"""Agents in memory for the tests of the climpt rules.

An agent is written as its steps: `"initial.issue next>closure.issue repeat"` is the step
`initial.issue`, which allows the intents `next` and `repeat` and has a rule for `next` that leads
to `closure.issue`. Kind, address, gate, schema and prompt come from that, so that the agent is
sound but for what a test changes. `change` merges into registry, agent.json or schemas; `ABSENT`
takes a member away.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import checking
from phaselint.dialects.base import Target
from phaselint.linting.task import DEFAULT_BOUND

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Related

NAME = "demo"
FOLDER = f".agent/{NAME}"
AGENT = f"{FOLDER}/agent.json"
REGISTRY = f"{FOLDER}/steps_registry.json"
SCHEMA = f"{FOLDER}/schemas/steps.schema.json"
SYSTEM = f"{FOLDER}/prompts/system.md"
PROMPTS = f"{FOLDER}/prompts/steps"
CONFIG = ".agent/climpt/config"

APP = f"""\
working_dir: {FOLDER}
app_prompt:
  base_dir: prompts/steps
app_schema:
  base_dir: schemas
"""
USER = """\
params:
  two:
    directiveType:
      pattern: "^[a-z]+$"
    layerType:
      pattern: "^[a-z-]+$"
"""

STEPS = (
    "initial.issue next>continuation.issue repeat",
    "continuation.issue next>verification.issue repeat",
    "verification.issue next>closure.issue repeat",
    "closure.issue closing repeat",
)
"""An agent that starts, goes on, checks and closes."""

KINDS = {"initial": "work", "continuation": "work"}
ABSENT = object()
"""As a value of a change: the member is to be missing."""


def changed(value: Any, change: Any) -> Any:
    """A value with the members of a change merged into it, at any depth."""
    if not isinstance(change, dict) or not isinstance(value, dict):
        return change
    found = {key: changed(value.get(key), item) for key, item in change.items()}
    return {key: item for key, item in {**value, **found}.items() if item is not ABSENT}


def rule(intent: str, target: str) -> dict[str, Any]:
    """A rule of `transitions`; closing leads nowhere."""
    return {"target": None if intent == "closing" else target}


def step(text: str) -> tuple[str, dict[str, Any]]:
    """The key of a step and the step itself."""
    key, *words = text.split()
    c2, c3 = [*key.split("."), key][:2]
    intents = {intent: target for intent, _, target in (word.partition(">") for word in words)}
    rules = {
        intent: rule(intent, target or key)
        for intent, target in intents.items()
        if target or intent in ("closing", "repeat")
    }
    value: dict[str, Any] = {
        "stepId": key,
        "name": f"Do {key}",
        "stepKind": KINDS.get(c2, c2),
        "c2": c2,
        "c3": c3,
        "edition": "default",
        "uvVariables": [],
        "usesStdin": False,
        "outputSchemaRef": {"file": "steps.schema.json", "schema": key},
        "structuredGate": {
            "allowedIntents": [*intents],
            "intentSchemaRef": "#/properties/next_action/properties/action",
            "intentField": "next_action.action",
        },
        "transitions": rules,
    }
    if c2 == "section":
        for name in ("stepKind", "outputSchemaRef", "structuredGate", "transitions"):
            del value[name]
    return key, value


def schema(intents: Iterable[str], **properties: Any) -> dict[str, Any]:
    """The schema of an answer with one of some intents and other required properties."""
    action = {"type": "string", "enum": [*intents]}
    return {
        "type": "object",
        "required": ["next_action", *properties],
        "properties": {
            "next_action": {
                "type": "object",
                "required": ["action"],
                "properties": {"action": action},
            },
            **properties,
        },
    }


def registry(*steps: str, **change: Any) -> dict[str, Any]:
    """A registry with these steps; the first is where runs begin."""
    listed = dict(map(step, steps or STEPS))
    value = {
        "agentId": NAME,
        "version": "1.0.0",
        "c1": "steps",
        "entryStepMapping": {"count:iteration": next(iter(listed))},
        "steps": listed,
    }
    found: dict[str, Any] = changed(value, change)
    return found


def agent(**change: Any) -> dict[str, Any]:
    """A definition of an agent that counts to nine."""
    value = {
        "version": "1.0.0",
        "name": NAME,
        "displayName": "Demo",
        "description": "An agent for tests.",
        "runner": {
            "flow": {
                "systemPromptPath": "prompts/system.md",
                "prompts": {"registry": "steps_registry.json"},
            },
            "verdict": {"type": "count:iteration", "config": {"maxIterations": 9}},
            "boundaries": {"allowedTools": ["Read"], "permissionMode": "acceptEdits"},
            "integrations": {"github": {"enabled": False}},
        },
    }
    found: dict[str, Any] = changed(value, change)
    return found


def contract(
    *steps: str,
    registry_change: Mapping[str, Any] | None = None,
    agent_change: Mapping[str, Any] | None = None,
    schemas: Mapping[str, Any] | None = None,
    prompts: Mapping[str, str] | None = None,
    files: Mapping[str, Any] | None = None,
) -> dict[str, str]:
    """The files of an agent, path → text.

    `schemas` merges into the definitions of the schema file, by step; `prompts` replaces texts by
    `c2/c3`; `files` adds files, or takes one away where it is `ABSENT`.
    """
    listed = registry(*steps, **(registry_change or {}))
    of_steps = [each for each in listed["steps"].values() if isinstance(each, dict)]
    definitions = {
        key: schema(value["structuredGate"].get("allowedIntents", ()))
        for key, value in listed["steps"].items()
        if isinstance(value, dict) and isinstance(value.get("structuredGate"), dict)
    }
    texts = {f"{each.get('c2')}/{each.get('c3')}": "# Do it\n" for each in of_steps}
    prefix = f"{CONFIG}/{listed.get('agentId')}-{listed.get('c1')}"
    found: dict[str, Any] = {
        AGENT: agent(**(agent_change or {})),
        REGISTRY: listed,
        SCHEMA: {"definitions": changed(definitions, dict(schemas or {}))},
        SYSTEM: "You are the demo agent.\n",
        f"{prefix}-app.yml": APP,
        f"{prefix}-user.yml": USER,
        **{
            f"{PROMPTS}/{name}/f_default.md": text
            for name, text in {**texts, **(prompts or {})}.items()
        },
        **(files or {}),
    }
    return {
        path: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for path, value in found.items()
        if value is not ABSENT
    }


def declaring(
    step: str,
    *declared: str,
    prompt: str = "",
    fields: Mapping[str, Any] | None = None,
    **given: Any,
) -> dict[str, str]:
    """An agent one step of which declares variables; its prompt uses those that it is to use."""
    text = prompt or " ".join(f"{{uv-{name.removeprefix('uv-')}}}" for name in declared) or "Do it."
    change = {"steps": {step: {"uvVariables": [*declared], **(fields or {})}}}
    return contract(registry_change=change, prompts={step.replace(".", "/"): text}, **given)


def parameters(**listed: Any) -> dict[str, Any]:
    """A change of agent.json that gives it parameters with the flags they have to have."""
    common = {"type": "string", "description": "d"}
    return {
        "parameters": {
            name: {**common, "cli": f"--{name}", **fields} for name, fields in listed.items()
        }
    }


def findings(
    files: Mapping[str, str],
    *,
    opt_in: Iterable[str] = (),
    main: str = "",
    dry_run: bool = False,
    bound: int = DEFAULT_BOUND,
    **options: Any,
) -> tuple[Diagnostic, ...]:
    """What phaselint finds in an agent, or in a file alone where `main` names one. Hyphens in
    the names of options are written as underscores. Rules that are off by default say nothing
    unless named in `opt_in`."""
    target = Target("climpt", main.rpartition("/")[0] if main else FOLDER, main)
    return checking.findings(
        target, files, opt_in=opt_in, dry_run=dry_run, bound=bound, options=options
    )


def of(name: str, files: Mapping[str, str], **given: Any) -> tuple[Diagnostic, ...]:
    """The findings of one rule."""
    found = findings(files, **{"opt_in": (name,), **given})
    return tuple(finding for finding in found if finding.name == name)


def names(files: Mapping[str, str], **given: Any) -> list[str]:
    """The rules that report something, once for each finding, sorted."""
    return sorted(finding.name for finding in findings(files, **given))


def places(found: Iterable[Diagnostic | Related]) -> list[str]:
    """Where findings stand: pointers joined by spaces, since keys of steps have dots."""
    return [" ".join(map(str, finding.place.pointer)) for finding in found]
