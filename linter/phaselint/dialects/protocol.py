"""The small-step semantics every dialect's runtime offers (design §5).

There are two drivers over it, `replay` and `explore`; nothing else executes a contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

Decider = Literal["model", "tool", "world"]
Channel = Literal["model", "route", "ask"]
"""Where a script has its answers: those of the model, of the router, and to side questions."""

OutcomeKind = Literal["running", "completed", "failed", "refused", "error", "cancelled", "limit"]


class Choice(NamedTuple):
    """One way a run can go on: who decides it, what is decided (dialect data), and among which
    answers a script has it."""

    decider: Decider
    value: Any
    channel: Channel = "model"


class Question(NamedTuple):
    """What a run waits for: an answer from a channel, in a phase, on a visit of it (from 0).

    Without phases both are empty."""

    channel: Channel = "model"
    phase: str = ""
    visit: int = 0


class Event(NamedTuple):
    """Something a run did: its kind, its data as JSON values, and the phase it was in."""

    kind: str
    data: Mapping[str, Any]
    phase: str = ""


class Outcome(NamedTuple):
    """How far a run has come; `detail` names the code or the limit where the kind has one."""

    kind: OutcomeKind
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}({self.detail})" if self.detail else self.kind


RUNNING = Outcome("running")
COMPLETED = Outcome("completed")


class RunState(Protocol):
    """What the state of every run has; the rest is the dialect's own."""

    @property
    def opening(self) -> Sequence[Event]:
        """What happened before the first choice, for the state that `start` gives."""

    @property
    def ended(self) -> Outcome | None:
        """How the run ended; none while it goes on."""


State = TypeVar("State", bound=RunState)


class Runtime(ABC, Generic[State]):
    """The semantics of a dialect: one step is one answer. States are immutable.

    What all dialects have in common is done here; a dialect says the rest, and overrides what is
    otherwise with it.
    """

    @abstractmethod
    def start(
        self, contract: Any, options: Mapping[str, Any], given: Any, world: Mapping[str, Any]
    ) -> State:
        """The state before the first choice; `given` is the run's input, `world` what everything
        outside the model and the contract is scripted to do. It may be final at once: refused,
        with the reasons in its outcome. Raises ScriptError, with a pointer that begins with
        `input` or `world`, where these are not well formed."""

    def sample_input(self, contract: Any) -> Mapping[str, Any]:  # noqa: ARG002 - for overriding
        """An input with which a run of the contract can be started; none is needed by default."""
        return {}

    def opening(self, state: State) -> Sequence[Event]:
        """What happened before the first choice, for the state that `start` gives."""
        return state.opening

    @abstractmethod
    def asks(self, state: State) -> Question | None:
        """What the run waits for; none when it has ended and takes no further answer."""

    @abstractmethod
    def choices(self, state: State) -> Sequence[Choice]:
        """Finitely many choices that together reach every state any choice could reach, up to
        `key`. Raises TooManyChoices where that would be out of bounds."""

    @abstractmethod
    def step(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        """Take any well-formed choice, also one that `choices` does not list. An ended run stays
        as it is."""

    @abstractmethod
    def key(self, state: State) -> Hashable:
        """What exploration tells states apart by: no transcript, no trace."""

    def outcome(self, state: State) -> Outcome:
        """How far the run has come in this state."""
        return state.ended or RUNNING

    @abstractmethod
    def summary(self, state: State) -> Mapping[str, Any]:
        """What a run tells at its end, as JSON values: at least `phases_visited`."""

    def relax(self, state: State) -> State:
        """The same state with all run-wide limits lifted; by default there are none. Limits only
        take away: what cannot happen from the relaxed state cannot happen from the state
        itself."""
        return state

    @abstractmethod
    def read(self, state: State, answer: Any) -> Choice:
        """The choice a scripted answer to the pending question stands for. Raises ScriptError
        where the answer is not well formed."""

    def write(self, choice: Choice) -> Any:
        """The scripted answer that `read` turns into this choice, as JSON values; by default the
        choice's value is one."""
        return choice.value

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:  # noqa: ARG002 - for overriding
        """What of the contract a step has exercised, by its events, for covering it with
        scripts; nothing by default."""
        return ()

    def headline(self, event: Event) -> str:
        """An event as one line of a readable trace; by default its kind."""
        return event.kind


class ScriptError(Exception):
    """A part of a script that a runtime cannot read: the pointer below that part, and why."""

    def __init__(self, pointer: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message


class TooManyChoices(Exception):
    """A state has more representative choices than exploration may take, or another bound is hit,
    which it then names."""
