"""What sessions do, as acts, and responses in parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from acted import acts_of, in_words
from dialects.vesanor.build import OPEN, Session, files, load
from phaselint.behavior.acting import act_atlas, acts_of_opening, telling
from phaselint.dialects.base import Target
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor import DIALECT
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.executor.proof import answers
from phaselint.executor.replay import replay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialects.vesanor.build import Files
    from phaselint.dialects.vesanor.running.session import SessionState

RUNTIME = VesanorRuntime()
BEGIN = Turn(more=True)
DESK = files("a! b z*", "a:b b:z", ["look[a]", "go[a]->b", "close[b]->z"])
BANS = files("a! z*", "a:z", ["x[a]", "y[a]", "go[a]->z"], x={"forbids_after": ["y"]})


def begin(given: Files, **options: Any) -> SessionState:
    return RUNTIME.start(load(given), {**OPEN, **options}, {}, {})


def acts(turns: Sequence[Turn], given: Files, **options: Any) -> list[str]:
    """What responses do that are given one after the other."""
    run = replay(RUNTIME, begin(given, **options), [Choice("model", turn) for turn in turns])
    return in_words(RUNTIME.acts(run.events))


def turn(*names: str, more: bool = False) -> Turn:
    """A response; a call whose name ends with `!` fails."""
    return Turn(tuple(Call(name.rstrip("!"), ok="!" not in name) for name in names), more=more)


def test_a_run_of_the_refund_desk() -> None:
    target = Target("vesanor", "refunds", "")
    script, name = "refunds/refunds.script.yaml", "a verified customer gets a small refund"
    assert acts_of(DIALECT, target, "refund-desk-fixed", script, name) == [
        "call lookup_order",
        "call verify_identity",
        "call check_eligibility",
        "enter eligible",
        "call approve_refund",
        "enter payout",
        "call issue_refund",
        "enter refunded",
    ]


def test_calls_are_told_in_the_order_of_the_response_before_the_phase_that_it_enters() -> None:
    (call, again, also, enter) = RUNTIME.acts(
        replay(RUNTIME, begin(DESK), [Choice("model", turn("go", "look", "look"))]).events
    )
    assert [each.text for each in (call, again, also, enter)] == [
        "call go",
        "call look",
        "call look",
        "enter b",
    ]
    assert [each.phase for each in (call, again, also, enter)] == ["a", "a", "a", "b"]


def test_a_blocked_call_is_no_act() -> None:
    assert acts([turn("look", "close")], DESK) == []
    assert acts([turn("look", "close")], DESK, gate="strip_blocked") == ["call look"]


def test_a_failed_call_has_failed_and_no_other_of_its_tool() -> None:
    assert acts([turn("look!")], DESK) == ["call look (no)"]
    assert acts([turn("look", "look!", "look")], DESK) == [
        "call look",
        "call look (no)",
        "call look",
    ]


def test_what_shadow_mode_lets_through_is_an_act() -> None:
    assert acts([turn("close")], DESK, mode="shadow") == ["call close"]


def test_a_session_has_entered_its_first_phase() -> None:
    contract = load(DESK)
    opening = acts_of_opening(RUNTIME, telling(RUNTIME, contract), begin(DESK))
    assert in_words(opening) == ["start", "enter a"]
    assert RUNTIME.begun(begin(files(tools=["look"]))) == ()


def test_known_acts_have_their_places() -> None:
    known = RUNTIME.known_acts(load(DESK))
    assert [(each.act.text, each.act.phase, each.place) for each in known if each.place][:2] == [
        ("enter a", "a", ("session.yaml", ("phases", 0, "name"), "value", None)),
        ("enter b", "b", ("session.yaml", ("phases", 1, "name"), "value", None)),
    ]
    calls = {(e.act.text, e.act.phase): e.place for e in known if e.act.verb == "call"}
    assert {name: place and place.pointer for name, place in calls.items()} == {
        ("call close", "b"): ("transitions", "valid_in_phases", 0),
        ("call go", "a"): ("transitions", "valid_in_phases", 0),
        ("call look", "a"): ("transitions", "valid_in_phases", 0),
    }
    assert not any(each.offered for each in known)


def test_a_gate_takes_no_act_from_a_contract() -> None:
    shut = load(files("a! z*", "a:z", ["pay[a]", "go[a]->z"], pay={"gate": "block"}))
    assert "call pay" in [each.act.text for each in RUNTIME.known_acts(shut)]


def test_without_phases_a_tool_is_called_in_none() -> None:
    known = RUNTIME.known_acts(load(files(tools=["look"])))
    assert [(each.act.text, each.act.phase) for each in known] == [("call look", "")]


# --- responses in parts ---------------------------------------------------------------------------


def walked(state: SessionState, parts: Sequence[Turn]) -> tuple[list[str], SessionState]:
    """What parts do, each of which is one of the act choices, and the state after them."""
    done: list[str] = []
    for part in parts:
        assert part in [choice.value for choice in RUNTIME.act_choices(state)]
        state, events = RUNTIME.step(state, Choice("model", part))
        done += in_words(RUNTIME.acts(events))
    return done, state


def test_a_response_of_any_length_is_a_walk() -> None:
    parts = [turn("look", more=True)] * 7 + [turn("go", more=True), turn("look!", more=True)]
    done, after = walked(begin(DESK), [BEGIN, *parts, Turn()])
    assert done == [*["call look"] * 7, "call go", "call look (no)", "enter b"]
    whole, _ = RUNTIME.step(begin(DESK), Choice("model", turn(*["look"] * 7, "go", "look!")))
    assert RUNTIME.key(after) == RUNTIME.key(whole)
    assert after.history == whole.history


def test_states_within_a_response_are_finitely_many() -> None:
    atlas = act_atlas(RUNTIME, load(DESK), RUNTIME.relax(begin(DESK)), 1_000)
    assert atlas.complete
    assert len(atlas.states) < 12


def test_what_a_call_forbids_is_not_forbidden_in_its_response() -> None:
    one = [BEGIN, turn("x", more=True), turn("y", more=True), Turn()]
    assert walked(begin(BANS), one)[0] == ["call x", "call y"]
    _, after = walked(begin(BANS), [BEGIN, turn("x", more=True), Turn(), BEGIN])
    named = {call.tool for each in RUNTIME.act_choices(after) for call in each.value.calls}
    assert "y" not in named


def test_calls_that_lead_apart_are_in_no_response() -> None:
    given = files("a! b c*", "a:b,c b:c", ["left[a]->b", "right[a]->c", "on[b]->c"])
    _, middle = walked(begin(given), [BEGIN, turn("left", more=True)])
    named = {call.tool for each in RUNTIME.act_choices(middle) for call in each.value.calls}
    assert named == {"left"}


def test_a_limit_counts_the_calls_of_a_response_that_goes_on() -> None:
    limits = {"session_limits": {"max_calls_per_tool": {"look": 2}}}
    given = files("a! z*", "a:z", ["look[a]", "go[a]->z"], session=limits)
    _, middle = walked(begin(given), [BEGIN, *[turn("look", more=True)] * 2])
    named = {call.tool for each in RUNTIME.act_choices(middle) for call in each.value.calls}
    assert named == {"go"}


def test_a_blocked_response_takes_a_turn_and_no_step() -> None:
    given = files("a! z*", "a:z", ["go[a]->z"], session={"session_limits": {"max_steps": 2}})
    state = begin(given)
    said, blocked = RUNTIME.act_choices(state)
    assert said.value == BEGIN
    assert RUNTIME.step(state, blocked)[0].steps == 0
    assert walked(state, [BEGIN, Turn()])[1].steps == 1


def test_a_limit_that_ends_the_session_ends_it_with_the_first_part() -> None:
    given = files(
        "a! z*", "a:z", ["look", "go[a]->z"], session={"session_limits": {"max_steps": 1}}
    )
    whole = [turn("look!"), turn("go")]
    parts = [BEGIN, turn("look!", more=True), Turn(), BEGIN, turn("go", more=True), Turn()]
    assert acts(parts, given) == acts(whole, given) == ["call look (no)"]


def test_one_call_in_two_phases_is_told_apart_by_its_phase() -> None:
    given = files("a! b z*", "a:b,z b:z", ["on[a]->b", "end[a,b]->z"])
    _, one = walked(begin(given), [BEGIN, turn("end", more=True)])
    _, two = walked(
        begin(given), [BEGIN, turn("on", more=True), Turn(), BEGIN, turn("end", more=True)]
    )
    assert RUNTIME.key(one) != RUNTIME.key(two)


def test_the_first_part_is_the_turn_of_the_model() -> None:
    state = begin(DESK)
    assert {choice.decider for choice in RUNTIME.act_choices(state)} == {"model"}
    _, middle = walked(state, [BEGIN])
    assert {choice.decider for choice in RUNTIME.act_choices(middle)} == {"tool"}


def test_parts_are_written_as_one_answer() -> None:
    one = [BEGIN, turn("look", more=True), turn("go!", more=True), Turn()]
    parts = [*one, BEGIN, Turn(), BEGIN, turn("go", more=True)]
    written = answers(RUNTIME, [Choice("model", part) for part in parts])
    assert written == {
        "model": [{"calls": ["look", {"tool": "go", "ok": False}]}, "(text)", {"calls": ["go"]}]
    }
    said = list(map(reads, written["model"]))
    assert acts(said, DESK) == ["call look", "call go (no)", "call go", "enter b"]


def reads(answer: Any) -> Turn:
    found: Turn = RUNTIME.read(begin(DESK), answer).value
    return found


def test_a_part_is_told_in_one_line_and_the_end_tells_the_turn() -> None:
    state, (event,) = RUNTIME.step(begin(DESK), Choice("model", BEGIN))
    assert RUNTIME.headline(event) == "a response begins"
    state, (said,) = RUNTIME.step(state, Choice("tool", turn("go", more=True)))
    assert RUNTIME.headline(said) == "call `go`"
    assert RUNTIME.moves([said]) == ()
    assert RUNTIME.passed([said]) == ()
    _, (event,) = RUNTIME.step(state, Choice("tool", Turn()))
    session = Session(DESK)
    whole: Mapping[str, Any] = session.say("go")
    assert {**event.data} == {**whole, "said": 1}
    assert RUNTIME.headline(event) == "call `go`; phase -> `b`"
    assert RUNTIME.moves([event]) == (("a", "go"), ("go",), "b")
