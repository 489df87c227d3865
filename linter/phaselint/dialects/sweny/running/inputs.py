"""The check of a run's input that the command line makes (reference §5.1)."""

from __future__ import annotations

import math

from phaselint.javascript.equality import equal
from phaselint.javascript.texts import json_of
from phaselint.javascript.values import type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.sweny.model import Input

_DROPPED = ("__proto__", "constructor", "prototype")
_NOUNS = {
    "string": "a string",
    "number": "a finite number",
    "boolean": "a boolean",
    "string[]": "an array of strings",
}
_SMALL: Mapping[str, Any] = {"string": "", "number": 0, "boolean": False, "string[]": []}


def admit(declared: Mapping[str, Input] | None, given: Any) -> tuple[Any, tuple[str, ...]]:
    """The input as a run gets it, defaults filled in, and all that is wrong with it."""
    if given is None:
        given = {}
    if not isinstance(given, dict):
        return given, ("(root): input must be a JSON object",)
    if not declared:
        return given, ()
    admitted, wrong = {}, []
    for name, field in declared.items():
        value = given.get(name)
        if value is None:
            if field.has_default:
                admitted[name] = field.default
            elif field.required:
                wrong.append(f"{name}: required but not provided")
            continue
        problem = _problem(field, value)
        if problem:
            wrong.append(f"{name}: {problem}")
        admitted[name] = value
    rest = {k: v for k, v in given.items() if k not in declared and k not in _DROPPED}
    return {**admitted, **rest}, tuple(wrong)


def sample(declared: Mapping[str, Input] | None) -> dict[str, Any]:
    """A small input that is admitted."""
    return {
        name: field.enum[0] if field.enum else _SMALL.get(field.type)
        for name, field in (declared or {}).items()
        if field.required
    }


def _problem(field: Input, value: Any) -> str:
    if field.type == "string[]" and isinstance(value, list):
        wrong = next((i for i, each in enumerate(value) if not isinstance(each, str)), None)
        if wrong is not None:
            found = _observed(value[wrong])
            return f"must be an array of strings (element {wrong} is {found})"
    if not _is_of(field.type, value):
        return f"must be {_NOUNS.get(field.type, field.type)} (got {_observed(value)})"
    if field.enum is not None and not any(equal(each, value) for each in field.enum):
        return f"must be one of: {', '.join(map(json_of, field.enum))}"
    return ""


def _is_of(wanted: str, value: Any) -> bool:
    kind = type_of(value)
    if wanted == "string[]":
        return kind == "array"
    return kind == wanted and (kind != "number" or math.isfinite(value))


def _observed(value: Any) -> str:
    if isinstance(value, list):
        return "string[]" if all(isinstance(each, str) for each in value) else "object"
    return type_of(value)
