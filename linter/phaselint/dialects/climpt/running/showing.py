"""What a view of an agent's run shows (reference §4.1, 1.14 §4.3)."""

from __future__ import annotations

from functools import partial

from phaselint.dialects.climpt.running.validationsteps import most_attempts
from phaselint.dialects.records import Counter
from phaselint.dialects.showing import counted, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.climpt.running.session import State


def state_rows(state: State) -> Iterator[tuple[str, str]]:
    """The iteration; for the step its kind, the intents that its gate allows, what it can use, and
    its repeats in a row; what earlier steps passed to inputs, and the attempts of the
    validation."""
    law = state.law
    yield "iteration", counted(state.n, law.most or None)
    step = law.registry.steps.get(state.step)
    if step is not None:
        yield from _at(state, step)
    if law.sources:
        yield "passed on", named(filter(partial(_is_left, state), law.sources))
    if law.validation is not None:
        tried = state.attempts.get(law.validation.step_id, 0)
        yield "attempts", counted(tried, most_attempts(law.validation))
    if law.agent.verdict == "count:check":
        yield "checks", counted(state.checks, law.config.get("maxChecks"))
    if state.faulty:
        yield "errors", "an iteration had one"


def _is_left(state: State, source: str) -> bool:
    """Whether a step that has run left behind what inputs read, by its name there."""
    step, _, key = source.rpartition(".")
    return key in state.context.get(step, {})


def _at(state: State, step: Step) -> Iterator[tuple[str, str]]:
    granted = state.law.release.granted(state.law, step)
    yield "kind", step.kind or "none"
    yield "intents", named(step.gate.allowed if step.gate else ())
    yield "tools", named(granted.tools)
    yield "permission mode", granted.mode
    if not step.chain.endless:
        yield "repeats", counted(state.cursor, len(step.chain.elements))
    if state.pending:
        yield "adaptation", state.pending


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
