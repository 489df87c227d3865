"""The runtime of an agent: one step is one answer of the model (reference §4).

It reads the contract itself and shares nothing with `lower`, so that a proof by execution is
independent of the analysis it confirms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.dialects.climpt.running.headlines import headline
from phaselint.dialects.climpt.running.representatives import representatives
from phaselint.dialects.climpt.running.script import read_answer, write
from phaselint.dialects.climpt.running.session import path_of, visits_of
from phaselint.dialects.climpt.running.start import begin, sample
from phaselint.dialects.climpt.running.steps import answered
from phaselint.dialects.climpt.running.verdicthandlers import TELLING
from phaselint.dialects.protocol import Choice, Event, Question, Runtime, ScriptError

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from phaselint.dialects.climpt.model import ClimptContract
    from phaselint.dialects.climpt.running.session import State

_MANY = 2


class ClimptRuntime(Runtime["State"]):
    """The runtime of the climpt dialect."""

    def start(
        self,
        contract: ClimptContract,
        options: Mapping[str, Any],
        given: Any,
        world: Mapping[str, Any],
    ) -> State:
        """A run before its first answer; for `given` and `world` see `script`."""
        return begin(contract, options, given, world)

    def sample_input(self, contract: ClimptContract) -> Mapping[str, Any]:
        """The parameters without a default, each with a neutral value."""
        return sample(contract)

    def asks(self, state: State) -> Question | None:
        """The step whose answer the run waits for; none when it has ended."""
        if not state.waiting:
            return None
        return Question("model", state.step, visits_of(state.visited, state.step))

    def step(self, state: State, choice: Choice) -> tuple[State, tuple[Event, ...]]:
        """One answer, and everything up to the next one; an ended run stays as it is."""
        events: list[Event] = []
        state = answered(state, choice.value, events)
        return state, tuple(events)

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
        """Step, counters, what steps left behind as far as inputs read it, and what the world
        still says. What prompts say is left out: it decides nothing but what a model reads."""
        law = state.law
        count = min(state.n, _MANY) if law.unbounded else state.n
        checks = min(state.checks, _MANY) if law.unbounded else state.checks
        if law.agent.verdict != "count:check":
            checks = 0
        ended = state.ended and (state.ended, state.failure)
        story = (state.faulty, state.responded, state.verdict, state.retry is not None)
        return (state.step, count, checks, story, _left(state), _world(state), ended)

    def relax(self, state: State) -> State:
        """The same run without `maxIterations`. A count that lets a run succeed is lifted as
        well: it may be reached in any iteration but the first."""
        return state._replace(law=state.law._replace(unbounded=True))

    def choices(self, state: State) -> Sequence[Choice]:
        """Answers that together lead wherever any answer could; see `representatives`."""
        return representatives(state)

    def read(self, state: State, answer: Any) -> Choice:
        """A scripted answer as a choice; see `script`. With the option `check_answers` one that
        the step's schema forbids is not well formed."""
        choice = read_answer(answer)
        if state.law.checked and choice.value.so is not None and forbidden(state, choice.value.so):
            raise ScriptError(("so",), f"the output schema of step `{state.step}` forbids this")
        return choice

    def write(self, choice: Choice) -> Any:
        """A choice as a scripted answer; see `script`."""
        return write(choice)

    def moves(self, events: Sequence[Event]) -> Sequence[Hashable]:
        """The steps whose iterations ended, and the edges they followed."""
        found: list[Hashable] = []
        for event in events:
            if event.kind == "iteration":
                found.append(event.data["step"])
                if "next" in event.data:
                    found.append((event.data["step"], event.data["intent"], event.data["next"]))
        return found

    def headline(self, event: Event) -> str:
        """An event as one line of a readable trace."""
        return headline(event.kind, event.data)


def forbidden(state: State, so: Any) -> bool:
    """Whether the output schema of the step that a run waits at surely forbids an answer."""
    from phaselint.schema import valid

    expanded = state.law.schemas.get(state.step)
    if expanded is None or expanded.schema is None:
        return False
    return valid(expanded.schema, so) == "no"


def _left(state: State) -> Hashable:
    """What inputs read of what steps left behind."""
    found = []
    for source in state.law.sources:
        step, _, key = source.rpartition(".")
        found.append(repr(state.context.get(step, {}).get(key)))
    return tuple(found)


def _world(state: State) -> Hashable:
    attempts = tuple(sorted(item for item in state.attempts.items() if item[1]))
    return (attempts, tuple(sorted(state.supplies.items(), key=lambda item: item[0])))
