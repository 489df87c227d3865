"""The cases of data that a gate does not pass: together they are all such data, and no others."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import jsonschema

from fresh import picker, until
from phaselint.dialects.sweny.running.actanswers import cases_of

if TYPE_CHECKING:
    import random

NAMES = ("a", "b")


def wanted(pick: random.Random, depth: int) -> Any:
    """What a gate may want of data."""
    kind = pick.choice(("member", "members", "list", "not", "leaf")) if depth else "leaf"
    if kind in ("member", "members"):
        names = list(NAMES[: 1 if kind == "member" else 2])
        inner = {name: wanted(pick, depth - 1) for name in names}
        return {"type": "object", "required": names, "properties": inner}
    if kind == "list":
        more = pick.choice(({}, {"minItems": 1}, {"minItems": 0}))
        return {"type": "array", "items": wanted(pick, depth - 1), **more}
    if kind == "not":
        return {"not": wanted(pick, depth - 1), "examples": ["x"]}
    return pick.choice(
        (True, {"type": "null"}, {"const": 1}, {"pattern": "^x"}, {"type": "string"})
    )


def data(pick: random.Random, depth: int) -> Any:
    if not depth or pick.random() < 0.3:
        return pick.choice((None, 1, 2, "x", "y", [], {}))
    if pick.random() < 0.5:
        return [data(pick, depth - 1) for _ in range(pick.randint(0, 2))]
    return {name: data(pick, depth - 1) for name in NAMES if pick.random() < 0.8}


def is_valid(schema: Any, value: Any) -> bool:
    found: bool = jsonschema.Draft202012Validator(schema).is_valid(value)
    return found


def test_data_are_denied_where_one_of_the_cases_holds() -> None:
    pick, seen = picker("cases"), Counter[str]()
    for _ in until(seen, {"split": 51, "denied": 51}, 400):
        schema = {"not": wanted(pick, 3)}
        cases = cases_of(schema)
        seen["split"] += len(cases) > 1
        for _ in range(20):
            value = data(pick, 3)
            expected = is_valid(schema, value)
            seen["denied"] += expected
            assert any(is_valid(case, value) for case in cases) == expected, (schema, value)


def test_what_denies_nothing_is_its_own_case() -> None:
    schema = {"type": "object", "properties": {"a": True}}
    assert cases_of(schema) == (schema,)
