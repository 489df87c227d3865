"""Answers are read and written (§5.13), and a trace has readable lines."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.stud.pipelines import DEFAULTS, OPEN, RUNTIME, Scripted, done, load, pipeline, stage
from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.records import Event

TURN = RUNTIME.start(load(pipeline("a")), DEFAULTS, {}, {})
GATE = RUNTIME.start(load(pipeline("a")), OPEN, {}, {})
ASSERT = RUNTIME.step(
    RUNTIME.step(GATE, RUNTIME.read(GATE, "proceed"))[0], RUNTIME.read(TURN, done())
)[0]


@pytest.mark.parametrize(
    ("state", "answer", "written"),
    [
        (TURN, {"text": "x"}, {"text": "x"}),
        (TURN, {}, {"text": ""}),
        (TURN, done(), done()),
        (TURN, {"calls": [{"name": "t"}]}, {"calls": [{"name": "t", "args": {}}]}),
        (TURN, {"text": "x", **done()}, {"text": "x", **done()}),
        (GATE, "proceed", "proceed"),
        (GATE, {"gate": "skip"}, "skip"),
        (GATE, {"gate": "skip", "output": None}, {"gate": "skip", "output": None}),
        (GATE, {"gate": "skip", "reason": "no"}, {"gate": "skip", "reason": "no"}),
        (ASSERT, {"verdict": "ok", "reason": ""}, "ok"),
        (ASSERT, {"verdict": "ok", "reason": "no"}, {"verdict": "ok", "reason": "no"}),
        (ASSERT, "ok", "ok"),
        (ASSERT, {"verdict": "fail"}, "fail"),
        (ASSERT, {"verdict": "ok", "output": None}, {"verdict": "ok", "output": None}),
    ],
)
def test_an_answer_is_written_as_short_as_it_is_read(state: Any, answer: Any, written: Any) -> None:
    choice = RUNTIME.read(state, answer)
    assert RUNTIME.write(choice) == written
    assert RUNTIME.read(state, written) == choice


@pytest.mark.parametrize(
    ("state", "answer", "pointer"),
    [
        (TURN, "x", ()),
        (TURN, {"texts": "x"}, ("texts",)),
        (TURN, {"text": 1}, ("text",)),
        (TURN, {"calls": {}}, ("calls",)),
        (TURN, {"calls": ["x"]}, ("calls", 0)),
        (TURN, {"calls": [{"args": {}}]}, ("calls", 0)),
        (TURN, {"calls": [{"name": "x", "arg": {}}]}, ("calls", 0, "arg")),
        (GATE, "ok", ()),
        (GATE, 1, ()),
        (GATE, {"verdict": "ok"}, ("verdict",)),
        (GATE, {"gate": "proceed", "output": 1}, ("output",)),
        (GATE, {"gate": "proceed", "reason": "no"}, ("reason",)),
        (ASSERT, {"verdict": "ok", "reason": 1}, ("reason",)),
        (ASSERT, "proceed", ()),
        (ASSERT, {"output": 1}, ("verdict",)),
        (ASSERT, {"verdict": "ok", "x": 1}, ("x",)),
    ],
)
def test_what_is_not_well_formed_is_pointed_at(state: Any, answer: Any, pointer: Any) -> None:
    with pytest.raises(ScriptError) as caught:
        RUNTIME.read(state, answer)
    assert caught.value.pointer == pointer


def test_asked_hooks_are_asked_one_by_one() -> None:
    manifest = pipeline(stage("a", retryPolicy={"maxAttempts": 2, "backoff": "none"}))
    asked = ["proceed", "retry", {"verdict": "ok", "output": {"x": 1}}]
    run = Scripted(manifest, {"a": [done(), done()]}, ask=asked, options={"hooks": "asked"})
    assert run.outcome == "completed"
    assert run.results[0]["output"] == {"x": 1}
    questions = [RUNTIME.asks(state) for state in run.run.states]
    assert [each and each.channel for each in questions] == [
        *("ask", "model", "ask", "model", "ask"),
        None,
    ]


def test_an_ended_run_takes_no_further_answer() -> None:
    run = Scripted(pipeline("a"))
    state, events = RUNTIME.step(run.state, RUNTIME.read(TURN, done()))
    assert (state, events) == (run.state, ())


def test_moves_are_stages_and_the_ways_taken_to_them() -> None:
    run = Scripted(pipeline("a", "b", next={"a": {"nextStages": ["b"]}}))
    first, second = run.run.choices
    _, events = RUNTIME.step(run.run.states[0], first)
    assert RUNTIME.moves(events) == (("a", "branch", "always"), "b", ("a", "b"))
    assert second.channel == "model"


def test_an_event_of_another_kind_is_told_by_its_name() -> None:
    assert RUNTIME.headline(Event("odd", {})) == "odd"
