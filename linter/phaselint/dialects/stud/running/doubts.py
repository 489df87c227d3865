"""Which keyword of a schema keeps questions about it from being decided."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

_MOST = 10_000
_HARD = (
    *("$ref", "$dynamicRef", "$recursiveRef", "oneOf", "not", "if", "contains", "uniqueItems"),
    *("patternProperties", "propertyNames", "dependencies", "dependentSchemas"),
    *("dependentRequired", "unevaluatedProperties", "unevaluatedItems", "multipleOf", "pattern"),
)
"""Keywords that are not always solved, the rarest solved first."""


def blamed(schemas: Sequence[Any]) -> tuple[str, str]:
    """The keyword that most likely stopped a search, and why in words; both empty where there is
    none to blame."""
    from phaselint.patterns.portable import portable

    found: dict[str, Any] = {}
    for key, value in _keywords(schemas):
        if key == "pattern" and isinstance(value, str) and portable(value) is None:
            return "pattern", f"the expression `{value}` isn't supported in a dry run"
        found.setdefault(key, value)
    key = next((each for each in _HARD if each in found), "")
    return key, f"`{key}` wasn't solved" if key else ""


def _keywords(schemas: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    waiting = list(schemas)
    for _ in range(_MOST):
        if not waiting:
            return
        here = waiting.pop()
        if isinstance(here, list):
            waiting += here
        elif isinstance(here, dict):
            yield from ((key, value) for key, value in here.items() if isinstance(key, str))
            waiting += here.values()
