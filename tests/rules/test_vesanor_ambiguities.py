"""How open questions of the documentation were decided (reference vesanor §3.3), as far as a
finding shows it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, ClassVar

import pytest

from contracts import contract, findings, names, only, tool, verdict, witness
from dialects.vesanor.build import BASE

if TYPE_CHECKING:
    from collections.abc import Mapping


def script(answer: object, options: Mapping[str, str] = {}, **expect: object) -> dict[str, str]:
    """A script of one answer beside the contract."""
    scenario = {"name": "n", "options": dict(options), "model": [answer], "expect": expect}
    return {"run.script.yaml": json.dumps({"version": 1, "scenarios": [scenario]})}


class TestA1Reachability:
    def test_a_phase_is_an_error(self) -> None:
        found = only(findings(contract("a!:[z] m:[z] z*", "t[a]->z")), "unreachable-phase")
        assert found.level == "error"
        assert witness(found) == {"phase": "m", "reach": ["a", "z"]}

    def test_a_terminal_phase_is_a_warning(self) -> None:
        found = only(findings(contract("a!:[z] z* y*", "t[a]->z")), "unreachable-phase")
        assert found.level == "warning"

    def test_members_of_an_island_do_not_reach_each_other(self) -> None:
        files = contract("a!:[z] m:[n] n:[m,z] z*", "t[a]->z")
        assert names(files) == ["unreachable-phase", "unreachable-phase"]

    def test_a_way_through_a_terminal_phase_counts(self) -> None:
        assert "unreachable-phase" not in names(contract("a!:[z] z*:[y] y*", "t[a]->z"))


def test_a2_terminal_phases_are_never_dead() -> None:
    assert names(contract("a!:[z] z*", "t[a]->z")) == []


def test_a3_a_tool_without_transitions_revives_no_phase() -> None:
    files = contract("a!:[b,z] b:[z] z*", "t[a]->b", "end[a]->z", "note")
    assert names(files) == ["dead-phase", "tool-deadlock"]


def test_a4_suppression_hides_the_dead_phase_and_not_the_deadlock() -> None:
    entry = {"check": "dead_phase", "phase": "b", "reason": "pass-through"}
    files = contract("a!:[b] b:[z] z*", "t[a]->b", graph_analysis={"suppress": [entry]})
    assert names(files) == ["tool-deadlock"]


class TestA6CycleWithoutExit:
    GRAPH = "a!:[b,z] b:[c] c:[b,d] d:[e] e:[d] z*"
    FILES = contract(GRAPH, "t[a]->b", "u[b]->c", "v[c]->d", "w[d]->e", "x[e]->d", "end[a]->z")

    def test_only_the_bottom_component_is_reported(self) -> None:
        found = only(findings(self.FILES), "deadlocked-phases")
        assert witness(found)["stuck"] == ["d", "e"]
        assert witness(found)["path"] == ["a", "b", "c", "d"]
        assert verdict(found) == "proved explore"

    def test_what_leads_into_it_is_related(self) -> None:
        found = only(findings(self.FILES), "deadlocked-phases")
        assert [(each.place.pointer, each.message) for each in found.related] == [
            (("phases", 4, "name"), "part of the same deadlock"),
            (("transitions", "c", 1), "`c` goes to it"),
        ]

    def test_an_edge_out_of_a_cycle_is_no_exit_unless_it_leads_to_an_end(self) -> None:
        files = contract("a!:[b] b:[a,p] p:[] z*", "t[a]->b", "u[b]->a", "v[b]->p", "n[p]")
        assert names(files) == ["dead-end-phase", "unreachable-phase"]


class TestA7DeadEnd:
    def test_without_targets(self) -> None:
        files = contract("a!:[p,z] p:[] z*", "t[a]->p", "u[a]->z", "n[p]")
        assert names(files) == ["dead-end-phase"]

    def test_it_does_not_keep_a_session_from_starting(self) -> None:
        files = contract("a!:[p,z] p z*", "t[a]->p", "u[a]->z", "n[p]")
        files |= script("hello", outcome="running")
        assert names(files) == ["dead-end-phase"]

    def test_a_self_loop_is_a_cycle(self) -> None:
        files = contract("a!:[p,z] p:[p] z*", "t[a]->p", "u[a]->z", "n[p]->p")
        assert names(files) == ["deadlocked-phases"]


class TestA8SelfTransition:
    def test_needs_the_self_edge(self) -> None:
        assert names(contract("a!:[z] z*", "t[a]->z", "again[a]->a")) == ["illegal-advance"]

    def test_is_legal_with_it(self) -> None:
        assert names(contract("a!:[a,z] z*", "t[a]->z", "again[a]->a")) == []


def test_a10_an_illegal_target_is_the_reason_before_a_wrong_phase() -> None:
    files = contract("a!:[b] b:[z] z*", "t[a]->b", "end[b]->z", "note[b]")
    blocks = [
        {"tool": "end", "reason": "illegal_phase_transition"},
        {"tool": "note", "reason": "wrong_phase"},
    ]
    assert names({**files, **script({"calls": ["end", "note"]}, blocks=blocks)}) == []


class TestA11RiskDefaults:
    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({}, ["blocked-by-risk-default"]),
            ({"gate": "allow"}, []),
            ({"gate": "block"}, ["tool-deadlock"]),
        ],
    )
    def test_apply_to_tools_with_a_contract(
        self, fields: dict[str, str], expected: list[str]
    ) -> None:
        pay = tool("pay[a]->z", side_effect="financial", **fields)
        files = contract("a!:[z] z*", pay, risk_defaults={"financial": "block"})
        assert names(files) == expected

    def test_a_tool_closed_by_its_class_is_not_treated_as_gone(self) -> None:
        pay = tool("pay[b]->z", side_effect="financial")
        files = contract("a!:[b] b:[z] z*", "t[a]->b", pay, risk_defaults={"financial": "block"})
        assert names(files) == ["blocked-by-risk-default"]


class TestClosingAToolThatItsClassCloses:
    """No fix makes a dead end of a warning (reference §6.5)."""

    PAY = tool("pay[a]->z", side_effect="financial")
    CLOSED: ClassVar = {"risk_defaults": {"financial": "block"}}

    def test_a_transition_needs_it(self) -> None:
        found = only(
            findings(contract("a!:[z] z*", self.PAY, **self.CLOSED)), "blocked-by-risk-default"
        )
        assert found.fix is None
        assert found.help == "use `gate: allow` to open it, or change `risk_defaults`"

    def test_another_tool_that_is_closed_is_no_other_way(self) -> None:
        other = tool("refund[a]->z", side_effect="financial")
        found = findings(contract("a!:[z] z*", self.PAY, other, **self.CLOSED))
        assert [each.fix for each in found if each.name == "blocked-by-risk-default"] == [None] * 2

    @pytest.mark.parametrize("spare", ["end[a]->z", "end->z"])
    def test_another_tool_takes_the_transition(self, spare: str) -> None:
        found = only(
            findings(contract("a!:[z] z*", self.PAY, spare, **self.CLOSED)),
            "blocked-by-risk-default",
        )
        assert found.fix is not None

    def test_a_tool_that_leads_nowhere_may_be_closed(self) -> None:
        note = tool("note[a]", side_effect="financial")
        found = only(
            findings(contract("a!:[z] z*", "end[a]->z", note, **self.CLOSED)),
            "blocked-by-risk-default",
        )
        assert found.fix is not None

    def test_where_names_are_unknown_any_tool_may_be_needed(self) -> None:
        files = contract("a!:[z] z*", self.PAY, "end[a]->z", "x[nowhere]", **self.CLOSED)
        assert only(findings(files), "blocked-by-risk-default").fix is None


class TestA15BaseFields:
    @pytest.mark.parametrize("field", BASE)
    def test_severity(self, field: str) -> None:
        files = contract("a!:[z] z*", tool("t[a]->z", **{field: None}))
        found = only(findings(files), "missing-required-field")
        assert found.level == ("error" if field == "side_effect" else "warning")

    def test_a_contract_without_a_name_is_still_seen(self) -> None:
        files = contract("a!:[z] z*", "t[a]->z")
        files["other.yaml"] = json.dumps({**tool("x"), "tool": None})
        del files["t.yaml"]
        assert names(files) == ["invalid-type"]

    def test_another_file_is_not(self) -> None:
        files = contract("a!:[z] z*", "t[a]->z")
        files["deployment.yaml"] = json.dumps({"replicas": 3, "timeouts": {}})
        assert names(files) == []


def test_a16_blocked_calls_do_not_make_a_response_ambiguous() -> None:
    files = contract("a!:[y,z] y* z*", "t[a]->y", "u[a]->z needs log", "log[a]")
    blocks = [{"tool": "u", "reason": "precondition_not_met"}]
    files |= script(
        {"calls": ["t", "u"]}, options={"gate": "strip_blocked"}, phases=["a", "y"], blocks=blocks
    )
    assert names(files) == []
