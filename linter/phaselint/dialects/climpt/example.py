"""A starter contract: an agent for climpt 1.14 that reads code."""

from __future__ import annotations

from phaselint.dialects.scaffolding import Example

_SETTINGS = """\
{
  "permissions": {
    "allow": [
      "Read",
      "Grep"
    ],
    "defaultMode": "acceptEdits"
  }
}
"""

_SURVEYOR_APP = """\
# Where the prompts of this agent are.
working_dir: ".agent/surveyor"
app_prompt:
  base_dir: "prompts/steps"
app_schema:
  base_dir: "schemas"
"""

_SURVEYOR_USER = """\
# Which prompts can be used.
params:
  two:
    directiveType:
      pattern: "^(initial|continuation|closure)$"
    layerType:
      pattern: "^(survey)$"
"""

_AGENT = """\
{
  "version": "1.0.0",
  "name": "surveyor",
  "displayName": "Surveyor",
  "description": "Reads the code and notes what is no longer used",
  "parameters": {
    "folder": {
      "type": "string",
      "description": "The directory with the code",
      "cli": "--folder",
      "default": "src"
    }
  },
  "runner": {
    "flow": {
      "systemPromptPath": "prompts/system.md",
      "prompts": { "registry": "steps_registry.json" }
    },
    "verdict": { "type": "count:iteration", "config": {"maxIterations": 6} },
    "integrations": { "github": {"enabled": false} },
    "logging": { "directory": "logs", "format": "jsonl" }
  }
}
"""

_CLOSURE = """\
---
stepId: closure.survey
uvVariables: [folder]
---
Report the code in {uv-folder} that is never used.
"""

_CONTINUATION = """\
---
stepId: continuation.survey
uvVariables: [folder, completed_iterations]
---
Look at the next part of {uv-folder}, and note code that is never used.
You have finished {uv-completed_iterations} rounds.
"""

_INITIAL = """\
---
stepId: initial.survey
uvVariables: [folder]
---
Choose the parts of {uv-folder} that haven't changed in a long time.
"""

_SYSTEM = """\
You are {uv-agent_name}. You only read; you don't change anything.

You are done when: {uv-verdict_criteria}
"""

_SCHEMAS_SURVEY_SCHEMA = """\
{
  "definitions": {
    "initial.survey": {
      "type": "object",
      "required": ["stepId", "next_action", "notes"],
      "properties": {
        "stepId": { "const": "initial.survey" },
        "notes": { "type": "array", "items": {"type": "string"} },
        "next_action": {
          "type": "object",
          "required": ["action"],
          "properties": { "action": {"type": "string", "enum": ["next", "repeat"]} }
        }
      }
    },
    "continuation.survey": {
      "type": "object",
      "required": ["stepId", "next_action", "notes"],
      "properties": {
        "stepId": { "const": "continuation.survey" },
        "notes": { "type": "array", "items": {"type": "string"} },
        "next_action": {
          "type": "object",
          "required": ["action"],
          "properties": { "action": {"type": "string", "enum": ["repeat", "handoff"]} }
        }
      }
    },
    "closure.survey": {
      "type": "object",
      "required": ["stepId", "next_action"],
      "properties": {
        "stepId": { "const": "closure.survey" },
        "next_action": {
          "type": "object",
          "required": ["action"],
          "properties": { "action": {"type": "string", "enum": ["closing", "repeat"]} }
        }
      }
    }
  }
}
"""

_REGISTRY = """\
{
  "agentId": "surveyor",
  "version": "1.0.0",
  "c1": "steps",
  "entryStepMapping": {
    "count:iteration": { "initial": "initial.survey", "continuation": "continuation.survey" }
  },
  "steps": {
    "initial.survey": {
      "stepId": "initial.survey",
      "name": "Choose where to start",
      "kind": "work",
      "address": {
        "c1": "steps",
        "c2": "initial",
        "c3": "survey",
        "edition": "default"
      },
      "uvVariables": ["folder"],
      "usesStdin": false,
      "outputSchemaRef": { "file": "survey.schema.json", "schema": "initial.survey" },
      "structuredGate": {
        "allowedIntents": ["next", "repeat"],
        "intentSchemaRef": "#/properties/next_action/properties/action",
        "intentField": "next_action.action"
      },
      "transitions": {
        "next": { "target": "continuation.survey" },
        "repeat": { "target": "initial.survey" }
      },
      "adaptationChain": ["default", "default"]
    },
    "continuation.survey": {
      "stepId": "continuation.survey",
      "name": "Look at the next part",
      "kind": "work",
      "address": {
        "c1": "steps",
        "c2": "continuation",
        "c3": "survey",
        "edition": "default"
      },
      "uvVariables": ["folder", "completed_iterations"],
      "usesStdin": false,
      "outputSchemaRef": { "file": "survey.schema.json", "schema": "continuation.survey" },
      "structuredGate": {
        "allowedIntents": ["repeat", "handoff"],
        "intentSchemaRef": "#/properties/next_action/properties/action",
        "intentField": "next_action.action"
      },
      "transitions": {
        "repeat": { "target": "continuation.survey" },
        "handoff": { "target": "closure.survey" }
      },
      "adaptationChain": ["default", "default"]
    },
    "closure.survey": {
      "stepId": "closure.survey",
      "name": "Report",
      "kind": "closure",
      "address": {
        "c1": "steps",
        "c2": "closure",
        "c3": "survey",
        "edition": "default"
      },
      "uvVariables": ["folder"],
      "usesStdin": false,
      "outputSchemaRef": { "file": "survey.schema.json", "schema": "closure.survey" },
      "structuredGate": {
        "allowedIntents": ["closing", "repeat"],
        "intentSchemaRef": "#/properties/next_action/properties/action",
        "intentField": "next_action.action"
      },
      "transitions": {
        "closing": { "target": null },
        "repeat": { "target": "closure.survey" }
      },
      "adaptationChain": ["default", "default"]
    }
  }
}
"""

_SURVEYOR_SCRIPT = """\
# Possible answers of a model, and the expected result: `phaselint lint --dry-run` runs this.
version: 1
scenarios:
  - name: one round is enough
    model:
      initial.survey:
        - so: {stepId: initial.survey, notes: [], next_action: {action: next}}
      continuation.survey:
        - so: {stepId: continuation.survey, notes: [old.ts], next_action: {action: handoff}}
      closure.survey:
        - so: {stepId: closure.survey, next_action: {action: closing}}
    expect:
      outcome: completed
      phases: [initial.survey, continuation.survey, closure.survey]
"""

EXAMPLE = Example(
    {
        ".agent/climpt/config/claude.settings.climpt.agents.surveyor.json": _SETTINGS,
        ".agent/climpt/config/surveyor-steps-app.yml": _SURVEYOR_APP,
        ".agent/climpt/config/surveyor-steps-user.yml": _SURVEYOR_USER,
        ".agent/surveyor/agent.json": _AGENT,
        ".agent/surveyor/prompts/steps/closure/survey/f_default.md": _CLOSURE,
        ".agent/surveyor/prompts/steps/continuation/survey/f_default.md": _CONTINUATION,
        ".agent/surveyor/prompts/steps/initial/survey/f_default.md": _INITIAL,
        ".agent/surveyor/prompts/system.md": _SYSTEM,
        ".agent/surveyor/schemas/survey.schema.json": _SCHEMAS_SURVEY_SCHEMA,
        ".agent/surveyor/steps_registry.json": _REGISTRY,
        ".agent/surveyor/surveyor.script.yaml": _SURVEYOR_SCRIPT,
    },
    ".agent/surveyor/surveyor.script.yaml",
)
