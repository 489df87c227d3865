"""Why a schema refuses an instance, in words."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from phaselint.schema import valid
from phaselint.schema.refusal import refusal

REFUSED: tuple[tuple[Any, Any, str], ...] = (
    ({"type": "string"}, 1, "`a` must be a string, not `1` (`type`)"),
    ({"type": ["null", "boolean"]}, "x", '`a` must be `null` or `true` or `false`, not `"x"`'),
    ({"enum": ["b", 2]}, "c", '`a` is `"c"`; expected `"b"`, `2` (`enum`)'),
    ({"enum": list(range(9))}, "c", '`a` is `"c"`, which isn\'t one of its 9 values (`enum`)'),
    ({"const": None}, 0, "`a` is `0`; expected `null` (`const`)"),
    ({"required": ["b", "c"]}, {"b": 1}, "`a` lacks `c` (`required`)"),
    ({"minimum": 3}, 2, "`a` is `2`, but must be at least 3 (`minimum`)"),
    ({"exclusiveMaximum": 3}, 3, "`a` is `3`, but must be less than 3 (`exclusiveMaximum`)"),
    ({"multipleOf": 2}, 3, "`a` is `3`, but must be a multiple of 2 (`multipleOf`)"),
    ({"minItems": 1}, [], "`a` has 0 items, but must have at least 1 (`minItems`)"),
    ({"maxLength": 1}, "bc", "`a` has 2 characters, but must have at most 1 (`maxLength`)"),
    ({"pattern": "^b"}, "c", '`a` is `"c"`, which doesn\'t match `^b` (`pattern`)'),
    ({"not": {"const": 1}}, 1, "`a` is `1`, which `not` refuses (`not`)"),
    ({"uniqueItems": True}, [1, 1], "`a` is `[1,1]`, which `uniqueItems` refuses (`uniqueItems`)"),
    (
        {"properties": {"b": True}, "additionalProperties": False},
        {"b": 1, "c": 2},
        "`a` has the undeclared property `c` (`additionalProperties`)",
    ),
    (
        {"patternProperties": {"^b": {"type": "null"}}},
        {"bc": 1},
        "`a.bc` must be `null`, not `1` (`type`)",
    ),
    (
        {"patternProperties": {"^b": {}}, "additionalProperties": {"type": "null"}},
        {"bc": 1, "cd": 1},
        "`a.cd` must be `null`, not `1` (`type`)",
    ),
    (
        {"properties": {"b": {"items": {"$ref": "#/$defs/c"}}}, "$defs": {"c": {"type": "null"}}},
        {"b": [None, 1]},
        "`a.b[1]` must be `null`, not `1` (`type`)",
    ),
    (
        {"anyOf": [{"type": "string"}, {"type": "object", "required": ["b"]}]},
        {},
        "`a` lacks `b` (`required`)",
    ),
    (
        {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "null"}]},
        [1],
        "`a[0]` must be `null`, not `1` (`type`)",
    ),
    ({"const": "x"}, "y" * 99, f'`a` is `"{"y" * 58}…`; expected `"x"` (`const`)'),
)


@pytest.mark.parametrize(("schema", "instance", "words"), REFUSED, ids=lambda each: str(each)[:40])
def test_what_is_refused_and_why(schema: Any, instance: Any, words: str) -> None:
    assert valid(schema, instance) == "no"
    found = refusal(schema, instance)
    assert found
    assert found.told("a").startswith(words)


SILENT: tuple[tuple[Any, Any], ...] = (
    ({"$ref": "https://example.org/a.json"}, 1),
    ({"$ref": "#/$defs/a"}, 1),
    ({"$ref": "#"}, 1),
    ({"required": "a"}, {}),
    ({"pattern": "("}, "a"),
    (False, 1),
    ({"type": "string"}, "a"),
)


@pytest.mark.parametrize(("schema", "instance"), SILENT, ids=str)
def test_where_there_are_no_words(schema: Any, instance: Any) -> None:
    assert refusal(schema, instance) is None


def test_a_pattern_that_takes_for_ever_is_not_waited_for() -> None:
    assert refusal({"pattern": "^(a+)+$"}, "a" * 40 + "!") is not None


def test_names_are_known() -> None:
    found = refusal({"required": ["b"]}, {})
    assert found
    assert found.told("a").names == ("a", "b", "required")


def test_without_the_library_there_are_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal({"type": "string"}, 1) is not None
    monkeypatch.setitem(sys.modules, "jsonschema.exceptions", None)
    assert refusal({"type": "string"}, 1) is None
