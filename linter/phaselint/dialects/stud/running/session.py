"""What a run of stages is made of: its fixed law, its state and what it remembers (§2.6, §5).

A state never changes. What a run remembers, and what is still to run, are chains, so a step
costs the same however long the run is.
"""

from __future__ import annotations

from phaselint.dialects.stud.running.records import Result
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import Any, Literal

    from phaselint.dialects.acts import Order
    from phaselint.dialects.records import Event, Outcome
    from phaselint.dialects.stud.model import JoinPolicy, Spec, Stage
    from phaselint.dialects.stud.running.memo import Memo

    Waiting = Literal["turn", "gate", "assert"]
    Phase = Literal["enter", "gate", "act", "assert", "exit", "done"]


RUN_ID = "run-1"
PROCEED = "proceed"
OK = "ok"
MOST_RECENT = 64


# --- answers ------------------------------------------------------------------------------------


class Call(NamedTuple):
    """A tool call of the model."""

    name: str
    args: Any = None


class Turn(NamedTuple):
    """The answer to an LLM turn: what the model says, and the tools it calls. With `more`, a part
    of one (`parts`), after which the turn goes on."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    more: bool = False


class Gate(NamedTuple):
    """What the gate of a stage says. Where the stage is not let act: the digest that Exit writes,
    `written` tells one that is null from none; and why, if in other words than core's."""

    outcome: str = PROCEED
    output: Any = None
    written: bool = False
    reason: str = ""


class Judged(NamedTuple):
    """What the assert of a stage says, perhaps why, with the digest that Exit writes; `written`
    tells one that is null from none."""

    verdict: str
    output: Any = None
    written: bool = False
    reason: str = ""


Answer = Turn | Gate | Judged


# --- what does not change -----------------------------------------------------------------------


class World(NamedTuple):
    """What a script says about everything outside the model and the stages (§5.13).

    Lists are per visit; those of `verdicts` have a list of verdicts per attempt for each visit,
    or one for all of them. `cancel` is a stage, an attempt and a turn.
    """

    gates: Mapping[str, tuple[str, ...]] = {}
    verdicts: Mapping[str, tuple[tuple[str, ...], ...]] = {}
    setups: Mapping[str, tuple[Mapping[str, Any], ...]] = {}
    outputs: Mapping[str, tuple[Any, ...]] = {}
    slots: Mapping[str, tuple[Any, ...]] = {}
    grants: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    guards: tuple[tuple[str, str], ...] = ()
    results: Mapping[str, tuple[Any, ...]] = {}
    cancel: tuple[str, int, int] | None = None

    def visits(self) -> Mapping[str, int]:
        """How many visits of a stage the world tells apart, where it says anything of them."""
        found: dict[str, int] = {}
        for lists in (self.gates, self.verdicts, self.setups, self.outputs, self.slots):
            for stage, listed in lists.items():
                found[stage] = max(found.get(stage, 0), len(listed))
        return found


class Law(NamedTuple):
    """What stays the same for a whole run.

    `registry` is none where none is declared. With `asked`, gates and asserts are questions; with
    `reference`, a run follows the reference (§5.12). `most` is none where runs have no bound.
    `memo` keeps what exploration has found out about stages. `joins` are, by stage, those of the
    fan-outs that it is in. `orders` are those of another contract in which siblings take turns;
    where there are none, they do so as they are listed.
    """

    stages: Mapping[str, Stage] = {}
    specs: Mapping[str, Spec] = {}
    registry: frozenset[str] | None = None
    policy: JoinPolicy = "separate"
    ctx: Mapping[str, Any] = {}
    world: World = World()
    outputs: Mapping[str, Any] = {}
    asked: bool = False
    reference: bool = False
    most: int | None = None
    memo: Memo | None = None
    joins: Mapping[str, tuple[str, ...]] = {}
    orders: Sequence[Order] = ()


# --- what a run remembers -----------------------------------------------------------------------


class Entered(NamedTuple):
    """A stage execution begins."""

    stage: str


class Rendered(NamedTuple):
    """The body of a stage execution, rendered: what is told of its entry has it."""

    stage: str
    told: Mapping[str, Any]

    @property
    def text(self) -> str:
        """The rendered body."""
        found: str = self.told["body"]
        return found


class Slot(NamedTuple):
    """What an Exit writes into the state machine's slot."""

    stage: str
    value: Any


Entry = Entered | Rendered | Slot | Result


class Log(NamedTuple):
    """The latest entry, and those before."""

    entry: Entry
    before: Log | None


class Todo(NamedTuple):
    """A stage that is still to run with these results, and those after it."""

    stage: str
    upstream: tuple[Result, ...]
    after: Todo | None


