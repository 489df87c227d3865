"""What there is to show of a session (reference §4.1, §4.6)."""

from __future__ import annotations

from phaselint.dialects.records import Counter
from phaselint.dialects.showing import counted, named
from phaselint.dialects.vesanor.running.elements import withheld
from phaselint.dialects.vesanor.running.gatekeeper import narrowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.vesanor.running.session import SessionState


def state_rows(state: SessionState) -> Iterator[tuple[str, str]]:
    """The tools visible to the model; why it can't call some of those of this phase; what is
    forbidden from now on, and what was executed; and the counters."""
    visible, _ = narrowed(state)
    limits = state.law.limits
    yield "visible", named(visible)
    why = withheld(state)
    kept = (f"{name}: {why[name,]}" for name in state.law.request if (name,) in why)
    yield "withheld", "; ".join(kept) or "none"
    yield "forbidden", named(sorted(state.forbidden))
    yield "executed", named(state.executed)
    if state.filter is not None:
        yield "filter", named(sorted(state.filter))
    yield "steps", counted(state.steps, limits.max_steps)
    yield "total_calls", counted(state.total_calls, limits.max_tool_calls)
    for tool, most in sorted(limits.per_tool.items()):
        yield f"calls of {tool}", counted(state.calls.get(tool, 0), most)
    if limits.max_cost is not None:
        yield "cost", counted(state.cost, limits.max_cost)
    if limits.consecutive_blocks is not None:
        yield "blocks_in_row", counted(state.blocks_in_row, limits.consecutive_blocks)
    if limits.consecutive_errors is not None:
        yield "errors_in_row", counted(state.errors_in_row, limits.consecutive_errors)


def counters(state: SessionState) -> Iterator[Counter]:
    """The limits of the session."""
    limits = state.law.limits
    found = [
        ("steps", state.steps, limits.max_steps),
        ("total_calls", state.total_calls, limits.max_tool_calls),
        *(
            (f"calls of {tool}", state.calls.get(tool, 0), most)
            for tool, most in sorted(limits.per_tool.items())
        ),
        ("cost", state.cost, limits.max_cost),
        ("blocks_in_row", state.blocks_in_row, limits.consecutive_blocks),
        ("errors_in_row", state.errors_in_row, limits.consecutive_errors),
    ]
    return (Counter(name, used, most) for name, used, most in found if most is not None)
