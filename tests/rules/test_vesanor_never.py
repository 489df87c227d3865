"""What no session calls or enters: because of a ban, or because of a limit (reference §5.3)."""

from __future__ import annotations

from contracts import contract, findings, names, only, tool, verdict, witness

WAY = "a!:[b] b:[z] z*"


class TestABan:
    def test_on_the_only_way_in_is_reported_with_what_it_costs(self) -> None:
        files = contract(
            "a!:[b] b:[c,z] c:[y] z* y*",
            "go[a]->b forbids side",
            "side[b]->c",
            "end[b]->z",
            "far[c]->y",
            "late[b] needs side",
        )
        found = only(findings(files), "never-callable-tool")
        assert found.message == (
            "`side` can never be called: `go` forbids it on every path into `b`, "
            "so `c`, `y` are never entered and `far`, `late` are never called"
        )
        assert witness(found) == {
            "tool": "side",
            "banned_by": [{"phase": "b", "tool": "go", "path_tools": [["go"]]}],
            "phases": ["c", "y"],
            "tools": ["far", "late"],
        }
        assert names(files) == ["never-callable-tool"]
        assert verdict(found) == "proved explore"

    def test_stands_at_the_phase_and_names_the_ban(self) -> None:
        files = contract(WAY, "go[a]->b forbids note", "note[b]", "end[b]->z")
        found = only(findings(files), "never-callable-tool")
        assert found.place.file == "note.yaml"
        assert found.place.pointer == ("transitions", "valid_in_phases", 0)
        [related] = found.related
        assert (related.place.file, related.place.pointer) == ("go.yaml", ("forbids_after", 0))

    def test_of_one_way_of_two_is_none(self) -> None:
        files = contract(WAY, "go[a]->b forbids note", "walk[a]->b", "note[b]", "end[b]->z")
        assert names(files) == []

    def test_on_each_of_two_ways_names_the_one_of_a_shortest_run(self) -> None:
        files = contract(
            WAY, "go[a]->b forbids note", "walk[a]->b forbids note", "note[b]", "end[b]->z"
        )
        found = only(findings(files), "never-callable-tool")
        assert len(witness(found)["banned_by"]) == 1

    def test_in_two_phases_has_a_run_into_each(self) -> None:
        files = contract(
            "a!:[b] b:[c] c:[z] z*",
            "go[a]->b forbids note",
            "on[b]->c",
            "note[b,c]",
            "end[c]->z",
        )
        found = only(findings(files), "never-callable-tool")
        assert [way["path_tools"] for way in witness(found)["banned_by"]] == [
            [["go"]],
            [["go"], ["on"]],
        ]
        assert "on every path into `b`, `c`" in found.message

    def test_by_a_tool_that_leads_in_later_than_it_is_called(self) -> None:
        files = contract(WAY, "sign[a] forbids note", "go[a]->b needs sign", "note[b]", "end[b]->z")
        found = only(findings(files), "never-callable-tool")
        assert witness(found)["banned_by"] == [
            {"phase": "b", "tool": "sign", "path_tools": [["sign"], ["go"]]}
        ]

    def test_that_closes_every_end_is_a_matter_of_that(self) -> None:
        files = contract(WAY, "go[a]->b forbids end", "end[b]->z")
        assert names(files) == ["no-viable-path"]

    def test_of_what_another_finding_explains_is_silent(self) -> None:
        missing = contract(WAY, "go[a]->b forbids note", "note[b] needs nobody", "end[b]->z")
        assert names(missing) == ["unknown-tool-reference"]
        circle = contract(
            WAY, "go[a]->b forbids note", "note[b] needs echo", "echo[b] needs note", "end[b]->z"
        )
        assert names(circle) == ["precondition-cycle"]

    def test_of_a_tool_that_is_shut_anyway_is_none(self) -> None:
        shut = tool("note[b]", gate="block")
        assert names(contract(WAY, "go[a]->b forbids note", shut, "end[b]->z")) == []


