"""The order of calls: what is a requirement, and what hides what (reference vesanor §5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from contracts import contract, findings, names, only, tool, witness

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic


class TestRequirementsInsideAPreconditionCycle:
    """`v` and `x` wait for each other, which is one finding; `v` also waits for `u`, which is
    only callable where no run gets, and that is another."""

    GRAPH = "a!:[z] m:[z] z*"
    TOOLS = ("end[a]->z", "u[m]->z", "v[a] needs u,x")

    def test_do_not_hide_the_requirement_that_is_never_met(self) -> None:
        found = findings(contract(self.GRAPH, *self.TOOLS, "x[a] needs v"))
        assert witness(only(found, "precondition-cycle")) == {"cycle": ["v", "x"]}
        data = witness(only(found, "unsatisfiable-precondition"))
        assert data == {"tool": "v", "requires": ["u"]}

    def test_of_two_outside_it_only_the_deeper_one_is_reported(self) -> None:
        files = contract(self.GRAPH, "end[a]->z", "u[m]->z", "v[a] needs u", "x[a] needs v")
        assert witness(only(findings(files), "unsatisfiable-precondition"))["tool"] == "v"


def test_a_requirement_on_an_unknown_tool_is_no_part_of_another_finding() -> None:
    found = findings(contract("a!:[z] m:[z] z*", "end[a]->z", "u[m]->z", "v[a] needs nobody,u"))
    missing = only(found, "unsatisfiable-precondition")
    assert witness(missing) == {"tool": "v", "requires": ["u"]}
    assert missing.place.pointer == ("preconditions", 1, "requires_prior_tool")


class TestNoViablePath:
    TOOLS = ("open[a]->b forbids end", "end[b]->z")

    def test_reported(self) -> None:
        assert names(contract("a!:[b] b:[z] z*", *self.TOOLS)) == ["no-viable-path"]

    def test_not_along_with_an_unsatisfiable_precondition(self) -> None:
        late = tool("late[a]", preconditions=[{"requires_step_count": {"gte": 9}}])
        limits = {"max_steps": 9}
        files = contract("a!:[b] b:[z] z*", *self.TOOLS, late, session_limits=limits)
        assert names(files) == ["never-callable-tool", "unsatisfiable-precondition"]


class TestTwoTrapsOfOneTool:
    """`t` is available everywhere and forbids the only way out, so it traps in both phases."""

    FILES = contract("a!:[b] b:[z] z*", "go[a]->b", "end[b]->z", "n[a,b]", "t forbids end")

    def test_are_two_findings(self) -> None:
        assert names(self.FILES) == ["order-trap", "order-trap"]

    def test_stand_at_the_tool_and_at_the_other_phase(self) -> None:
        places = [(each.place.file, each.place.pointer) for each in findings(self.FILES)]
        traps = {("t.yaml", ("tool",)), ("session.yaml", ("phases", 1, "name"))}
        assert traps <= set(places)


def test_a_trap_has_its_stuck_set_and_what_shuts_each_way_out() -> None:
    files = contract("a!:[b] b:[c,z] c:[b,z] z*", "verify[a]", "go[a]->b", "turn[b]->c",
                     "back[c]->b", "pay[b,c]->z needs verify")  # fmt: skip
    trap = only(findings(files), "order-trap")
    assert trap.witness is not None
    assert trap.witness.data["stuck"] == ["b", "c"]
    assert trap.witness.blocked == (
        "`pay` from `b` to `z`: `verify` can no longer be called",
        "`pay` from `c` to `z`: `verify` can no longer be called",
        (
            "`turn` from `b` to `c`: can be called, but no terminal phase is reachable from there "
            "either"
        ),
    )


def test_tools_that_are_called_once_are_explored_as_others_are() -> None:
    """Each forbids itself, which changes nothing: a second call would do nothing either."""
    once = [tool(f"t{k}[a]", forbids_after=[f"t{k}"]) for k in range(12)]
    needed = ",".join(f"t{k}" for k in range(12))
    assert names(contract("a!:[z] z*", *once, f"end[a]->z needs {needed}")) == []


def test_a_tool_that_leads_on_once_is_forbidden_after_it() -> None:
    back = tool("back[b]->a", forbids_after=["go"])
    found = findings(contract("a!:[b] b:[a,z] z*", "go[a]->b", back, "end[b]->z"))
    assert only(found, "order-trap").message.startswith("calling `back` in `b`")
    go = tool("go[a]->b", forbids_after=["go"])
    found = findings(contract("a!:[b] b:[a,z] z*", go, "back[b]->a", "end[b]->z"))
    assert only(found, "order-trap").message.startswith("calling `back` in `b`")


class TestWhatATrapSays:
    """No way out stays unexplained, and the advice is what can help (reference §5.3)."""

    def test_a_ban_that_comes_later_is_named(self) -> None:
        files = contract(
            "a!:[h,z] h:[y] y:[z] z*", "enter[a]->h", "quit[a]->z", "work[h]->y forbids close",
            "close[y]->z",
        )  # fmt: skip
        found = only(findings(files), "order-trap")
        assert found.witness is not None
        assert found.witness.blocked == (
            "`close` from `y` to `z`: forbidden by `work` (on every path there)",
            (
                "`work` from `h` to `y`: can be called, but no terminal phase is reachable from "
                "there either"
            ),
        )
        assert found.help == "remove `close` from `forbids_after` of `work`"

    def test_a_way_into_a_deadlock_is_named(self) -> None:
        files = contract(
            "a!:[b,z] b:[c,d,z] c:[c,z] d:[z] z*", "sign[a]", "go[a]->b", "quit[a]->z",
            "finish[b]->z needs sign", "aside[b]->c", "spin[c]->c", "end[d]->z",
        )  # fmt: skip
        found = only(findings(files), "order-trap")
        assert found.witness is not None
        assert found.witness.blocked == (
            "`finish` from `b` to `z`: `sign` can no longer be called",
            "`aside` from `b` to `c`: can be called, but it ends in a deadlock",
            "no tool takes `b` -> `d`",
        )
        assert "require what is needed later" in (found.help or "")

    def test_what_can_never_be_called_is_not_too_late(self) -> None:
        files = contract(
            "a!:[b,z] b:[z] m:[z] z*", "u[m]->z", "sign[a] needs u", "go[a]->b", "quit[a]->z",
            "finish[b]->z needs sign", "other[b]->z needs note", "note[a]",
        )  # fmt: skip
        found = only(findings(files), "order-trap")
        assert found.witness is not None
        assert "`finish` from `b` to `z`: needs `sign`, which can never be called" in (
            found.witness.blocked
        )


def test_a_run_without_a_way_to_the_end_names_the_ban() -> None:
    files = contract("a!:[b] b:[z] z*", "open[a]->b forbids close", "close[b]->z")
    found = only(findings(files), "no-viable-path")
    assert found.help == "remove `close` from `forbids_after` of `open`"


class TestToolsThatAreAvailableInATerminalPhase:
    """A terminal phase does not stop a run: what waits for the tool that leads there can be called
    in it, if it is available there and not forbidden by then."""

    GRAPH = "a!:[z] z*"

    @staticmethod
    def finding(*tools: str) -> Diagnostic:
        files = contract(TestToolsThatAreAvailableInATerminalPhase.GRAPH, *tools)
        return only(findings(files), "unsatisfiable-precondition")

    def test_are_a_warning_which_does_not_say_never(self) -> None:
        for late in ("late needs end", "late[a,z] needs end"):
            found = self.finding("end[a]->z", late)
            assert found.level == "warning"
            assert str(found.message) == (
                "`late` can't be called before the session completes: "
                "no order of calls executes `end` first"
            )

    def test_are_an_error_where_they_are_forbidden_by_then(self) -> None:
        found = self.finding("end[a]->z forbids late", "late[a,z] needs end")
        assert found.level == "error"
        assert "can never be called" in found.message

    def test_are_an_error_in_other_phases_alone(self) -> None:
        assert self.finding("end[a]->z", "late[a] needs end").level == "error"
