"""The limits of a session one by one: how much of each is used, and sessions without one."""

from __future__ import annotations

from phaselint.dialects.records import Limit
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.vesanor.model import VesanorContract
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.vocabulary.finding import Pointer

_LIMITS = "session_limits"
_PER_TOOL = "max_calls_per_tool"
_FIELDS: tuple[tuple[str, Pointer, str], ...] = (
    ("max_steps", ("max_steps",), "steps"),
    ("max_tool_calls", ("max_tool_calls",), "calls"),
    ("max_cost", ("max_cost_per_session",), "units of cost"),
    ("loop_threshold", ("loop_detection", "threshold"), "equal calls"),
    ("consecutive_blocks", ("circuit_breaker", "consecutive_blocks"), "blocked responses"),
    ("consecutive_errors", ("circuit_breaker", "consecutive_errors"), "failed responses"),
)
"""Fields of `Limits`, where the contract has them, and what they count."""


def labels(state: SessionState) -> tuple[float, ...]:
    """How much of each limit a session has used. Equal calls are not counted: a model can always
    vary its arguments."""
    limits = state.law.limits
    counted = (
        (state.steps, limits.max_steps),
        (state.total_calls, limits.max_tool_calls),
        (state.cost, limits.max_cost),
        (state.blocks_in_row, limits.consecutive_blocks),
        (state.errors_in_row, limits.consecutive_errors),
    )
    return (
        *(state.calls.get(tool, 0) for tool, most in sorted(limits.per_tool.items()) if most),
        *(used for used, most in counted if most is not None),
    )


def ceilings(contract: VesanorContract) -> Iterator[Limit]:
    """The limits of the session file but for tools that may never be called."""
    session = contract.session
    if session is None:
        return
    for tool, most in sorted(session.limits.per_tool.items()):
        if most:
            place = Place(session.file, (_LIMITS, _PER_TOOL, tool))
            yield Limit(f"{_PER_TOOL}.{tool}", most, "calls", place)
    for name, pointer, unit in _FIELDS:
        most = getattr(session.limits, name)
        if most is not None:
            place = Place(session.file, (_LIMITS, *pointer))
            yield Limit(".".join(map(str, pointer)), most, unit, place)


def lift(state: SessionState, name: str) -> SessionState:
    """The session without one of its `ceilings`, by its name."""
    limits = state.law.limits
    for field, pointer, _ in _FIELDS:
        if ".".join(map(str, pointer)) == name:
            lifted: dict[str, Any] = {field: None}
            limits = limits._replace(**lifted)
    if name.startswith(f"{_PER_TOOL}."):
        tool = name.removeprefix(f"{_PER_TOOL}.")
        kept = {each: most for each, most in limits.per_tool.items() if each != tool}
        limits = limits._replace(per_tool=kept)
    return state._replace(law=state.law._replace(limits=limits))
