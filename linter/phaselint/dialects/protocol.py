"""The small-step semantics every dialect's runtime offers (design §5).

There are two drivers over it, `replay` and `explore`; nothing else executes a contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from phaselint.dialects.acting import Acting
from phaselint.dialects.costing import Costing
from phaselint.dialects.limiting import Limiting
from phaselint.dialects.records import (
    OUTCOMES,
    RUNNING,
    Choice,
    Counter,
    Element,
    Event,
    Fault,
    Misfit,
    Outcome,
    Question,
)
from phaselint.vocabulary.generic import Generic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence
    from typing import Any, Protocol, TypeVar

    from phaselint.dialects.records import Grade, OutcomeKind
    from phaselint.dialects.showing import Fact
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message
else:
    Protocol = object  # structural type: no isinstance at run time


class RunState(Protocol):
    """What the state of every run has; the rest is the dialect's own."""

    @property
    def opening(self) -> Sequence[Event]:
        """What happened before the first choice, for the state that `start` gives."""

    @property
    def ended(self) -> Outcome | None:
        """How the run ended; none while it goes on."""


if TYPE_CHECKING:
    State = TypeVar("State", bound=RunState)
else:
    State = RunState


class Runtime(Acting, Costing, Limiting, ABC, Generic[State]):
    """The semantics of a dialect: one step is one answer. States are immutable.

    What all dialects have in common is done here; a dialect says the rest, and overrides what is
    otherwise with it.
    """

    completions: frozenset[OutcomeKind] = frozenset({"completed"})
    """How runs end that come to the end that the contract means."""

    limit_ends: frozenset[OutcomeKind] = frozenset(OUTCOMES)
    """How runs may end that a run-wide limit ends; by default in any way."""

    open_ended: bool = False
    """Whether runs end when somebody likes, so that their end says nothing of the contract: a
    certificate then has completed runs that together use every phase."""

    short_proofs: bool = False
    """Whether the runs that show findings go to few elements each, however large the contract is:
    all findings are proved then, and not the first alone."""

    stand_in_world: Mapping[str, Any] = {}
    """What of a world lets runs go on where the contract lacks what they need for it, so they show
    where they lead: `stood_in` says for what it stands in. Empty if there is nothing like it."""

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

    def sample_inputs(self, contract: Any) -> Sequence[Mapping[str, Any]]:
        """Inputs that stand for all with which runs of the contract may be started, the sample
        first; by default that alone."""
        return (self.sample_input(contract),)

    def sample_world(self, contract: Any) -> Mapping[str, Any]:  # noqa: ARG002 - for overriding
        """A world that contains everything a contract names outside the project, so runs don't end
        for unknowable reasons; by default it is empty."""
        return {}

    def stood_in(
        self,
        world: Mapping[str, Any],  # noqa: ARG002 - for overriding
        summary: Mapping[str, Any],  # noqa: ARG002
    ) -> str:
        """What a run had stand-ins for by its world and its summary; empty for nothing."""
        return ""

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

    def legal(self, state: State) -> Sequence[Choice] | None:  # noqa: ARG002 - for overriding
        """The responses that the checker of certificates tries in a state, found independently of
        `choices`: by trying all that is possible, or by checking a schema for each condition. Up to
        `key`, they must reach all states that `choices` reaches, and other states only if these
        bring nothing new. None, as by default, if the dialect has no second derivation: the
        checker then tries `choices`. Raises TooManyChoices like `choices`."""
        return None

    @abstractmethod
    def step(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        """Take any well-formed choice, also one that `choices` does not list. An ended run stays
        as it is."""

    def weight(self, state: State) -> int:  # noqa: ARG002 - for overriding
        """How much work a step from a state is, in steps of a contract of common size: what bounds
        exploration counts that. By default every step is one."""
        return 1

    @abstractmethod
    def key(self, state: State) -> Hashable:
        """What exploration tells states apart by: no transcript, no trace."""

    def outcome(self, state: State) -> Outcome:
        """How far the run has come in this state."""
        return state.ended or RUNNING

    def refusal(self, state: State) -> str:
        """Why no run was begun, for the state that `start` gives; empty where one was. By default
        the detail of an outcome of the kind `refused`; a dialect whose runs begin with checks of
        the contract counts what these find as well."""
        outcome = self.outcome(state)
        return outcome.detail or outcome.kind if outcome.kind == "refused" else ""

    def reporting(self, code: str) -> frozenset[str]:
        """Names of the rules that report what a contract is refused for with a code: by default
        those that are called as the code is."""
        return frozenset((code.lower().replace("_", "-"),))

    def blamed(self, state: State) -> Sequence[tuple[str, Hashable]]:  # noqa: ARG002
        """What of the contract each code of a refusal is about, for the state that `start` gives:
        ids that claims have for it, such as places. Also what would only be refused once the first
        reason is corrected. Nothing by default, and then claims say no more than the code."""
        return ()

    @abstractmethod
    def summary(self, state: State) -> Mapping[str, Any]:
        """What a run tells at its end, as JSON values: at least `phases_visited`."""

    @abstractmethod
    def read(self, state: State, answer: Any) -> Choice:
        """The choice a scripted answer to the pending question stands for. Raises ScriptError
        where the answer is not well formed."""

    def unscripted(self, state: State) -> Any:  # noqa: ARG002 - for overriding
        """The answer to the pending question if a script answers by phase and doesn't mention this
        one; None, as by default, if the script must answer it."""
        return None

    def write(self, choice: Choice) -> Any:
        """The scripted answer that `read` turns into this choice, as JSON values; by default the
        choice's value is one."""
        return choice.value

    def misfit(self, state: State, choice: Choice) -> Misfit | None:  # noqa: ARG002 - for overriding
        """Why no run would have an answer to the pending question, such as one that the schema
        forbids by which the model answers; none where one may. By default all may be."""
        return None

    def rebuff(self, state: State, choice: Choice) -> Message | None:  # noqa: ARG002 - for overriding
        """Why the runtime rejects an answer that a model can give, if the run continues anyway;
        None if it accepts the answer, as by default."""
        return None

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:  # noqa: ARG002 - for overriding
        """What of the contract a step has used, by its events: for covering it with scripts, and
        for knowing what no run uses (`elements`); nothing by default."""
        return ()

    def returns(self, used: Hashable) -> Hashable | None:  # noqa: ARG002 - for overriding
        """For a call, as `moves` tells that it was made, what `moves` tells once it has come back;
        none for what nothing comes back from, as by default for all."""
        return None

    # --- what runs do, in words (`Acting` has the rest) -------------------------------------------

    def act_key(self, state: State) -> Hashable:
        """What states are told apart by where acts are explored: two with one key go on by the same
        acts. By default `key`; finer where that leaves out what only acts depend on."""
        return self.key(state)

    def act_choices(self, state: State) -> Sequence[Choice]:
        """Choices that stand for all legal answers in a state, up to what is done: for each legal
        answer one of them reaches the same target `act_key` by the same acts in the same order. By
        default `choices`, which is right where no two answers that it merges differ in acts.
        Raises TooManyChoices like `choices`."""
        return self.choices(state)

    def limited_ends(self, start: State) -> frozenset[OutcomeKind]:  # noqa: ARG002 - for overriding
        """How the run-wide limits that a start has may end its runs; by default `limit_ends`."""
        return self.limit_ends

    # --- what the search for faults asks (`phaselint.executor.soundness`) -------------------------

    def elements(self, contract: Any) -> Sequence[Element]:  # noqa: ARG002 - for overriding
        """What the contract declares for runs to use, and `moves` tells of; nothing by default,
        and then nothing is said to be dead. What the dialect's reference calls no finding where it
        is useless is left out."""
        return ()

    def phases(self, contract: Any) -> Collection[str]:  # noqa: ARG002 - for overriding
        """The phases of a contract besides those of its `elements` and that in which runs begin:
        what is claimed of them is decided, though no run has to reach them. None by default."""
        return ()

    def apart(
        self,
        contract: Any,  # noqa: ARG002 - for overriding
        place: Place,  # noqa: ARG002
    ) -> tuple[Any, Sequence[Choice]] | None:
        """The contract as it would be if nothing else of it hid what is written at a place from
        runs, and the choices that lead to this from the start; None by default, and where there is
        nothing of the kind."""
        return None

    def grade(self, state: State, choice: Choice) -> Grade:  # noqa: ARG002 - for overriding
        """What one of a state's `choices` takes for granted; by default nothing."""
        return "strict"

    def goes_well(self, choice: Choice) -> bool:  # noqa: ARG002 - for overriding
        """Whether a choice is one of a run in which all work is done; by default each is."""
        return True

    def phase(self, state: State) -> str:
        """The phase that a run is in, empty where it is in none; by default the one it is asked
        in."""
        question = self.asks(state)
        return question.phase if question else ""

    def fault(self, state: State) -> Fault | None:  # noqa: ARG002 - for overriding
        """How an ended run failed; none where it goes on, and for an end that is designed: one
        that somebody outside the contract chose, or that the contract itself declares as one. By
        default there is none."""
        return None

    def failures(self, state: State, events: Sequence[Event]) -> Sequence[Fault]:  # noqa: ARG002
        """The faults that a step had, by the state after it and by its events: the one that ended
        the run, others of the same moment, and those that the contract itself handles. By default
        the one that ended the run alone."""
        fault = self.fault(state)
        return () if fault is None else (fault,)

    def demands(self, state: State) -> str:  # noqa: ARG002 - for overriding
        """What every answer to the pending question has to satisfy ("the schema of `review`"):
        where no strict choice is left, nothing satisfies it. Empty where it is not the answer that
        would be wrong; by default it never is."""
        return ""

    def obeying(self, state: State) -> State | None:  # noqa: ARG002 - for overriding
        """The same run where the prose of the contract binds those it speaks to, as conditions a
        router: with `choices` and `key` of such runs, no fewer than there are. None, as by default,
        where nothing binds anybody, or too little of it can be read."""
        return None

    def withheld(self, state: State) -> Mapping[Hashable, str]:  # noqa: ARG002 - for overriding
        """Why elements of the phase that a run is in are not offered in this state, by their ids,
        as the end of a sentence ("forbidden by `pay`"); by default nothing is known of any."""
        return {}

    def own(self, choice: Choice) -> Hashable:
        """What of a choice is the decider's own and no tool's; by default all, in script form."""
        return repr(self.write(choice))

    # --- what scripts cover (`phaselint.executor.coverage`) ---------------------------------------

    def points(self, contract: Any) -> Sequence[Element]:
        """What scripts can cover, and `passed` tells of; by default elements but successes."""
        return [each for each in self.elements(contract) if not each.success]

    def passed(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """The ids of the points that a run or a step of one has covered; by default `moves`."""
        return self.moves(events)

    def counters(self, state: State, events: Sequence[Event]) -> Sequence[Counter]:  # noqa: ARG002
        """What the contract limits, and how much of it is used in a state or was used when some
        events happened that led there; the most counts. By default it limits nothing."""
        return ()

    # --- reports ----------------------------------------------------------------------------------

    def shown(self, state: State) -> Sequence[Fact]:  # noqa: ARG002 - for overriding
        """What holds in a state for somebody who watches a run, besides its phase and its outcome,
        the most important first; by default nothing. A film tells what begins and ceases to."""
        return ()

    def unfilled(self, prompt: str) -> Sequence[tuple[int, int]]:  # noqa: ARG002 - for overriding
        """Where a prompt that was sent has placeholders that nothing has filled in."""
        return ()

    def headline(self, event: Event) -> str:
        """An event as one line of a readable trace; by default its kind."""
        return event.kind

    def told(self, event: Event) -> str:
        """An event as a clause for somebody who watches a run; empty where the rest of its step
        says all there is. By default its line of a trace."""
        return self.headline(event)


class ScriptError(Exception):
    """A part of a script that a runtime can't read: the pointer below that part, and why."""

    def __init__(self, pointer: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message


class TooManyChoices(Exception):
    """Exploration can't go on in a state: it has more representative choices than may be taken, or
    what would be an answer can't be decided.

    Attributes:
        reason: a whole clause, with names in backticks: "`pattern` in the schema of `review` has a
            look-ahead, which isn't decided". Empty where too many choices are all there is to say.
        place: where that is written in the contract, if it is.
    """

    def __init__(self, reason: str = "", place: Place | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.place = place
