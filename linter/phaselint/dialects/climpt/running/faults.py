"""How a run failed because of the agent's own contract (reference §3.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.chains import EXHAUSTED
from phaselint.dialects.climpt.running.validationsteps import ABORTED
from phaselint.dialects.records import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.running.failure import Failure
    from phaselint.dialects.climpt.running.session import State
    from phaselint.dialects.records import Event


def fault(state: State) -> Fault | None:
    """How an ended run failed, if it did and the end isn't designed; a refused start isn't a
    run."""
    failure, ended = state.failure, state.ended
    if failure is None or ended is None or ended.kind == "refused" or _is_designed(state, failure):
        return None
    return Fault(state.step, failure.code or failure.reason, failure.reason)


def failures(state: State, events: Sequence[Event]) -> Iterator[Fault]:
    """How a step failed by the state after it and its events: the end of the run, and prompts of
    closure steps that couldn't be built and were replaced."""
    for event in events:
        code = event.data.get("prompt_failure") if event.kind == "iteration" else None
        if code:
            yield Fault(event.phase, code, "")
    ended = fault(state)
    if ended is not None:
        yield ended


def _is_designed(state: State, failure: Failure) -> bool:
    """Whether an agent declares that its runs can end this way: by validation, and by repeats with
    a declared limit. An empty chain allows no repeat, although the step lists it."""
    if failure.code == EXHAUSTED:
        return bool(state.at.chain.given and state.at.chain.elements)
    return failure.code == ABORTED
