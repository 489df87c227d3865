"""The answers of the checker of certificates, held to those of explorations (§6.2)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import pytest

from dialects.climpt.runs import OPEN, RUNTIME, agent, load, step
from dialects.climpt.tiny import random_agent
from fresh import SEED
from phaselint.dialects.climpt.running import runtime as runtimes
from phaselint.dialects.climpt.running.representatives import representatives
from phaselint.executor.clean_certificate_checker import Player
from phaselint.executor.replay import Script
from stepping import reached

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from phaselint.dialects.climpt.running.representatives import Ahead
    from phaselint.dialects.climpt.running.session import State
    from phaselint.dialects.records import Choice

MOST_STATES = 25
WORLDLY = ("poll:state", "meta:composite", "meta:custom")
"""Verdict types for which the world decides."""
GIVEN = {"issue": 1}


def compared(start: State) -> int:
    """How many states have answers of both kinds; these must reach the same."""
    seen: set[Hashable] = set()
    waiting, count = deque([start]), 0
    while waiting and len(seen) < MOST_STATES:
        state = waiting.popleft()
        if RUNTIME.key(state) in seen:
            continue
        seen.add(RUNTIME.key(state))
        choices, legal = RUNTIME.choices(state), RUNTIME.legal(state)
        if legal is not None and RUNTIME.asks(state) is not None:
            stepped, chosen = (
                reached(RUNTIME, state, each, used=True) for each in (legal, choices)
            )
            assert stepped == chosen, (state.step, choices, legal)
            count += 1
        waiting += [RUNTIME.step(state, choice)[0] for choice in choices]
    return count


def test_they_reach_the_states_that_choices_reach() -> None:
    count = worldly = 0
    for number in range(60):
        start = RUNTIME.start(load(random_agent(f"{SEED}-{number}")), OPEN, GIVEN, {})
        found = compared(RUNTIME.relax(start) if number % 2 else start)
        count += found
        worldly += found if start.law.agent.verdict in WORLDLY else 0
    assert count > 30
    assert worldly > 5


STEPS = (
    step("initial.a", "next>continuation.a handoff>closure.a"),
    step("continuation.a", "handoff>closure.a repeat"),
    step("closure.a", "closing repeat"),
)


def started(**more: Any) -> State:
    return RUNTIME.start(load(agent(*STEPS, **more)), OPEN, GIVEN, {})


def test_a_way_that_choices_leave_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(state: State, ahead: Ahead) -> Sequence[Choice]:
        found = representatives(state, ahead)
        said = [c for c in found if (c.value.so or {}).get("next_action") != {"action": "handoff"}]
        return said if state.step == "initial.a" else found

    start = started()
    monkeypatch.setattr(runtimes, "representatives", short)
    legal = RUNTIME.legal(start)
    assert legal is not None
    stepped, chosen = (
        reached(RUNTIME, start, each, used=True) for each in (legal, RUNTIME.choices(start))
    )
    missed = stepped.keys() - chosen.keys()
    assert len(missed) == 1


def test_a_script_with_an_answer_that_is_none_does_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = started()
    (good, *_) = RUNTIME.choices(start)
    forged = good._replace(value=good.value._replace(so={"next_action": {"action": "abort"}}))
    monkeypatch.setattr(runtimes, "representatives", lambda *_: (good, forged))
    player = Player(RUNTIME)
    assert [state is None for state, _ in player.play(start, Script(0, (good,)))] == [False]
    assert [state is None for state, _ in player.play(start, Script(0, (forged,)))] == [True]


def closing(**more: Any) -> State:
    """An agent that has come to its closure step."""
    state = started(**more)
    while state.step != "closure.a":
        ways = [RUNTIME.step(state, each)[0] for each in RUNTIME.legal(state) or ()]
        state = next(each for each in ways if each.step != state.step)
    return state


@pytest.mark.parametrize(
    ("verdict", "config", "said"),
    [
        ("poll:state", {}, {(("issue", ""), ("open",)), (("issue", ""), ("closed",))}),
        ("meta:custom", {}, {(("custom", ""), (True,))}),
        (
            "meta:composite",
            {"operator": "or", "conditions": [{"type": "poll:state", "config": {}}]},
            {(("issue", ""), ("open",)), (("issue", ""), ("closed",))},
        ),
    ],
)
def test_the_world_says_all_that_a_verdict_handler_waits_for(
    verdict: str, config: Any, said: set[Any]
) -> None:
    state = closing(verdict=verdict, config=config)
    legal = RUNTIME.legal(state)
    assert legal is not None
    assert {item for each in legal for item in each.value.supplies.items()} == said
    assert any(each.value.so["next_action"]["action"] == "closing" for each in legal)


def test_the_first_condition_of_a_composite_looks_at_the_prose_of_every_answer() -> None:
    first = {"type": "detect:keyword", "config": {"verdictKeyword": "DONE"}}
    config = {"operator": "and", "conditions": [first, {"type": "poll:state", "config": {}}]}
    legal = RUNTIME.legal(started(verdict="meta:composite", config=config))
    assert legal is not None
    assert {each.value.text for each in legal} == {"", "DONE"}


def test_where_fields_are_a_signal_or_a_string_decides_there_are_none() -> None:
    first = {"type": "detect:structured", "config": {"signalType": "s", "requiredFields": ["n"]}}
    config = {"operator": "or", "conditions": [first]}
    assert RUNTIME.legal(started(verdict="meta:composite", config=config)) is None
    chosen = step(
        "initial.a",
        "next>closure.a",
        schema={"status": {"type": "string"}},
        gate={"handoffFields": ["status"]},
        transitions={"next": {"condition": "status", "targets": {"default": "closure.a"}}},
    )
    state = RUNTIME.start(load(agent(chosen, STEPS[2])), OPEN, GIVEN, {})
    assert RUNTIME.asks(state) is not None
    assert RUNTIME.legal(state) is None


@pytest.mark.parametrize(
    "malformed",
    [{"type": {"type": "string", "enum": ["next"]}}, {"type": []}, {"type": [7]}, {"enum": []}],
)
@pytest.mark.parametrize("name", ["next_action", "note"])
def test_where_a_schema_is_malformed_there_are_none(name: str, malformed: Any) -> None:
    first = step("initial.a", "next>continuation.a", schema={name: malformed})
    start = RUNTIME.start(load(agent(first, *STEPS[1:])), OPEN, GIVEN, {})
    assert start.ended is None
    assert RUNTIME.legal(start) is None or name == "note"
