"""`choices` reach whatever all answers reach (reference §6.2)."""

from __future__ import annotations

import os
import random
from collections import deque

import pytest

from dialects.climpt.brute import answers, failures, random_agent, shown, survivors
from dialects.climpt.runs import OPEN, RUNTIME, load

COUNT = int(os.environ.get("PHASELINT_TINY", "10"))
MOST_STATES = 150


@pytest.mark.parametrize("relaxed", [False, True])
def test_choices_stand_for_all_answers(relaxed: bool) -> None:
    seed = random.randrange(10**9)
    for number in range(COUNT):
        _compare(f"{seed}-{number}", relaxed=relaxed)


def _compare(seed: str, *, relaxed: bool) -> None:
    files = random_agent(seed)
    start = RUNTIME.start(load(files), OPEN, {}, {})
    waiting = deque([RUNTIME.relax(start) if relaxed else start])
    known = {RUNTIME.key(waiting[0])}
    while waiting and len(known) < MOST_STATES:
        state = waiting.popleft()
        if RUNTIME.asks(state) is None:
            continue
        every, chosen = [*answers(state)], [*RUNTIME.choices(state)]
        all_of_them, found = survivors(state, every), survivors(state, chosen)
        told = f"{seed}, {relaxed}, at {state.step}, in {state.n}: {state.context}\n{shown(files)}"
        missed = [all_of_them[key].value for key in all_of_them.keys() - found.keys()]
        assert not missed, f"no choice does what {missed[:3]} do: {told}"
        extra = [found[key].value for key in found.keys() - all_of_them.keys()]
        assert not extra, f"no answer does what {extra[:3]} do: {told}"
        assert failures(state, chosen) <= failures(state, every), told
        for key, choice in all_of_them.items():
            if key not in known:
                known.add(key)
                waiting.append(RUNTIME.step(state, choice)[0])
