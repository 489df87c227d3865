"""Tools against phases: places and words (reference vesanor §6.3)."""

from __future__ import annotations

import json

from contracts import contract, findings, names, only


class TestIllegalAdvancesOfToolsThatAreAvailableEverywhere:
    FILES = contract("a!:[b] b:[c] c:[z] z*", "t->b", "u->c", "v[c]->z")

    def test_one_for_each_tool_and_phase(self) -> None:
        assert names(self.FILES).count("illegal-advance") == 4

    def test_no_two_stand_at_one_place(self) -> None:
        places = [each.place for each in findings(self.FILES) if each.name == "illegal-advance"]
        assert len(set(places)) == len(places)


class TestUnenterablePhase:
    def test_behind_a_terminal_phase_names_no_tool_as_missing(self) -> None:
        files = contract("a!:[done] done*:[old] old*", "t[a]->done", "archive[done]->old")
        found = only(findings(files), "unenterable-phase")
        assert found.message == "tools advance to `old` only from `done`, where the run is complete"

    def test_names_the_phases_without_a_tool(self) -> None:
        files = contract("a!:[y,z] y*:[x] z*:[x] x*", "t[a]->y", "u[a]->z", "again[y]->x")
        found = only(findings(files), "unenterable-phase")
        assert found.message == "no tool advances to `x` from `z`"


def test_transitions_without_phases_are_incomplete_even_when_empty() -> None:
    files = contract("a!:[z] z*", "t", phases=None, transitions={})
    found = only(findings(files), "missing-required-field")
    assert (found.level, found.message) == ("error", "required field is missing: `phases`")


def test_a_misspelt_field_is_named_where_it_is_missed() -> None:
    files = contract("a!:[z] z*", "go[a]->z")
    value = json.loads(files["go.yaml"])
    value["side_efect"] = value.pop("side_effect")
    found = only(findings({**files, "go.yaml": json.dumps(value)}), "missing-required-field")
    assert found.help == "add it, or correct `side_efect`"


def test_a_deadlock_names_the_tool_that_may_not_be_called() -> None:
    limits = {"max_calls_per_tool": {"pay": 0}}
    files = contract("a!:[b] b:[z] z*", "go[a]->b", "pay[b]->z", session_limits=limits)
    found = only(findings(files), "tool-deadlock")
    assert found.help == "allow calls of `pay`, or add a tool for `b` -> `z`"
