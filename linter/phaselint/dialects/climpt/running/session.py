"""The parts of a run: its fixed law, its state, answers, results of the world (reference §4).

A state never changes. The result of an iteration is noted in its record, which becomes one event
when the iteration is over.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaselint.dialects.climpt.reading.extractors import Result
from phaselint.dialects.records import Event
from phaselint.javascript.texts import text_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any, Literal, TypeVar

    from phaselint.dialects.climpt.filemodel import Expanded, Settings
    from phaselint.dialects.climpt.model import (
        Agent,
        ClimptContract,
        Registry,
        Step,
        ValidationStep,
        Validator,
    )
    from phaselint.dialects.climpt.reading.permissions import Permissions
    from phaselint.dialects.climpt.running.failure import Failure
    from phaselint.dialects.climpt.running.promptlibrary import Library
    from phaselint.dialects.records import Outcome
    from phaselint.vocabulary.finding import Pointer

    Found = TypeVar("Found")
    Supply = Literal["validator", "subprocess", "issue", "custom"]
    Supplies = Mapping[tuple[Supply, str], tuple[Any, ...]]
    Dawn = tuple[int, int, Supplies]


class Answer(NamedTuple):
    """One answer of the model: structured output, prose, or an error; and what it called.

    `supplies` is what the world says from this answer on: a model with tools changes it. `early`
    matters only in a run without limits, and if a count could end it with this answer: the count
    isn't reached yet.
    """

    so: Any = None
    text: str = ""
    error: str = ""
    calls: tuple[Mapping[str, Any], ...] = ()
    supplies: Mapping[tuple[Supply, str], tuple[Any, ...]] = {}
    early: bool = False


Events = list[Event]
"""The events of a step; the functions that take one append to it."""


class Checked(NamedTuple):
    """The result of a completion check: whether the run is done, or why it ends."""

    done: bool = False
    failure: Failure | None = None


class Judgement(NamedTuple):
    """Whether the conditions hold; otherwise the validator that failed and its result, or the
    exception that ends the run."""

    holds: bool = True
    validator: Validator | None = None
    result: Result = Result()
    failure: Failure | None = None


class Release(NamedTuple):
    """What a run does in one release of climpt but not in the other (1.14 §3, §4): the semantics of
    a release where they differ. It is chosen once, at the start of a run, and stays with its law.

    `always` are arguments that every run has, whatever the command line says. `no_entry` is the
    code of a start without an entry step. `refusal` is why a start with some arguments is refused,
    if it is. `resolves` tells whether a run of a registry finds the prompts of its steps at all;
    the handler sends its `handler_prompt` instead. `preflight` judges before a closure step calls
    the model, `failed` gives the effect of a failed condition after an answer: with none, the run
    continues as if it held. `retry_prompt` is the text that replaces the next prompt, or why there
    is none. `granted` is what a step can use.
    """

    always: Mapping[str, Any]
    no_entry: str
    refusal: Callable[[ClimptContract, Mapping[str, Any]], Failure | None]
    resolves: Callable[[Registry], bool]
    handler_prompt: Callable[[State], str | Failure]
    preflight: Callable[[State, ValidationStep, str, Events], tuple[State, Judgement]]
    failed: Callable[[State, ValidationStep, Judgement], tuple[State, Checked | None]]
    retry_prompt: Callable[[Law, ValidationStep, Validator | None, Result], str | Failure]
    granted: Callable[[Law, Step], Permissions]


class Unsure(NamedTuple):
    """What isn't decided about the answers of a step: whether one has an intent, and if that has
    several targets, whether it goes to `target`; or, without an intent, what answers leave behind
    for inputs. `what` ends a sentence that starts with "whether", `pointer` is its place in the
    registry."""

    intent: str
    target: str
    what: str
    pointer: Pointer


class Tried(NamedTuple):
    """The stored answers that represent all others, by step: they depend on the contract only.
    `open` are the names under which inputs read values that can be anything (see `spoiled`)."""

    answers: dict[str, tuple[Answer, ...]]
    unsure: dict[str, tuple[Unsure, ...]]
    open: dict[str, frozenset[str]]


class Kept:
    """What was worked out once, by its keys. It says nothing about a run, so all are equal."""

    __slots__ = ("results",)

    def __init__(self) -> None:
        self.results: dict[Hashable, Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kept)

    def __hash__(self) -> int:
        return 0


class Law(NamedTuple):
    """What stays the same for a whole run.

    `release` is the behavior that is specific to the agent's release. `settings` are those of the
    agent, none if its release has none, or none are looked for; `barred` is why no model can be
    called with them. `most` is the number of iterations after which it ends; `unbounded` lifts
    that. `validation` is the validation step of the verdict type. `payload` is what an orchestrator
    passes to subprocesses. `sources` are what inputs of any step read, as they name it. `lenient`
    replaces prompts that can't be built. With `checked`, scripted answers that the output schema
    forbids are refused. `block` is the smallest JSON block that the inline schema of the validation
    step accepts, empty if there is none. `tried` keeps the answers that represent all others.
    `made` keeps the results of `once`.
    """

    registry: Registry
    agent: Agent
    library: Library
    tried: Tried
    made: Kept
    release: Release
    args: Mapping[str, Any] = {}
    config: Mapping[str, Any] = {}
    most: int = 0
    validation: ValidationStep | None = None
    schemas: Mapping[str, Expanded] = {}
    settings: Settings | None = None
    barred: Failure | None = None
    payload: Mapping[str, Any] = {}
    sources: tuple[str, ...] = ()
    unbounded: bool = False
    checked: bool = False
    lenient: bool = False
    block: str = ""

    def schema(self, step: str) -> Mapping[str, Any] | None:
        """The output schema of a step, by its key; none if it has no readable one."""
        expanded = self.schemas.get(step)
        return expanded.schema if expanded is not None else None

    def once(self, key: Hashable, make: Callable[[], Found]) -> Found:
        """A result that is the same in all runs of a contract: it depends on the contract and on a
        key only."""
        known = self.made.results
        if key not in known:
            known[key] = make()
        found: Found = known[key]
        return found


class Visited(NamedTuple):
    """The step of the latest iteration, and those before."""

    step: str
    before: Visited | None


class State(NamedTuple):
    """The state of a run: at `step`, in iteration `n`.

    `retry` replaces the next prompt; `pending` is the adaptation of the next one after a repeat,
    and `cursor` how many repeats in a row the step has had of its chain (1.14 §4.3). `context` is
    what each step left behind. `supplies` are the results the world still has: the first is the
    next, the last one repeats. `checks` counts how often the verdict handler was asked, `limited`
    how many calls a rate limit has refused, `quiet` the latest iterations that did without the
    model; `dawn` is what could decide the iteration before it began. `said` is the prose of the
    latest answer, and what it left behind.
    `latest` and `primed` are how the first condition of a composite judges the latest answer, and
    the last answer that it was told about (see `verdicthandlers`); `early` is that of the latest
    answer.
    `faulty` tells that an iteration had an error, `responded` that the model has answered at all.
    A run that is `waiting` needs an answer; one with an `ended` is over.
    """

    law: Law
    step: str = ""
    n: int = 0
    retry: str | None = None
    cursor: int = 0
    pending: str = ""
    context: Mapping[str, Mapping[str, Any]] = {}
    attempts: Mapping[str, int] = {}
    supplies: Mapping[tuple[Supply, str], tuple[Any, ...]] = {}
    checks: int = 0
    limited: int = 0
    quiet: int = 0
    dawn: Dawn | None = None
    said: tuple[str, Mapping[str, Any]] = ("", {})
    faulty: bool = False
    responded: bool = False
    latest: bool = False
    primed: bool = False
    early: bool = False
    verdict: str = ""
    seen_verdict: str = ""
    calls: int = 0
    record: Mapping[str, Any] = {}
    waiting: bool = False
    visited: Visited | None = None
    opening: tuple[Event, ...] = ()
    ended: Outcome | None = None
    failure: Failure | None = None

    @property
    def at(self) -> Step:
        """The current step of the run."""
        return self.law.registry.steps[self.step]

    @property
    def summary(self) -> str:
        """A short form of the latest answer: its prose, or else what it left behind."""
        prose, left = self.said
        return prose or "; ".join(f"{key}: {_brief(value)}" for key, value in left.items())

    def noting(self, **fields: Any) -> State:
        """The state with more in the record of its iteration."""
        return self._replace(record={**self.record, **fields})

    def supplied(self, kind: Supply, name: str, default: Any) -> tuple[Any, State]:
        """The world's next result of a kind, and the state after it was taken."""
        waiting = self.supplies.get((kind, name), ())
        if not waiting:
            return default, self
        if len(waiting) == 1:
            return waiting[0], self
        supplies = {**self.supplies, (kind, name): waiting[1:]}
        return waiting[0], self._replace(supplies=supplies)


def _brief(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "…" if isinstance(value, (Mapping, list)) else text_of(value)


def visits_of(visited: Visited | None, step: str) -> int:
    """How many iterations of a step are over."""
    count = 0
    while visited is not None:
        count += visited.step == step
        visited = visited.before
    return count


def path_of(visited: Visited | None) -> list[str]:
    """The steps of all iterations, in order."""
    found = []
    while visited is not None:
        found.append(visited.step)
        visited = visited.before
    return found[::-1]
