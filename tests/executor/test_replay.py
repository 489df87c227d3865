"""Replay: choices from a script, one after the other."""

from __future__ import annotations

from dialects.vesanor.build import OPEN, files, load
from phaselint.dialects.records import Choice
from phaselint.dialects.vesanor.reading.turns import Call, Turn
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime
from phaselint.executor.replay import replay

RUNTIME = VesanorRuntime()
GIVEN = files("a! z*", "a:z", ["go[a]->z"])
GO = Choice("model", Turn((Call("go"),)))


def test_a_run_remembers_every_state_choice_and_event() -> None:
    run = replay(RUNTIME, RUNTIME.start(load(GIVEN), OPEN, {}, {}), [GO, GO])
    assert [state.phase for state in run.states] == ["a", "z", "z"]
    assert run.choices == (GO, GO)
    assert [event.data["error"] for event in run.events] == [None, "ReplayContractError"]
    assert str(run.outcome) == "completed"
    assert run.summary["total_tool_calls"] == 1
    assert run.last is run.states[-1]


def test_without_choices_it_is_where_it_started() -> None:
    start = RUNTIME.start(load(GIVEN), OPEN, {}, {})
    run = replay(RUNTIME, start, ())
    assert (run.states, run.events, str(run.outcome)) == ((start,), (), "running")


def test_states_are_never_changed() -> None:
    start = RUNTIME.start(load(GIVEN), OPEN, {}, {})
    before = repr(start)
    replay(RUNTIME, start, [GO, GO])
    assert repr(start) == before


def test_a_choice_can_be_written_down_and_read_again() -> None:
    calls = (
        Call("go"),
        Call("t", '{"n": 1}', ok=False, output={"a": [1]}),
        Call("go", '{"call": 2}'),
    )
    turn = Turn(calls, narrow=("go",), widen=True, kill=True, cost=0.5)
    start = RUNTIME.start(load(GIVEN), OPEN, {}, {})
    for choice in (Choice("model", turn), Choice("model", Turn()), GO):
        assert RUNTIME.read(start, RUNTIME.write(choice)) == choice
