"""What there is to show of a run of stages (reference §5.1, §5.9)."""

from __future__ import annotations

from phaselint.dialects.records import Counter
from phaselint.dialects.showing import Fact, counted
from phaselint.dialects.stud.running.turns import cap_of
from phaselint.dialects.stud.running.verdicts import attempts_of
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.records import Event
    from phaselint.dialects.stud.running.session import Execution, State

_ASKED = {
    "turn": "the model answers next",
    "gate": "the gate decides next",
    "assert": "the assert decides next",
}
_STAND = {
    "enter": "about to start:",
    "gate": "at the gate:",
    "act": "at work:",
    "assert": "at the assert:",
    "exit": "at the exit:",
    "done": "finished:",
}
"""What siblings that run in parallel are doing."""


def facts(state: State) -> Iterator[Fact]:
    """The next question; the attempt and the turn of the stage, and the tools in its envelope;
    its siblings; which stages have led there, and how many stages have run."""
    if state.running:
        yield from _running(state, state.current)
    if state.fork is not None and not state.fork.joining:
        for each in state.running:
            yield Fact(f"in parallel, {_STAND[each.phase]}", each.id)
    yield Fact(f"stage execution {counted(state.executed, state.law.most)}")


def _running(state: State, execution: Execution) -> Iterator[Fact]:
    """What there is to show of the stage that runs."""
    stage = execution.stage
    name = quote(stage.id)
    if state.pending is not None:
        yield Fact(_ASKED[state.pending])
    if execution.attempt:
        yield Fact(f"attempt {counted(execution.attempt, attempts_of(stage))} of {name}")
    if execution.turn:
        yield Fact(f"turn {counted(execution.turn, cap_of(stage))} of {name}")
    for tool in stage.allowed or ():
        yield Fact(f"{name} allows", tool)
    if stage.completion_tool:
        yield Fact(f"{name} completes by a call of {quote(stage.completion_tool)}")
    if execution.cap_hit:
        yield Fact(f"{name} has reached its turn cap")
    for each in execution.upstream:
        yield Fact(f"{name} reads the result of {quote(each.stage)}: {each.verdict}")


def counters(state: State, events: Sequence[Event]) -> Iterator[Counter]:
    """The attempts and turns of stages that say how many there are, when a model was asked."""
    for event in events:
        if event.kind == "ProviderRequestStarted":
            stage = state.law.stages[event.phase]
            if stage.retry is not None:
                yield Counter(f"attempts of {stage.id}", event.data["attempt"], attempts_of(stage))
            if stage.turn_cap is not None:
                yield Counter(f"turns of {stage.id}", event.data["turn"], stage.turn_cap)
