"""Paths, value checks and function evaluators, to the letter of the reference (§5.5–5.8)."""

from __future__ import annotations

from typing import Any

import pytest

from phaselint.dialects.sweny.model import Demand, Evaluator, Match, Requires
from phaselint.dialects.sweny.running import gates
from phaselint.dialects.sweny.running.gates import (
    Rules,
    by_function,
    by_value,
    missing_fields,
    resolve,
)

RULES = Rules()


class TestPaths:
    @pytest.mark.parametrize(
        ("root", "path", "values"),
        [
            ({"a": {"b": 1}}, "a.b", [1]),
            ({"a": [{"b": 1}, {"b": 2}]}, "a[*].b", [1, 2]),
            ({"a": [[1, 2], [3]]}, "any:a[*]", [[1, 2], [3]]),
            ({"a": []}, "a[*].b.c", []),
            ({"a": [1, 2]}, "a.length", [2]),
            ({"a": None}, "a", [None]),
        ],
    )
    def test_that_lead_somewhere(self, root: Any, path: str, values: list[Any]) -> None:
        found = resolve(root, path)
        assert (list(found.values), found.reason) == (values, "")

    @pytest.mark.parametrize(
        ("root", "path", "reason"),
        [
            ({"a": None}, "a.b", "null encountered before segment 'b'"),
            ({"a": "x"}, "a.b", "expected object before segment 'b', got string"),
            ({"a": True}, "a.b", "expected object before segment 'b', got boolean"),
            ({}, "a.b", "missing segment 'a'"),
            ({"a": [{"b": 1}, {}]}, "any:a[*].b", "missing segment 'b'"),
            ({"a": {}}, "a[*]", "expected array at 'a', got object"),
            ({"a": None}, "a[*]", "expected array at 'a', got null"),
            ({}, "toString.x", "expected object before segment 'x', got function"),
            ({}, "", "empty path"),
            ({}, "any:", "empty path after prefix"),
            ({}, "some:a", "unknown prefix 'some' (expected 'all' or 'any')"),
            ({}, "a-b", "malformed segment 'a-b'"),
            ({}, "a[0]", "malformed segment 'a[0]'"),
            ({}, "a..b", "malformed segment ''"),
        ],
    )
    def test_that_lead_nowhere(self, root: Any, path: str, reason: str) -> None:
        assert resolve(root, path).reason == reason


def required(path: str, data: Any, rules: Rules = RULES) -> str:
    found = gates.value_failures((Demand(path, ()),), (), data, rules)
    return found[0].removeprefix("output_required: ") if found else ""


def matched(path: str, operator: Any, value: Any, data: Any) -> str:
    found = gates.value_failures((), (Match(path, operator, value, ()),), data, RULES)
    return found[0].removeprefix("output_matches: ") if found else ""


class TestRequired:
    @pytest.mark.parametrize("value", ["", 0, False, [], {}])
    def test_what_is_there_counts_even_if_it_is_empty(self, value: Any) -> None:
        assert required("x", {"x": value}) == ""

    @pytest.mark.parametrize(
        ("path", "data", "reason"),
        [
            ("x", {"x": None}, "'x' resolved to null/undefined value(s)"),
            ("x[*]", {"x": []}, "'x[*]' resolved to no elements (empty wildcard expansion)"),
            ("x[*]", {"x": [1, None]}, "'x[*]' resolved to null/undefined value(s)"),
            ("any:x[*]", {"x": []}, "'any:x[*]' (any:) resolved to no elements"),
            ("any:x[*]", {"x": [None]}, "'any:x[*]' (any:) all resolved values are null/undefined"),
            ("y", {}, "'y' missing segment 'y'"),
        ],
    )
    def test_what_is_not(self, path: str, data: Any, reason: str) -> None:
        assert required(path, data) == reason

    def test_any_is_content_with_one(self) -> None:
        assert required("any:x[*]", {"x": [None, 1]}) == ""

    def test_with_documented_semantics_an_empty_wildcard_is_enough(self) -> None:
        vacuous = Rules(vacuous=True)
        assert required("x[*]", {"x": []}, vacuous) == ""
        assert required("any:x[*]", {"x": []}, vacuous) != ""

    def test_failures_are_joined(self) -> None:
        demands = (Demand("a", ()), Demand("b", ()))
        (found,) = gates.value_failures(demands, (), {}, RULES)
        assert found == "output_required: 'a' missing segment 'a'; 'b' missing segment 'b'"


