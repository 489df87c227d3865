"""The start of a turn: what is visible and what is blocked, each with its reason (§4.2)."""

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
        session = Session(LAW, request=["late", "wait", "alien", "ban", "go"], denied_tools=["go"])
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
        session = Session(LAW, request=[tool], denied_tools=["alien", "late", "wait", "out", "go"])
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
        session = Session(LAW, denied_tools=denied)
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
        session = Session(self.FORK, gate="strip_partial", denied_tools=["y"])
        turn = session.say("x", "y", "far")
        assert reasons(turn) == [("y", "policy_denied"), ("far", "wrong_phase")]
        assert turn["phase_after"] == "b"


class TestUnmatched:
    def test_tools_without_contract_pass_when_the_policy_allows_it(self) -> None:
        session = Session(LINE, request=["alien", "go"], unmatched_policy="allow")
        turn = session.say("alien")
        assert (turn["visible"], turn["released"]) == (["alien", "go"], ["alien"])

    def test_they_are_still_subject_to_the_session(self) -> None:
        given = files("a! z*", "a:z", ["ban"], ban={"forbids_after": ["alien"]})
        session = Session(given, unmatched_policy="allow")
        session.say("ban")
        assert reasons(session.say("alien")) == [("alien", "forbidden_in_state")]
        denied = Session(LINE, unmatched_policy="allow", denied_tools=["alien"])
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
