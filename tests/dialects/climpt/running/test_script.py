"""Scripted answers, the world and the input (see `script`), and how a trace reads."""

from __future__ import annotations

from typing import Any

import pytest

from dialects.climpt.runs import (
    CLOSING,
    DEFAULTS,
    HANDOFF,
    NEXT,
    RUNTIME,
    Scripted,
    agent,
    begin,
    load,
    says,
)
from phaselint.dialects.climpt.running.script import read_answer, write
from phaselint.dialects.protocol import ScriptError
from phaselint.executor.trace import as_data, as_text


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"so": {"a": 1}, "text": "t"},
        {"error": "boom"},
        {"toolCalls": [{"tool": "Bash", "input": {"command": "ls"}}]},
        {"validators": {"v": [{"exit": 1, "stdout": "o", "stderr": ""}]}},
        {"issue": ["open", "closed"]},
        {"verdict": [True]},
    ],
)
def test_an_answer_is_written_as_it_is_read(answer: Any) -> None:
    choice = read_answer(answer)
    assert write(choice) == answer
    assert read_answer(write(choice)) == choice


@pytest.mark.parametrize(
    ("answer", "pointer"),
    [
        ("next", ()),
        ({"output": {}}, ("output",)),
        ({"text": 1}, ("text",)),
        ({"error": "e", "so": {}}, ("error",)),
        ({"toolCalls": {}}, ("toolCalls",)),
        ({"toolCalls": [{"name": "Bash"}]}, ("toolCalls", 0, "name")),
        ({"toolCalls": [{}]}, ("toolCalls", 0)),
        ({"validators": {"v": {"status": 1}}}, ("validators", "v", "status")),
        ({"validators": {"v": {"exit": "1"}}}, ("validators", "v", "exit")),
        ({"issue": "gone"}, ("issue",)),
        ({"verdict": "yes"}, ("verdict",)),
    ],
)
def test_an_answer_that_is_not_well_formed_is_refused_where_it_is(
    answer: Any, pointer: tuple[str | int, ...]
) -> None:
    with pytest.raises(ScriptError) as caught:
        read_answer(answer)
    assert caught.value.pointer == pointer


@pytest.mark.parametrize(
    ("given", "world", "pointer"),
    [
        ([], {}, ("input",)),
        ({}, {"validator": {}}, ("world", "validator")),
        ({}, {"subprocess": {"s": 1}}, ("world", "subprocess", "s")),
        ({}, {"files": {"a.json": "{}"}}, ("world", "files", "a.json")),
        ({}, {"context": []}, ("world", "context")),
    ],
)
def test_so_are_a_world_and_an_input(
    given: Any, world: Any, pointer: tuple[str | int, ...]
) -> None:
    with pytest.raises(ScriptError) as caught:
        RUNTIME.start(load(agent()), DEFAULTS, given, world)
    assert caught.value.pointer == pointer


def test_a_wrong_key_is_met_with_the_right_one() -> None:
    with pytest.raises(ScriptError, match="a similar name exists: `validators`"):
        read_answer({"validator": {}})


def test_answers_are_taken_as_they_are_unless_they_are_to_be_checked() -> None:
    state = begin(agent())
    assert RUNTIME.read(state, says("fly")).value.so == {"next_action": {"action": "fly"}}
    checked = begin(agent(), check_answers=True)
    assert RUNTIME.read(checked, NEXT)
    with pytest.raises(ScriptError, match="forbids"):
        RUNTIME.read(checked, says("fly"))


def test_what_an_answer_says_of_the_world_holds_from_then_on() -> None:
    files = agent(
        validators={
            "v": {
                "type": "command",
                "command": "c",
                "successWhen": "empty",
                "failurePattern": "p",
                "extractParams": {},
            }
        },
        validationSteps={
            "closure.iteration": {
                "stepId": "v",
                "name": "V",
                "c2": "retry",
                "c3": "draft",
                "validationConditions": [{"validator": "v"}],
            }
        },
    )
    dirty = {**CLOSING, "validators": {"v": [{"stdout": "x"}, {"stdout": ""}]}}
    run = Scripted(files, NEXT, HANDOFF, dirty, CLOSING)
    assert [event.data["holds"] for event in run.events("validator")] == [True, False, True, True]
    assert run.outcome == "completed"


def test_a_run_can_be_read() -> None:
    run = Scripted(agent(), NEXT, HANDOFF, CLOSING)
    lines = "".join(as_text(RUNTIME, run.played))
    assert "prompt `initial.draft`; answer {'next_action': {'action': 'next'}}" in lines
    assert "iteration 2; intent handoff; next `closure.draft`" in lines
    assert "iteration 3; signal closing; complete" in lines
    assert "outcome: completed (iterations 3, model calls 3)" in lines
    assert as_data("here", [run.played])["runs"][0]["outcome"] == "completed"


def test_so_can_a_refusal() -> None:
    run = Scripted(agent(agentId="other"))
    assert "refused: SR-LOAD-002" in "".join(as_text(RUNTIME, run.played))
