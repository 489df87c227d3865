"""One turn of a session: refusals, gate, commit (reference §4.2, §4.3)."""

from __future__ import annotations

from phaselint.dialects.vesanor.running.events import Record
from phaselint.dialects.vesanor.running.gatekeeper import rulings
from phaselint.dialects.vesanor.running.session import KILL_ERROR, LIMIT_ERROR

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from phaselint.dialects.vesanor.reading.turns import Call, Turn
    from phaselint.dialects.vesanor.running.session import SessionState

CONFIG_ERROR = "ReplayConfigError"
CONTRACT_ERROR = "ReplayContractError"


def intervene(state: SessionState, turn: Turn) -> SessionState:
    """What the program around the session does before a turn."""
    if turn.kill:
        state = state._replace(killed=True)
    if turn.widen:
        state = state._replace(filter=None)
    if turn.narrow is not None:
        state = state._replace(filter=frozenset(turn.narrow))
    return state


def take(
    state: SessionState,
    turn: Turn,
    narrowing: Callable[[SessionState], tuple[tuple[str, ...], dict[str, str]]],
) -> tuple[SessionState, Record]:
    law = state.law
    if state.refused:
        extra = {"config_errors": list(state.refused)}
        return state._replace(error=CONFIG_ERROR), Record(error=CONFIG_ERROR, extra=extra)
    if state.killed:
        return state._replace(error=KILL_ERROR), Record(error=KILL_ERROR)
    if law.mode == "log-only":
        return commit(state, turn, turn.calls, frozenset()), Record(law.request, {}, (), turn.calls)
    visible, removed = narrowing(state)
    blocked = rulings(state, turn.calls)
    if law.mode == "shadow":
        return _shadow(state, turn, removed, blocked)
    if is_exhausted(state):
        return state._replace(error=LIMIT_ERROR), Record(visible, removed, error=LIMIT_ERROR)
    return _enforce(state, turn, Record(visible, removed), blocked)


def is_exhausted(state: SessionState) -> bool:
    """Whether a limit keeps a session from a further step (reference §4.2, 2)."""
    limits = state.law.limits
    out_of_steps = limits.max_steps is not None and state.steps >= limits.max_steps
    return out_of_steps or (limits.max_cost is not None and state.cost >= limits.max_cost)


def _enforce(
    state: SessionState, turn: Turn, record: Record, blocked: Mapping[int, str]
) -> tuple[SessionState, Record]:
    """Gate and finalize (reference §4.2, 5 and 6)."""
    law = state.law
    if blocked:
        named = tuple((turn.calls[index].tool, reason) for index, reason in blocked.items())
        record = record._replace(blocked=named)
        in_row = state.blocks_in_row + 1
        limit = law.limits.consecutive_blocks
        state = state._replace(blocks_in_row=in_row, killed=limit is not None and in_row >= limit)
        all_blocked = len(blocked) == len(turn.calls)
        if law.gate == "reject_all" or (law.gate == "strip_partial" and all_blocked):
            return state._replace(error=CONTRACT_ERROR), record._replace(error=CONTRACT_ERROR)
    elif state.blocks_in_row:
        state = state._replace(blocks_in_row=0)
    released = tuple(call for index, call in enumerate(turn.calls) if index not in blocked)
    return commit(state, turn, released, frozenset(range(len(released)))), record._replace(
        released=released
    )


def _shadow(
    state: SessionState, turn: Turn, removed: Mapping[str, str], blocked: Mapping[int, str]
) -> tuple[SessionState, Record]:
    """Nothing is removed or blocked; what would have been blocked has no effect (§4.3)."""
    legal = frozenset(range(len(turn.calls))) - blocked.keys()
    extra = {
        "would_have_narrowed": [{"tool": t, "reason": r} for t, r in removed.items()],
        "would_have_blocked": [
            {"tool_name": turn.calls[index].tool, "reason": reason}
            for index, reason in blocked.items()
        ],
        "legal_next_phases": list(state.law.transitions.get(state.phase or "", ())),
    }
    after = commit(state, turn, turn.calls, legal)
    return after, Record(state.law.request, {}, (), turn.calls, extra=extra)


def commit(
    state: SessionState, turn: Turn, released: Sequence[Call], effective: frozenset[int]
) -> SessionState:
    """Count a committed step and let the calls at `effective` take effect (§4.2, 6)."""
    law = state.law
    calls, executed = dict(state.calls), dict(state.executed)
    forbidden, phase = set(state.forbidden), state.phase
    for index, call in enumerate(released):
        calls[call.tool] = calls.get(call.tool, 0) + 1
        tool = law.tools.get(call.tool)
        if index not in effective or not (call.ok or (tool and not tool.acknowledged)):
            continue
        executed[call.tool] = call.output
        if tool is None:
            continue
        forbidden.update(tool.forbids_after)
        if tool.advances_to and law.has_phases:
            phase = tool.advances_to
    in_row = state.errors_in_row + 1 if any(not call.ok for call in released) else 0
    limit = law.limits.consecutive_errors
    return state._replace(
        phase=phase,
        steps=state.steps + 1,
        total_calls=state.total_calls + len(released),
        calls=calls,
        executed=executed,
        forbidden=frozenset(forbidden),
        history=(*state.history, tuple((call.tool, call.fingerprint) for call in released)),
        errors_in_row=in_row,
        cost=state.cost + turn.cost,
        killed=state.killed or (limit is not None and in_row >= limit),
        error="",
        visited=state.visited if phase == state.phase else (*state.visited, phase),
    )
