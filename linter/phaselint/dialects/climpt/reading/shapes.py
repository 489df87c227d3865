"""The shapes of agent.json and steps_registry.json, as tables (reference §2).

`required` are the keys that the reference's JSON Schemas require, `expected` those that only its
code requires. Values that other rules check are left out here: intents, transitions with both forms
or none, kinds, `c3`, validator types, `allowedTools`.
"""

from __future__ import annotations

from phaselint.dialects.checks import TEXT, AtLeast, whole
from phaselint.dialects.climpt.model import VERDICT_TYPES
from phaselint.dialects.climpt.reading.fieldchecks import (
    PARAMETER_NOUNS,
    default_of_type,
    different_flags,
    is_flag,
    is_name,
    is_version,
    list_or_mapping,
    text_or_null,
)
from phaselint.dialects.shape import (
    ANY,
    BOOLEAN,
    MAPPING,
    NUMBER,
    STRING,
    STRINGS,
    Problem,
    Shape,
    record,
    words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.vocabulary.finding import Pointer

VERSION = Shape("string", checks=(is_version,))
COUNT = Shape("number", checks=(whole, AtLeast(1)))
LIMIT = Shape("number", checks=(AtLeast(1),))
STRING_MAP = Shape("mapping", items=STRING)
TARGET = Shape("any", checks=(text_or_null,))

KINDS = words("work", "verification", "closure")
MODELS = words("sonnet", "opus", "haiku")
PERMISSION_MODES = words("default", "plan", "acceptEdits", "bypassPermissions")

# --- the registry ------------------------------------------------------------------------------

SCHEMA_REF = record({"file": STRING, "schema": STRING}, closed=True, required=("file", "schema"))

GATE = record(
    {
        "allowedIntents": STRINGS,
        "intentSchemaRef": STRING,
        "intentField": TEXT,
        "targetField": STRING,
        "handoffFields": STRINGS,
        "failFast": BOOLEAN,
        "fallbackIntent": STRING,
        "targetMode": words("explicit", "dynamic", "conditional"),
    },
    closed=True,
    required=("allowedIntents", "intentSchemaRef", "intentField"),
)

RULE = record(
    {
        "target": TARGET,
        "fallback": STRING,
        "condition": STRING,
        "targets": Shape("mapping", items=TARGET),
    },
    closed=True,
)

INPUT = record({"from": STRING, "required": BOOLEAN, "default": ANY}, closed=True)

STEP = record(
    {
        "stepId": TEXT,
        "name": TEXT,
        "type": words("prompt"),
        "stepKind": KINDS,
        "c2": TEXT,
        "c3": TEXT,
        "edition": TEXT,
        "adaptation": STRING,
        "uvVariables": STRINGS,
        "usesStdin": BOOLEAN,
        "outputSchemaRef": SCHEMA_REF,
        "structuredGate": GATE,
        "transitions": Shape("mapping", items=RULE),
        "inputs": Shape("mapping", items=INPUT),
        "model": MODELS,
        "permissionMode": PERMISSION_MODES,
        "runner": record(
            {"command": STRING, "args": STRINGS, "timeout": NUMBER},
            closed=True,
            expected=("command",),
        ),
        "description": STRING,
        "condition": ANY,
        "priority": ANY,
        "fallbackKey": STRING,
    },
    closed=True,
    required=("stepId", "name", "c2", "c3"),
    expected=("edition", "uvVariables", "usesStdin"),
)

VALIDATOR = record(
    {
        "type": STRING,
        "command": STRING,
        "successWhen": STRING,
        "failurePattern": STRING,
        "extractParams": STRING_MAP,
        "recoverableByDefault": BOOLEAN,
        "path": STRING,
        "semanticConfig": MAPPING,
    },
    closed=True,
    required=("type", "command", "successWhen", "failurePattern"),
)

VALIDATION_STEP = record(
    {
        "stepId": STRING,
        "name": STRING,
        "c2": STRING,
        "c3": STRING,
        "validationConditions": Shape(
            "list",
            items=record(
                {"validator": STRING, "params": MAPPING}, closed=True, required=("validator",)
            ),
        ),
        "onFailure": record(
            {"action": words("retry", "abort", "skip"), "maxAttempts": COUNT},
            closed=True,
            required=("action",),
        ),
        "outputSchema": MAPPING,
        "outputSchemaRef": SCHEMA_REF,
        "description": STRING,
    },
    closed=True,
    required=("stepId", "name", "c2", "c3"),
)

PATTERN = record(
    {
        "description": STRING,
        "edition": STRING,
        "adaptation": STRING,
        "params": STRINGS,
        "semanticMatch": STRINGS,
    },
    closed=True,
    required=("description", "edition"),
)

REGISTRY = record(
    {
        "$schema": STRING,
        "agentId": TEXT,
        "version": VERSION,
        "c1": TEXT,
        "pathTemplate": STRING,
        "pathTemplateNoAdaptation": STRING,
        "entryStep": STRING,
        "entryStepMapping": STRING_MAP,
        "steps": Shape("mapping", items=STEP, apart=True),
        "validators": Shape("mapping", items=VALIDATOR),
        "validationSteps": Shape("mapping", items=VALIDATION_STEP),
        "failurePatterns": Shape("mapping", items=PATTERN),
        "userPromptsBase": STRING,
        "schemasBase": STRING,
    },
    closed=True,
    required=("agentId", "version", "c1", "steps"),
)

# --- agent.json --------------------------------------------------------------------------------

PARAMETER = record(
    {
        "type": words(*PARAMETER_NOUNS),
        "description": STRING,
        "required": BOOLEAN,
        "default": ANY,
        "cli": Shape("string", checks=(is_flag,)),
        "validation": record(
            {"min": NUMBER, "max": NUMBER, "pattern": STRING, "enum": STRINGS},
        ),
    },
    required=("description",),
    expected=("type", "cli"),
    checks=(default_of_type,),
)

FLOW = record(
    {
        "systemPromptPath": TEXT,
        "prompts": record({"registry": TEXT, "fallbackDir": STRING}, required=("registry",)),
        "schemas": record({"base": STRING, "inspection": BOOLEAN}),
        "defaultModel": MODELS,
        "askUserAutoResponse": STRING,
    },
    closed=True,
    required=("systemPromptPath", "prompts"),
)

VERDICT = record(
    {
        "type": words(*VERDICT_TYPES),
        "config": record(
            {
                "maxIterations": LIMIT,
                "verdictKeyword": STRING,
                "handlerPath": STRING,
                "maxChecks": LIMIT,
                "resourceType": words("github-issue", "github-project", "file", "api"),
                "operator": words("and", "or", "first"),
                "conditions": Shape(
                    "list",
                    items=record({"type": STRING, "config": MAPPING}, required=("type", "config")),
                ),
                "signalType": STRING,
                "requiredFields": Shape("any", checks=(list_or_mapping,)),
                "registryPath": STRING,
                "entryStep": STRING,
            }
        ),
    },
    closed=True,
    required=("type",),
)

SANDBOX = record(
    {
        "enabled": BOOLEAN,
        "network": record(
            {"mode": words("trusted", "none", "custom"), "trustedDomains": STRINGS},
        ),
        "filesystem": record({"allowedPaths": STRINGS}),
        "excludedCommands": STRINGS,
        "allowUnsandboxedCommands": BOOLEAN,
    }
)

GITHUB = record(
    {
        "enabled": BOOLEAN,
        "labels": record(
            {
                "requirements": STRING,
                "inProgress": STRING,
                "blocked": STRING,
                "completion": record({"add": STRINGS, "remove": STRINGS}),
            }
        ),
        "defaultClosureAction": words("close", "label-only", "label-and-close"),
    },
    required=("enabled",),
)

EXECUTION = record(
    {
        "worktree": record({"enabled": BOOLEAN, "root": STRING}, required=("enabled",)),
        "finalize": record(
            {
                "autoMerge": BOOLEAN,
                "push": BOOLEAN,
                "remote": STRING,
                "createPr": BOOLEAN,
                "prTarget": STRING,
            }
        ),
    },
    closed=True,
)

RUNNER = record(
    {
        "flow": FLOW,
        "verdict": VERDICT,
        "boundaries": record(
            {"allowedTools": STRINGS, "permissionMode": PERMISSION_MODES, "sandbox": SANDBOX},
            closed=True,
            required=("permissionMode",),
        ),
        "integrations": record({"github": GITHUB}, closed=True),
        "actions": record(
            {"enabled": BOOLEAN, "types": STRINGS, "outputFormat": STRING, "handlers": STRING_MAP},
            required=("enabled",),
        ),
        "execution": EXECUTION,
        "logging": record(
            {"directory": TEXT, "format": words("jsonl", "text"), "maxFiles": LIMIT},
            required=("directory", "format"),
        ),
    },
    closed=True,
    required=("flow", "verdict", "boundaries"),
)

AGENT = record(
    {
        "$schema": STRING,
        "version": VERSION,
        "name": Shape("string", checks=(is_name,)),
        "displayName": STRING,
        "description": STRING,
        "parameters": Shape("mapping", items=PARAMETER, checks=(different_flags,)),
        "runner": RUNNER,
    },
    closed=True,
    required=("version", "name", "displayName", "description", "runner"),
)

VERDICT_NEEDS: Mapping[str, tuple[str, ...]] = {
    "count:iteration": ("maxIterations",),
    "count:check": ("maxChecks",),
    "detect:keyword": ("verdictKeyword",),
    "detect:structured": ("signalType",),
    "meta:composite": ("operator", "conditions"),
    "meta:custom": ("handlerPath",),
}
"""What the configuration of a verdict type must have (reference §3.2 agent-config)."""

_CONFIG = ("runner", "verdict", "config")


def rule_of_agent(problem: Problem, verdict: str, base: Pointer = ()) -> str:
    """The rule that reports a problem of agent.json; `verdict` is the type it gives."""
    pointer = problem.pointer[len(base) :]
    if pointer[:1] == ("parameters",) and len(pointer) > 1:
        own = not problem.grave if len(pointer) == 2 else pointer[2] in ("cli", "default")
        return "parameter-definition" if own else "agent-schema"
    if pointer[:3] == _CONFIG and pointer[3:4] and pointer[3] in VERDICT_NEEDS.get(verdict, ()):
        return "verdict-config-incomplete"
    return "agent-schema"


def rule_of_registry(problem: Problem) -> str:
    """The rule that reports a problem of a registry."""
    return "unknown-field" if problem.kind == "unknown-field" else "registry-schema"


_INERT = frozenset({"type", "model", "permissionMode", "description", "fallbackKey", "targetMode"})
"""Members of a step that don't affect what a run does with it."""


def leaves_out(problem: Problem) -> bool:
    """Whether a problem keeps a relevant value from being read: it has the wrong type, or is a
    meaningless word."""
    wrong = problem.kind in ("invalid-type", "invalid-enum")
    return wrong and problem.pointer[-1] not in _INERT
