"""Replay: the choices come from a script. The other driver over a runtime (design §5)."""

from __future__ import annotations

from phaselint.dialects.protocol import Runtime, State
from phaselint.vocabulary.generic import Generic
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.time_budget import OF_RUN, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from phaselint.dialects.records import Choice, Event, Outcome


class Run(NamedTuple, Generic[State]):
    """A finished run: the state before the first choice and after every one, all that happened,
    and how far it came. `happened` has for each state how many of the events came before it."""

    states: tuple[State, ...]
    choices: tuple[Choice, ...]
    events: tuple[Event, ...]
    outcome: Outcome
    summary: Mapping[str, Any]
    happened: tuple[int, ...] = ()

    @property
    def last(self) -> State:
        """The state at the end."""
        return self.states[-1]


class Script(NamedTuple):
    """A run still to be made: the number of the start that it begins with, and its choices."""

    start: int
    choices: tuple[Choice, ...]


class Tape(Generic[State]):
    """A run while it is made: its states and events so far."""

    __slots__ = ("_choices", "_events", "_happened", "_runtime", "_states")

    def __init__(self, runtime: Runtime[State], start: State) -> None:
        self._runtime = runtime
        self._states = [start]
        self._choices: list[Choice] = []
        self._events: list[Event] = [*runtime.opening(start)]
        self._happened = [len(self._events)]

    @property
    def last(self) -> State:
        """The state that the run is in."""
        return self._states[-1]

    @property
    def taken(self) -> int:
        """How many choices were taken."""
        return len(self._choices)

    def take(self, choice: Choice) -> tuple[Event, ...]:
        """Take a choice, and give what happens; after the end of a run nothing does. Raises what
        the effective patience raises."""
        take(OF_RUN)
        state, events = self._runtime.step(self._states[-1], choice)
        self._states.append(state)
        self._choices.append(choice)
        self._events += events
        self._happened.append(len(self._events))
        return events

    def run(self) -> Run[State]:
        """The run as far as it came."""
        return Run(
            states=tuple(self._states),
            choices=tuple(self._choices),
            events=tuple(self._events),
            outcome=self._runtime.outcome(self._states[-1]),
            summary=self._runtime.summary(self._states[-1]),
            happened=tuple(self._happened),
        )


def replay(runtime: Runtime[State], start: State, choices: Iterable[Choice]) -> Run[State]:
    """Take the choices one after the other, up to one that the run doesn't ask for, as can be where
    limits have led it elsewhere; those after its end change nothing. `choices` may be lazy and look
    at nothing."""
    tape = Tape(runtime, start)
    for choice in choices:
        asked = runtime.asks(tape.last)
        if asked is not None and asked.channel != choice.channel:
            break
        tape.take(choice)
    return tape.run()
