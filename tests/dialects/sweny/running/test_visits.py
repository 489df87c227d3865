"""The main loop: visits, gates, retries, routing, ends (reference §5.2–5.6, §5.10–5.14)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.sweny.runs import Scripted, workflow

VALUE = {"name": "v", "kind": "value", "rule": {"output_required": ["z"]}}
NO_Z = "output_required: 'z' missing segment 'z'"
SHAPED = {"type": "object", "properties": {"ok": {}, "extra": {}}}


class TestPrompts:
    def prompt(self, given: Any = None, more: Any = None, **node: Any) -> str:
        return Scripted(workflow(a=node, more=more), given=given).prompts[0]

    def test_an_instruction_stands_alone(self) -> None:
        assert self.prompt() == "Do it."

    def test_sections_come_in_order_and_each_list_from_the_outside_in(self) -> None:
        found = self.prompt(
            {"rules": "R1", "context": [{"inline": "C1"}]},
            {
                "rules": ["R2"],
                "context": ["C2"],
                "skills": {"s": {"name": "S", "instruction": "I"}},
            },
            rules=["R3"],
            context=["C3"],
            skills=["s"],
        )
        assert found.split("\n\n---\n\n") == [
            "## Rules — You MUST Follow These\n\nR1\n\nR2\n\nR3",
            "## Background Context\n\nC1\n\nC2\n\nC3",
            "## Skill: S\n\nI",
            "Do it.",
        ]

    def test_only_leaves_the_others_of_that_field_out(self) -> None:
        own = {"only": True, "sources": ["R3"]}
        found = self.prompt({"rules": "R1"}, {"rules": ["R2"], "context": ["C2"]}, rules=own)
        assert "R1" not in found
        assert "R2" not in found
        assert "## Background Context\n\nC2" in found

    def test_additional_context_is_used_where_there_is_nothing_else(self) -> None:
        given = {"additionalContext": "AC"}
        assert self.prompt(given).startswith("## Additional Context & Rules\n\nAC\n\n---")
        assert "AC" not in self.prompt(given, rules=["R"])
        assert self.prompt({"additionalContext": 3}) == "Do it."


class TestContext:
    def test_it_has_the_input_and_every_finished_node(self) -> None:
        run = Scripted(
            workflow("a>b b>c", a={"eval": [VALUE]}, b={}, c={}),
            given={"x": 1},
            run={"a": [{"data": {"z": 1}}], "b": [{"data": {"n": 2}}], "c": [{}]},
        )
        last = run.events("model:run")[-1].data["context"]
        verdict = {"name": "v", "kind": "value", "pass": True}
        assert dict(last) == {
            "input": {"x": 1},
            "a": {"evals": {"v": verdict}, "z": 1},
            "b": {"n": 2},
        }

    def test_own_evals_hide_the_evaluators(self) -> None:
        value = workflow("a>b", a={"eval": [VALUE]}, b={})
        run = Scripted(value, run={"a": [{"data": {"z": 1, "evals": "mine"}}], "b": [{}]})
        assert run.events("model:run")[1].data["context"]["a"]["evals"] == "mine"

    def test_a_node_named_input_replaces_the_input(self) -> None:
        run = Scripted(workflow("input>b", input={}, b={}), given={"x": 1})
        assert dict(run.events("model:run")[1].data["context"]) == {"input": {}}

    def test_a_revisit_replaces_the_entry(self) -> None:
        run = Scripted(
            workflow("a>a?again*1", a={}), run=[{"data": {"n": 1}}, {"data": {"n": 2}}], route=["a"]
        )
        assert run.result("a")["data"] == {"n": 2}


class TestRequires:
    def run(self, **more: Any) -> Scripted:
        requires = {"output_required": ["input.x"], **more}
        return Scripted(workflow("a>b", a={"requires": requires, "fail_soft": True}, b={}))

    def test_a_failed_one_fails_the_node_and_the_run_goes_on(self) -> None:
        run = self.run()
        assert (run.visited, run.outcome, run.calls) == ("a b", "failed(a)", (1, 0, 0))
        assert run.error("a") == (
            "requires failed:\n  - output_required: 'input.x' missing segment 'x'"
        )
        assert "evals" not in run.result("a")

    def test_it_may_skip_instead(self) -> None:
        run = self.run(on_fail="skip")
        assert (run.result("a")["status"], run.outcome) == ("skipped", "completed")
        assert run.result("a")["data"]["skipped_reason"].startswith("requires not met:\n  - ")


class TestGates:
    def test_a_missing_field_comes_before_the_evaluators(self) -> None:
        judge = {"name": "j", "kind": "judge", "rubric": "r"}
        run = Scripted(workflow(a={"output": {"required": ["x", "y"]}, "eval": [judge]}))
        assert run.calls == (1, 0, 0)
        assert run.error("a").endswith("missing from emitted data: x, y")
        (verdict,) = run.result("a")["evals"]
        assert (verdict["name"], verdict["kind"]) == ("output_required", "value")

    def test_every_evaluator_is_asked(self) -> None:
        run = Scripted(workflow(a={"eval": [VALUE, {**VALUE, "name": "w"}]}))
        assert run.error("a") == (
            f"eval failed (policy: all_pass):\n  - v (value): {NO_Z}\n  - w (value): {NO_Z}"
        )

    def test_a_reserved_policy_throws(self) -> None:
        run = Scripted(workflow(a={"eval": [VALUE], "eval_policy": "any_pass"}))
        assert run.summary["error"].startswith("Error: eval_policy 'any_pass' is reserved")
        assert Scripted(workflow(a={"eval_policy": "any_pass"})).outcome == "completed"

    def test_a_failed_gate_does_not_stop_the_run(self) -> None:
        run = Scripted(workflow("a>b", a={"eval": [VALUE]}, b={}))
        assert (run.visited, run.outcome) == ("a b", "failed(a)")


class TestRetry:
    def run(self, *answers: Any, most: int = 2, **more: Any) -> Scripted:
        node = {"eval": [VALUE], "retry": {"max": most}, **more}
        return Scripted(workflow(a=node), run=answers)

    def test_it_ends_with_the_first_success(self) -> None:
        run = self.run({}, {"data": {"z": 1}})
        assert run.summary["steps"] == [
            {"node": "a", "status": "failed", "iteration": 1, "retryAttempt": 0},
            {"node": "a", "status": "success", "iteration": 1, "retryAttempt": 1},
        ]

    def test_it_ends_with_the_last_attempt(self) -> None:
        run = self.run({})
        assert run.calls == (3, 0, 0)
        assert [step["retryAttempt"] for step in run.summary["steps"]] == [0, 1, 2]

    def test_preambles_do_not_pile_up(self) -> None:
        first, second, third = self.run({}).prompts
        assert first == "Do it."
        assert second == third
        assert second.count("## Previous attempt") == 1

    def test_each_is_announced(self) -> None:
        events = self.run({}).events("node:retry")
        assert [event.data["attempt"] for event in events] == [1, 2]
        assert events[0].data["reason"] == f"eval failed (policy: all_pass):\n  - v (value): {NO_Z}"

    def test_a_failure_of_the_agent_is_not_retried(self) -> None:
        assert self.run({"status": "failed"}).calls == (1, 0, 0)

    def test_a_retry_that_fails_as_an_agent_may_be_soft(self) -> None:
        run = self.run({}, {"status": "failed", "data": {"error": "turns"}}, fail_soft=True)
        assert run.result("a")["data"] == {"error": "turns", "fail_soft": True}
        assert run.summary["steps"][-1] == {
            "node": "a", "status": "success", "iteration": 1, "retryAttempt": 1,
        }  # fmt: skip

    def test_a_huge_number_of_retries_ends_with_the_script(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("phaselint.executor.scenario.MAX_STEPS", 50)
        run = self.run({}, most=10**9)
        assert (run.outcome, run.calls) == ("running", (50, 0, 0))


OBJECT = "[object Object]"


class TestFailSoft:
    def test_gates_are_not_asked_afterwards(self) -> None:
        node = {"fail_soft": True, "eval": [VALUE], "output": {"required": ["x"]}}
        run = Scripted(workflow(a=node), run=[{"status": "failed"}])
        assert run.result("a") == {
            "status": "success",
            "data": {"fail_soft": True},
            "toolCalls": [],
        }
        assert run.warnings == [
            "  fail_soft: node failed (unknown error); continuing with partial output"
        ]

    @pytest.mark.parametrize(
        ("error", "words"), [(True, "true"), (1e-7, "1e-7"), ([1, None, "a"], "1,,a"), ({}, OBJECT)]
    )
    def test_the_log_writes_an_error_as_javascript_does(self, error: Any, words: str) -> None:
        answer = {"status": "failed", "data": {"error": error}}
        run = Scripted(workflow(a={"fail_soft": True}), run=[answer])
        assert run.warnings == [
            f"  fail_soft: node failed ({words}); continuing with partial output"
        ]

    def test_what_is_skipped_stays_skipped(self) -> None:
        run = Scripted(workflow(a={"fail_soft": True}), run=[{"status": "skipped"}])
        assert (run.result("a")["status"], run.outcome) == ("skipped", "completed")

    def test_a_failed_gate_is_never_soft(self) -> None:
        assert Scripted(workflow(a={"fail_soft": True, "eval": [VALUE]})).outcome == "failed(a)"


class TestRouting:
    def test_the_only_path_is_not_asked_about(self) -> None:
        run = Scripted(workflow("a>b", a={}, b={}))
        assert run.summary["edges"] == [{"from": "a", "to": "b", "reason": "only path"}]
        assert run.calls == (2, 0, 0)

    def test_one_conditional_edge_is(self) -> None:
        run = Scripted(workflow("a>b?good", a={}, b={}))
        (asked,) = run.events("model:evaluate")
        assert asked.data["choices"] == [{"id": "b", "description": "good"}]

    def test_a_default_is_offered_last(self) -> None:
        run = Scripted(workflow("a>b a>c?p", a={}, b={}, c={}), route=["b"])
        (asked,) = run.events("model:evaluate")
        assert [choice["id"] for choice in asked.data["choices"]] == ["c", "b"]
        assert run.events("route")[-1].data["reason"] == "None of the above / default path"
        assert run.summary["edges"][-1]["reason"] == "only path"

    def test_an_invalid_answer_takes_the_default(self) -> None:
        assert Scripted(workflow("a>b a>c?p", a={}, b={}, c={}), route=["x"]).visited == "a b"

    def test_without_a_default_it_ends_the_run(self) -> None:
        run = Scripted(workflow("a>b?p a>c?q", a={}, b={}, c={}), route=["x"])
        assert (run.visited, run.outcome) == ("a", "completed")
        assert run.events("route")[-1].data["to"] == "(end)"
        assert run.warnings[-1].endswith("Valid targets: b, c")

    def test_a_blank_condition_is_one_and_an_empty_one_is_none(self) -> None:
        value = workflow(a={}, b={}, c={})
        value["edges"] = [
            {"from": "a", "to": "b", "when": " "},
            {"from": "a", "to": "c", "when": ""},
        ]
        (asked,) = Scripted(value).events("model:evaluate")
        assert [choice["description"] for choice in asked.data["choices"]] == [
            " ", "None of the above / default path",
        ]  # fmt: skip

    def test_several_defaults_follow_the_first(self) -> None:
        run = Scripted(workflow("a>b a>c", a={}, b={}, c={}))
        assert run.visited == "a b"
        assert "has 2 unconditional out-edges; following 'b'" in run.warnings[0]

    def test_a_call_that_throws_ends_the_run(self) -> None:
        run = Scripted(workflow("a>b?p", a={}, b={}), route=[{"throw": "down"}])
        assert run.outcome == "error(Error: down)"
        assert run.events("workflow:end") == []


class TestCounters:
    def test_a_bound_is_used_up(self) -> None:
        run = Scripted(workflow("a>a?again*2 a>b", a={}, b={}), route=["a"])
        assert (run.visited, run.calls) == ("a a a b", (4, 2, 0))

    def test_without_a_live_edge_the_run_ends_silently(self) -> None:
        run = Scripted(workflow("a>a?again*1", a={}), route=["a"])
        assert (run.visited, run.outcome) == ("a a", "completed")
        assert run.events("route")[-1].data["to"] == "a"

    def test_parallel_edges_share_a_counter(self) -> None:
        run = Scripted(workflow("a>a?p*1 a>a?q*3 a>b", a={}, b={}), route=["a"])
        assert run.visited == "a a a a b"
        choices = [len(event.data["choices"]) for event in run.events("model:evaluate")]
        assert choices == [3, 2, 2]

    def test_an_unbounded_twin_counts_too(self) -> None:
        run = Scripted(workflow("a>a?p*2 a>a?q", a={}), route=["a"], max_steps=4)
        choices = [len(event.data["choices"]) for event in run.events("model:evaluate")]
        assert choices == [2, 2, 1, 1]

    def test_the_reason_in_the_trace_is_that_of_the_first_edge_even_if_used_up(self) -> None:
        run = Scripted(workflow("a>a?p*1 a>a?q*2", a={}), route=["a"])
        assert [edge["reason"] for edge in run.summary["edges"]] == ["p", "p"]
        assert [event.data["reason"] for event in run.events("route")] == ["p", "q"]


class TestRouterContext:
    def view(self, answer: Any, **node: Any) -> Any:
        run = Scripted(workflow("a>b?p", a={"output": SHAPED, **node}, b={}), run=[answer, {}])
        return run, run.events("model:evaluate")[0].data["context"]["a"]

    def test_only_declared_properties_are_seen_and_missing_ones_are_null(self) -> None:
        run, seen = self.view({"data": {"ok": 1, "summary": "prose"}})
        assert seen == {"ok": 1, "extra": None}
        (warned,) = run.events("node:warning")
        assert warned.data["fields"] == ["extra"]

    def test_of_a_failed_node_nothing_is_left(self) -> None:
        run, seen = self.view({"status": "failed", "data": {"error": "x"}})
        assert seen == {"ok": None, "extra": None}
        assert run.events("node:warning") == []

    def test_evaluators_are_seen_unless_a_property_hides_them(self) -> None:
        _, seen = self.view({"data": {"z": 1}}, eval=[VALUE])
        assert seen["evals"]["v"]["pass"] is True
        _, seen = self.view({"data": {}}, output={"properties": {"evals": {}}}, eval=[VALUE])
        assert seen == {"evals": None}

    def test_without_declared_properties_all_data_is_seen(self) -> None:
        _, seen = self.view({"data": {"summary": "prose"}}, output={"properties": {}})
        assert seen == {"summary": "prose"}

    def test_warnings_come_in_the_order_in_which_nodes_first_finished(self) -> None:
        shaped = {"output": SHAPED}
        value = workflow("a>b b>a?p*1 b>c?q", a=shaped, b=shaped, c={})
        full: dict[str, Any] = {"data": {"ok": 1, "extra": 1}}
        run = Scripted(value, run={"a": [full, {}], "b": [{}], "c": [{}]}, route=["a", "c"])
        warned = [event.data["node"] for event in run.events("node:warning")]
        assert warned == ["b", "a", "b"]


class TestDryRun:
    def test_it_stops_before_the_first_condition(self) -> None:
        run = Scripted(workflow("a>b b>c?p", a={}, b={}, c={}), given={"dryRun": True})
        assert (run.visited, run.calls) == ("a b", (2, 0, 0))
        assert run.events("route")[-1].data == {"from": "b", "to": "(end)", "reason": "dry run"}

    def test_used_up_conditions_stop_it_too(self) -> None:
        value = workflow("a>a?again*1 a>b", a={}, b={})
        assert Scripted(value, given={"dryRun": True}).visited == "a"

    @pytest.mark.parametrize("given", [{"dryRun": "true"}, {"dryRun": 1}, "dryRun", None])
    def test_it_must_be_the_boolean(self, given: Any) -> None:
        assert Scripted(workflow("a>b?p", a={}, b={}), given=given).visited == "a b"


class TestEnds:
    def test_the_step_budget(self) -> None:
        run = Scripted(workflow("a>b b>a", a={}, b={}), max_steps=3)
        assert (run.visited, run.outcome) == ("a b a", "limit(step budget)")
        assert run.summary["error"].startswith(
            "Error: step budget exceeded: workflow 'w' ran 4 steps (max_steps: 3)."
        )

    def test_a_cycle_that_asks_nothing_ends_whatever_the_budget_is(self) -> None:
        never = {"requires": {"output_required": ["input.x"]}}
        run = Scripted(workflow("a>b b>a", a=never, b=never), max_steps=10**9)
        assert (run.outcome, run.calls) == ("limit(step budget)", (0, 0, 0))

    def test_a_run_that_throws(self) -> None:
        run = Scripted(workflow("a>b", a={}, b={}), run=[{"throw": "boom"}])
        assert (run.outcome, run.calls) == ("error(Error: boom)", (1, 0, 0))

    def test_only_final_results_count_as_failed(self) -> None:
        value = workflow("a>a?again*1 a>b", a={}, b={})
        answers = {"a": [{"status": "failed"}, {}], "b": [{"status": "failed"}]}
        assert Scripted(value, run=answers, route=["a"]).outcome == "failed(b)"

    def test_an_unknown_skill_throws_when_the_node_is_visited(self) -> None:
        run = Scripted(workflow("a>b", a={}, b={"skills": ["x", "y"]}))
        assert run.visited == "a b"
        assert run.summary["error"].startswith('Error: Node "b" requires skills [x, y] but none')

    def test_one_known_skill_is_enough(self) -> None:
        value = workflow(a={"skills": ["x", "s"]}, more={"skills": {"s": {"instruction": "I"}}})
        assert Scripted(value).outcome == "completed"

    def test_events_stand_in_the_order_of_the_reference(self) -> None:
        kinds = [event.kind for event in Scripted(workflow("a>b?p", a={}, b={})).run.events]
        assert kinds == [
            *("workflow:start", "sources:resolved", "node:enter", "model:run", "node:exit"),
            *("model:evaluate", "route", "node:enter", "model:run", "node:exit", "workflow:end"),
        ]

    @pytest.mark.parametrize("gate", ["eval", "requires"])
    def test_a_pattern_of_which_nobody_can_tell_ends_the_run_with_a_limit(
        self, gate: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("phaselint.patterns.matching.matches", lambda *_: None)
        path = "z" if gate == "eval" else "input.z"
        rule = {"output_matches": [{"path": path, "matches": "^(a+)+$"}]}
        node = {"eval": [{"name": "v", "kind": "value", "rule": rule}]}
        value = workflow(a=node if gate == "eval" else {"requires": rule})
        run = Scripted(value, given={"z": "a"}, run=[{"data": {"z": "a"}}])
        assert run.outcome == "limit(pattern deadline)"


TOOLS = {"skills": [{"id": "s", "tools": ["t", "u"]}, {"id": "r", "tools": ["t"]}]}


class TestTools:
    def offered(self, **node: Any) -> tuple[list[str], Scripted]:
        run = Scripted(workflow(a={"skills": ["s", "r", "none"], **node}), world=TOOLS)
        return run.events("model:run")[0].data["tools"], run

    def test_they_come_in_the_order_of_the_skills_and_may_repeat(self) -> None:
        assert self.offered()[0] == ["t", "u", "t"]

    def test_denied_wins_over_allowed(self) -> None:
        assert self.offered(tools={"allow": ["t", "u"], "deny": ["t"]})[0] == ["u"]

    def test_a_filter_may_leave_nothing_and_the_node_runs(self) -> None:
        tools, run = self.offered(tools={"allow": ["typo"]})
        assert (tools, run.outcome) == ([], "completed")
        assert run.warnings == [
            "  tools filter: 'typo' does not match any tool resolved for node 'a'"
        ]

    def test_settings_are_handed_over(self) -> None:
        value = workflow(a={"max_turns": 3, "disallowed_tools": ["bash"]}, more={"model": "m"})
        data = Scripted(value).events("model:run")[0].data
        assert (data["maxTurns"], data["disallowed"], data["model"]) == (3, ["bash"], "m")


class TestBundledRouter:
    VALUE_ = workflow("a>fix?p a>fix_tests?q", a={}, fix={}, fix_tests={})

    @pytest.mark.parametrize(
        ("answer", "target"),
        [("fix_tests", "fix_tests"), (' "fix_tests" ', "fix_tests"), ("go to fix_tests", "fix"),
         ("garbage", "fix"), ("", "fix"), ({"throw": "down"}, "fix")],
    )  # fmt: skip
    def test_words_become_a_target(self, answer: Any, target: str) -> None:
        run = Scripted(self.VALUE_, route=[answer], router="bundled")
        assert run.visited == f"a {target}"


class TestDocumentedSemantics:
    """Rows 1, 2, 5 and 6 of reference §6."""

    def test_a_failed_gate_halts_the_run(self) -> None:
        value = workflow("a>b", a={"eval": [VALUE]}, b={})
        run = Scripted(value, semantics="documented")
        assert (run.visited, run.outcome) == ("a", "failed(a)")

    def test_so_does_a_failed_requires_but_not_a_skip(self) -> None:
        for on_fail, visited in (("fail", "a"), ("skip", "a b")):
            requires = {"output_required": ["input.x"], "on_fail": on_fail}
            value = workflow("a>b", a={"requires": requires}, b={})
            assert Scripted(value, semantics="documented").visited == visited

    @pytest.mark.parametrize(("answer", "visited"), [("c", "a c"), ("b", "a"), ("x", "a")])
    def test_a_condition_may_lead_on(self, answer: str, visited: str) -> None:
        value = workflow("a>b a>c?failed", a={"eval": [VALUE]}, b={}, c={})
        run = Scripted(value, route=[answer], semantics="documented")
        assert run.visited == visited

    def test_the_router_sees_status_and_error(self) -> None:
        value = workflow("a>b?failed", a={"output": SHAPED}, b={})
        answers = [{"status": "failed", "data": {"error": "x"}}, {}]
        run = Scripted(value, run=answers, semantics="documented")
        seen = run.events("model:evaluate")[0].data["context"]["a"]
        assert seen == {"status": "failed", "error": "x", "ok": None, "extra": None}

    def test_an_unknown_skill_is_left_out(self) -> None:
        run = Scripted(workflow(a={"skills": ["x"]}), semantics="documented")
        assert run.outcome == "completed"
        assert "requires skills [x]" in run.warnings[0]
