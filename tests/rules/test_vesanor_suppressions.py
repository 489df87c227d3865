"""The dialect's own suppressions: `graph_analysis.suppress` (reference vesanor §2.5, §6.6)."""

from __future__ import annotations

from typing import Any

import pytest

from contracts import contract, findings, names, only

DEAD = ("a!:[b,z] b:[z] z*", "t[a]->b", "end->z")
UNREACHABLE = ("a!:[z] m:[z] z* y*", "t[a]->z", "u[m]->z")
CYCLE = ("a!:[b,z] b:[c] c:[b] z*", "t[a]->b", "u[b]->c", "v[c]->b", "end[a]->z")
BOTH = {"honour-error-suppressions": True}


def suppressing(
    parts: tuple[str, ...], check: str, phase: str, reason: Any = "accepted"
) -> dict[str, str]:
    entry = {"check": check, "phase": phase, "reason": reason}
    graph, *tools = parts
    return contract(graph, *tools, graph_analysis={"suppress": [entry]})


class TestWhatAnEntryHides:
    def test_a_dead_phase(self) -> None:
        found = only(findings(suppressing(DEAD, "dead_phase", "b")), "dead-phase")
        assert found.suppression == ("contract", "accepted")
        assert found.proof is None

    def test_an_unreachable_terminal_phase(self) -> None:
        files = suppressing(UNREACHABLE, "unreachable_phase", "y")
        hidden = [each.place.pointer for each in findings(files) if each.suppression]
        assert hidden == [("phases", 3, "name")]
        assert names(files) == ["unreachable-phase"]

    def test_no_other_phase(self) -> None:
        files = suppressing(DEAD, "dead_phase", "a")
        assert names(files) == ["dead-phase", "suppression-unmatched"]

    def test_no_other_check(self) -> None:
        files = suppressing(DEAD, "unreachable_phase", "b")
        assert names(files) == ["dead-phase", "suppression-unmatched"]


class TestErrors:
    def test_an_unreachable_phase_stays(self) -> None:
        files = suppressing(UNREACHABLE, "unreachable_phase", "m")
        expected = ["suppression-ineffective", "unreachable-phase", "unreachable-phase"]
        assert names(files) == expected

    @pytest.mark.parametrize("phase", ["b", "c"])
    def test_a_deadlock_stays_whichever_member_is_named(self, phase: str) -> None:
        files = suppressing(CYCLE, "circular_deadlock", phase)
        assert names(files) == ["deadlocked-phases", "suppression-ineffective"]

    def test_a_phase_that_only_leads_into_a_deadlock_does_not_match(self) -> None:
        files = suppressing(CYCLE, "circular_deadlock", "a")
        assert names(files) == ["deadlocked-phases", "suppression-unmatched"]

    @pytest.mark.parametrize("phase", ["b", "c"])
    def test_the_option_honours_a_suppressed_deadlock(self, phase: str) -> None:
        assert names(suppressing(CYCLE, "circular_deadlock", phase), **BOTH) == []

    def test_the_option_honours_a_suppressed_unreachable_phase(self) -> None:
        files = suppressing(UNREACHABLE, "unreachable_phase", "m")
        assert names(files, **BOTH) == ["unreachable-phase"]

    def test_a_dead_end_has_no_id_of_its_own(self) -> None:
        parts = ("a!:[p,z] p:[] z*", "t[a]->p", "end[a]->z", "n[p]")
        files = suppressing(parts, "circular_deadlock", "p")
        assert names(files, **BOTH) == ["dead-end-phase", "suppression-unmatched"]


class TestReason:
    @pytest.mark.parametrize("reason", [None, "", "  ", 3, ["later"]])
    def test_without_one_an_entry_has_no_effect(self, reason: Any) -> None:
        files = suppressing(DEAD, "dead_phase", "b", reason)
        assert names(files) == ["dead-phase", "suppression-missing-reason"]

    def test_nothing_else_is_said_of_the_entry(self) -> None:
        files = suppressing(DEAD, "dead-phase", "nowhere", "")
        assert names(files) == ["dead-phase", "suppression-missing-reason"]


class TestUnknownNames:
    def test_check(self) -> None:
        files = suppressing(DEAD, "dead-phase", "b")
        found = only(findings(files), "suppression-unknown-check")
        assert found.place.pointer == ("graph_analysis", "suppress", 0, "check")
        assert found.help == "use `dead_phase`"
        assert names(files) == ["dead-phase", "suppression-unknown-check"]

    def test_phase(self) -> None:
        found = only(findings(suppressing(DEAD, "dead_phase", "bb")), "suppression-unmatched")
        assert found.message == "unused suppression: `bb` isn't a declared phase"


class TestNothingToHide:
    @pytest.mark.parametrize("check", ["dead_phase", "unreachable_phase", "circular_deadlock"])
    def test_of_a_sound_phase(self, check: str) -> None:
        files = suppressing(("a!:[z] z*", "t[a]->z"), check, "a")
        assert names(files) == ["suppression-unmatched"]

    def test_a_terminal_phase_is_never_dead(self) -> None:
        files = suppressing(("a!:[z] z*", "t[a]->z"), "dead_phase", "z")
        assert names(files) == ["suppression-unmatched"]

    def test_an_unreachable_phase_is_not_dead(self) -> None:
        files = suppressing(UNREACHABLE, "dead_phase", "m")
        assert "suppression-unmatched" in names(files)

    def test_nothing_is_said_where_the_check_did_not_run(self) -> None:
        parts = ("a!:[b] b:[z] z*", "t[a]->reveiw")
        assert names(suppressing(parts, "dead_phase", "b")) == ["unknown-phase"]
