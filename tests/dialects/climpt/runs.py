"""Agents in memory, and runs of them with scripted answers.

`step` takes what a step may do as words: `next>continuation.draft` is an intent with its target,
`repeat` an intent that needs none. Its output schema allows these intents under
`next_action.action`, any `target`, and what `schema` adds.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from checking import spelled
from phaselint.dialects.base import Target
from phaselint.dialects.climpt import DIALECT
from phaselint.dialects.climpt.reading.load import load as read
from phaselint.dialects.climpt.running.runtime import ClimptRuntime
from phaselint.executor.scenario import play
from phaselint.executor.script import Scenario
from phaselint.project.memory import DictReader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.dialects.climpt.running.session import State
    from phaselint.dialects.records import Event
    from phaselint.executor.scenario import Played

RUNTIME = ClimptRuntime()
DEFAULTS: Mapping[str, Any] = {option.name: option.default for option in DIALECT.options}
OPEN: Mapping[str, Any] = {**DEFAULTS, **DIALECT.open_options}
HOME = ".agent/writer"
PROMPTS = f"{HOME}/prompts/steps"
APP = """working_dir: ".agent/writer"
app_prompt:
  base_dir: "prompts/steps"
app_schema:
  base_dir: "schemas"
"""
USER = """params:
  two:
    directiveType:
      pattern: "^(initial|continuation|verification|closure|custom|section|retry)$"
    layerType:
      pattern: "^[a-z-]+$"
