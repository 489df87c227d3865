"""The runtime of an agent: one step is one answer of the model (reference §4).

It reads the contract itself and shares nothing with `lower`, so a proof by execution is independent
of the analysis it confirms.
"""

from __future__ import annotations

from functools import partial

from phaselint.dialects.climpt.reading.values import unsafe
from phaselint.dialects.climpt.running.elements import elements, limits, moves, spent
from phaselint.dialects.climpt.running.faults import failures, fault
from phaselint.dialects.climpt.running.grades import grade, misfit
from phaselint.dialects.climpt.running.promptlibrary import library
from phaselint.dialects.climpt.running.representatives import representatives, withheld
from phaselint.dialects.climpt.running.script import read_answer, write
from phaselint.dialects.climpt.running.session import State, Tried, path_of, visits_of
from phaselint.dialects.climpt.running.start import begin, law_of, sample, samples
from phaselint.dialects.climpt.running.steps import answered
from phaselint.dialects.climpt.running.verdicthandlers import TELLING, is_counted
from phaselint.dialects.protocol import Runtime
from phaselint.dialects.records import Choice, Event, Misfit, Question
from phaselint.javascript.texts import text_of
from phaselint.vocabulary.message import quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act, KnownAct
    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.dialects.climpt.running.promptlibrary import Library
    from phaselint.dialects.climpt.running.representatives import Ahead
    from phaselint.dialects.records import (
        Counter,
        Doubt,
        Element,
        Fault,
        Grade,
        Limit,
        OutcomeKind,
    )
    from phaselint.dialects.showing import Fact

_MANY = 2

STAND_IN: Mapping[str, Any] = {"prompts": "stand-in"}
"""A world in which a prompt that can't be built is made up."""


