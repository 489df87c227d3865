"""A quick look at whether a schema plainly has instances."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from phaselint.schema import (
    EACH,
    Equals,
    OneOf,
    Present,
    exists,
    plainly_admits,
    plainly_satisfiable,
)


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {},
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b"]},
        {"properties": {"a": {"enum": ["x", 1], "type": "integer"}}, "required": ["a"]},
        {"properties": {"a": False}},
        {"type": "array", "items": {"type": "string", "minLength": 3, "maxLength": 1}},
    ],
)
def test_what_plainly_has_one(schema: Any) -> None:
    assert plainly_satisfiable(schema)


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"minLength": 5, "maxLength": 2},
        {"required": ["a"], "additionalProperties": False},
        {"required": ["a"], "properties": {"a": {"const": 1, "type": "string"}}},
        {"enum": []},
        {"type": "unheard of"},
        {"allOf": [{"type": "string"}]},
        {"$ref": "#/$defs/a"},
    ],
)
def test_what_wants_a_closer_look(schema: Any) -> None:
    assert not plainly_satisfiable(schema)


KEYWORDS: tuple[tuple[str, Any], ...] = (
    *(("type", kind) for kind in ("string", "integer", "object", "array", ["null", "string"])),
    *(("minLength", 2), ("maxLength", 1), ("pattern", "^a$"), ("minimum", 3), ("maximum", 2)),
    *(("enum", ["a", 3]), ("enum", []), ("const", None), ("const", "a"), ("multipleOf", 2)),
    *(("minItems", 1), ("maxItems", 0), ("items", False), ("additionalProperties", False)),
    *(("format", "date"), ("description", "?"), ("not", {}), ("anyOf", [False])),
)


def small(random: Random, levels: int) -> Any:
    found = dict(random.sample(KEYWORDS, random.choice((0, 1, 1, 2, 3))))
    if levels and random.random() < 0.7:
        names = random.sample("abc", random.randint(1, 3))
        found |= {"properties": {name: small(random, levels - 1) for name in names}}
        found |= {"required": random.sample("abc", random.randint(0, 2))}
    return found


def test_it_never_says_so_of_a_schema_that_has_none() -> None:
    random, plain = Random(11), 0
    for _ in range(3_000):
        schema = small(random, 2)
        if plainly_satisfiable(schema):
            plain += 1
            assert exists(schema, ()).answer != "no", schema
    assert plain > 200


OUTPUT = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": ["fix", "skip"]},
        "reason": {"type": "string"},
        "items": {"type": "array", "items": {"properties": {"done": {"type": "boolean"}}}},
        "nothing": {"type": "null"},
    },
    "required": ["verdict"],
}


@pytest.mark.parametrize(
    ("path", "test", "plainly"),
    [
        (("reason",), Present(), True),
        (("verdict",), Equals("fix"), True),
        (("verdict",), Equals("fixed"), False),
        (("verdict",), OneOf(("fixed", "skip")), True),
        (("items", EACH, "done"), Equals(True), True),
        (("items", EACH, "done"), Equals(1), False),
        (("nothing",), Present(), False),
        (("other",), Present(), False),
        (("reason", "x"), Present(), False),
    ],
)
def test_what_is_plainly_admitted(path: Any, test: Any, plainly: bool) -> None:
    assert plainly_admits(OUTPUT, path, test) == plainly