"""
KINDS = {"initial": "work", "continuation": "work"}
GATED = ("structuredGate", "transitions", "outputSchemaRef")
TARGETLESS = ("repeat", "closing", "abort")


def step(key: str, words: str = "", /, **fields: Any) -> dict[str, Any]:
    """A step; keys of `gate` and `transitions` are added to those that the words make, other
    fields replace those of the step, `...` takes one away. `schema` adds properties to its output
    schema."""
    c2, _, c3 = key.partition(".")
    allowed, transitions = [], {}
    for word in words.split():
        intent, arrow, target = word.partition(">")
        allowed.append(intent)
        if arrow or intent in TARGETLESS:
            own = None if intent == "closing" else key
            transitions[intent] = {"target": target or own}
    gate = {
        "allowedIntents": allowed,
        "intentSchemaRef": "#/properties/next_action/properties/action",
        "intentField": "next_action.action",
        **fields.pop("gate", {}),
    }
    found = {
        "stepId": key,
        "name": key,
        "stepKind": KINDS.get(c2, c2),
        "c2": c2,
        "c3": c3 or "draft",
        "edition": "default",
        "uvVariables": [],
        "usesStdin": False,
        "outputSchemaRef": {"file": "steps.json", "schema": key},
        "structuredGate": gate,
        "transitions": transitions | fields.pop("transitions", {}),
        **fields,
    }
    return {name: value for name, value in found.items() if value is not ...}


def bare(key: str, /, **fields: Any) -> dict[str, Any]:
    """A step without gate, transitions and output schema."""
    full = step(key, **fields)
    return {name: full[name] for name in full if name not in GATED}


THREE = (
    step("initial.draft", "next>continuation.draft repeat"),
    step("continuation.draft", "next>continuation.draft repeat handoff>closure.draft"),
    step("closure.draft", "closing repeat"),
)
NEXT, HANDOFF, CLOSING, REPEAT = (
    {"so": {"next_action": {"action": word}}} for word in ("next", "handoff", "closing", "repeat")
)


def says(word: str, /, **more: Any) -> dict[str, Any]:
    """An answer with an intent, and further structured output."""
    return {"so": {"next_action": {"action": word}, **more}}


def put(value: Any, place: Sequence[str], to: Any) -> None:
    """Set what is at a place in JSON data, or take it away for `...`."""
    inner = value
    for name in place[:-1]:
        inner = inner.setdefault(name, {})
    if to is ...:
        del inner[place[-1]]
    else:
        inner[place[-1]] = to


def agent(
    *steps: dict[str, Any],
    verdict: str = "count:iteration",
    config: Mapping[str, Any] | None = None,
    most: int = 6,
    parameters: Mapping[str, Any] | None = None,
    runner: Mapping[str, Any] | None = None,
    prompts: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    **registry: Any,
) -> dict[str, str]:
    """The files of an agent. The first step is the entry; every step has a prompt that begins
    with its key. `prompts` adds files below the prompt root, `without` takes files away."""
    listed = [dict(each) for each in steps or THREE]
    schemas = {each["stepId"]: _schema(each) for each in listed}
    entry = {verdict: listed[0]["stepId"]}
    value = {"agentId": "writer", "version": "1.0.0", "c1": "steps", "entryStepMapping": entry}
    value |= {"steps": {each["stepId"]: each for each in listed}, **registry}
    files = {
        f"{HOME}/agent.json": _agent(verdict, {"maxIterations": most, **(config or {})}),
        f"{HOME}/steps_registry.json": value,
        f"{HOME}/schemas/steps.json": {"definitions": schemas},
    }
    files[f"{HOME}/agent.json"]["parameters"] = dict(parameters or {})
    files[f"{HOME}/agent.json"]["runner"] |= runner or {}
    texts = {path: json.dumps(each) for path, each in files.items()}
    for each in listed:
        texts[f"{PROMPTS}/{each['c2']}/{each['c3']}/f_default.md"] = f"{each['stepId']}\n"
    texts |= {f"{PROMPTS}/{path}": text for path, text in (prompts or {}).items()}
    texts[f"{HOME}/prompts/system.md"] = "You write."
    config_home = ".agent/climpt/config/writer-steps"
    texts |= {f"{config_home}-app.yml": APP, f"{config_home}-user.yml": USER}
    return {path: text for path, text in texts.items() if path not in without}


def _agent(verdict: str, config: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "version": "1.0.0",
        "name": "writer",
        "displayName": "Writer",
        "description": "Writes.",
        "runner": {
            "flow": {
                "systemPromptPath": "prompts/system.md",
                "prompts": {"registry": "steps_registry.json"},
            },
            "verdict": {"type": verdict, "config": dict(config)},
            "boundaries": {"allowedTools": ["Read", "Bash"], "permissionMode": "acceptEdits"},
            "integrations": {"github": {"enabled": False}},
        },
    }


def _schema(each: dict[str, Any]) -> dict[str, Any]:
    allowed = each.get("structuredGate", {}).get("allowedIntents", [])
    action = {
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": list(allowed)},
            "target": {"type": "string"},
        },
        "required": ["action"],
    }
    properties = {"next_action": action, "stepId": {"type": "string"}, **each.pop("schema", {})}
    return {"type": "object", "properties": properties, "required": ["next_action"]}


def load(files: Mapping[str, str]) -> ClimptContract:
    """The contract of an agent's files."""
    return read(DictReader(files), Target("climpt", HOME))


def begin(files: Mapping[str, str], given: Any = None, **options: Any) -> State:
    """A run before its first answer."""
    return RUNTIME.start(load(files), {**DEFAULTS, **spelled(options)}, given or {}, {})


class Scripted:
    """A finished run: answers of which the last one repeats, and what they led to."""

    def __init__(
        self,
        files: Mapping[str, str],
        *answers: Any,
        given: Any = None,
        world: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        scenario = Scenario(
            name="test",
            given=given or {},
            model=list(answers) or [NEXT],
            world=world or {},
            on_exhausted="repeat-last",
        )
        self.played: Played = play(RUNTIME, load(files), {**DEFAULTS, **spelled(options)}, scenario)
        self.run = self.played.run
        self.summary = self.run.summary

    @property
    def outcome(self) -> str:
        """The outcome in short."""
        return str(self.run.outcome)

    @property
    def visited(self) -> str:
        """The steps of the iterations as words."""
        return " ".join(self.summary["phases_visited"])

    def events(self, kind: str) -> list[Event]:
        """The events of a kind."""
        return [event for event in self.run.events if event.kind == kind]

    @property
    def iterations(self) -> list[Mapping[str, Any]]:
        """The records of the iterations."""
        return [event.data for event in self.events("iteration")]

    @property
    def prompts(self) -> list[str]:
        """The prompts that the model was called with."""
        return [event.data["prompt"] for event in self.events("model:run")]
