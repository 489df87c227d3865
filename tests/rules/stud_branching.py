"""A pipeline of one stage with branches, for the tests of what its results take."""

from __future__ import annotations

from typing import Any

from stud import pipeline

KIND = {"enum": ["letter", "parcel"]}
FORM: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind"],
    "properties": {
        "kind": KIND,
        "grams": {"type": "integer"},
        "sealed": {"type": "boolean"},
        "marks": {"type": "array", "items": KIND},
        "sender": {"type": "object", "properties": {"town": {"type": "string"}}},
    },
}
END: dict[str, Any] = {"nextStages": []}


def branched(
    *conditions: dict[str, Any], default: bool = True, form: Any = FORM, **change: Any
) -> dict[str, Any]:
    """A pipeline of one stage with these branches."""
    value = pipeline("weigh", stages={"weigh": {"completionSchema": form}}, **change)
    value["next"]["weigh"] = {
        "branches": [{"when": when, "nextStages": []} for when in conditions],
        **({"default": END} if default else {}),
    }
    return value


def kind(*values: str, **more: Any) -> dict[str, Any]:
    """A condition on the value that every payload has."""
    return {"path": "parsed.kind", "in": list(values), **more}


FAIL = {"verdict": "fail"}
