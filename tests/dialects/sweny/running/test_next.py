"""Runs as the next release makes them (reference §11.4, §11.5)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.sweny.runs import Scripted, load, workflow
from phaselint.dialects.sweny.reading import shapes
from phaselint.dialects.sweny.reading.nextshapes import EDGE, NODE, WORKFLOW
from phaselint.dialects.sweny.reading.targets import as_of
from phaselint.dialects.sweny.running.admission import errors
from phaselint.dialects.sweny.upstream import UPSTREAM

FAILED = {"status": "failed", "data": {"error": "no"}}
GATE = [{"name": "ok", "kind": "value", "rule": {"output_required": ["x"]}}]
KIND: dict[str, Any] = {
    "output": {"properties": {"kind": {"enum": ["moss", "fern"]}}, "required": ["kind"]}
}


def run(value: Any, **more: Any) -> Scripted:
    return Scripted(value, target="next", **more)


def decided(*expressions: str, default: bool = False, node: Any = KIND, **more: Any) -> Scripted:
    """A run of a workflow that `a` is left by expressions in, to `b0`, `b1` and so on."""
    names = [f"b{number}" for number in range(len(expressions) + default)]
    value = workflow(" ".join(f"a>{name}" for name in names), a=node, **{n: {} for n in names})
    for edge, text in zip(value["edges"], expressions, strict=False):
        edge["when"] = {"expr": text}
    return run(value, **more)


class TestFailedNodes:
    def test_a_failed_run_ends_all(self) -> None:
        made = run(workflow("a>b", a={}, b={}), run=[FAILED])
        assert made.visited == "a"
        assert made.events("route")[-1].data["reason"] == "node failed (on_fail: halt)"
        assert made.outcome == "failed(a)"

    def test_a_failed_gate_does_so_after_its_retries(self) -> None:
        made = run(workflow("a>b", a={"eval": GATE, "retry": {"max": 2}}, b={}))
        assert (made.visited, made.calls[0]) == ("a", 3)

    @pytest.mark.parametrize(
        "node",
        [
            {"on_fail": "continue"},
            {"fail_soft": True},
        ],
    )
    def test_where_it_goes_on(self, node: Any) -> None:
        assert run(workflow("a>b", a=node, b={}), run=[FAILED, {}]).visited == "a b"

    def test_a_skipped_node_goes_on(self) -> None:
        requires = {"output_required": ["input.x"], "on_fail": "skip"}
        assert run(workflow("a>b", a={"requires": requires}, b={})).visited == "a b"

    def test_today_all_go_on(self) -> None:
        assert Scripted(workflow("a>b", a={}, b={}), run=[FAILED, {}]).visited == "a b"


class TestExpressions:
    def test_the_one_that_is_true_is_taken_without_a_question(self) -> None:
        made = decided("a.kind == 'moss'", "a.kind == 'fern'", run=[{"data": {"kind": "fern"}}])
        assert (made.visited, made.calls[1]) == ("a b1", 0)

    def test_the_default_where_none_is(self) -> None:
        made = decided("a.kind == 'moss'", default=True, run=[{"data": {"kind": "fern"}}])
        assert made.visited == "a b1"

    @pytest.mark.parametrize("default", [True, False])
    def test_several_end_the_run(self, default: bool) -> None:
        both = ("a.kind == 'moss'", "exists a.kind")
        made = decided(*both, default=default, run=[{"data": {"kind": "moss"}}])
        assert made.outcome.startswith("error(RouteEvaluationError: several")

    def test_none_without_a_default_ends_the_run(self) -> None:
        made = decided("a.kind == 'moss'", run=[{"data": {"kind": "fern"}}])
        assert made.outcome.startswith("error(RouteEvaluationError: no expression")

    def test_types_that_differ_are_unequal(self) -> None:
        made = decided("a.kind == 'moss'", "a.kind != 'moss'", run=[{"data": {"kind": 3}}])
        assert (made.visited, made.calls[1]) == ("a b1", 0)


FREE: dict[str, Any] = {"output": {"properties": KIND["output"]["properties"]}}


def unknown(*expressions: str, **more: Any) -> Scripted:
    """A run in which `a`, which answers without data, is left by expressions."""
    return decided(*expressions, node=FREE, run=[{"data": {}}], **more)


def offered(made: Scripted) -> list[list[str]]:
    """What the router was asked about, question by question."""
    asked = made.events("model:evaluate")
    return [[choice["description"] for choice in each.data["choices"]] for each in asked]


class TestUnknownExpressions:
    def test_a_field_that_is_not_declared_may_be_there_if_the_loader_refuses_nothing(self) -> None:
        made = decided("a.ghost == 1", default=True, run=[{"data": {"kind": "moss", "ghost": 1}}])
        assert made.visited == "a b0"

    def test_the_router_is_asked(self) -> None:
        made = unknown("a.kind == 'moss'", "a.kind == 'fern'", route=["b1"])
        assert (made.visited, made.calls[1]) == ("a b1", 1)
        assert offered(made) == [["a.kind == 'moss'", "a.kind == 'fern'"]]
        assert "is unknown" in made.events("node:warning")[0].data["reason"]

    def test_in_the_words_of_the_description(self) -> None:
        value = workflow("a>b a>c", a=FREE, b={}, c={})
        value["edges"][0] |= {"when": {"expr": "a.kind == 'moss'"}, "description": "it is moss"}
        made = run(value, run=[{"data": {}}], route=["c"])
        assert offered(made) == [["it is moss", "None of the above / default path"]]
        assert made.visited == "a c"

    def test_never_about_a_false_edge(self) -> None:
        known = "exists a.size"
        made = unknown(known, "a.kind == 'moss'", default=True, route=["b0"])
        assert offered(made) == [["a.kind == 'moss'", "None of the above / default path"]]
        assert made.visited == "a b2"

    def test_nor_about_the_default_where_one_is_true(self) -> None:
        made = unknown("!exists a.size", "a.kind == 'moss'", default=True, route=["b2"])
        assert offered(made) == [["!exists a.size", "a.kind == 'moss'"]]
        assert made.visited == "a"

    def test_two_that_are_true_end_the_run(self) -> None:
        made = unknown("!exists a.size", "!exists a.kind", "a.kind == 'moss'")
        assert made.outcome.startswith("error(RouteEvaluationError: several")

    def test_of_a_value_that_does_not_match_its_type(self) -> None:
        output = {"properties": {"n": {"type": "integer"}}}
        value = workflow("a>b a>c", a={"output": output}, b={}, c={})
        value["edges"][0]["when"] = {"expr": "a.n == 3"}
        answers = {3: "a b", 4.0: "a c", "3": "a b", 3.5: "a b", None: "a b"}
        for given, visited in answers.items():
            assert run(value, run=[{"data": {"n": given}}], route=["b"]).visited == visited

    def test_of_a_node_that_failed(self) -> None:
        value = workflow("a>b a>c", a={**KIND, "on_fail": "continue"}, b={}, c={})
        value["edges"][0]["when"] = {"expr": "a.kind == 'moss'"}
        failed = {"status": "failed", "data": {"kind": "moss"}}
        assert run(value, run=[failed], route=["c"]).visited == "a c"

    def test_a_dry_run_stops(self) -> None:
        made = unknown("a.kind == 'moss'", default=True, given={"dryRun": True})
        assert made.visited == "a"


def test_keys_and_tools_of_the_release() -> None:
    upstream = UPSTREAM["next"]
    levels = (WORKFLOW, shapes.WORKFLOW), (NODE, shapes.NODE), (EDGE, shapes.EDGE)
    more = [set(new.fields or ()) - set(old.fields or ()) for new, old in levels]
    assert more == [set(upstream.root), set(upstream.node), set(upstream.edge)]
    contract = load(workflow(a={}))
    for release, has in (("current", False), ("next", True), ("current", False)):
        contract = as_of(contract, release)
        assert ("github_list_pr_files" in contract.registry["github"].tools) is has


@pytest.mark.parametrize(
    ("more", "node", "codes"),
    [
        ({"decider": {"min_confidence": 0.9, "min_margin": 0.2}}, {"route_by": "decider"}, []),
        ({}, {"route_by": "agent"}, []),
        ({}, {"route_by": "coin"}, ["SCHEMA"]),
        ({"decider": {"provider": "x"}}, {}, ["SCHEMA"]),
        ({"decider": {"mode": "shadow"}}, {}, ["SCHEMA"]),
        ({"decider": {"min_margin": "0.2"}}, {}, ["SCHEMA"]),
    ],
)
def test_deciders(more: Any, node: Any, codes: list[str]) -> None:
    contract = as_of(load(workflow(more=more, a=node)), "next")
    assert [each.code for each in errors(contract)] == codes


class TestRoutesByText:
    def test_no_decision_takes_the_default(self) -> None:
        value = workflow("a>b?yes a>c", a={}, b={}, c={})
        assert run(value, route=[{"throw": "timeout"}]).visited == "a c"

    def test_or_ends_the_run(self) -> None:
        value = workflow("a>b?yes a>c?no", a={}, b={}, c={})
        made = run(value, route=[{"throw": "timeout"}])
        assert made.outcome.startswith("error(RouteEvaluationError: no decision")

    def test_the_bundled_client_takes_no_first_choice(self) -> None:
        value = workflow("a>b?yes a>c", a={}, b={}, c={})
        assert run(value, route=["I do not know"], router="bundled").visited == "a c"
        assert run(value, route=['"b"'], router="bundled").visited == "a b"


class TestPrompts:
    def test_they_show_what_a_node_needs(self) -> None:
        value = workflow("a>b?x a>c b>c", a=KIND, b={}, c={})
        made = run(value, run=[{"data": {"kind": "moss", "more": 1}}], route=["c"])
        [_, last] = made.events("model:run")
        assert last.data["context"] == {"input": {}, "a": {"kind": "moss", "evals": {}}}

    def test_or_all(self) -> None:
        value = workflow("a>b", more={"context_mode": "full"}, a=KIND, b={})
        made = run(value, run=[{"data": {"kind": "moss", "more": 1}}])
        assert made.events("model:run")[-1].data["context"]["a"]["more"] == 1

    def test_results_of_evaluators_are_not_hidden(self) -> None:
        requires = {"output_matches": [{"path": "a.evals.ok.pass", "equals": True}]}
        value = workflow("a>b", a={"eval": GATE}, b={"requires": requires})
        answer = {"data": {"x": 1, "evals": "mine"}}
        assert run(value, run=[answer]).outcome == "completed"
        assert Scripted(value, run=[answer]).outcome == "failed(b)"


class TestBudgets:
    def test_a_retry_is_a_step(self) -> None:
        value = workflow(a={"eval": GATE, "retry": {"max": 3}})
        assert run(value, max_steps=2).outcome == "limit(step budget)"
        assert Scripted(value, max_steps=2).outcome == "failed(a)"

    def test_a_server_makes_a_skill_usable(self) -> None:
        skills = {"crm": {"instruction": "", "mcp": {"url": "https://crm.example.com"}}}
        value = workflow(more={"skills": skills}, a={"skills": ["crm"]})
        assert run(value).outcome == "completed"


@pytest.mark.parametrize(
    ("node", "more", "codes"),
    [
        ({"permissions": "write"}, {"permissions": "read"}, ["PERMISSION_CEILING"]),
        ({"permissions": "write"}, {"permissions": {"strict": True}}, []),
        ({"budget": {"tokens": 9}}, {"budget": {"tokens": 8}}, ["BUDGET_CEILING"]),
        ({"budget": {"tokens": 9}}, {"budget": {"cost_usd": 8}}, []),
        ({"agent_env": ["K"], "outputs": [{"type": "pr"}]}, {}, ["AGENT_ENV_READ_ONLY"]),
        ({"agent_env": ["K"]}, {"permissions": "read"}, ["AGENT_ENV_READ_ONLY"]),
        ({"outputs": [{"type": "pr"}] * 3}, {}, ["DUPLICATE_OUTPUT"] * 2),
        (
            {"outputs": [{"type": "pr"}]},
            {"safe_outputs": {"allow": ["issue"]}},
            ["OUTPUT_NOT_ALLOWED"],
        ),
        ({"outputs": [{"type": "pr", "via": "slack"}]}, {}, ["UNSUPPORTED_OUTPUT"]),
        (
            {"outputs": [{"type": "pr", "number": 3, "state": "close"}]},
            {},
            ["UNSUPPORTED_OUTPUT"] * 2,
        ),
        ({"outputs": [{"type": "issue_state"}]}, {}, ["UNSUPPORTED_OUTPUT"]),
        ({"outputs": [{"type": "issue_state", "state": "reopen"}]}, {}, []),
        ({"retry": {"max": 11}}, {}, ["SCHEMA"]),
        ({}, {"skills": {"s": {"instruction": " "}}}, ["SCHEMA"]),
        (
            {},
            {"skills": {"sweny-core": {"instruction": "x", "mcp": {"url": "u"}}}},
            ["INVALID_INLINE_SKILL"],
        ),
        ({"on_fail": "stop"}, {}, ["SCHEMA"]),
        ({"budget": {}}, {"spec_version": "02"}, ["SPEC_VERSION"]),
        ({}, {"spec_version": 1.0, "entry": "b"}, ["MISSING_ENTRY"]),
    ],
)
def test_what_is_refused(node: Any, more: Any, codes: list[str]) -> None:
    contract = as_of(load(workflow(more=more, a=node)), "next")
    assert [each.code for each in errors(contract)] == codes
