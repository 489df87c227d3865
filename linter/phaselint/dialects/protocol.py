"""The small-step semantics every dialect's runtime offers (design §5).

There are two drivers over it, `replay` and `explore`; nothing else executes a contract.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

State = TypeVar("State")

Decider = Literal["model", "tool", "world"]
OutcomeKind = Literal["running", "completed", "failed", "refused", "error", "cancelled", "limit"]


class Choice(NamedTuple):
    """One way a run can go on: who decides it, and what is decided (dialect data)."""

    decider: Decider
    value: Any


class Event(NamedTuple):
    """Something a step did: its kind and its data as JSON values."""

    kind: str
    data: Mapping[str, Any]


class Outcome(NamedTuple):
    """How far a run has come; `detail` names the code or the limit where the kind has one."""

    kind: OutcomeKind
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}({self.detail})" if self.detail else self.kind


RUNNING = Outcome("running")
COMPLETED = Outcome("completed")


class Runtime(Protocol[State]):
    """The semantics of a dialect. States are immutable."""

    def start(self, contract: Any, options: Mapping[str, Any], given: Any) -> State:
        """The state before the first choice; `given` is the run's input. It may be final at
        once: refused, with the reasons in its outcome. Raises ScriptError where the input is
        not well formed."""

    def choices(self, state: State) -> Sequence[Choice]:
        """Finitely many choices that together reach every state any choice could reach, up to
        `key`. Raises TooManyChoices where that would be out of bounds."""

    def step(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        """Take any well-formed choice, also one that `choices` does not list."""

    def key(self, state: State) -> Hashable:
        """What exploration tells states apart by: no transcript, no trace."""

    def outcome(self, state: State) -> Outcome:
        """How far the run has come in this state."""

    def summary(self, state: State) -> Mapping[str, Any]:
        """What a run tells at its end, as JSON values: at least `phases_visited`."""

    def phase(self, state: State) -> str:
        """The phase the run is in; empty when there is none."""

    def relax(self, state: State) -> State:
        """The same state with all run-wide limits lifted. Limits only take away: what cannot
        happen from the relaxed state cannot happen from the state itself."""

    def read(self, state: State, answer: Any, world: Mapping[str, Any]) -> Choice:
        """The choice a scripted answer stands for; `world` has the results of what the answer
        sets off. Raises ScriptError where the answer is not well formed."""

    def write(self, choice: Choice) -> Any:
        """The scripted answer that `read` turns into this choice, as JSON values."""

    def moves(self, state: State, choice: Choice, events: Sequence[Event]) -> Sequence[Hashable]:
        """What of the contract a step has exercised, for covering it with scripts."""

    def headline(self, event: Event) -> str:
        """An event as one line of a readable trace."""


class ScriptError(Exception):
    """A scripted answer that cannot be read: the pointer below the answer, and why."""

    def __init__(self, pointer: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message


class TooManyChoices(Exception):
    """A state has more representative choices than exploration may take."""
