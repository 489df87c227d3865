"""Which tools a model sees and which calls are blocked, each with its reason (reference §4.2).

The state is only read. Reasons are the documented ids; `risk_gate_blocked` and `loop_detected`
are this reference's own.
"""

from __future__ import annotations

from phaselint.dialects.vesanor.reading.outputs import meets_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from phaselint.dialects.vesanor.model import Precondition, Tool
    from phaselint.dialects.vesanor.reading.turns import Call
    from phaselint.dialects.vesanor.running.session import SessionState


def narrowed(state: SessionState) -> tuple[tuple[str, ...], dict[str, str]]:
    """The requested tools the model sees, and why the others were removed."""
    away = elsewhere(state)
    removed = {
        name: why
        for name in state.law.request
        if (why := "wrong_phase" if name in away else _hidden(state, name))
    }
    return tuple(name for name in state.law.request if name not in removed), removed


def elsewhere(state: SessionState) -> AbstractSet[str]:
    """The requested tools that are available in other phases alone, which is the first reason to
    remove them. An exploration asks about all tools in every state, so this is one pass over
    them without a call for each: of a chain of 1,000 phases, all but one are elsewhere."""
    law, phase = state.law, state.phase or ""
    if not law.has_phases:
        return frozenset()
    listed = ((name, law.tools[name].valid_in) for name in law.request if name in law.tools)
    return {name for name, phases in listed if phases is not None and phase not in phases}


class Narrowing:
    """What `narrowed` gives, at hand for the state that was asked about last: an exploration takes
    many steps from one state."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[SessionState, tuple[tuple[str, ...], dict[str, str]]] | None = None

    def __call__(self, state: SessionState) -> tuple[tuple[str, ...], dict[str, str]]:
        """The visible tools and the removed ones, as `narrowed` gives them."""
        last = self._last
        if last is None or last[0] is not state:
            last = self._last = (state, narrowed(state))
        return last[1]


def _hidden(state: SessionState, name: str) -> str:
    """The first reason to remove a tool from the request, or nothing."""
    law, tool = state.law, state.law.tools.get(name)
    if tool is None and law.unmatched == "block":
        return "no_contract"
    if tool is not None:
        if _wrong_phase(state, tool):
            return "wrong_phase"
        if tool.preconditions and any(unmet(state, name)):
            return "precondition_not_met"
    if name in state.forbidden:
        return "forbidden_in_state"
    if name in law.denied:
        return "policy_denied"
    if state.filter is not None and name not in state.filter:
        return "manual_filter"
    return ""


def _wrong_phase(state: SessionState, tool: Tool) -> bool:
    return state.law.has_phases and not tool.available_in(state.phase or "")


def unmet(state: SessionState, name: str) -> Iterator[Precondition]:
    """The preconditions of a tool with a contract that do not hold."""
    tool = state.law.tools[name]
    return (entry for entry in tool.preconditions if not _satisfied(state, entry))


def _satisfied(state: SessionState, entry: Precondition) -> bool:
    if entry.steps is not None and state.steps < entry.steps:
        return False
    if not entry.tool:
        return True
    return entry.tool in state.executed and meets_all(entry.conditions, state.executed, entry.tool)


def rulings(state: SessionState, calls: Sequence[Call]) -> dict[int, str]:
    """The blocked calls of a response: index → first reason that applies."""
    blocked: dict[int, str] = {}
    accepted: list[Call] = []
    for index, call in enumerate(calls):
        reason = _refused(state, call, accepted)
        if reason:
            blocked[index] = reason
        else:
            accepted.append(call)
    return blocked | _ambiguous(state, calls, blocked)


def _refused(state: SessionState, call: Call, accepted: Sequence[Call]) -> str:
    """The first reason to block a call, given the calls of the response accepted before it."""
    law, tool = state.law, state.law.tools.get(call.tool)
    hidden = _hidden(state, call.tool)
    if hidden == "no_contract":
        return hidden
    goal = law.target(call.tool)
    if goal and goal not in law.transitions.get(state.phase or "", ()):
        return "illegal_phase_transition"
    if hidden:
        return hidden
    if tool is not None and tool.gate_under(law.risk_defaults) == "block":
        return "risk_gate_blocked"
    if _loops(state, call, accepted):
        return "loop_detected"
    return "session_limit_exceeded" if _over_limit(state, call, accepted) else ""


def follows(state: SessionState, call: Call, accepted: Sequence[Call]) -> bool:
    """Whether loops and limits let a call through after others of a response that were accepted."""
    return not _loops(state, call, accepted) and not _over_limit(state, call, accepted)


def _loops(state: SessionState, call: Call, accepted: Sequence[Call]) -> bool:
    limits = state.law.limits
    if limits.loop_window is None or limits.loop_threshold is None:
        return False
    same = (call.tool, call.fingerprint)
    earlier = state.history[max(0, len(state.history) - limits.loop_window + 1) :]
    count = 1 + sum(step.count(same) for step in earlier)
    for other in accepted:  # names mostly differ, and tell so fastest
        if other.tool == call.tool and other.fingerprint == call.fingerprint:
            count += 1
    return count >= limits.loop_threshold


def _over_limit(state: SessionState, call: Call, accepted: Sequence[Call]) -> bool:
    limits = state.law.limits
    total, most = state.total_calls + len(accepted) + 1, limits.max_tool_calls
    if most is not None and total > most:
        return True
    own = limits.per_tool.get(call.tool)
    if own is None:  # as for most tools
        return False
    used = state.calls.get(call.tool, 0) + sum(other.tool == call.tool for other in accepted)
    return used + 1 > own


def _ambiguous(
    state: SessionState, calls: Sequence[Call], blocked: Mapping[int, str]
) -> dict[int, str]:
    """Calls with different targets block each other; judged among unblocked calls (A16)."""
    if len(calls) < 2:
        return {}
    goals = {
        index: goal
        for index, call in enumerate(calls)
        if index not in blocked and (goal := state.law.target(call.tool))
    }
    if len(set(goals.values())) < 2:
        return {}
    return dict.fromkeys(goals, "ambiguous_phase_transition")
