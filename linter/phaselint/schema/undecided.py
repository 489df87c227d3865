"""Which keyword of a schema keeps a question about it from being decided."""

from __future__ import annotations

from phaselint.schema.mappings import mappings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HARD = (
    *("$ref", "$dynamicRef", "$recursiveRef", "oneOf", "not", "if", "contains", "uniqueItems"),
    *("patternProperties", "propertyNames", "dependencies", "dependentSchemas"),
    *("dependentRequired", "unevaluatedProperties", "unevaluatedItems", "multipleOf", "pattern"),
)
"""Keywords that are not always solved, the rarest solved first."""


def keyword_in(schema: Any) -> str:
    """What of a schema isn't always decided, in words: a pattern that cannot be read, else a
    keyword; empty where it has nothing of that kind."""
    if pattern := unread_pattern(schema):
        return f"the `pattern` `{pattern}`"
    key = hard_keyword(schema)
    return f"the keyword `{key}`" if key else ""


def unread_pattern(schema: Any) -> str:
    """The first pattern of a schema that cannot be read; empty where there is none."""
    from phaselint.patterns.portable import portable

    given = (each.get("pattern") for each in mappings(schema))
    texts = (each for each in given if isinstance(each, str))
    return next((each for each in texts if portable(each) is None), "")


def hard_keyword(schema: Any) -> str:
    """The keyword of a schema that is the first not to be solved; empty where it has none."""
    keys = {key for each in mappings(schema) for key in each if isinstance(key, str)}
    return next((each for each in _HARD if each in keys), "")
