"""`choices` reach whatever all answers reach (reference §6.2)."""

from __future__ import annotations

import os
import random
from collections import deque
from itertools import starmap
from typing import TYPE_CHECKING

import pytest

from dialects.climpt.brute import answer, asked, place, reached, sayings, shown
from dialects.climpt.runs import OPEN, RUNTIME, load
from dialects.climpt.tiny import random_agent, release
from fresh import SEED
from phaselint.dialects.climpt.model import VERDICT_TYPES
from phaselint.schema import valid

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from phaselint.dialects.climpt.running.session import State
    from phaselint.dialects.records import Choice

COUNT = int(os.environ.get("PHASELINT_TINY", "10"))
MOST_STATES = 20
MOST_ANSWERS = 300
"""Of more answers of a state so many are drawn; these are then only held to do what choices do."""

GIVEN = {"issue": 1}


@pytest.mark.parametrize("relaxed", [False, True])
def test_choices_stand_for_all_answers(relaxed: bool) -> None:
    for number in range(COUNT):
        compare(f"{SEED}-{number}", relaxed=relaxed)


def test_what_a_composite_reads_of_an_answer_is_told_apart() -> None:
    for number in range(COUNT):
        seed = f"{SEED}-composite-{number}"
        compare(seed, relaxed=bool(number % 2), verdicts=("meta:composite",))


def test_a_field_that_could_be_a_signal_is_left_behind_with_another_value() -> None:
    """Of `status`, which a later step reads, the enum has `completed` and others."""
    assert compare("588133171-1598", relaxed=True) > 1


def test_a_slip_does_not_stand_for_an_empty_list() -> None:
    """`flag` may be an empty list, which nobody is blamed for, when `note` is a slip. A list with
    an empty value is read alike, but is a slip itself."""
    assert compare("77001-composite-1374", relaxed=False, verdicts=("meta:composite",)) > 1


def test_the_agents_are_of_both_releases_and_start() -> None:
    agents = [random_agent(f"start-{number}") for number in range(40)]
    assert {release(files) for files in agents} == {"1.13", "1.14"}
    starts = [RUNTIME.start(load(files), OPEN, GIVEN, {}) for files in agents]
    assert sum(RUNTIME.asks(state) is not None for state in starts) > 20


def compare(seed: str, *, relaxed: bool, verdicts: Sequence[str] = VERDICT_TYPES) -> int:
    """Step the answers in the states of an agent; how many states that were. What the world says
    comes with an answer, and is forgotten by the next one, which may say it again."""
    files, pick = random_agent(seed, verdicts), random.Random(seed)
    start = RUNTIME.start(load(files), OPEN, GIVEN, {})
    waiting = deque([RUNTIME.relax(start) if relaxed else start])
    known = {place(waiting[0])}
    stepped = 0
    while waiting and stepped < MOST_STATES:
        state = waiting.popleft()
        if RUNTIME.asks(state) is None:
            continue
        stepped += 1
        wrong, places = differences(state, pick)
        told = f"{seed}, {relaxed}, at {state.step}, in {state.n}: {state.context}"
        assert not wrong, f"{wrong}: {told}\n{shown(files)}"
        for key, choice in places.items():
            if key not in known:
                known.add(key)
                waiting.append(RUNTIME.step(state, choice)[0]._replace(supplies={}))
    return stepped


def differences(state: State, pick: random.Random) -> tuple[str, dict[Hashable, Choice]]:
    """What answers do and choices do not, or the other way round; and where answers lead."""
    every = sayings(state)
    whole = len(every) <= MOST_ANSWERS
    tried = [each for each in RUNTIME.choices(state) if _is_likely(state, each)]
    chosen = reached(state, tried)
    some = every if whole else pick.sample(every, MOST_ANSWERS)
    drawn, is_asked = reached(state, starmap(answer, some)), asked(state)
    wanted = reached(state, (each for each in tried if is_asked(each.value.so)) if whole else ())
    pairs = [("no choice", drawn, chosen), *([("no answer", wanted, drawn)] if whole else [])]
    for who, those, others in pairs:
        left = those.beyond(others)
        if left:
            return f"{who} does what {left[:3]} do", drawn.places
    lenient = drawn.lenient(chosen)
    if lenient:
        return f"choices take more for granted than answers that lead to {lenient}", drawn.places
    return "", drawn.places


def _is_likely(state: State, choice: Choice) -> bool:
    """Whether a choice is among the answers of a step: its schema accepts it."""
    so = choice.value.so
    return so is not None and valid(state.law.schemas[state.step].schema, so) == "yes"