class TestABanOnWhatIsAvailableInATerminalPhase:
    """A terminal phase does not stop a run: what is forbidden on one way only can be called there
    after another."""

    FILES = contract(
        "a!:[b,z] b:[c,z] c:[z] z*",
        "go[a]->b forbids side",
        "skip[a]->z",
        "end[b,c]->z",
        "side[b,z]",
        "turn[b]->c needs side",
        "late[c,z]",
        "more[b,z] needs side",
        "only[c]",
    )

    def test_is_a_warning_which_does_not_say_never_of_it(self) -> None:
        found = only(findings(self.FILES), "never-callable-tool")
        assert found.level == "warning"
        assert found.message == (
            "`side` can't be called before the session completes: `go` forbids it on every path "
            "into `b`, so `c` is never entered and `only`, `turn` are never called and "
            "`late`, `more` are not called before the session completes"
        )
        assert verdict(found) == "proved explore"


class TestAWaitForWhatIsBanned:
    def test_is_a_consequence(self) -> None:
        files = contract(WAY, "go[a]->b forbids one", "one[b]", "two[b] needs one", "end[b]->z")
        assert names(files) == ["never-callable-tool"]
        assert witness(only(findings(files), "never-callable-tool"))["tools"] == ["two"]

    def test_is_one_through_others(self) -> None:
        files = contract(
            WAY,
            "go[a]->b forbids one",
            "one[b]",
            "two[b] needs one",
            "three[b] needs two",
            "end[b]->z",
        )
        found = only(findings(files), "never-callable-tool")
        assert witness(found)["tools"] == ["three", "two"]


class TestAWaitForWhatCanNeverBeCalled:
    def test_is_said_where_nothing_is_said_of_that(self) -> None:
        shut = tool("one[a] needs zero", gate="block")
        files = contract(WAY, "zero[a]", shut, "go[a]->b", "two[b] needs one", "end[b]->z")
        assert names(files) == ["unsatisfiable-precondition"]


class TestALimit:
    GRAPH = "a!:[b,y] b:[c] c:[z] z* y*"
    TOOLS = ("quit[a]->y", "go[a]->b", "on[b]->c", "note[c]", "end[c]->z")

    def test_names_what_it_cuts_off_the_end_first(self) -> None:
        files = contract(self.GRAPH, *self.TOOLS, session_limits={"max_tool_calls": 1})
        found = only(findings(files), "limit-cuts-off-phase")
        assert found.level == "error"
        assert found.message == (
            "within `max_tool_calls` of 1 no session enters `z` (needs 3 calls), "
            "`c` (needs 2 calls), and no session calls `on` (needs 2 calls), "
            "`end` (needs 3 calls), `note` (needs 3 calls)"
        )
        assert witness(found) == {
            "limit": "max_tool_calls",
            "value": 1,
            "phases": {"z": 3, "c": 2},
            "tools": {"on": 2, "end": 3, "note": 3},
            "path_phases": ["a", "b", "c", "z"],
            "path_tools": [["go"], ["on"], ["end"]],
        }
        assert names(files) == ["limit-cuts-off-phase"]
        assert verdict(found) == "proved explore"

    def test_that_is_just_enough_is_none(self) -> None:
        for limit in ("max_tool_calls", "max_steps"):
            assert names(contract(self.GRAPH, *self.TOOLS, session_limits={limit: 3})) == []

    def test_that_cuts_off_tools_alone_is_a_warning(self) -> None:
        sign = "sign[c] needs note"
        files = contract(self.GRAPH, *self.TOOLS, sign, session_limits={"max_steps": 3})
        found = only(findings(files), "limit-cuts-off-phase")
        assert found.level == "warning"
        assert witness(found)["path_tools"] == [["go"], ["on"], ["note"], ["sign"]]

    def test_of_responses_counts_several_calls_once(self) -> None:
        tools = ("quit[a]->y", "one[a]", "two[a]", "go[a]->z needs one,two")
        graph = "a!:[z,y] z* y*"
        calls = contract(graph, *tools, session_limits={"max_tool_calls": 2})
        assert witness(only(findings(calls), "limit-cuts-off-phase"))["phases"] == {"z": 3}
        assert names(contract(graph, *tools, session_limits={"max_steps": 2})) == []

    def test_each_is_reported_once(self) -> None:
        limits = {"max_tool_calls": 2, "max_steps": 1}
        found = names(contract(self.GRAPH, *self.TOOLS, session_limits=limits))
        assert found == ["limit-cuts-off-phase", "limit-cuts-off-phase"]

    def test_below_the_nearest_end_is_another_finding(self) -> None:
        files = contract(
            "a!:[b] b:[y,c] c:[z] z* y*",
            "go[a]->b",
            "quit[b]->y",
            "on[b]->c",
            "end[c]->z",
            session_limits={"max_tool_calls": 1},
        )
        assert names(files) == ["limit-below-shortest-path"]

    def test_on_a_run_through_a_closed_door_is_not_proved(self) -> None:
        paid = tool("end[c]->z", side_effect="financial")
        files = contract(
            self.GRAPH,
            *self.TOOLS[:-1],
            paid,
            session_limits={"max_tool_calls": 2},
            risk_defaults={"financial": "block"},
        )
        found = only(findings(files), "limit-cuts-off-phase")
        assert verdict(found) == "unproved replay (the run relies on `risk_default` of `end`)"


