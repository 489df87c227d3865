"""What a running session is made of: its fixed law and its state (reference §4.1)."""

from __future__ import annotations

from phaselint.dialects.records import COMPLETED, Outcome
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event
    from phaselint.dialects.vesanor.model import Condition, Limits, Tool
    from phaselint.dialects.vesanor.reading.turns import Call


KILL_ERROR = "ReplayKillError"
LIMIT_ERROR = "session_limit_exceeded"


class Law(NamedTuple):
    """What stays the same for a whole session."""

    tools: Mapping[str, Tool]
    request: tuple[str, ...]
    has_phases: bool
    initial: str | None
    terminals: frozenset[str]
    transitions: Mapping[str, tuple[str, ...]]
    risk_defaults: Mapping[str, str]
    limits: Limits
    mode: str
    gate: str
    unmatched: str
    denied: frozenset[str]
    refuse_invalid: bool
    required: frozenset[str]
    conditions: Mapping[str, tuple[Condition, ...]]
    last_step_count: int
    detects_loops: bool
    not_simulated: tuple[str, ...]
    world: Mapping[str, Any]

    def target(self, name: str) -> str:
        """The phase a tool advances to; empty when it has none or there are no phases."""
        tool = self.tools.get(name)
        return tool.advances_to if tool and self.has_phases else ""

    def bans(self, name: str) -> frozenset[str]:
        """The tools that are forbidden once this one has been executed."""
        tool = self.tools.get(name)
        return frozenset(tool.forbids_after) if tool else frozenset()


class Saying(NamedTuple):
    """A response that goes on (`parts`): its calls so far, the tools of which calls are let through
    next, and whether one of its calls was blocked."""

    calls: tuple[Call, ...]
    names: tuple[str, ...]
    refused: bool = False


class SessionState(NamedTuple):
    """Where a session stands (reference §4.1). `error` is that of the latest turn, `saying` a
    response of which not all has been said."""

    law: Law
    phase: str | None
    steps: int = 0
    total_calls: int = 0
    calls: Mapping[str, int] = {}
    executed: Mapping[str, Any] = {}
    forbidden: frozenset[str] = frozenset()
    filter: frozenset[str] | None = None
    history: tuple[tuple[tuple[str, str], ...], ...] = ()
    blocks_in_row: int = 0
    errors_in_row: int = 0
    killed: bool = False
    cost: float = 0
    error: str = ""
    refused: tuple[str, ...] = ()
    visited: tuple[str | None, ...] = ()
    saying: Saying | None = None

    @property
    def opening(self) -> Sequence[Event]:
        """Nothing happens before the first turn."""
        return ()

    @property
    def ended(self) -> Outcome | None:
        """A terminal phase marks the run completed; it does not stop it (reference A14)."""
        if self.refused:
            return Outcome("refused", ", ".join(self.refused))
        if self.killed:
            return Outcome("cancelled", KILL_ERROR)
        if self.phase in self.law.terminals:
            return COMPLETED
        return Outcome("limit", "session_limits") if self.error == LIMIT_ERROR else None