class Failure(NamedTuple):
    """Why a run ended: class and code, and what more is known of the place. `origin` is the stage
    after which a run can't go on, where another one is missing."""

    kind: str
    code: str
    stage: str | None = None
    field: str | None = None
    sibling: str | None = None
    why: str | None = None
    origin: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The error as an expectation has it."""
        more = {
            "stage": self.stage,
            "field": self.field,
            "failedSibling": self.sibling,
            "why": self.why,
        }
        known = {key: value for key, value in more.items() if value is not None}
        return {"class": self.kind, "code": self.code, **known}


# --- where a run stands -------------------------------------------------------------------------


class Execution(NamedTuple):
    """One execution of a stage, and how far it has come.

    `origins` are the stages that led here. `verdict` is empty until it is final. `asked` counts
    the grant questions by tool. `calling` are the tools called so far in a turn that goes on.
    """

    stage: Stage
    visit: int = 0
    origins: tuple[str, ...] = ()
    upstream: tuple[Result, ...] = ()
    phase: Phase = "enter"
    attempt: int = 0
    turn: int = 0
    cap_hit: bool = False
    accepted: bool = False
    parsed: Any = None
    verdict: str = ""
    reason: str = ""
    output: Any = None
    written: bool = False
    asked: Mapping[str, int] = {}
    calling: tuple[str, ...] = ()
    result: Result | None = None

    @property
    def id(self) -> str:
        """The stage's id."""
        return self.stage.id

    @property
    def name(self) -> str:
        """The id of the execution (R4)."""
        return f"{self.stage.id}#{self.visit}"


class Fork(NamedTuple):
    """A fan-out that is under way; `turns` are the places of its siblings in the order of their
    turns, and `joining` tells that its join runs."""

    origin: str
    siblings: tuple[str, ...]
    join: str | None
    turns: tuple[int, ...]
    joining: bool = False


class Visits(NamedTuple):
    """How often stages have been entered: `old` counts are shared by many states, `recent` ones
    are few and count in their place, so no entry copies them all."""

    old: Mapping[str, int] = {}
    recent: Mapping[str, int] = {}

    def of(self, stage: str) -> int:
        """How often a stage has been entered."""
        found = self.recent.get(stage)
        return self.old.get(stage, 0) if found is None else found

    def with_one(self, stage: str) -> Visits:
        """The counts after one more entry of a stage."""
        recent = {**self.recent, stage: self.of(stage) + 1}
        if len(recent) ** 2 <= len(self.old) + MOST_RECENT:
            return Visits(self.old, recent)
        return Visits({**self.old, **recent})


class State(NamedTuple):
    """Where a run stands.

    `running` is the stage that runs, or all siblings of `fork`; `at` is the one whose turn it is,
    and `now` that one as it has become in its turn.
    `used` counts the calls of tools whose results are listed. The run has ended when there is an
    `ended`. `defects` are the codes with which it is refused before any stage, each with a place.
    """

    law: Law = Law()
    todo: Todo | None = None
    running: tuple[Execution, ...] = ()
    at: int = 0
    now: Execution | None = None
    fork: Fork | None = None
    pending: Waiting | None = None
    executed: int = 0
    visits: Visits = Visits()
    used: Mapping[str, int] = {}
    verdict: str = OK
    log: Log | None = None
    opening: tuple[Event, ...] = ()
    ended: Outcome | None = None
    failure: Failure | None = None
    defects: tuple[tuple[str, Hashable], ...] = ()

    @property
    def current(self) -> Execution:
        """The execution whose turn it is."""
        return self.running[self.at] if self.now is None else self.now

    def noting(self, entry: Entry) -> State:
        """The state with one more entry in its log."""
        return self._replace(log=Log(entry, self.log))

    def moved(self, execution: Execution) -> State:
        """The state with the current execution as it is now, with no question pending."""
        return self._replace(now=execution, pending=None)

    @property
    def sibling(self) -> int:
        """Which of several siblings that run side by side the current execution is, counted from
        one; 0 where none do."""
        return 0 if self.fork is None or self.fork.joining else self.at + 1

    @property
    def executions(self) -> tuple[Execution, ...]:
        """What runs, the current execution as it is now in its place."""
        if self.now is None:
            return self.running
        return (*self.running[: self.at], self.now, *self.running[self.at + 1 :])

    def settled(self) -> State:
        """The state with the current execution in its place among those that run."""
        return self if self.now is None else self._replace(running=self.executions, now=None)

    def running_now(self, *executions: Execution, fork: Fork | None = None) -> State:
        """The state in which these run from now on."""
        return self._replace(running=executions, at=0, now=None, fork=fork)


def entries(log: Log | None) -> list[Entry]:
    """The entries of a log, the first one first."""
    found = []
    while log is not None:
        found.append(log.entry)
        log = log.before
    return found[::-1]


def waiting_in(todo: Todo | None) -> Iterator[Todo]:
    """What is still to run, the next one first."""
    while todo is not None:
        yield todo
        todo = todo.after
