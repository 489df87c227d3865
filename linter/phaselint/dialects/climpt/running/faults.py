"""How a run failed because of the agent's own contract (reference §3.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.chains import EXHAUSTED
from phaselint.dialects.climpt.running.validationsteps import ABORTED
from phaselint.dialects.records import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.running.failure import Failure
    from phaselint.dialects.climpt.running.session import State


def fault(state: State) -> Fault | None:
    """How an ended run failed, if it did and the end isn't designed; a refused start isn't a
    run."""
    failure, ended = state.failure, state.ended
    if failure is None or ended is None or ended.kind == "refused" or _is_designed(state, failure):
        return None
    return Fault(state.step, failure.code or failure.reason, failure.reason)


def _is_designed(state: State, failure: Failure) -> bool:
    """Whether an agent declares that its runs can end this way: by validation, and by repeats with
    a declared limit. An empty chain allows no repeat, although the step lists it."""
    if failure.code == EXHAUSTED:
        return bool(state.at.chain.given and state.at.chain.elements)
    return failure.code == ABORTED
