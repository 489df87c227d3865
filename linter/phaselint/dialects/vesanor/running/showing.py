"""What there is to show of a session (reference §4.1, §4.6)."""

from __future__ import annotations

from phaselint.dialects.records import Counter
from phaselint.dialects.showing import Fact, counted
from phaselint.dialects.vesanor.running.elements import withheld
from phaselint.dialects.vesanor.running.gatekeeper import narrowed
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.vesanor.running.session import SessionState


def facts(state: SessionState) -> Iterator[Fact]:
    """The tools visible to the model; why it can't call some of those of this phase; what is
    forbidden from now on, and what was executed; and the counters."""
    visible, _ = narrowed(state)
    for name in visible:
        yield Fact("the model can call", name, "the model can no longer call")
    why = withheld(state)
    for name in state.law.request:
        if (name,) in why:
            yield Fact(f"{quote(name)} is withheld: {why[name,]}")
    for name in sorted(state.forbidden):
        yield Fact("forbidden from now on:", name, "no longer forbidden:")
    for name in state.executed:
        yield Fact("executed so far:", name)
    for name in sorted(state.filter or ()):
        yield Fact("the filter leaves", name, "the filter no longer leaves")
    yield from _counts(state)


def _counts(state: SessionState) -> Iterator[Fact]:
    """How far the counters are that a session has begun to count."""
    limits = state.law.limits
    if state.steps:
        yield Fact(f"step {counted(state.steps, limits.max_steps)}")
    if state.total_calls:
        yield Fact(f"tool call {counted(state.total_calls, limits.max_tool_calls)}")
    for tool, most in sorted(limits.per_tool.items()):
        if state.calls.get(tool):
            yield Fact(f"call {counted(state.calls[tool], most)} of {quote(tool)}")
    if limits.max_cost is not None and state.cost:
        yield Fact(f"cost {counted(state.cost, limits.max_cost)}")
    rows = (
        ("blocked responses", state.blocks_in_row, limits.consecutive_blocks),
        ("errors", state.errors_in_row, limits.consecutive_errors),
    )
    for noun, used, limit in rows:
        if limit is not None and used:
            yield Fact(f"{noun} in a row: {counted(used, limit)}")


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
