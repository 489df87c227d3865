"""How a run failed by the agent's own contract (reference §3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.climpt.running.validationsteps import ABORTED
from phaselint.dialects.protocol import Fault

if TYPE_CHECKING:
    from phaselint.dialects.climpt.running.session import State

_DESIGNED = (ABORTED,)
"""Ends that an agent declares as such."""


def fault(state: State) -> Fault | None:
    """How an ended run failed, if it did and the end is not designed; a start that is refused is
    no run."""
    failure, ended = state.failure, state.ended
    if failure is None or ended is None or ended.kind == "refused" or failure.code in _DESIGNED:
        return None
    return Fault(state.step, failure.code or failure.reason, failure.reason)