class TestWhatIsSaidElsewhere:
    def test_no_deadlock_where_no_session_comes(self) -> None:
        files = contract(
            "a!:[b] b:[c,z] c:[d,z] d:[c] z*",
            "go[a]->b forbids side",
            "side[b]->c",
            "end[b]->z",
            "on[c]->d",
            "back[d]->c",
        )
        assert names(files) == ["never-callable-tool"]

    def test_no_transition_out_of_a_deadlock(self) -> None:
        files = contract("a!:[b] b:[c,z] c:[b,z] z*", "go[a]->b", "on[b]->c", "back[c]->b")
        assert names(files) == ["tool-deadlock"]

    def test_no_empty_list_of_phases_without_phases(self) -> None:
        lone = {"t.yaml": contract(WAY, tool("t[]"))["t.yaml"]}
        assert names(lone) == ["phase-restriction-ignored"]
        assert names({**lone, "session.yaml": "a: ["}) == ["syntax-error"]

    def test_no_risk_of_a_misspelt_class(self) -> None:
        odd = tool("t", side_effect="delete")
        files = contract(WAY, odd, "go[a]->b", "end[b]->z")
        assert names(files) == ["invalid-enum"]


class TestADeadlockBehindAClosedTool:
    GRAPH = "a!:[b] b:[z] z*"

    def test_shows_the_gate_that_closes_it(self) -> None:
        files = contract(self.GRAPH, "go[a]->b", tool("end[b]->z", gate="block"))
        found = only(findings(files), "tool-deadlock")
        assert [(each.place.file, each.place.pointer) for each in found.related] == [
            ("session.yaml", ("transitions", "b", 0)),
            ("end.yaml", ("gate",)),
        ]

    def test_shows_the_limit_of_0_calls(self) -> None:
        limits = {"max_calls_per_tool": {"end": 0}}
        files = contract(self.GRAPH, "go[a]->b", "end[b]->z", session_limits=limits)
        found = only(findings(files), "tool-deadlock")
        assert found.related[-1].place.pointer == ("session_limits", "max_calls_per_tool", "end")


def test_what_waits_for_a_tool_that_is_never_called_is_named_with_it() -> None:
    files = contract(
        "a!:[b] b:[z] z*",
        "go[a]->b",
        "one[a] needs two",
        "two[b]",
        "late[a,b] needs one",
        "end[b]->z",
    )
    found = only(findings(files), "unsatisfiable-precondition")
    assert witness(found) == {"tool": "one", "requires": ["two"]}
    assert [each.message for each in found.related if "late" in each.message] == [
        "`late` waits for it, so it is also never called"
    ] * 2
    assert names(files) == ["unsatisfiable-precondition"]
