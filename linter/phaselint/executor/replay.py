"""Replay: the choices come from a script. The other driver over a runtime (design §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from phaselint.dialects.protocol import Choice, Event, Outcome, Runtime, State
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Run(NamedTuple, Generic[State]):
    """A finished run: the state before the first choice and after every one, all that happened,
    and how far it came."""

    states: tuple[State, ...]
    choices: tuple[Choice, ...]
    events: tuple[Event, ...]
    outcome: Outcome
    summary: Mapping[str, Any]

    @property
    def last(self) -> State:
        """The state at the end."""
        return self.states[-1]


def replay(runtime: Runtime[State], start: State, choices: Iterable[Choice]) -> Run[State]:
    """Take the choices one after the other; those after the end of a run change nothing.
    `choices` may be lazy and look at nothing."""
    states, taken = [start], []
    seen: list[Event] = [*runtime.opening(start)]
    for choice in choices:
        state, events = runtime.step(states[-1], choice)
        states.append(state)
        taken.append(choice)
        seen += events
    return Run(
        tuple(states),
        tuple(taken),
        tuple(seen),
        runtime.outcome(states[-1]),
        runtime.summary(states[-1]),
    )
