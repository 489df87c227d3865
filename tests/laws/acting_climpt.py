"""climpt under the law of act choices: tiny agents of both releases and each verdict type.

All answers are those of `dialects.climpt.brute`, which is told what a schema allows by a universe
of its own: what it leaves out is written there. Agents are drawn until one begins and has no step
with more answers than can be stepped. What the world says comes with an answer and is forgotten by
the next one, which may say it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialects.climpt.brute import answers, asked, place, size, worlds
from dialects.climpt.runs import OPEN, load
from dialects.climpt.tiny import random_agent
from laws.acting import Player
from phaselint.dialects.climpt.running.runtime import ClimptRuntime
from phaselint.schema import valid

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from phaselint.dialects.climpt.running.session import State
    from phaselint.dialects.records import Choice, Event

GIVEN = {"issue": 1}
MOST = 300
"""Structured outputs of a step times what the world may say, at most."""

DRAWS = 30
"""Agents that are drawn until one of them is small enough."""


class Forgetful(ClimptRuntime):
    """The runtime of climpt, in which each answer says anew what the world is like, and of which
    nothing but how it ended is known of a run that failed. It chooses no answer that the schema of
    a step forbids, nor one that nobody asks for, as where nothing else can be said."""

    def act_key(self, state: State) -> Hashable:
        if state.ended is not None and state.ended.kind == "failed":
            return state.failure and (state.failure.code or state.failure.reason)
        return place(state)

    def step(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        after, events = super().step(state, choice)
        return after._replace(supplies={}), events

    def act_choices(self, state: State) -> Sequence[Choice]:
        return tuple(each for each in super().act_choices(state) if _is_likely(state, each))


def _is_likely(state: State, choice: Choice) -> bool:
    so, schema = choice.value.so, state.law.schemas[state.step].schema
    return so is not None and valid(schema, so) == "yes" and asked(state)(so)


RUNTIME = Forgetful()


def starts(seed: str) -> Iterator[tuple[Any, State]]:
    """An agent, with its limit and without it."""
    for number in range(DRAWS):
        contract = load(random_agent(f"{seed}/{number}"))
        start = RUNTIME.start(contract, OPEN, GIVEN, {})
        if start.ended is None and _answers(start) <= MOST:
            yield contract, start
            yield contract, RUNTIME.relax(start)
            return


def _answers(start: State) -> int:
    """How many answers a step has at most, but for its prose."""
    law = start.law
    return len([*worlds(start)]) * max(size(law, each) for each in law.registry.steps)


PLAYER = Player(RUNTIME, starts, answers)
