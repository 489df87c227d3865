"""Texts for people in schemas that are made of shapes, which have none."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def described(schema: dict[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """Give a schema its descriptions.

    Args:
        texts: string by place: the keys of a document from its top, or from a name of `$defs` with
            `#` before it, with dots between them. Raises KeyError for one that doesn't exist.
    """
    for place, text in texts.items():
        keys = place.split(".")
        at = schema["$defs"][keys.pop(0)[1:]] if place.startswith("#") else schema
        for key in keys:
            at = at["properties"][key]
        at["description"] = text
    return schema