class TestMatches:
    @pytest.mark.parametrize(
        ("operator", "value", "data"),
        [
            ("equals", None, None),
            ("equals", {"a": 1}, {"a": 1.0}),
            ("in", [1, "x"], "x"),
            ("matches", "b", "abc"),
            ("matches", "^1$", 1),
            ("matches", "null", None),
            ("matches", '"a":1', {"a": 1}),
        ],
    )
    def test_satisfied(self, operator: str, value: Any, data: Any) -> None:
        assert matched("x", operator, value, {"x": data}) == ""

    @pytest.mark.parametrize(
        ("operator", "value", "data", "reason"),
        [
            ("equals", "a", "b", '\'x\' equals "a", got ["b"]'),
            ("equals", True, 1, "'x' equals true, got [1]"),
            ("in", [1, "a"], None, "'x' in [1, \"a\"], got [null]"),
            ("in", [], 1, "'x' in [], got [1]"),
            ("matches", "^b", "ab", "'x' matches /^b/, got [\"ab\"]"),
        ],
    )
    def test_not_satisfied(self, operator: str, value: Any, data: Any, reason: str) -> None:
        assert matched("x", operator, value, {"x": data}) == reason

    def test_all_of_nothing_is_satisfied_and_any_of_it_is_not(self) -> None:
        assert matched("x[*]", "equals", 1, {"x": []}) == ""
        assert matched("any:x[*]", "equals", 1, {"x": []}) == (
            "'any:x[*]' (any:) resolved to no elements"
        )

    def test_all_lists_the_offenders_and_any_what_was_wanted(self) -> None:
        data = {"x": [1, 2, 3]}
        assert matched("x[*]", "equals", 2, data) == "'x[*]' equals 2, got [1, 3]"
        assert matched("any:x[*]", "equals", 2, data) == ""
        assert matched("any:x[*]", "in", [9], data) == (
            "'any:x[*]' (any:) no element satisfies in [9]"
        )

    def test_an_expression_that_does_not_compile_comes_before_the_path(self) -> None:
        found = matched("no-path", "matches", "(", {})
        assert found.startswith("'no-path' invalid regex /(/: Invalid regular expression")

    def test_a_long_expression_is_not_compiled(self) -> None:
        found = matched("x", "matches", "a" * 1001, {"x": "a"})
        assert "regex source exceeds 1000 characters (got 1001)" in found
        assert matched("x", "matches", "a" * 1000, {"x": "a" * 1000}) == ""

    def test_an_inherited_member_has_no_text_of_its_own(self) -> None:
        assert matched("toString", "matches", "undefined", {}) == ""
        assert matched("toString", "equals", "x", {}) == "'toString' equals \"x\", got []"


def function(calls: list[dict[str, Any]], rules: Rules = RULES, **names: tuple[str, ...]) -> str:
    evaluator = Evaluator("e", "function", (), **names)  # type: ignore[arg-type]  # rule keys only
    return by_function(evaluator, calls, rules).reasoning


class TestFunctionEvaluators:
    @pytest.mark.parametrize(
        "call",
        [{"status": "success"}, {}, {"output": "text"}, {"output": [1]},
         {"output": {"error": None}}, {"output": {"error": False}},
         {"status": "success", "output": {"error": "x"}}],
    )  # fmt: skip
    def test_calls_that_succeed(self, call: dict[str, Any]) -> None:
        assert function([{"tool": "t", **call}], any_called=("t",)) == ""

    @pytest.mark.parametrize(
        "call",
        [{"status": "error"}, {"output": {"error": "x"}}, {"output": {"error": 0}},
         {"output": {"error": ""}}, {"status": "error", "output": "fine"}],
    )  # fmt: skip
    def test_calls_that_do_not(self, call: dict[str, Any]) -> None:
        assert function([{"tool": "t", **call}], any_called=("t", "u")) == (
            "any_tool_called: required one of [t, u] to succeed, called: [t]"
        )

    def test_every_failure_is_named_in_order(self) -> None:
        calls = [{"tool": "a"}, {"tool": "b", "status": "error"}]
        assert function(calls, any_called=("c",), all_called=("a", "b"), no_called=("b",)) == (
            "any_tool_called: required one of [c] to succeed, called: [a, b]; "
            "all_tools_called: missing successful calls to [b], called: [a, b]; "
            "no_tool_called: forbidden tools were invoked: [b], called: [a, b]"
        )

    def test_without_calls_it_says_none(self) -> None:
        assert function([], any_called=("t",)).endswith("called: [none]")

    def test_names_of_one_tool_are_equivalent(self) -> None:
        both = frozenset({"t", "mcp_t"})
        rules = Rules({"t": both, "mcp_t": both})
        assert function([{"tool": "mcp_t"}], rules, all_called=("t",)) == ""
        assert function([{"tool": "mcp_t"}], rules, no_called=("t",)) != ""


def test_an_evaluator_with_keys_of_the_other_kind_always_passes() -> None:
    evaluator = Evaluator("e", "value", (), any_called=("t",))
    assert by_value(evaluator, {}, RULES).passed


def test_a_long_reasoning_is_cut() -> None:
    evaluator = Evaluator("e", "value", (), required=(Demand("x" * 600, ()),))
    reasoning = by_value(evaluator, {}, RULES).reasoning
    assert len(reasoning) == 500
    assert reasoning.endswith("…")


class TestRequires:
    def test_both_checks_are_made(self) -> None:
        requires = Requires((), (Demand("input.x", ()),), (Match("a.n", "equals", 1, ()),))
        assert gates.unmet(requires, {"input": {}, "a": {"n": 2}}, RULES) == (
            "requires failed:\n"
            "  - output_required: 'input.x' missing segment 'x'\n"
            "  - output_matches: 'a.n' equals 1, got [2]"
        )

    def test_it_may_hold(self) -> None:
        requires = Requires((), (Demand("input.x", ()),))
        assert gates.unmet(requires, {"input": {"x": 1}}, RULES) == ""
        assert gates.unmet(None, {}, RULES) == ""

    def test_without_a_check_it_never_holds(self) -> None:
        assert "no checks declared" in gates.unmet(Requires(()), {}, RULES)


def test_of_required_fields_only_the_presence_counts() -> None:
    assert missing_fields(("a", "toString"), {"a": None}) == ""
    assert missing_fields(("a", "b", "c"), {"b": 1}).endswith("emitted data: a, c")
