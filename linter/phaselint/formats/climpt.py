"""The schemas of climpt's registries and agents, in the format of either generation (see
`phaselint.dialects.climpt.reading.shapes`)."""

from __future__ import annotations

from phaselint.dialects.climpt.forms import FORMER, LATER
from phaselint.dialects.climpt.reading import fieldchecks, shapes114
from phaselint.dialects.climpt.spelling import CONDITION_LISTS
from phaselint.formats.heads import head
from phaselint.formats.shapes import Shapes, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.shape import Shape
    from phaselint.formats.shapes import Keywords, Said

_DEFAULTS: dict[str, Keywords] = {
    "string": {"type": "string"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "array": {"type": "array"},
}
_SAID: Said = {
    fieldchecks.is_version: {"pattern": r"^[0-9]+\.[0-9]+\.[0-9]+$"},
    fieldchecks.is_name: {"pattern": "^[a-z][a-z0-9-]*$"},
    fieldchecks.is_flag: {"pattern": "^--[a-z][a-z0-9-]*$"},
    fieldchecks.text_or_null: {"type": ["string", "null"]},
    fieldchecks.list_or_mapping: {"type": ["array", "object"]},
    fieldchecks.default_of_type: {"allOf": typed(_DEFAULTS, "default")},
    fieldchecks.different_flags: {},
    shapes114.conditions_listed: {"required": list(CONDITION_LISTS)},
}
"""What each check says, in keywords. That no two parameters have one flag, no schema can say."""

_GATE = {
    "allowedIntents": ["next"],
    "intentSchemaRef": "#/definitions/work.json",
    "intentField": "next_action.action",
}
_ADDRESS = {"c1": "steps", "c2": "initial", "c3": "work", "edition": "default"}
_STEP = {
    "stepId": "initial.work",
    "name": "Work",
    "kind": "work",
    "address": _ADDRESS,
    "uvVariables": [],
    "usesStdin": False,
    "structuredGate": _GATE,
}
_REGISTRY = {"agentId": "desk", "version": "1.0.0", "c1": "steps", "steps": {"initial.work": _STEP}}
_FLOW = {"systemPromptPath": "prompts/system.md", "prompts": {"registry": "steps_registry.json"}}
_AGENT = {
    "version": "1.0.0",
    "name": "desk",
    "displayName": "Desk",
    "description": "Answers.",
    "runner": {
        "flow": _FLOW,
        "verdict": {"type": "count:iteration", "config": {"maxIterations": 3}},
    },
}


def registry() -> dict[str, Any]:
    """The schema of `steps_registry.json`."""
    about = "The steps of a climpt agent and the transitions between them."
    found = head("climpt-registry", "climpt steps registry", about, _REGISTRY)
    return {**found, **_either(FORMER.registry, LATER.registry)}


def agent() -> dict[str, Any]:
    """The schema of `agent.json`."""
    about = "The settings of a climpt agent: parameters, flow and verdict."
    found = head("climpt-agent", "climpt agent", about, _AGENT)
    return {**found, **_either(FORMER.agent, LATER.agent)}


def _either(former: Shape, later: Shape) -> Keywords:
    """Which generation a file is for, its agent tells, so one file may be of either."""
    return {"anyOf": [Shapes(_SAID, {}).written(shape) for shape in (later, former)]}
