"""The schema of policies, as scripts and the configuration have them (see
`phaselint.policies.reading`)."""

from __future__ import annotations

from phaselint.dialects.reaching import OVER
from phaselint.policies.reading import FROM, GRADES, OVER_KEY, SCOPES, SHAPES, TEXTS
from phaselint.vocabulary.finding import SEVERITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.policies.policy import Shape

ACTS = "acts"
"""The name of the definition of what a policy names."""

REF = f"#/$defs/{ACTS}"

_TWO = {"type": "array", "items": {"$ref": REF}, "minItems": 2, "maxItems": 2}
_TEXT = {"type": "string", "pattern": r"\S"}

_ACT = r"^\s*[A-Za-z][\w\-]*(?: (?:[^`]|`[^`]*`)*|\s*)$"
"""A verb and what follows it, in which backticks are closed."""

KEYS: Mapping[str, dict[str, Any]] = {
    "never": {"description": "What no run does.", "$ref": REF},
    "at-most": {
        "description": "How often a run may do what `of` names.",
        "type": "integer",
        "minimum": 0,
    },
    "of": {"description": "What `at-most` counts.", "$ref": REF},
    "never-both": {"description": "Two things of which no run does both.", **_TWO},
    "every-run": {"description": "What every run has done when it ends.", "$ref": REF},
    "every": {"description": "What `followed-by` must follow each time.", "$ref": REF},
    "followed-by": {"description": "What a run does after it, before it ends.", "$ref": REF},
    "some-run": {"description": "What at least one run does.", "$ref": REF},
    "before": {"description": "Only before a run has done this.", "$ref": REF},
    "after": {"description": "Only after a run has done this.", "$ref": REF},
    "between": {"description": "Only from the first until the next second.", **_TWO},
    "name": {"description": "What messages call the policy.", **_TEXT},
    "why": {"description": "Why the policy is there; reports say it.", **_TEXT},
    "severity": {
        "description": "How severe it is that the policy is violated.",
        "enum": list(SEVERITIES),
        "default": SEVERITIES[0],
    },
    "under": {
        "description": "The worst that is taken for granted of models, tools and users: `hostile`, "
        "whatever is possible; `fair`, what happens in an orderly run now and then; `strict`, what "
        "the contract says alone.",
        "enum": list(GRADES),
    },
    FROM: {
        "description": "For agent teams: the agent that must never reach the call of `never`, by "
        "its own tools or through agents that it calls.",
        **_TEXT,
    },
    OVER_KEY: {
        "description": "Whether agents count that are called, or those that take over by a handoff "
        "as well.",
        "enum": list(OVER),
        "default": OVER[0],
    },
}
"""What is said of each key of a policy."""

COMMON = (*TEXTS, "severity", "under")
"""The keys that any policy may have."""

OF_TEAMS = (FROM, OVER_KEY)
"""The keys that a policy of a team may have, where it only says `never`."""

_CALL = r"^\s*call (?:(?! (?:of|in|->) )[^`]|`[^`]*`)*$"
"""What such a policy names: calls alone, wherever they are made."""


def acts() -> dict[str, Any]:
    """The definition of what a policy names."""
    act = {"type": "string", "pattern": _ACT}
    return {
        "description": "An act, or several of which any counts: `call issue_refund`, `enter "
        "payout`, `call delete_*`, `call lookup in triage`.",
        "anyOf": [act, {"type": "array", "items": act, "minItems": 1}],
    }


def policies(more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A list of policies. `more` are further keys, such as that for which contracts they are."""
    return {"type": "array", "items": _policy(more or {}), "minItems": 1}


def _policy(more: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**KEYS, **more},
        "additionalProperties": False,
        "oneOf": [_shape(key, more) for key in SHAPES],
    }


def _shape(key: Shape, more: Mapping[str, Any]) -> dict[str, Any]:
    owed, scopes = SHAPES[key]
    needed = [owed] if owed else []
    of_teams = OF_TEAMS if key == "never" else ()
    allowed = [key, *needed, *scopes, *COMMON, *of_teams, *more]
    shape: dict[str, Any] = {
        "required": [key, *needed],
        "propertyNames": {"enum": allowed},
    }
    pairs = [[one, other] for n, one in enumerate(scopes) for other in scopes[n + 1 :]]
    if pairs:
        shape["not"] = {"anyOf": [{"required": pair} for pair in pairs]}
    if of_teams:
        shape["dependentRequired"] = {OVER_KEY: [FROM]}
        shape["if"] = {"required": [FROM]}
        shape["then"] = {"properties": {key: _calls(), **dict.fromkeys((*SCOPES, "under"), False)}}
    return shape


def _calls() -> dict[str, Any]:
    """A call, or several of which any counts."""
    call = {"type": "string", "pattern": _CALL}
    return {"anyOf": [call, {"type": "array", "items": call, "minItems": 1}]}
