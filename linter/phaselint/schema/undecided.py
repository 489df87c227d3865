"""Which keyword of a schema keeps a question about it from being decided."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_MOST = 10_000
_HARD = (
    *("$ref", "$dynamicRef", "$recursiveRef", "oneOf", "not", "if", "contains", "uniqueItems"),
    *("patternProperties", "propertyNames", "dependencies", "dependentSchemas"),
    *("dependentRequired", "unevaluatedProperties", "unevaluatedItems", "multipleOf", "pattern"),
)
"""Keywords that are not always solved, the rarest solved first."""


def keyword_in(schema: Any) -> str:
    """What of a schema isn't always decided, in words: a pattern that cannot be read, else a
    keyword; empty where it has nothing of that kind."""
    from phaselint.patterns.portable import portable

    found = list(_members(schema))
    for key, value in found:
        if key == "pattern" and isinstance(value, str) and portable(value) is None:
            return f"the `pattern` `{value}`"
    keys = {key for key, _ in found}
    key = next((each for each in _HARD if each in keys), "")
    return f"the keyword `{key}`" if key else ""


def _members(schema: Any) -> Iterator[tuple[str, Any]]:
    waiting = [schema]
    for _ in range(_MOST):
        if not waiting:
            return
        here = waiting.pop()
        if isinstance(here, list):
            waiting += here
        elif isinstance(here, dict):
            yield from ((key, value) for key, value in here.items() if isinstance(key, str))
            waiting += here.values()
