"""Running scenarios: where answers come from, and what is compared with expectations."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.vesanor.build import OPEN, files, load
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.executor.scenario import MAX_STEPS, Played, play
from phaselint.executor.script import Scenario

GIVEN = files("a! b z*", "a:b b:a,z", ["go[a]->b", "back[b]->a", "end[b]->z"])
GO, BACK, END = ({"calls": [name]} for name in ("go", "back", "end"))
AT = ("scenarios", 0)


def played(given: dict[str, str] = GIVEN, /, **parts: Any) -> Played:
    return play(VesanorRuntime(), load(given), OPEN, Scenario("s", AT, **parts))


def phases(**parts: Any) -> list[str]:
    return list(played(**parts).run.summary["phases_visited"])


class TestAnswers:
    def test_a_list_is_used_in_order_and_ends_the_run(self) -> None:
        assert phases(model=[GO, BACK, GO]) == ["a", "b", "a", "b"]
        assert str(played(model=[GO]).run.outcome) == "running"

    def test_it_goes_on_after_a_terminal_phase(self) -> None:
        assert len(played(model=[GO, END, "text", "text"]).run.events) == 4

    def test_a_long_list_is_used_in_full(self) -> None:
        assert len(played(model=["text"] * (MAX_STEPS + 5)).run.events) == MAX_STEPS + 5

    def test_a_map_has_a_list_per_phase(self) -> None:
        assert phases(model={"a": [GO, GO], "b": [BACK, END]}) == ["a", "b", "a", "b", "z"]

    def test_a_map_may_have_a_single_answer(self) -> None:
        assert phases(model={"a": GO, "b": END}) == ["a", "b", "z"]

    def test_an_inner_list_belongs_to_a_visit(self) -> None:
        model = {"a": [["text", GO], [GO]], "b": [[BACK], ["text", "text", END]]}
        run = played(model=model).run
        assert run.summary["phases_visited"] == ["a", "b", "a", "b", "z"]
        assert run.summary["total_steps"] == 7

    def test_what_a_visit_leaves_over_is_not_used_in_the_next(self) -> None:
        model = {"a": [[GO], [GO]], "b": [[BACK, END], ["text"]]}
        assert phases(model=model) == ["a", "b", "a", "b"]

    def test_repeat_last_goes_on_until_the_run_ends(self) -> None:
        model = {"a": [GO], "b": ["text", "text", END]}
        assert phases(model=model, on_exhausted="repeat-last") == ["a", "b", "z"]
        visits = {"a": [[GO]], "b": [[BACK], [END]]}
        assert phases(model=visits, on_exhausted="repeat-last") == ["a", "b", "a", "b", "z"]

    def test_repeat_last_has_an_end_where_the_run_has_none(self) -> None:
        run = played(model=["text"], on_exhausted="repeat-last").run
        assert len(run.events) == MAX_STEPS

    def test_repeat_last_of_nothing_is_nothing(self) -> None:
        assert played(model=[], on_exhausted="repeat-last").run.events == ()


class TestWorld:
    GIVEN = files("a! z*", "a:z", ["t[a]", "u[a]->z"])

    def outputs(self, world: Any) -> list[tuple[bool, Any]]:
        calls = {"calls": ["t", "t"]}
        played_ = played(files("a! z*", "a:z", ["t"]), model=[calls, {"calls": ["t"]}], world=world)
        return [(c.ok, c.output) for choice in played_.run.choices for c in choice.value.calls]

    def test_one_result_serves_every_call(self) -> None:
        assert self.outputs({"tools": {"t": {"ok": False}}}) == [(False, {})] * 3

    def test_of_a_list_each_call_takes_one_and_the_last_stays(self) -> None:
        listed = [{"output": {"n": 1}}, {"output": {"n": 2}}]
        assert self.outputs({"tools": {"t": listed}}) == [
            (True, {"n": 1}),
            (True, {"n": 2}),
            (True, {"n": 2}),
        ]

    def test_no_result_is_a_plain_success(self) -> None:
        assert self.outputs({}) == [(True, {})] * 3
        assert self.outputs({"tools": {"t": []}}) == [(True, {})] * 3

    def test_what_the_call_itself_says_wins(self) -> None:
        world = {"tools": {"t": {"ok": False, "output": {"n": 1}}}}
        call = {"calls": [{"tool": "t", "ok": True}]}
        run = played(files("a! z*", "a:z", ["t"]), model=[call], world=world).run
        assert run.choices[0].value.calls[0][2:] == (True, {"n": 1})


class TestExpectations:
    def flaws(self, **expect: Any) -> list[tuple[Any, ...]]:
        model = [GO, {"calls": ["go"]}, END]
        return [f.pointer[len(AT) + 1 :] for f in played(model=model, expect=expect).flaws]

    @pytest.mark.parametrize(
        "expect",
        [
            {},
            {"outcome": "completed"},
            {"phases": ["a", "b", "z"]},
            {"blocks": [{"tool": "go", "reason": "illegal_phase_transition"}]},
            {"events": [{"phase_after": "b"}, {"released": ["end"]}]},
            {"events": [{"kind": "turn", "error": "ReplayContractError"}]},
            {"events": []},
        ],
    )
    def test_met(self, expect: Any) -> None:
        assert self.flaws(**expect) == []

    @pytest.mark.parametrize(
        ("expect", "pointer"),
        [
            ({"outcome": "running"}, ("outcome",)),
            ({"phases": ["a", "z"]}, ("phases", 1)),
            ({"phases": ["a", "b", "z", "a"]}, ("phases", 3)),
            ({"phases": ["a", "b"]}, ("phases",)),
            ({"phases": []}, ("phases",)),
            ({"blocks": []}, ("blocks",)),
            ({"blocks": [{"tool": "go", "reason": "x"}]}, ("blocks", 0)),
            ({"events": [{"phase_after": "z"}, {"phase_after": "b"}]}, ("events", 1)),
            ({"events": [{"no_such_key": None}]}, ("events", 0)),
            ({"events": ["turn"]}, ("events", 0)),
        ],
    )
    def test_not_met_at_the_exact_place(self, expect: Any, pointer: Any) -> None:
        assert self.flaws(**expect) == [pointer]

    def test_every_failed_expectation_is_named(self) -> None:
        found = self.flaws(outcome="running", phases=["b"], blocks=[], events=[{"x": 1}])
        assert found == [("outcome",), ("phases", 0), ("blocks",), ("events", 0)]

    def test_the_message_says_what_was_expected_and_what_came(self) -> None:
        (flaw,) = played(model=[GO], expect={"phases": ["a", "z"]}).flaws
        assert flaw.message == "phases: entry 2 is `b`, expected `z`"
        (flaw,) = played(model=[GO], expect={"outcome": "completed"}).flaws
        assert flaw.message == "expected outcome `completed`, got `running`"

    def test_an_outcome_may_be_given_with_or_without_its_detail(self) -> None:
        limited = files("a! z*", "a:z", session={"session_limits": {"max_steps": 1}})
        for word in ("limit", "limit(session_limits)"):
            assert played(limited, model=["x", "x"], expect={"outcome": word}).flaws == ()
