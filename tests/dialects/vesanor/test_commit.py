"""The end of a turn: what is released and committed, limits, breakers and modes (§4.2, §4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.vesanor.build import Session, after, files
from phaselint.dialects.vesanor.running.headlines import headline

LINE = files("a! b z*", "a:b b:z", ["go[a]->b", "end[b]->z", "note"])
"""a -> b -> z, and a tool that is available everywhere."""


def reasons(turn: Any) -> list[tuple[str, str]]:
    return [(block["tool"], block["reason"]) for block in turn["blocked"]]


def called(name: str, **more: Any) -> dict[str, Any]:
    return {"tool": name, **more}


class TestGates:
    MIXED = files("a! b z*", "a:b b:z", ["go[a]->b", "end[b]->z"])

    def test_reject_all_commits_nothing(self) -> None:
        session = Session(self.MIXED, gate="reject_all")
        turn = session.say("go", "end")
        assert (turn["released"], turn["phase_after"]) == ([], "a")
        assert turn["error"] == "ReplayContractError"
        assert session.summary["total_steps"] == 0
        assert session.outcome == "running"

    @pytest.mark.parametrize("gate", ["strip_partial", "strip_blocked"])
    def test_stripping_releases_the_rest(self, gate: str) -> None:
        turn = Session(self.MIXED, gate=gate).say("end", "go")
        assert turn["released"] == ["go"]
        assert (turn["phase_after"], turn["error"]) == ("b", None)

    def test_strip_partial_rejects_a_response_of_which_nothing_is_left(self) -> None:
        session = Session(self.MIXED, gate="strip_partial")
        assert session.say("end")["error"] == "ReplayContractError"
        assert session.summary["total_steps"] == 0

    def test_strip_blocked_makes_a_text_only_response_of_it(self) -> None:
        session = Session(self.MIXED, gate="strip_blocked")
        turn = session.say("end")
        assert (turn["released"], turn["error"]) == ([], None)
        assert session.summary["total_steps"] == 1


class TestFinalize:
    def test_a_failed_call_counts_and_changes_nothing_else(self) -> None:
        given = files(
            "a! z*", "a:z", ["go[a]->z", "next[a]"],
            go={"forbids_after": ["next"]}, next={"preconditions": after("go")},
        )  # fmt: skip
        session = Session(given)
        turn = session.say(called("go", ok=False))
        assert (turn["released"], turn["phase_after"]) == (["go"], "a")
        assert session.say()["removed"] == {"next": "precondition_not_met"}
        assert session.summary["total_tool_calls"] == 1

    def test_without_commit_requirement_a_failed_call_takes_effect(self) -> None:
        """Reference A12."""
        given = files("a! z*", "a:z", ["go[a]->z"], go={"commit_requirement": "none"})
        assert Session(given).say(called("go", ok=False))["phase_after"] == "z"

    def test_a_blocked_response_is_no_step(self) -> None:
        """Reference A13."""
        session = Session(LINE)
        session.say("end")
        session.say("alien")
        assert session.summary["total_steps"] == 0


class TestPreconditions:
    def output(self, conditions: list[Any], output: Any) -> bool:
        entry = {"requires_prior_tool": "make", "with_output": conditions}
        given = files("a! z*", "a:z", ["make", "use"], use={"preconditions": [entry]})
        session = Session(given)
        session.say(called("make", output=output))
        return "use" in session.say()["visible"]

    @pytest.mark.parametrize(
        ("condition", "output", "met"),
        [
            ({"path": "$.a", "equals": 1}, {"a": 1}, True),
            ({"path": "$.a", "equals": 1}, {"a": 1.0}, True),
            ({"path": "$.a", "equals": 1}, {"a": True}, False),
            ({"path": "$.a", "equals": True}, {"a": 1}, False),
            ({"path": "$.a", "equals": "1"}, {"a": 1}, False),
            ({"path": "$.a", "equals": None}, {"a": None}, True),
            ({"path": "$.a", "equals": None}, {}, False),
            ({"path": "$.a", "equals": [1]}, {"a": [True]}, False),
            ({"path": "$.a", "equals": {"b": [1]}}, {"a": {"b": [1.0]}}, True),
            ({"path": "$.a", "equals": {"b": 1}}, {"a": {"b": 1, "c": 1}}, False),
            ({"path": "$.a", "exists": True}, {"a": None}, True),
            ({"path": "$.a", "exists": True}, {}, False),
            ({"path": "$.a", "exists": False}, {}, True),
            ({"path": "$.a", "exists": False}, {"a": 0}, False),
            ({"path": "$.a", "gte": 2}, {"a": 2}, True),
            ({"path": "$.a", "gte": 2}, {"a": 1.9}, False),
            ({"path": "$.a", "gte": 2}, {"a": "3"}, False),
            ({"path": "$.a", "gte": 0}, {"a": True}, False),
            ({"path": "$.a", "lte": 2}, {}, False),
            ({"path": "$.a", "lte": 2, "gte": 1}, {"a": 1.5}, True),
            ({"path": "$.a", "lte": 2, "gte": 1}, {"a": 3}, False),
            ({"path": "$.a.b", "equals": 1}, {"a": {"b": 1}}, True),
            ({"path": "$.a.b", "exists": False}, {"a": 1}, True),
            ({"path": "$.a[0]", "equals": 1}, {"a": [1]}, False),
            ({"path": "$.a", "matches": "x"}, {"a": "x"}, False),
        ],
    )
    def test_with_output(self, condition: Any, output: Any, met: bool) -> None:
        assert self.output([condition], output) is met

    def test_every_condition_has_to_hold(self) -> None:
        both = [{"path": "$.a", "equals": 1}, {"path": "$.b", "exists": True}]
        assert self.output(both, {"a": 1, "b": 0})
        assert not self.output(both, {"a": 1})

    def test_the_latest_successful_output_counts(self) -> None:
        entry = {"requires_prior_tool": "make", "with_output": [{"path": "$.a", "equals": 1}]}
        given = files("a! z*", "a:z", ["make", "use"], use={"preconditions": [entry]})
        session = Session(given)
        session.say(called("make", output={"a": 1}))
        session.say(called("make", ok=False, output={"a": 2}))
        assert "use" in session.say()["visible"]
        session.say(called("make", output={"a": 2}))
        assert "use" not in session.say()["visible"]

    def test_a_step_count_waits_for_committed_steps(self) -> None:
        given = files(
            "a! z*", "a:z", ["t"], t={"preconditions": [{"requires_step_count": {"gte": 2}}]}
        )
        session = Session(given)
        assert session.say()["visible"] == []
        session.say("t")  # blocked, so it does not count
        assert session.say()["visible"] == []
        assert session.say("t")["released"] == ["t"]


class TestLimits:
    def session(self, **limits: Any) -> Session:
        return Session(files("a! z*", "a:z", ["t", "u"], session={"session_limits": limits}))

    def test_max_steps_is_checked_before_the_call(self) -> None:
        session = self.session(max_steps=1)
        session.say("t")
        turn = session.say("u")
        assert (turn["error"], turn["released"], turn["blocked"]) == (
            "session_limit_exceeded", [], [],
        )  # fmt: skip
        assert turn["visible"] == ["t", "u"]
        assert session.outcome == "limit(session_limits)"
        assert session.summary["total_steps"] == 1

    def test_cost(self) -> None:
        session = self.session(max_cost_per_session=0.5)
        session.say("t", cost=0.5)
        assert session.say("u")["error"] == "session_limit_exceeded"

    def test_max_tool_calls_counts_the_calls_of_the_response(self) -> None:
        session = self.session(max_tool_calls=2)
        session.say("t")
        assert reasons(session.say("t", "u")) == [("u", "session_limit_exceeded")]
        assert session.say("u")["released"] == ["u"]

    def test_calls_of_one_tool(self) -> None:
        session = self.session(max_calls_per_tool={"t": 1, "u": 0})
        assert reasons(session.say("t", "t")) == [("t", "session_limit_exceeded")]
        assert reasons(session.say("u")) == [("u", "session_limit_exceeded")]
        session.say("t")
        assert reasons(session.say("t")) == [("t", "session_limit_exceeded")]

    def test_only_unblocked_calls_of_the_response_count(self) -> None:
        session = Session(
            files(
                "a! z*", "a:z", ["t", "far[z]"], session={"session_limits": {"max_tool_calls": 1}}
            ),
            gate="strip_partial",
        )
        assert session.say("far", "t")["released"] == ["t"]


class TestLoops:
    def session(self, window: int, threshold: int) -> Session:
        detection = {"window": window, "threshold": threshold}
        limits = {"session_limits": {"loop_detection": detection}}
        return Session(files("a! z*", "a:z", ["t", "u"], session=limits))

    def test_the_threshold_th_equal_call_is_blocked(self) -> None:
        session = self.session(3, 2)
        session.say(called("t", args={"q": 1, "p": 2}))
        assert reasons(session.say(called("t", args={"p": 2, "q": 1}))) == [("t", "loop_detected")]
        assert reasons(session.say(called("t", args={"p": 3}))) == []

    def test_the_window_includes_the_response_itself(self) -> None:
        session = self.session(2, 2)
        session.say("t")
        session.say("u")
        assert reasons(session.say("t")) == []
        assert reasons(session.say("t")) == [("t", "loop_detected")]

    def test_equal_calls_of_one_response_count(self) -> None:
        turn = self.session(1, 3).say("t", "t", "t")
        assert reasons(turn) == [("t", "loop_detected")]

    def test_blocked_responses_leave_the_window(self) -> None:
        session = self.session(2, 2)
        session.say("t")
        session.say("t")  # blocked and not committed
        session.say()
        assert reasons(session.say("t")) == []


class TestBreakers:
    def session(self, **breaker: int) -> Session:
        limits = {"session_limits": {"circuit_breaker": breaker}}
        return Session(files("a! z*", "a:z", ["t"], session=limits))

    def test_blocks_in_a_row_kill(self) -> None:
        session = self.session(consecutive_blocks=2)
        session.say("x")
        session.say("t")
        session.say("x")
        assert not session.summary["killed"]
        turn = session.say("x")
        assert session.summary["killed"]
        assert turn["killed"] == "consecutive_blocks"
        assert "session killed by `consecutive_blocks`" in headline(turn)
        after_it = session.say("t")
        assert after_it["error"] == "ReplayKillError"
        assert "killed" not in after_it
        assert session.outcome == "cancelled(ReplayKillError)"

    def test_failed_steps_in_a_row_kill(self) -> None:
        session = self.session(consecutive_errors=2)
        session.say(called("t", ok=False), "t")
        session.say("t")
        session.say(called("t", ok=False))
        assert not session.summary["killed"]
        turn = session.say(called("t", ok=False))
        assert session.summary["killed"]
        assert turn["killed"] == "consecutive_errors"

    def test_one_failed_call_of_a_response_makes_a_failed_step(self) -> None:
        session = self.session(consecutive_errors=2)
        session.say(called("t", ok=False), "t")
        session.say("t", called("t", ok=False))
        assert session.summary["killed"]

    def test_kill_ends_the_session_for_good(self) -> None:
        session = Session(LINE)
        session.say("go")
        turn = session.say("end", before={"kill": True})
        assert (turn["error"], turn["phase_after"], turn["visible"]) == ("ReplayKillError", "b", [])
        assert session.say("end", before={"widen": True})["error"] == "ReplayKillError"
        assert session.summary["killed"]


class TestModes:
    def test_shadow_removes_and_blocks_nothing_and_says_what_would_have_been(self) -> None:
        session = Session(LINE, mode="shadow")
        turn = session.say("go", "end")
        assert turn["visible"] == ["end", "go", "note"]
        assert (turn["removed"], turn["blocked"], turn["released"]) == ({}, [], ["go", "end"])
        assert turn["would_have_narrowed"] == [{"tool": "end", "reason": "wrong_phase"}]
        assert turn["would_have_blocked"] == [
            {"tool_name": "end", "reason": "illegal_phase_transition"}
        ]
        assert turn["legal_next_phases"] == ["b"]
        assert turn["phase_after"] == "b"

    def test_in_shadow_what_would_have_been_blocked_has_no_effect(self) -> None:
        given = files(
            "a! z*", "a:z", ["far[z]", "use"], far={"forbids_after": ["use"]},
            use={"preconditions": after("far")},
        )  # fmt: skip
        session = Session(given, mode="shadow")
        session.say("far")
        assert session.state.forbidden == frozenset()
        assert session.say()["would_have_narrowed"][1] == {
            "tool": "use", "reason": "precondition_not_met",
        }  # fmt: skip
        assert session.summary["total_tool_calls"] == 1

    def test_log_only_counts_and_never_moves(self) -> None:
        session = Session(LINE, mode="log-only")
        turn = session.say("go", "alien")
        assert (turn["released"], turn["blocked"], turn["phase_after"]) == (
            ["go", "alien"],
            [],
            "a",
        )
        assert session.summary["total_tool_calls"] == 2
        assert session.summary["phases_visited"] == ["a"]
