"""A run while one answer moves it on: what its parts append to and change."""

from __future__ import annotations

from phaselint.dialects.langgraph.model import END
from phaselint.dialects.langgraph.running.session import Failure, Frame, Log, State
from phaselint.dialects.langgraph.running.told import telling
from phaselint.dialects.records import Event, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.dialects.langgraph.running.told import Told


class Course:
    """The state of a run between two questions."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.frames = list(state.frames)
        self.events: list[Event] = []
        self.told: list[Told] = list(state.untold)
        self.stopped = state.stopped
        self.ended = state.ended
        self.failures = state.failures
        self.log = state.log
        self.visits = state.visits

    def happened(self) -> tuple[Event, ...]:
        """The events, with what was done and is told now; without any event it waits for one."""
        if not (self.told and self.events):
            return tuple(self.events)
        return telling(self.events, self.told)

    def state(self) -> State:
        """The run as far as it has come."""
        return self._state._replace(
            frames=tuple(self.frames),
            ended=self.ended,
            stopped=self.stopped,
            visits=self.visits,
            log=self.log,
            failures=self.failures,
            untold=() if self.events else tuple(self.told),
        )

    @property
    def frame(self) -> Frame:
        """The innermost graph."""
        return self.frames[-1]

    def set(self, **fields: Any) -> None:
        """Change the innermost graph."""
        self.frames[-1] = self.frames[-1]._replace(**fields)

    def path(self, node: str) -> str:
        """What a node of the innermost graph is called from outside."""
        return self.frames[-1].law.path + node

    def note(self, kind: str, node: str, **data: Any) -> None:
        """Write down that something happened at a node of the innermost graph."""
        path = self.frames[-1].law.path
        if path:
            data["inside"] = path[:-1]
        self.events.append(Event(kind, data, path + node))

    def visit(self, path: str) -> None:
        """Count that something is asked."""
        self.visits = {**self.visits, path: self.visits.get(path, 0) + 1}

    def step(self, number: int, names: tuple[str, ...]) -> None:
        """Write down the tasks of a step."""
        self.note("step", "", number=number, nodes=list(names))
        if len(self.frames) == 1 and names:
            self.log = Log(names, self.log)

    def end(self, outcome: Outcome, failures: tuple[Failure, ...] = ()) -> None:
        """End the run."""
        self.ended, self.failures = outcome, failures
        self.events.append(Event("end", {"outcome": str(outcome)}, END))
