"""Questions about a path: may it be there, must it, which values can it take."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.schema import (
    EACH,
    Equals,
    Matches,
    OneOf,
    Path,
    Present,
    always,
    conforming,
    exists,
    holding,
    minimal,
    satisfiable,
    valid,
    values_at,
    without,
)

REPORT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": ["fixed", "open"]},
        "score": {"type": "integer", "minimum": 1, "maximum": 5},
        "done": {"type": "boolean"},
        "issues": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"id": {"type": "integer"}, "note": {"type": "string"}},
                "required": ["id"],
            },
        },
    },
    "required": ["verdict"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("path", "instance"),
    [
        (("verdict",), {"verdict": "fixed"}),
        (("score",), {"score": 1, "verdict": "fixed"}),
        (("issues", EACH, "note"), {"issues": [{"note": "", "id": 0}], "verdict": "fixed"}),
        (("issues", 1), {"issues": [{"id": 0}, {"id": 0}], "verdict": "fixed"}),
        ((), {"verdict": "fixed"}),
    ],
)
def test_a_path_that_can_be_there_comes_with_an_instance(path: Path, instance: Any) -> None:
    found = exists(REPORT, path)
    assert found.answer == "yes"
    assert found.instance == instance


@pytest.mark.parametrize(
    ("path", "excluded"),
    [
        (("reason",), ("additionalProperties",)),
        (("verdict", "text"), ("properties", "verdict", "type")),
        (("verdict", EACH), ("properties", "verdict", "type")),
        (("issues", "id"), ("properties", "issues", "type")),
        (
            ("issues", EACH, "id", "x"),
            ("properties", "issues", "items", "properties", "id", "type"),
        ),
    ],
)
def test_a_path_that_cannot_be_there_names_what_excludes_it(
    path: Path, excluded: tuple[str, ...]
) -> None:
    found = exists(REPORT, path)
    assert found.answer == "no"
    assert found.excluded == (excluded,)


def test_every_valid_instance_has_what_is_required() -> None:
    assert always(REPORT, ("verdict",)).answer == "yes"
    assert always(REPORT, ("verdict",)).excluded == (("required",),)


def test_an_instance_shows_that_a_path_can_be_missing() -> None:
    assert always(REPORT, ("score",)).instance == {"verdict": "fixed"}
    assert without(REPORT, ("score",)) == {"verdict": "fixed"}
    assert without(REPORT, ("verdict",)) is None


def test_what_is_missing_is_missing_as_late_on_the_path_as_can_be() -> None:
    lacking = without(REPORT, ("issues", EACH, "note"))
    assert lacking == {"issues": [{"id": 0}], "verdict": "fixed"}


def test_presence_in_elements_says_nothing_of_an_empty_list() -> None:
    schema = REPORT | {"required": ["issues"]}
    assert always(schema, ("issues", EACH, "id")).answer == "yes"


@pytest.mark.parametrize(
    ("path", "test", "answer"),
    [
        (("verdict",), Equals("open"), "yes"),
        (("verdict",), Equals("closed"), "no"),
        (("verdict",), OneOf(("closed", "open")), "yes"),
        (("verdict",), OneOf(()), "no"),
        (("verdict",), Matches(lambda text: text.startswith("f")), "yes"),
        (("verdict",), Matches(lambda text: text.startswith("z")), "no"),
        (("score",), Equals(3.0), "yes"),
        (("score",), Equals(6), "no"),
        (("score",), Equals("3"), "no"),
        (("done",), Equals(1), "no"),
        (("done",), Matches(lambda text: text == "true"), "yes"),
        (("issues", EACH, "id"), Equals("x"), "no"),
        (("issues", EACH), Equals({"note": "n", "id": 7}), "yes"),
        (("issues",), Present(), "yes"),
    ],
)
def test_whether_a_value_can_pass(path: Path, test: Any, answer: str) -> None:
    found = satisfiable(REPORT, path, test)
    assert found.answer == answer
    assert answer == "no" or valid(REPORT, found.instance) == "yes"


def test_an_impossible_value_names_the_list_of_values() -> None:
    found = satisfiable(REPORT, ("verdict",), Equals("closed"))
    assert found.excluded == (("properties", "verdict", "enum"),)


def test_presence_is_more_than_null() -> None:
    schema = {"properties": {"a": {"type": "null"}}}
    assert exists(schema, ("a",)).instance == {"a": None}
    assert satisfiable(schema, ("a",), Present()).answer == "no"


def test_texts_that_are_worth_trying_are_tried() -> None:
    schema = {"properties": {"a": {"type": "string"}}}
    picky = Matches(lambda text: text == "v1.2", samples=("v1.2",))
    assert satisfiable(schema, ("a",), picky).instance == {"a": "v1.2"}
    assert satisfiable(schema, ("a",), picky._replace(samples=())).answer == "maybe"


def test_one_of_the_values_may_be_enough() -> None:
    fixed_first = {"prefixItems": [{"const": "a"}, {"const": "b"}], "minItems": 2, "type": "array"}
    assert satisfiable(fixed_first, (EACH,), Equals("b")).answer == "no"
    assert satisfiable(fixed_first, (EACH,), Equals("b"), some=True).instance == ["a", "b"]


def test_values_that_a_place_can_take() -> None:
    assert values_at(REPORT, ("verdict",)) == ("fixed", "open")
    assert values_at(REPORT, ("done",)) == (False, True)
    assert values_at(REPORT, ("score",)) == (1, 2, 3, 4, 5)
    assert values_at(REPORT, ("reason",)) == ()


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        ({"const": 1}, (1,)),
        ({"type": ["null", "boolean"]}, (False, True, None)),
        ({"enum": ["a", "b", 3], "type": "string"}, ("a", "b")),
        ({"allOf": [{"enum": [1, 2, 3]}, {"enum": [3, 2]}]}, (3, 2)),
        ({"anyOf": [{"const": "a"}, {"enum": ["b", "a"]}]}, ("a", "b")),
        ({"anyOf": [{"const": "a"}, {"type": "string"}]}, None),
        ({"oneOf": [{"const": 1}, {"type": "null"}]}, (1, None)),
        ({"enum": ["a", "b"], "not": {"const": "b"}}, ("a",)),
        ({"$ref": "#/$defs/e", "$defs": {"e": {"enum": [1, 2]}}}, (1, 2)),
        ({"$ref": "#/definitions/a.b", "definitions": {"a.b": {"const": 1}}}, (1,)),
        ({"$ref": "#/$defs/a~1b%25", "$defs": {"a/b%": {"const": 1}}}, (1,)),
        ({"$ref": "#here", "$defs": {"e": {"$anchor": "here", "const": 1}}}, (1,)),
        ({"$ref": "other.json"}, None),
        ({"$ref": "#"}, None),
        (False, ()),
        (True, None),
    ],
)
def test_values_through_combinations(schema: Any, values: tuple[Any, ...] | None) -> None:
    assert values_at(schema, ()) == values


def test_siblings_of_a_reference_hold_except_in_draft_07() -> None:
    schema = {"$ref": "#/$defs/e", "const": 2, "$defs": {"e": {"enum": [1, 2]}}}
    assert values_at(schema, ()) == (2,)
    old = schema | {"$schema": "http://json-schema.org/draft-07/schema#"}
    assert values_at(old, ()) == (1, 2)


def test_lists_by_place_are_read_in_both_spellings() -> None:
    for schema in (
        {"type": "array", "prefixItems": [{"const": 1}], "items": False},
        {"type": "array", "items": [{"const": 1}], "additionalItems": False},
    ):
        assert values_at(schema, (0,)) == (1,)
        assert exists(schema, (0,)).instance == [1]
        assert exists(schema, (1,)).answer == "no"


@pytest.mark.parametrize(
    ("schema", "instance"),
    [
        ({"type": "string", "minLength": 3}, "aaa"),
        ({"type": "string", "format": "date"}, "2024-01-01"),
        ({"type": "string", "pattern": "^PL[0-9]{3}$"}, "PL000"),
        ({"type": "integer", "exclusiveMinimum": 4, "multipleOf": 3}, 6),
        ({"type": "integer", "maximum": -1}, -1),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, 0.5),
        (
            {"type": "array", "items": {"type": "integer"}, "minItems": 2, "uniqueItems": True},
            [0, 1],
        ),
        ({"type": "array", "contains": {"const": "x"}, "prefixItems": [{"const": 1}]}, [1, "x"]),
        ({"type": "object", "minProperties": 2}, {"key0": "", "key1": ""}),
        ({"required": ["a"], "dependentRequired": {"a": ["b"]}}, {"a": "", "b": ""}),
        ({"anyOf": [False, {"const": 2}]}, 2),
        ({"oneOf": [{"type": "string"}, {"const": ""}, {"const": 2}]}, "0"),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}, "required": ["a"]}, None),
    ],
)
def test_minimal_instances(schema: Any, instance: Any) -> None:
    found = exists(schema, ())
    assert found.answer == "yes" or instance is None
    assert instance is None or found.instance == instance


@pytest.mark.parametrize(
    ("schema", "excluded"),
    [
        ({"required": ["a"], "properties": {"a": False}, "type": "object"}, ("properties", "a")),
        ({"type": "integer", "minimum": 2, "maximum": 1}, ("minimum",)),
        ({"type": "integer", "minimum": 1, "maximum": 2, "multipleOf": 3}, ("multipleOf",)),
        ({"type": "string", "minLength": 2, "maxLength": 1}, ("maxLength",)),
        ({"allOf": [{"type": "string"}, {"type": "object"}]}, ("allOf", 1, "type")),
        ({"const": 1, "enum": [2]}, ("enum",)),
        ({"not": {}}, ("not",)),
        ({"type": "object", "maxProperties": 0, "required": ["a"]}, ("maxProperties",)),
        (
            {"type": "array", "minItems": 3, "uniqueItems": True, "items": {"type": "boolean"}},
            ("uniqueItems",),
        ),
    ],
)
def test_schemas_that_nothing_satisfies(schema: Any, excluded: tuple[str | int, ...]) -> None:
    found = exists(schema, ())
    assert found.answer == "no"
    assert excluded in found.excluded


def test_endless_nesting_has_no_instance() -> None:
    node: dict[str, Any] = {"type": "object", "properties": {"next": {"$ref": "#"}}}
    assert exists(node | {"required": ["next"]}, ()).answer == "no"
    assert exists(node, ("next",) * 5).answer == "yes"


def test_demands_are_met_together() -> None:
    made = minimal(REPORT, [(("verdict",), Equals("open")), (("score",), OneOf((9, 4)))])
    assert made == {"verdict": "open", "score": 4}
    assert minimal(REPORT, [(("verdict",), Equals("gone"))]) is None
    assert minimal(REPORT, [(("issues", EACH, "note"), Equals("n"))]) == {
        "issues": [{"note": "n", "id": 0}],
        "verdict": "fixed",
    }


class TestConforming:
    """Several goals at once, each a schema of the values that have a path."""

    def test_goals_that_exclude_each_other_are_surely_no(self) -> None:
        goals = [holding(("x",), {"const": each}) for each in (1, 2)]
        assert conforming({}, goals).answer == "no"

    def test_an_instance_satisfies_them_all(self) -> None:
        goals = [holding(("x", EACH), {"const": each}, some=True) for each in (1, 2)]
        found = conforming({"type": "object"}, goals)
        assert sorted(found.instance["x"]) == [1, 2]

    def test_a_list_that_may_be_empty_has_the_path_of_its_elements(self) -> None:
        goals = [holding(("x", EACH), {"const": each}, empty=True) for each in (1, 2)]
        assert conforming({}, goals).instance == {"x": []}
