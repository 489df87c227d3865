"""Checks that no value passes: by themselves, with each other, and what hides nothing of it."""

from __future__ import annotations

from typing import Any

import pytest

from sweny import findings, names, of, places, workflow

EVAL, REQUIRES = "eval-value-impossible", "requires-value-impossible"
CLASH, SCHEMA = "eval-contradiction", "output-schema-unsatisfiable"


def check(path: str, **operator: Any) -> dict[str, Any]:
    return {"path": path, **{key.rstrip("_"): value for key, value in operator.items()}}


def output(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required or properties)}


def evaluating(schema: Any, *matches: Any, required: tuple[str, ...] = ()) -> dict[str, Any]:
    """A workflow of one node with its checks in one evaluator."""
    rule = {
        "output_matches": list(matches),
        **({"output_required": [*required]} if required else {}),
    }
    node = {"output": schema, "eval": [{"name": "v", "kind": "value", "rule": rule}]}
    return workflow("a", nodes={"a": {**node, "retry": {"max": 1}}})


def requiring(schema: Any, *matches: Any) -> dict[str, Any]:
    return workflow(
        "a -> b", nodes={"a": {"output": schema}, "b": {"requires": {"output_matches": [*matches]}}}
    )


NEVER = {"type": "string", "minLength": 5, "maxLength": 2}
COUNT, WORD = {"type": "integer"}, {"type": "string"}
LIST = {"type": "array", "items": {"type": "string", "enum": ["p", "q"]}}


class TestBesideWhatCannotBe:
    """A property that nothing satisfies hides no check of another one."""

    def test_both_are_found(self) -> None:
        assert names(evaluating(output(n=COUNT, z=NEVER), check("n", equals="3"))) == [
            EVAL,
            SCHEMA,
        ]
        flow = requiring(output(n=COUNT, z=NEVER), check("a.n", equals="3"))
        assert names(flow) == [SCHEMA, REQUIRES]

    def test_of_the_property_itself_only_the_schema_is_said(self) -> None:
        assert names(evaluating(output(z=NEVER), check("z", equals="abc"))) == [SCHEMA]

    def test_an_optional_one_excludes_nothing(self) -> None:
        assert names(evaluating(output("n", n=COUNT, z=NEVER), check("n", equals=3))) == []

    def test_it_stands_at_the_keyword(self) -> None:
        (found,) = of(SCHEMA, evaluating(output(z=NEVER), check("z", equals="abc")))
        assert places([found]) == ["nodes.a.output.properties.z.minLength"]


class TestTexts:
    @pytest.mark.parametrize("source", ["^[a-z]+$", "^$", "x", r"\d \d", "^0\\d"])
    def test_no_number_is_written_so(self, source: str) -> None:
        assert names(evaluating(output(n=COUNT), check("n", matches=source))) == [EVAL]

    @pytest.mark.parametrize("source", ["^1", "e", "-", "^.{30}$", "\\."])
    def test_some_number_may_be(self, source: str) -> None:
        found = names(evaluating(output(n={"type": "number"}), check("n", matches=source)))
        assert found == []

    @pytest.mark.parametrize(
        ("schema", "source", "expected"),
        [
            ({"type": "array"}, "^x", True),
            ({"type": "array"}, "x", False),
            ({"type": "object"}, r"^\[", True),
            ({"type": ["integer", "null"]}, "^n", False),
            ({"type": ["integer", "object"]}, "^n", True),
            ({"type": ["integer", "string"]}, "^n", False),
            ({}, "^n", False),
        ],
    )
    def test_each_kind_has_its_texts(self, schema: Any, source: str, expected: bool) -> None:
        found = names(evaluating(output(v=schema), check("v", matches=source)))
        assert found == [EVAL] * expected

    @pytest.mark.parametrize(
        ("items", "never", "ever"),
        [
            (COUNT, "[a-df-z]", "^\\[\\]$"),
            (COUNT, "3, ", "^\\[3,"),
            ({"type": ["boolean", "null"]}, "yes", "true,null"),
            (WORD, "^p", '"p"'),
            (WORD, '^"', "p,q"),
            ({"type": "array", "items": COUNT}, "^\\[[0-9]", "\\],\\["),
        ],
    )
    def test_lists_are_written_by_their_elements(self, items: Any, never: str, ever: str) -> None:
        schema = output(v={"type": "array", "items": items})
        assert names(evaluating(schema, check("v", matches=ever))) == []
        assert names(evaluating(schema, check("v", matches=never))) == [EVAL]

    @pytest.mark.parametrize("source", ["$a", "a^b", "(?!)", "[]", "^(?=a)b"])
    def test_what_no_text_matches_whatever_is_declared(self, source: str) -> None:
        (found,) = findings(evaluating({}, check("v", matches=source)))
        assert (found.name, found.level) == (EVAL, "error")
        assert str(found.message).endswith(": no string can")

    def test_a_literal_between_slashes_is_told_what_it_is(self) -> None:
        flow = evaluating(output(v=WORD), check("v", matches="/^https:/"))
        assert names(flow) == [EVAL, "regex-dialect"]


