"""The turn of reference §4: what is visible, what is blocked, what is released, what it changes."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.vesanor.build import Session, after, files

LINE = files("a! b z*", "a:b b:z", ["go[a]->b", "end[b]->z", "note"])
"""a -> b -> z, and a tool that is available everywhere."""

LAW = files(
    "a! b c* d",
    "a:b b:c",
    ["go[a]->b", "stray[a,b]->d", "late[b]", "wait[a,b]", "ban[a]", "out[a]"],
    wait={"preconditions": after("late")},
    ban={"forbids_after": ["late", "out", "wait"]},
)


def reasons(turn: Any) -> list[tuple[str, str]]:
    return [(block["tool"], block["reason"]) for block in turn["blocked"]]


def called(name: str, **more: Any) -> dict[str, Any]:
    return {"tool": name, **more}


class TestTurn:
    def test_records_what_the_model_sees_and_where_the_turn_leads(self) -> None:
        assert Session(LINE).say("go") == {
            "phase_before": "a",
            "visible": ["go", "note"],
            "removed": {"end": "wrong_phase"},
            "blocked": [],
            "released": ["go"],
            "phase_after": "b",
            "error": None,
        }

    def test_a_text_only_response_is_a_committed_step_without_calls(self) -> None:
        session = Session(LINE)
        session.say()
        assert session.summary["total_steps"] == 1
        assert session.summary["total_tool_calls"] == 0

    def test_a_terminal_phase_completes_a_run_and_does_not_stop_it(self) -> None:
        session = Session(LINE)
        session.say("go")
        assert session.outcome == "running"
        session.say("end")
        assert session.outcome == "completed"
        assert session.say("note")["released"] == ["note"]
        assert session.summary == {
            "phases_visited": ["a", "b", "z"],
            "final_phase": "z",
            "completed": True,
            "killed": False,
            "total_steps": 3,
            "total_tool_calls": 3,
            "not_simulated": [],
        }

    def test_calls_with_one_target_move_together(self) -> None:
        session = Session(files("a! z*", "a:z", ["x[a]->z", "y[a]->z", "n[a]"]))
        turn = session.say("x", "y", "n")
        assert turn["released"] == ["x", "y", "n"]
        assert session.summary["phases_visited"] == ["a", "z"]

    def test_a_self_transition_is_no_change_of_phase(self) -> None:
        session = Session(files("a! z*", "a:a,z", ["again[a]->a"]))
        session.say("again")
        assert session.summary["phases_visited"] == ["a"]

    def test_without_phases_every_tool_is_available_and_nothing_moves(self) -> None:
        session = Session(files(tools=["x[a]->b", "y"]))
        assert session.say("x") == {
            "phase_before": None,
            "visible": ["x", "y"],
            "removed": {},
            "blocked": [],
            "released": ["x"],
            "phase_after": None,
            "error": None,
        }

    def test_the_request_says_which_tools_are_offered_and_in_which_order(self) -> None:
        turn = Session(LINE, request=["note", "go"]).say()
        assert (turn["visible"], turn["removed"]) == (["note", "go"], {})

    def test_what_is_not_simulated_is_named(self) -> None:
        given = files("a! z*", "a:z", ["t[a]->z"], session={"aggregates": {}}, t={"binds": []})
        assert Session(given).summary["not_simulated"] == ["aggregates", "binds"]


class TestStart:
    NO_TERMINAL = files("a! b", "a:b", ["go[a]->b"])

    def test_a_compile_level_finding_refuses_the_session(self) -> None:
        session = Session(self.NO_TERMINAL, refuse_invalid=True)
        assert session.outcome.startswith("refused(no-terminal-phase")
        turn = session.say("go")
        assert turn["error"] == "ReplayConfigError"
        assert "no-terminal-phase" in turn["config_errors"]
        assert (turn["visible"], turn["removed"], turn["released"]) == ([], {}, [])
        assert session.summary["total_steps"] == 0
        assert not session.summary["completed"]

    def test_the_option_lets_it_run_all_the_same(self) -> None:
        session = Session(self.NO_TERMINAL, refuse_invalid=False)
        assert session.say("go")["phase_after"] == "b"

    def test_of_two_entries_with_one_name_the_first_counts(self) -> None:
        given = files("a! b z* b*", "a:b b:z", ["go[a]->b"])
        session = Session(given)
        session.say("go")
        assert session.outcome == "running"


class TestNarrow:
    def test_each_reason(self) -> None:
        session = Session(LAW, request=["late", "wait", "alien", "ban", "go"], deniedTools=["go"])
        assert session.say("ban")["removed"] == {
            "late": "wrong_phase",
            "wait": "precondition_not_met",
            "alien": "no_contract",
            "go": "policy_denied",
        }
        after_ban = session.say(before={"narrow": ["late"]})
        assert after_ban["removed"] == {
            "late": "wrong_phase",
            "wait": "precondition_not_met",
            "alien": "no_contract",
            "ban": "manual_filter",
            "go": "policy_denied",
        }

    @pytest.mark.parametrize(
        ("tool", "reason"),
        [
            ("alien", "no_contract"),
            ("late", "wrong_phase"),
            ("wait", "precondition_not_met"),
            ("out", "forbidden_in_state"),
            ("go", "policy_denied"),
            ("ban", "manual_filter"),
        ],
    )
    def test_the_first_reason_in_the_documented_order_wins(self, tool: str, reason: str) -> None:
        """Every tool has the last reason, and all that come after its own."""
        session = Session(LAW, request=[tool], deniedTools=["alien", "late", "wait", "out", "go"])
        session.say("ban")
        assert session.say(before={"narrow": []})["removed"] == {tool: reason}

    def test_narrow_only_removes_and_widen_undoes_it(self) -> None:
        session = Session(LINE)
        assert session.say(before={"narrow": ["note", "end"]})["visible"] == ["note"]
        assert session.say()["visible"] == ["note"]
        assert session.say(before={"widen": True})["visible"] == ["go", "note"]

    def test_widen_and_narrow_in_one_turn_leave_the_new_filter(self) -> None:
        session = Session(LINE)
        session.say(before={"narrow": ["note"]})
        assert session.say(before={"widen": True, "narrow": ["go"]})["visible"] == ["go"]

    def test_a_risk_gate_hides_nothing(self) -> None:
        session = Session(files("a! z*", "a:z", ["t[a]->z"], t={"gate": "block"}))
        assert session.say()["visible"] == ["t"]

    def test_an_empty_list_of_phases_is_never_visible(self) -> None:
        session = Session(files("a! z*", "a:z", ["t[]", "go[a]->z"]))
        assert session.say()["removed"] == {"t": "wrong_phase"}


class TestBlocks:
    @pytest.mark.parametrize(
        ("tool", "reason"),
        [
            ("alien", "no_contract"),
            ("stray", "illegal_phase_transition"),
            ("late", "wrong_phase"),
            ("wait", "precondition_not_met"),
            ("out", "forbidden_in_state"),
            ("go", "policy_denied"),
            ("ban", "manual_filter"),
        ],
    )
    def test_the_first_reason_in_the_documented_order_wins(self, tool: str, reason: str) -> None:
        denied = ["alien", "stray", "late", "wait", "out", "go"]
        session = Session(LAW, deniedTools=denied)
        session.say("ban")
        turn = session.say(tool, before={"narrow": []})
        assert reasons(turn) == [(tool, reason)]

    def test_an_illegal_target_goes_before_a_wrong_phase(self) -> None:
        """Reference A10."""
        given = files("a! b z*", "a:b b:z", ["end[b]->z", "back[b]->b", "far[b]"])
        turn = Session(given).say("end", "far")
        assert reasons(turn) == [("end", "illegal_phase_transition"), ("far", "wrong_phase")]

    def test_gate_loop_and_limit_in_their_order(self) -> None:
        limits = {"loop_detection": {"window": 3, "threshold": 1}, "max_tool_calls": 1}
        given = files(
            "a! z*", "a:z", ["shut", "free"], session={"session_limits": limits},
            shut={"gate": "block"},
        )  # fmt: skip
        turn = Session(given).say("shut", "free")
        assert reasons(turn) == [("shut", "risk_gate_blocked"), ("free", "loop_detected")]
        limits = {"loop_detection": {"window": 1, "threshold": 2}, "max_tool_calls": 1}
        given = files("a! z*", "a:z", ["free"], session={"session_limits": limits})
        turn = Session(given).say("free", "free", called("free", args={"x": 1}))
        assert reasons(turn) == [("free", "loop_detected"), ("free", "session_limit_exceeded")]

    def test_all_conditions_look_at_the_state_before_the_response(self) -> None:
        given = files(
            "a! z*", "a:z", ["first", "second", "ban", "banned"],
            second={"preconditions": after("first")}, ban={"forbids_after": ["banned"]},
        )  # fmt: skip
        session = Session(given)
        turn = session.say("first", "second", "ban", "banned")
        assert reasons(turn) == [("second", "precondition_not_met")]
        session.say("first", "ban", "banned")
        assert reasons(session.say("second", "banned")) == [("banned", "forbidden_in_state")]

    def test_a_tool_may_forbid_itself_to_be_called_once(self) -> None:
        session = Session(files("a! z*", "a:z", ["once"], once={"forbids_after": ["once"]}))
        session.say("once")
        assert reasons(session.say("once")) == [("once", "forbidden_in_state")]


class TestAmbiguity:
    FORK = files("a! b c z*", "a:b,c b:z c:z", ["x[a]->b", "y[a]->c", "n[a]", "far[b]->c"])

    def test_different_targets_block_each_other_and_nothing_else(self) -> None:
        session = Session(self.FORK, gate="strip_partial")
        turn = session.say("x", "n", "y")
        assert reasons(turn) == [
            ("x", "ambiguous_phase_transition"),
            ("y", "ambiguous_phase_transition"),
        ]
        assert (turn["released"], turn["phase_after"]) == (["n"], "a")

    def test_a_call_blocked_for_another_reason_does_not_count(self) -> None:
        """Reference A16."""
        session = Session(self.FORK, gate="strip_partial", deniedTools=["y"])
        turn = session.say("x", "y", "far")
        assert reasons(turn) == [("y", "policy_denied"), ("far", "wrong_phase")]
        assert turn["phase_after"] == "b"


class TestUnmatched:
    def test_tools_without_contract_pass_when_the_policy_allows_it(self) -> None:
        session = Session(LINE, request=["alien", "go"], unmatchedPolicy="allow")
        turn = session.say("alien")
        assert (turn["visible"], turn["released"]) == (["alien", "go"], ["alien"])

    def test_they_are_still_subject_to_the_session(self) -> None:
        given = files("a! z*", "a:z", ["ban"], ban={"forbids_after": ["alien"]})
        session = Session(given, unmatchedPolicy="allow")
        session.say("ban")
        assert reasons(session.say("alien")) == [("alien", "forbidden_in_state")]
        denied = Session(LINE, unmatchedPolicy="allow", deniedTools=["alien"])
        assert reasons(denied.say("alien")) == [("alien", "policy_denied")]


class TestRisk:
    def gate(self, **tool: Any) -> list[tuple[str, str]]:
        given = files("a! z*", "a:z", ["t"], session={"risk_defaults": {"write": "block"}}, t=tool)
        return reasons(Session(given).say("t"))

    def test_the_class_decides_where_the_tool_says_nothing(self) -> None:
        assert self.gate(side_effect="write") == [("t", "risk_gate_blocked")]
        assert self.gate(side_effect="read") == []

    def test_the_gate_of_a_tool_wins(self) -> None:
        assert self.gate(side_effect="write", gate="allow") == []
        assert self.gate(side_effect="read", gate="block") == [("t", "risk_gate_blocked")]


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
        session.say("x")
        assert session.summary["killed"]
        assert session.say("t")["error"] == "ReplayKillError"
        assert session.outcome == "cancelled(ReplayKillError)"

    def test_failed_steps_in_a_row_kill(self) -> None:
        session = self.session(consecutive_errors=2)
        session.say(called("t", ok=False), "t")
        session.say("t")
        session.say(called("t", ok=False))
        assert not session.summary["killed"]
        session.say(called("t", ok=False))
        assert session.summary["killed"]

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
