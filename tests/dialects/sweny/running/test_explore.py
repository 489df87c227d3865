"""Exploration: answers that stand for all others, and states that are told apart (§7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.sweny.runs import OPEN, RUNTIME, begin, load, workflow
from phaselint.dialects.sweny.analysis.facts import SwenyFacts
from phaselint.dialects.sweny.running.answers import answers
from phaselint.dialects.sweny.running.gates import Rules
from phaselint.dialects.sweny.running.results import Ran
from phaselint.executor.coverage_scenarios import tour
from phaselint.executor.explore import explore
from phaselint.executor.proof import ProofContext, RunInput

if TYPE_CHECKING:
    from phaselint.dialects.sweny.running.session import State
    from phaselint.executor.explore import Atlas

VALUE = {"name": "v", "kind": "value", "rule": {"output_required": ["z"]}}


def atlas_of(state: State, bound: int = 5000) -> Atlas[State]:
    return explore(RUNTIME, state, bound)


def outcomes(atlas: Atlas[State]) -> set[str]:
    ended = (RUNTIME.outcome(state) for state in atlas.states)
    return {str(outcome) for outcome in ended if outcome.kind != "running"}


def nodes(atlas: Atlas[State]) -> set[str]:
    return {event.phase for edge in atlas.edges for event in edge.events}


class TestChoices:
    def test_one_run_is_enough_and_it_passes_the_gates(self) -> None:
        (choice,) = RUNTIME.choices(begin(workflow(a={"eval": [VALUE], "retry": {"max": 10**9}})))
        assert isinstance(choice.value, Ran)
        assert "z" in choice.value.data

    def test_gates_that_nothing_passes_are_avoided_by_a_failure_of_the_agent(self) -> None:
        never = {
            "name": "n",
            "kind": "value",
            "rule": {"output_matches": [{"path": "z", "in": []}]},
        }
        (choice,) = RUNTIME.choices(begin(workflow(a={"eval": [never], "retry": {"max": 10**9}})))
        assert choice.value.status == "failed"

    def test_the_router_may_name_every_live_target_and_none(self) -> None:
        state, _ = RUNTIME.step(*first(begin(workflow("a>b?p a>c?q", a={}, b={}, c={}))))
        assert [choice.value.text for choice in RUNTIME.choices(state)] == [
            "b",
            "c",
            "none of these",
        ]

    def test_with_a_default_no_answer_ends_the_run(self) -> None:
        state, _ = RUNTIME.step(*first(begin(workflow("a>b?p a>c", a={}, b={}, c={}))))
        assert [choice.value.text for choice in RUNTIME.choices(state)] == ["b", "c"]

    def test_the_bundled_client_always_names_a_target(self) -> None:
        value = workflow("a>b?p", a={}, b={})
        state, _ = RUNTIME.step(*first(begin(value, router="bundled")))
        assert [choice.value.text for choice in RUNTIME.choices(state)] == ["b"]

    def test_a_reserved_policy_throws_or_is_not_reached(self) -> None:
        state = begin(workflow(a={"eval": [VALUE], "eval_policy": "weighted"}))
        found = outcomes(atlas_of(state))
        assert {outcome.partition("(")[0] for outcome in found} == {"error", "failed"}

    def test_documented_gates_pass_or_halt(self) -> None:
        value = workflow("a>b", a={"eval": [VALUE]}, b={})
        assert outcomes(atlas_of(begin(value, semantics="documented"))) == {
            "completed",
            "failed(a)",
        }


def first(state: State) -> tuple[State, Any]:
    return state, RUNTIME.choices(state)[0]


@pytest.mark.parametrize(
    "node",
    [
        {"output": {"properties": {"s": {"type": "string"}}, "required": ["s"]}},
        {"output": {"required": ["anything"]}},
        {"eval": [{"name": "f", "kind": "function", "rule": {"all_tools_called": ["t", "u"]}}]},
        {"eval": [{"name": "v", "kind": "value", "rule": {"output_matches": [
            {"path": "a.b", "equals": 3}, {"path": "l[*].k", "in": ["x"]},
            {"path": "m", "matches": "^v[0-9]+$"}]}}]},
        {"eval": [{"name": "j", "kind": "judge", "rubric": "r"}]},
    ],
)  # fmt: skip
def test_a_passing_run_passes(node: Any) -> None:
    contract = load(workflow(a=node))
    assert contract.workflow is not None
    assert answers(contract.workflow.nodes["a"], (), Rules()).passing
    state = begin(workflow(a=node))
    for answer in atlas_of(state).run_to(len(atlas_of(state).states) - 1):
        state, _ = RUNTIME.step(state, answer)
    assert str(RUNTIME.outcome(state)) == "completed"


class TestExploration:
    LOOP = workflow("a>b b>a?again*3 b>c?done", a={}, b={}, c={})

    def test_counters_are_told_apart_up_to_their_bound(self) -> None:
        atlas = atlas_of(begin(self.LOOP, max_steps=10**6))
        assert atlas.complete
        runs = {dict(s.counters).get(("b", "a"), 0) for s in atlas.states if s.node == "b"}
        assert runs == {0, 1, 2, 3}

    def test_huge_bounds_are_no_matter_once_they_are_lifted(self) -> None:
        value = workflow("a>b b>a?again*1000000000 b>c?done", a={}, b={}, c={})
        atlas = atlas_of(RUNTIME.relax(begin(value)))
        assert atlas.complete
        assert len(atlas.states) < 12

    def test_lifted_limits_never_take_a_node_away(self) -> None:
        start = begin(self.LOOP, max_steps=2)
        assert nodes(atlas_of(start)) < nodes(atlas_of(RUNTIME.relax(start)))

    def test_the_budget_is_told_where_it_can_end_a_run(self) -> None:
        assert "limit(step budget)" in outcomes(atlas_of(begin(self.LOOP, max_steps=4)))
        assert "limit(step budget)" not in outcomes(atlas_of(RUNTIME.relax(begin(self.LOOP))))

    def test_ended_runs_take_no_further_answer(self) -> None:
        atlas = atlas_of(begin(self.LOOP))
        (end, *_) = [state for state in atlas.states if RUNTIME.asks(state) is None]
        assert RUNTIME.choices(end) == ()
        assert RUNTIME.step(end, atlas.edges[0].choice) == (end, ())


def lab(value: Any, setting: RunInput | None = None) -> ProofContext[Any]:
    contract = load(value)
    facts = SwenyFacts(contract, OPEN, 5000)
    return ProofContext(RUNTIME, facts, OPEN, {}, 5000, *(() if setting is None else (setting,)))


class TestTours:
    def test_every_node_and_edge_is_visited(self) -> None:
        value = workflow("a>b?p a>c?q b>d c>d d>a?again*1", a={}, b={}, c={}, d={})
        bench = lab(value)
        planned = tour(bench)
        taken = {
            move
            for run in planned.runs
            for event in bench.replay(run).events
            if event.kind == "route"
            for move in [(event.data["from"], event.data["to"])]
        }
        assert {("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "a")} <= taken
        assert planned.complete

    def test_runs_end_without_hostile_choices_where_they_can(self) -> None:
        bench = lab(workflow("a>c?p a>b*2 b>a", a={}, b={}, c={}))
        planned = tour(bench)
        assert planned.left_out == 0
        assert {str(bench.replay(run).outcome) for run in planned.runs} == {"completed"}

    def test_a_single_node_has_a_run(self) -> None:
        assert len(tour(lab(workflow(a={}))).runs) == 1

    def test_a_script_has_its_answers_by_channel(self) -> None:
        bench = lab(
            workflow("a>b?p", a={"eval": [{"name": "j", "kind": "judge", "rubric": "r"}]}, b={})
        )
        (run, *_) = [run for run in tour(bench).runs if len(run) == 4]
        (scenario,) = bench.script("s", run)["scenarios"]
        assert list(scenario) == ["name", "model", "route", "ask"]
        assert (len(scenario["model"]), scenario["route"]) == (2, ["b"])

    def test_what_a_lab_starts_runs_with_stands_in_its_scripts(self) -> None:
        setting = RunInput({"x": 1}, {"skills": "none"}, {"max-steps": 7})
        bench = lab(workflow(a={}), setting)
        document = bench.script("s", ())
        assert document["options"] == {"max-steps": 7}
        assert document["scenarios"][0]["input"] == {"x": 1}
        assert bench.start.law.given == {"x": 1}
        assert bench.begin(RunInput({"x": 2})).law.given == {"x": 2}