class TestNull:
    def test_what_can_only_be_null_is_never_there(self) -> None:
        nothing = {"type": "null"}
        flow = evaluating(output(n=nothing), check("n", equals=None), required=("n",))
        assert EVAL in names(flow)
        for schema in ({"type": ["null", "string"]}, {}, {"enum": [None, 1]}):
            assert not of(EVAL, evaluating(output(n=schema), required=("n",)))


class TestEmptyLists:
    """Behind `[*]` an empty list passes a check that no element does (reference §8.9)."""

    @pytest.mark.parametrize(
        ("path", "schema", "level"),
        [
            ("l[*]", LIST, "warning"),
            ("any:l[*]", LIST, "error"),
            ("l[*]", {**LIST, "minItems": 1}, "error"),
        ],
    )
    def test_how_grave_it_is(self, path: str, schema: Any, level: str) -> None:
        (found,) = findings(evaluating(output(l=schema), check(path, equals="z")), dry_run=True)
        assert (found.name, found.level) == (EVAL, level)
        assert found.proof is not None
        assert found.proof.status == "proved"
        assert ("for a non-empty list" in str(found.message)) == (level == "warning")


class TestClashes:
    @pytest.mark.parametrize(
        "checks",
        [
            [check("x", equals="p"), check("x", equals="q")],
            [check("x", equals="p"), check("x", in_=["q", "r"])],
            [check("x", equals="abc"), check("x", matches="^z")],
            [check("x", in_=["p", "q"]), check("all:x", in_=["r"])],
            [check("x", in_=["p", "q"]), check("x", in_=["q", "r"]), check("x", in_=["p", "r"])],
        ],
    )
    def test_no_value_passes_them_all(self, checks: list[Any]) -> None:
        (found,) = findings(evaluating(output(x=WORD), *checks), dry_run=True)
        assert (found.name, found.level) == (CLASH, "error")
        assert found.proof is not None
        assert found.proof.status == "proved"
        below = [{**each, "path": each["path"].replace("x", "a.x")} for each in checks]
        assert names(requiring(output(x=WORD), *below)) == [REQUIRES]

    @pytest.mark.parametrize(
        "checks",
        [
            [check("x", equals="p"), check("x", in_=["p", "q"])],
            [check("x", equals="p"), check("y", equals="q")],
            [check("x", matches="^p"), check("x", matches="q$")],
            [check("any:l[*]", equals="p"), check("any:l[*]", equals="q")],
            [check("x", equals="p"), check("x", matches="(")],
            [check("x", equals="p"), check("x", in_=["p"]), check("x", matches="p")],
        ],
    )
    def test_some_value_passes_or_nobody_looks(self, checks: list[Any]) -> None:
        assert not of(CLASH, evaluating(output(x=WORD, y=WORD, l=LIST), *checks))

    def test_of_many_only_those_are_named_that_exclude_each_other(self) -> None:
        checks = [check("x", in_=["p", "q"]), check("x", matches="."), check("x", equals="r")]
        (found,) = of(CLASH, evaluating(output(x=WORD), *checks))
        assert [related.place.pointer[-2:] for related in found.related] == [(0, "in")]

    def test_one_that_no_value_passes_by_itself_is_the_only_one_told(self) -> None:
        checks = [check("x", equals=1), check("x", equals="q")]
        assert names(evaluating(output(x=WORD), *checks)) == [EVAL]

    def test_an_empty_list_is_spared_unless_an_element_is_asked_for(self) -> None:
        both = [check("l[*]", equals="p"), check("l[*]", equals="q")]
        (found,) = of(CLASH, evaluating(output(l=LIST), *both))
        assert found.level == "warning"
        (found,) = of(CLASH, evaluating(output(l=LIST), *both, required=("l[*]",)))
        assert found.level == "error"

    def test_what_has_to_be_there_is_not_null(self) -> None:
        flow = evaluating(output(x={}), check("x", equals=None), required=("x",))
        (found,) = of(CLASH, flow)
        assert "must not be null and equal `null`" in str(found.message)
