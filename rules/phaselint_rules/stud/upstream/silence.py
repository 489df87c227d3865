"""Completion schemas that say nothing (reference §6.5)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import excludes_objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


FILLED = ("properties", "required", "patternProperties")
"""Keywords that say something about a payload unless they are empty."""

SAYING = frozenset(
    {
        *("allOf", "anyOf", "oneOf", "not", "if", "$ref", "$dynamicRef", "$recursiveRef"),
        *("additionalProperties", "unevaluatedProperties", "minProperties", "const", "enum"),
    }
)
"""Keywords that say something about a payload (§6.5)."""


def unconstrained(schema: Any) -> bool:
    """Whether a schema is for objects, and says nothing else about them."""
    if not isinstance(schema, dict) or excludes_objects(schema):
        return False
    return not any(schema.get(key) for key in FILLED) and SAYING.isdisjoint(schema)
