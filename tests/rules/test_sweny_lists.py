"""Paths through the elements of lists: what is declared of them, and what an empty list passes."""

from __future__ import annotations

from typing import Any

import pytest

from sweny import findings, names, of, workflow

REQUIRED, OPTIONAL = "requires-field-undeclared", "requires-field-optional"
OPEN: tuple[Any, ...] = ({"type": "array"}, {}, True, {"type": ["array", "null"]})
CLOSED = {"type": "object", "additionalProperties": False}


def gated(output: Any, path: str, **operator: Any) -> dict[str, Any]:
    """`a -> b`, where `b` requires a path; `a` evaluates it where it does not begin with `a`."""
    check = {"path": path, **operator}
    rule = {"output_matches": [check]} if operator else {"output_required": [path]}
    nodes: dict[str, Any] = {"a": {"output": output}, "b": {}}
    if path.removeprefix("any:").startswith("a."):
        nodes["b"] = {"requires": rule}
    else:
        value = {"name": "v", "kind": "value", "rule": rule}
        nodes["a"] |= {"eval": [value], "retry": {"max": 1}}
        nodes["b"] = {"requires": {"output_required": ["a.evals.v.pass"]}}
    return workflow("a -> b", nodes=nodes)


class TestListsWithoutItems:
    """What is declared is declared: of elements about which nothing is written all may be."""

    @pytest.mark.parametrize("schema", OPEN)
    @pytest.mark.parametrize("whole", [CLOSED, {"type": "object"}])
    @pytest.mark.parametrize("path", ["a.l[*]", "any:a.l[*]", "a.l[*].id", "a.l[*].rows[*].id"])
    def test_an_optional_one_is_at_most_optional(self, schema: Any, whole: Any, path: str) -> None:
        flow = gated({**whole, "properties": {"l": schema}}, path)
        assert names(flow) == []
        (found,) = of(OPTIONAL, flow, dry_run=True)
        assert found.proof is not None
        assert found.proof.status == "proved"
        assert (
            names(gated({**whole, "properties": {"l": schema}}, path[path.index(".") + 1 :])) == []
        )

    @pytest.mark.parametrize("inner", OPEN)
    def test_so_it_is_further_down(self, inner: Any) -> None:
        item = {**CLOSED, "properties": {"tags": inner}, "required": ["tags"]}
        output = {
            **CLOSED,
            "properties": {"l": {"type": "array", "items": item}},
            "required": ["l"],
        }
        assert names(gated(output, "a.l[*].tags[*]"), opt_in=(OPTIONAL,)) == []
        assert names(gated(output, "a.l[*].tags[*].x", equals=1), opt_in=(OPTIONAL,)) == []
        assert names(gated(output, "a.l[*].tag[*]")) == [REQUIRED]

    def test_below_what_is_not_typed_too(self) -> None:
        output = {**CLOSED, "properties": {"free": {}}}
        assert names(gated(output, "a.free.x.y[*]"), opt_in=(OPTIONAL,)) == [OPTIONAL]

    def test_a_name_that_is_not_declared_stays_one(self) -> None:
        output = {**CLOSED, "properties": {"issues": {"type": "array"}}}
        (found,) = findings(gated(output, "a.issue[*]"), dry_run=True)
        assert (found.name, found.level) == (REQUIRED, "error")
        assert names(gated(output, "isues[*].id")) == ["eval-path-undeclared"]


ROW = {**CLOSED, "properties": {"n": {"type": "integer"}}, "required": ["n"]}
ROWS = {"type": "array", "items": ROW}
SOME = {**ROWS, "minItems": 1}
MISMATCH = "path-type-mismatch"


def listing(rows: Any) -> dict[str, Any]:
    return {**CLOSED, "properties": {"rows": rows}, "required": ["rows"]}


class TestEmptyLists:
    """Behind `[*]` an empty list passes what no element does (reference §5.7, §8.9)."""

    @pytest.mark.parametrize(
        ("rows", "path", "operator", "level"),
        [
            (ROWS, "a.rows[*].n.x", {"equals": 1}, "warning"),
            (ROWS, "rows[*].n[*]", {"in": [1, 2]}, "warning"),
            (ROWS, "any:a.rows[*].n.x", {"equals": 1}, "error"),
            (ROWS, "a.rows[*].n.x", {}, "error"),
            (SOME, "a.rows[*].n.x", {"equals": 1}, "error"),
            (ROWS, "a.rows.n", {"equals": 1}, "error"),
            (ROW, "a.rows[*].n", {"equals": 1}, "error"),
        ],
    )
    def test_a_step_that_cannot_be_taken(
        self, rows: Any, path: str, operator: Any, level: str
    ) -> None:
        (found,) = findings(gated(listing(rows), path, **operator), dry_run=True)
        assert (found.name, found.level) == (MISMATCH, level)
        assert ("for a non-empty list" in str(found.message)) == (level == "warning")
        assert found.proof is not None
        assert found.proof.status == "proved"

    def test_what_stands_before_counts_and_not_what_is_behind(self) -> None:
        inner = {**CLOSED, "properties": {"rows": ROWS}, "required": ["rows"]}
        for outer, level in ((ROWS, "warning"), (SOME, "error")):
            table = {**outer, "items": inner}
            (found,) = findings(gated(listing(table), "a.rows[*].rows.n[*]", equals=1))
            assert (found.name, found.level) == (MISMATCH, level)

    def test_one_path_that_asks_for_an_element_makes_all_of_them_grave(self) -> None:
        flow = gated(listing(ROWS), "a.rows[*].n.x", equals=1)
        flow["nodes"]["b"]["requires"]["output_required"] = ["a.rows[*].n.x"]
        (found,) = findings(flow)
        assert (found.level, found.place.pointer[-2]) == ("error", "output_required")

    @pytest.mark.parametrize("operator", [{"equals": 1}, {}])
    def test_of_a_name_that_is_not_declared_the_words_say_it(self, operator: Any) -> None:
        (found,) = findings(gated(listing(ROWS), "a.rows[*].m", **operator), dry_run=True)
        assert (found.name, found.level) == (REQUIRED, "error")
        assert ("for a non-empty list" in str(found.message)) == bool(operator)
        assert found.proof is not None
        assert found.proof.status == "proved"
