"""What there is to show of a run of stages (reference §5.1, §5.9)."""

from __future__ import annotations

from phaselint.dialects.records import Counter
from phaselint.dialects.showing import counted, named
from phaselint.dialects.stud.running.turns import cap_of
from phaselint.dialects.stud.running.verdicts import attempts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.records import Event
    from phaselint.dialects.stud.running.session import State

_ASKED = {"turn": "the model", "gate": "the gate", "assert": "the assert"}


def state_rows(state: State) -> Iterator[tuple[str, str]]:
    """The next question; the attempt and the turn of the stage, and the tools in its envelope;
    its siblings; which stages have led there, and how many stages have run."""
    if state.running:
        execution = state.current
        stage = execution.stage
        if state.pending is not None:
            yield "asked", _ASKED[state.pending]
        yield "attempt", counted(execution.attempt, attempts_of(stage))
        yield "turn", counted(execution.turn, cap_of(stage))
        yield "tools", named(stage.allowed or ())
        yield "completion tool", stage.completion_tool or "none"
        yield "capHit", "true" if execution.cap_hit else "false"
        upstream = (f"{each.stage}: {each.verdict}" for each in execution.upstream)
        yield "upstream", named(upstream)
    if state.fork is not None and not state.fork.joining:
        beside = (f"{each.id}: {each.phase}" for each in state.running)
        yield "in parallel", named(beside)
    yield "executions", counted(state.executed, state.law.most)


def counters(state: State, events: Sequence[Event]) -> Iterator[Counter]:
    """The attempts and turns of stages that say how many there are, when a model was asked."""
    for event in events:
        if event.kind == "ProviderRequestStarted":
            stage = state.law.stages[event.phase]
            if stage.retry is not None:
                yield Counter(f"attempts of {stage.id}", event.data["attempt"], attempts_of(stage))
            if stage.turn_cap is not None:
                yield Counter(f"turns of {stage.id}", event.data["turn"], stage.turn_cap)
