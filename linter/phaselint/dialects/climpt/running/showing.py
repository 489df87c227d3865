"""What a view of an agent's run shows (reference §4.1, 1.14 §4.3)."""

from __future__ import annotations

from functools import partial

from phaselint.dialects.climpt.running.validationsteps import most_attempts
from phaselint.dialects.records import Counter
from phaselint.dialects.showing import Fact, counted
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.running.session import State


def facts(state: State) -> Iterator[Fact]:
    """The iteration; for the step its kind, the intents that its gate allows, what it can use, and
    its repeats in a row; what earlier steps passed to inputs, and the attempts of the
    validation."""
    law = state.law
    yield Fact(f"iteration {counted(state.n, law.most or None)}")
    step = law.registry.steps.get(state.step)
    if step is not None:
        yield from _at(state, step)
    for source in filter(partial(_is_left, state), law.sources):
        yield Fact("later prompts can read", source)
    tried = state.attempts.get(law.validation.step_id, 0) if law.validation else 0
    if law.validation is not None and tried:
        yield Fact(f"attempt {counted(tried, most_attempts(law.validation))} of the validation")
    if law.agent.verdict == "count:check" and state.checks:
        yield Fact(f"check {counted(state.checks, law.config.get('maxChecks'))}")
    if state.faulty:
        yield Fact("an iteration had an error")


def _is_left(state: State, source: str) -> bool:
    """Whether a step that has run left behind what inputs read, by its name there."""
    step, _, key = source.rpartition(".")
    return key in state.context.get(step, {})


def _at(state: State, step: Step) -> Iterator[Fact]:
    name = quote(step.key)
    granted = state.law.release.granted(state.law, step)
    if step.kind:
        yield Fact(f"{name} is a {step.kind} step")
    for intent in step.gate.allowed if step.gate else ():
        yield Fact(f"{name} allows the intents", intent)
    for tool in granted.tools:
        yield Fact("the model can use", tool, "the model can no longer use")
    yield Fact("the permission mode is", granted.mode)
    if not step.chain.endless and state.cursor:
        yield Fact(f"repeat {counted(state.cursor, len(step.chain.elements))} of {name}")
    if state.pending:
        yield Fact(f"the next prompt adapts to {quote(state.pending)}")


def counters(state: State) -> Iterator[Counter]:
    """The iterations, the repeats of the step in a row, and the attempts of the validation."""
    law = state.law
    if law.most:
        yield Counter("iterations", state.n, law.most)
    step = law.registry.steps.get(state.step)
    if step is not None and not step.chain.endless:
        yield Counter(f"repeats of {step.key}", state.cursor, len(step.chain.elements))
    if law.validation is not None:
        tried = state.attempts.get(law.validation.step_id, 0)
        yield Counter("attempts", tried, most_attempts(law.validation))
