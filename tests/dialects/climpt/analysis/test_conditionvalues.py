"""Which keys of a condition a schema lets a value be (reference §4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.dialects.climpt.analysis.conditionvalues import longer_list, producible

TEXTS = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("value", "key", "listed"),
    [
        (TEXTS, "open", ["open", "open"]),
        ({**TEXTS, "uniqueItems": True}, "open", ["open", "x"]),
        ({**TEXTS, "maxItems": 1}, "open", None),
        ({"type": ["array", "string"], "items": {"type": "string"}}, "open", None),
        ({"type": "array", "items": {"enum": ["open"]}, "uniqueItems": True}, "open", None),
        ({"enum": [["open"], ["shut"]]}, "open", None),
        (TEXTS, "open,shut", None),
        (TEXTS, "", None),
    ],
)
def test_a_list_of_one_element_is_a_key_and_a_longer_one_is_not(
    value: Any, key: str, listed: list[str] | None
) -> None:
    schema = {"type": "object", "required": ["state"], "properties": {"state": value}}
    assert producible(schema, "state", key)
    assert longer_list(schema, "state", key) == listed