class ClimptRuntime(Runtime[State]):
    """The runtime of the climpt dialect."""

    stand_in_world = STAND_IN

    def __init__(self) -> None:
        self._latest: tuple[ClimptContract, Tried] | None = None
        self._shelved: tuple[ClimptContract, Library] | None = None
        self._ahead: tuple[State, Ahead] | None = None

    def _tried(self, contract: ClimptContract) -> Tried:
        """The possible answers in runs of a contract, kept for the next question about it."""
        if self._latest is None or self._latest[0] is not contract:
            self._latest = (contract, Tried({}, {}, {}))
        return self._latest[1]

    def _shelf(self, contract: ClimptContract) -> Library:
        """The prompts of a contract, kept for its next run."""
        if self._shelved is None or self._shelved[0] is not contract:
            self._shelved = (contract, library(contract))
        return self._shelved[1]

    def start(
        self,
        contract: ClimptContract,
        options: Mapping[str, Any],
        given: Any,
        world: Mapping[str, Any],
    ) -> State:
        """A run before its first answer; for `given` and `world` see `script`."""
        state = begin(contract, options, given, world, partial(self._shelf, contract))
        return state._replace(law=state.law._replace(tried=self._tried(contract)))

    def sample_input(self, contract: ClimptContract) -> Mapping[str, Any]:
        """The parameters without a default, each with a neutral value."""
        return sample(contract)

    def sample_inputs(self, contract: ClimptContract) -> Sequence[Mapping[str, Any]]:
        """The same, without what a run doesn't need to start."""
        return samples(contract)

    def asks(self, state: State) -> Question | None:
        """The step whose answer the run waits for; none when it has ended."""
        if not state.waiting:
            return None
        return Question("model", state.step, visits_of(state.visited, state.step))

    def step(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        """One answer, and everything up to the next one; an ended run stays unchanged."""
        answer = choice.value
        if self._ahead is not None and self._ahead[0] is state:
            taken = self._ahead[1].get(id(answer))
            if taken is not None and taken.answer is answer:
                return taken.after, taken.events
        events: list[Event] = []
        state = answered(state, answer, events)
        return state, tuple(events)

    def stood_in(self, world: Mapping[str, Any], summary: Mapping[str, Any]) -> str:
        """The prompts of the steps that a run came to, if those that can't be built are made up."""
        if any(world.get(key) != word for key, word in STAND_IN.items()):
            return ""
        return f"the prompts of {quote_all([*dict.fromkeys(summary['phases_visited'])])}"

    def blamed(self, state: State) -> Sequence[tuple[str, Hashable]]:
        """The codes of a refused start, each with a place in agent.json or in the registry."""
        return state.failure.defects if state.failure else ()

    def summary(self, state: State) -> Mapping[str, Any]:
        """The steps of all iterations, and what the reference reports of a run."""
        failure, ended = state.failure, state.ended
        verdict = state.verdict
        if not verdict and state.law.agent.verdict == "count:iteration":
            verdict = state.seen_verdict
        telling = state.law.agent.verdict in TELLING
        return {
            "phases_visited": path_of(state.visited),
            "iterations": state.n,
            "model_calls": state.calls,
            "success": ended is not None and ended.kind == "completed",
            "error_code": (failure.code or None) if failure else None,
            "reason": failure.reason if failure else None,
            "verdict": (verdict or None) if telling else None,
        }

    def key(self, state: State) -> Hashable:
        """Step, counters, where its chain stands, what steps left behind as far as inputs read it,
        and what the world still says; of a run that has ended how, and not in which words. What
        prompts say is left out: it decides nothing but what a model reads."""
        law = state.law
        count = min(state.n, _MANY) if law.unbounded else state.n
        checks = min(state.checks, _MANY) if law.unbounded else state.checks
        if law.agent.verdict != "count:check":
            checks = 0
        lagging = "handler_prompted" in state.record
        story = (state.faulty, state.responded, state.verdict, bool(state.retry), lagging)
        chain = (state.cursor, state.pending, state.limited, state.latest, state.primed)
        at = (state.step, count, checks, chain, story)
        if state.ended is not None:
            return (*at, state.ended, state.failure and state.failure.code)
        return (*at, _left(state), _world(state))

    def relax(self, state: State) -> State:
        """The same run without `maxIterations`. A count that lets a run succeed is lifted as
        well: it may be reached in any iteration but the first, or not yet."""
        return state._replace(law=state.law._replace(unbounded=True))

    def with_limits(self, choice: Choice) -> Choice:
        """An answer as such; a count within limits is reached when it is."""
        answer = choice.value
        return choice._replace(value=answer._replace(early=False)) if answer.early else choice

    def unlimited(self, state: State) -> State:
        """The same run without `maxIterations`, where no count lets it succeed: a lifted count may
        be reached in the second iteration, which ends runs that go on with limits."""
        return state if is_counted(state.law) else self.relax(state)

    limit_ends = frozenset(("limit",))

    def ended_by_limits(self, acts: Sequence[Act]) -> frozenset[OutcomeKind]:  # noqa: ARG002
        """`maxIterations` is looked at where an iteration ends, whatever it does."""
        return self.limit_ends

    def choices(self, state: State) -> Sequence[Choice]:
        """Answers that together lead wherever any answer could; see `representatives`. The steps
        that were taken to find them aren't taken again."""
        ahead: Ahead = {}
        self._ahead = (state, ahead)
        return representatives(state, ahead)

    def legal(self, state: State) -> Sequence[Choice] | None:
        """Answers that are written down without asking the schema; see `legal`."""
        from phaselint.dialects.climpt.running.legal import legal

        return legal(state, partial(self._does, state))

    def _does(self, state: State, choice: Choice) -> Hashable:
        """Where an answer leads, what it uses, and what it takes for granted."""
        after, events = self.step(state, choice)
        return self.key(after), frozenset(self.moves(events)), self.grade(state, choice)

    def read(self, state: State, answer: Any) -> Choice:
        """A scripted answer as a choice; see `script`. With the option `check-answers` one that
        the step's schema forbids is not well formed."""
        choice = read_answer(answer)
        if state.law.checked:
            from phaselint.dialects.schema_violations import refuse

            refuse(self.misfit(state, choice))
        return choice

    def misfit(self, state: State, choice: Choice) -> Misfit | None:
        """What the output schema of the step forbids."""
        return misfit(state.law, state.step, choice.value.so)

    def write(self, choice: Choice) -> Any:
        """A choice as a scripted answer; see `script`."""
        return write(choice)

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """Steps and ways; see `elements`."""
        return tuple(moves(events))

    def phases(self, contract: ClimptContract) -> Collection[str]:
        """All steps, also sections and those for other verdict types."""
        return contract.registry.steps.keys() if contract.registry else ()

    def elements(self, contract: ClimptContract) -> Sequence[Element]:
        """Steps and ways; see `elements`."""
        return tuple(elements(contract))

    def acts(self, events: Sequence[Event]) -> Sequence[Act]:
        """Steps entered and intents taken; see `acts`."""
        from phaselint.dialects.climpt.running.acts import acts

        return tuple(acts(events))

    def known_acts(self, contract: ClimptContract) -> Sequence[KnownAct]:
        """Steps, intents, and the tools that steps may use; see `acts`."""
        from phaselint.dialects.climpt.running.acts import known_acts

        return tuple(known_acts(contract))

    def offered(self, state: State) -> Sequence[Act]:
        """The tools that the step may use; see `acts`."""
        from phaselint.dialects.climpt.running.acts import offered

        return tuple(offered(state))

    def doubts(self, contract: ClimptContract) -> Sequence[Doubt]:
        """The answers of which it isn't known whether the schema allows one; see `doubts`."""
        from phaselint.dialects.climpt.running.doubts import doubts

        law = law_of(contract, self._tried(contract), partial(self._shelf, contract))
        return tuple(doubts(contract, law))

    def grade(self, state: State, choice: Choice) -> Grade:
        """What an answer takes for granted; see `grades`."""
        return grade(state, choice)

    def phase(self, state: State) -> str:
        """The step that the run is at, also when it has ended."""
        return state.step

    def fault(self, state: State) -> Fault | None:
        """How a run failed; see `faults`."""
        return fault(state)

    def failures(self, state: State, events: Sequence[Event]) -> Sequence[Fault]:
        """How a step failed; see `faults`."""
        return (*failures(state, events),)

    def demands(self, state: State) -> str:
        """The output schema of the step that the run waits at."""
        known = state.law.schemas.get(state.step)
        asked = state.waiting and known is not None and known.schema is not None
        return f"the output schema of `{state.step}`" if asked else ""

    def withheld(self, state: State) -> Mapping[Hashable, str]:
        """The intents that no answer can say; see `choices`."""
        return withheld(state)

    def own(self, choice: Choice) -> Hashable:
        """What the model says; validators and issues are the world's."""
        return repr(choice.value._replace(supplies={}, early=False))

    def limits(self, contract: ClimptContract) -> Sequence[Limit]:
        """The number of iterations of a run."""
        return limits(contract)

    def spent(self, events: Sequence[Event]) -> Mapping[str, int]:
        """The iterations that a step ended."""
        return spent(events)

    units = ("iterations", "model calls")

    def costs(
        self,
        before: State,  # noqa: ARG002
        choice: Choice,  # noqa: ARG002
        after: State,  # noqa: ARG002
        events: Sequence[Event],
    ) -> Sequence[int]:
        """Iterations that ended, and how often the model was run."""
        ended = sum(event.kind == "iteration" for event in events)
        return (ended, sum(event.kind == "model:run" for event in events))

    def cost_limits(self, state: State) -> Mapping[str, int]:
        """`maxIterations`."""
        return {"iterations": state.law.most} if state.law.most else {}

    def points(self, contract: ClimptContract) -> Sequence[Element]:
        """Steps, ways and the intents of gates; see `elements`."""
        from phaselint.dialects.climpt.running.points import points

        return tuple(points(contract))

    def counters(self, state: State, events: Sequence[Event]) -> Sequence[Counter]:  # noqa: ARG002
        """What is limited in a run; see `showing`."""
        from phaselint.dialects.climpt.running.showing import counters

        return tuple(counters(state))

    def shown(self, state: State) -> Sequence[Fact]:
        """What a run may do now, its counters, and the rest; see `showing`."""
        from phaselint.dialects.climpt.running.showing import facts

        return tuple(facts(state))

    def told(self, event: Event) -> str:
        """An event as a clause; see `telling`."""
        from phaselint.dialects.climpt.running.telling import told

        return told(event)

    def unfilled(self, prompt: str) -> Sequence[tuple[int, int]]:
        """Names in braces, but those in code whose language has them."""
        from phaselint.dialects.climpt.reading.braces import read_braces

        found = (each for each in read_braces(prompt, 0) if each.code != "syntax")
        return tuple((each.start, each.end) for each in found)

    def headline(self, event: Event) -> str:
        """An event as one line of a readable trace."""
        from phaselint.dialects.climpt.running.headlines import headline

        return headline(event.kind, event.data)


def _left(state: State) -> Hashable:
    """What inputs read of what steps left behind, as far as it decides whether a prompt can be
    built: whether there is anything, and whether the library takes it for nothing or for code."""
    found = []
    for source in state.law.sources:
        step, _, key = source.rpartition(".")
        left = state.context.get(step, {})
        text = text_of(left[key]) if key in left else None
        found.append(None if text is None else (not text, unsafe(text)))
    return tuple(found)


def _world(state: State) -> Hashable:
    attempts = frozenset(item for item in state.attempts.items() if item[1])
    return attempts, frozenset(state.supplies.items())
