"""What a contract declares for sessions to use, and what keeps a session from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.vesanor.build import Session, after, files, load
from phaselint.dialects.records import Choice, Event
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.vocabulary.finding import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

RUNTIME = VesanorRuntime()
SHOP = files("open! packed sent*", "open:packed packed:sent", ["wrap[open]->packed", "weigh"])
NO_CALLS = {"max_calls_per_tool": {"t": 0}}


def ids(given: Mapping[str, str]) -> list[object]:
    return [(each.id, each.phase) for each in RUNTIME.elements(load(given))]


class TestElements:
    def test_are_the_phases_but_the_first_and_the_tools_in_each_of_theirs(self) -> None:
        assert ids(SHOP) == [
            ("packed", "packed"),
            ("sent", "sent"),
            (("weigh",), "open"),
            (("weigh",), "packed"),
            (("wrap",), "open"),
        ]

    def test_stand_where_they_are_declared_and_say_where_they_lead(self) -> None:
        packed, _, weigh, _, wrap = RUNTIME.elements(load(SHOP))
        assert packed.is_phase
        assert (packed.label, packed.use) == ("`packed`", "entered")
        assert packed.place == Place("session.yaml", ("phases", 1, "name"))
        assert not wrap.is_phase
        assert (wrap.label, wrap.use, wrap.targets) == ("`wrap`", "called", ("packed",))
        assert wrap.place == Place("wrap.yaml", ("transitions", "valid_in_phases", 0))
        assert (weigh.place, weigh.targets) == (Place("weigh.yaml", ("tool",)), ())

    @pytest.mark.parametrize(
        "given",
        [
            files("a! z*", "a:z", ["t[a]"], t={"gate": "block"}),
            files("a! z*", "a:z", ["t[a]"], session={"session_limits": NO_CALLS}),
            files("a! z*", "a:z", ["t[z]"]),
            files("a! z*", "a:z", ["t[]"]),
        ],
        ids=["gate", "limit of 0 calls", "in a terminal phase", "in no phase"],
    )
    def test_a_tool_that_is_not_meant_to_be_called_is_none(self, given: Mapping[str, str]) -> None:
        assert ids(given) == [("z", "z")]

    def test_without_phases_there_are_none(self) -> None:
        assert ids(files(tools=["t"])) == []
        assert ids(files(session={"agent": "x"}, tools=["t"])) == []


class TestMoves:
    def test_are_the_tools_that_were_released_and_the_phase_that_was_entered(self) -> None:
        turn = Session(SHOP).say
        assert moves_of(turn("weigh", "wrap")) == [
            ("open", "weigh"),
            ("weigh",),
            ("open", "wrap"),
            ("wrap",),
            "packed",
        ]

    def test_what_is_blocked_is_no_move(self) -> None:
        given = files("a! b c*", "a:b,c", ["go[a]->b", "end[a]->c"])
        assert moves_of(Session(given).say("go", "end")) == []

    def test_a_phase_that_leads_to_itself_is_not_entered(self) -> None:
        given = files("a! z*", "a:a,z", ["again[a]->a"])
        assert moves_of(Session(given).say("again")) == [("a", "again"), ("again",)]


def moves_of(turn: Mapping[str, Any]) -> list[object]:
    return list(RUNTIME.moves((Event("turn", turn, turn["phase_before"] or ""),)))


class TestWithheld:
    GIVEN = files(
        "a! b z*",
        "a:b b:z",
        ["go[a]->b", "check[a]", "pay[b]", "refund[b]", "wait[b]", "stray[b]->a", "risky[b]"],
        session={"risk_defaults": {"financial": "block"}},
        go={"forbids_after": ["refund"]},
        pay={"preconditions": after("check")},
        wait={"preconditions": [{"requires_step_count": {"gte": 9}}]},
        risky={"side_effect": "financial"},
    )

    def test_is_what_the_runtime_says_of_the_tools_of_the_phase(self) -> None:
        session = Session(self.GIVEN)
        assert RUNTIME.withheld(session.state) == {}
        session.say("go")
        assert RUNTIME.withheld(session.state) == {
            ("pay",): "it waits for `check`",
            ("refund",): "forbidden by `go`",
            ("wait",): "it waits for 9 earlier steps",
            ("stray",): "there is no transition from `b` to `a`",
            ("risky",): "blocked by `gate` or `risk_defaults`",
        }

    def test_a_result_that_does_not_do_is_said_to_be_what_it_waits_for(self) -> None:
        held = {"requires_prior_tool": "hold", "with_output": [{"path": "$.ok", "equals": True}]}
        given = files("a! z*", "a:z", ["hold[a]", "take[a]->z"], take={"preconditions": [held]})
        session = Session(given)
        session.say({"tool": "hold", "output": {"ok": False}})
        assert RUNTIME.withheld(session.state) == {
            ("take",): "it waits for another result of `hold`"
        }


def test_what_tools_return_is_not_the_models_own() -> None:
    asked = Choice("tool", Turn((Call("hold", output={"ok": True}),)))
    again = Choice("tool", Turn((Call("hold", ok=False),)))
    other = Choice("model", Turn((Call("take"),)))
    assert RUNTIME.own(asked) == RUNTIME.own(again) != RUNTIME.own(other)
