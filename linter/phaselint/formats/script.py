"""The schema of scripts (see `phaselint.executor.script`): of their frame. What answers, world and
options a contract takes, its dialect says when a scenario is run."""

from __future__ import annotations

from phaselint.dialects import BUILTIN
from phaselint.dialects.records import CHANNELS, OUTCOMES
from phaselint.executor import script
from phaselint.formats.heads import head
from phaselint.formats.policies import ACTS, acts, policies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.records import Channel

_CHANNELS: Mapping[Channel, str] = {
    "model": "What the model answers: a list in order, or a list for each phase, whose items are "
    "lists themselves where each visit has its own.",
    "route": "Answers to routing questions, where the dialect asks any; listed as under `model`.",
    "ask": "Answers to side questions, such as those of judges; listed as under `model`.",
}
_OUTCOME = rf"^(?:{'|'.join(OUTCOMES)})(?:\(|$)"
_EXPECT = {
    "outcome": {
        "description": "How the run ends, with or without the detail, as in `failed(SR-001)`.",
        "anyOf": [{"enum": list(OUTCOMES)}, {"type": "string", "pattern": _OUTCOME}],
    },
    "phases": {"description": "The phases that the run visits, in order.", "type": "array"},
    "blocks": {"description": "Everything that is blocked in the run, in order.", "type": "array"},
    "events": {
        "description": "Events that occur, in this order; others may occur between them. Each "
        "says what is equal in an event.",
        "type": "array",
    },
}
_EXAMPLE = {
    "version": script.VERSION,
    "contract": ".",
    "scenarios": [
        {
            "name": "happy path",
            "model": {"review": [{"text": "all is well"}]},
            "expect": {"outcome": "completed", "phases": ["review"]},
        }
    ],
    "policies": [
        {
            "name": "a payment is approved first",
            "never": "call issue_refund",
            "before": "call approve_refund",
        }
    ],
}


def schema() -> dict[str, Any]:
    """The schema of `*.script.yaml` and `*.script.json`."""
    keys: dict[str, Any] = {
        "version": {"description": "The version of this format.", "const": script.VERSION},
        "contract": {
            "description": "The contract, relative to this file.",
            "type": "string",
            "default": ".",
        },
        "options": {**_options(), "description": "Options of the dialect for all scenarios."},
        "scenarios": {
            "description": "The runs, each by itself.",
            "type": "array",
            "items": {"$ref": "#/$defs/scenario"},
        },
        "policies": {
            "description": "What every run of the contract must do, or must not.",
            **policies(),
        },
    }
    about = (
        "Scripted runs of a contract, with what is expected of them, and policies for all runs. "
        "`lint --dry-run` runs the scripted ones and asks the policies."
    )
    return {
        **head("script", "phaselint script", about, _EXAMPLE),
        "type": "object",
        "properties": {key: keys[key] for key in script.TOP_KEYS},
        "required": ["version"],
        "anyOf": [{"required": ["scenarios"]}, {"required": ["policies"]}],
        "additionalProperties": False,
        "$defs": {"scenario": _scenario(), ACTS: acts()},
    }


def _scenario() -> dict[str, Any]:
    keys: dict[str, Any] = {
        "name": {"description": "What messages call it.", "type": "string"},
        "options": {**_options(), "description": "Options of the dialect for this scenario."},
        "input": {"description": "What the run is started with."},
        **{
            channel: {"description": _CHANNELS[channel], "type": ["array", "object"]}
            for channel in CHANNELS
        },
        "world": {
            "description": "What everything outside the model answers: tools, hooks, files.",
            "type": "object",
        },
        "on_exhausted": {
            "description": "What follows the last answer: the run stays where it is, or the "
            "answer comes again.",
            "enum": list(script.ON_EXHAUSTED),
            "default": script.ON_EXHAUSTED[0],
        },
        "expect": {
            "description": "What the run has to do.",
            "type": "object",
            "properties": {key: _EXPECT[key] for key in script.EXPECT_KEYS},
            "additionalProperties": False,
        },
    }
    return {
        "type": "object",
        "properties": {key: keys[key] for key in script.SCENARIO_KEYS},
        "required": ["name"],
        "additionalProperties": False,
    }


def _options() -> dict[str, Any]:
    """A table of options. Which there are depends on the contract, so none is refused."""
    helps: dict[str, list[str]] = {}
    for dialect, option, about in _helps():
        helps.setdefault(option, []).append(f"{dialect}: {about}")
    known = {option: {"description": "; ".join(texts)} for option, texts in sorted(helps.items())}
    return {"type": "object", "properties": known}


def _helps() -> Iterator[tuple[str, str, str]]:
    for dialect in BUILTIN:
        for option in dialect.options:
            yield dialect.name, option.name, option.help
