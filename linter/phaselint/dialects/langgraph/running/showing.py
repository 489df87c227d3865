"""What there is to show of a run (reference §5.1)."""

from __future__ import annotations

from phaselint.dialects.records import Counter
from phaselint.dialects.showing import Fact, counted
from phaselint.vocabulary.message import quote, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.running.session import State


def facts(state: State) -> Iterator[Fact]:
    """The step and its tasks, those that wait, and what has arrived at joins."""
    if not state.frames:
        return
    frame = state.frames[0]
    law = frame.law
    yield Fact(f"step {counted(frame.step, law.limit)}")
    for task in frame.tasks:
        yield Fact("nodes of this step:", task.node)
    if len(state.frames) > 1:
        inside = quote(state.frame.law.path[:-1])
        for task in state.frame.tasks:
            yield Fact(f"nodes of this step in {inside}:", task.node)
    for name in sorted(frame.kept):
        yield Fact("deferred until the rest is done:", name)
    for join, seen in zip(law.joins, frame.seen, strict=True):
        if seen:
            target, arrived = quote(join.target), quote_all(sorted(seen))
            of = f"{len(seen)} of {len(join.members)}"
            yield Fact(f"{target} waits for its join; arrived, {of}: {arrived}")
    if state.stopped:
        for name in state.stopped:
            yield Fact("the run is interrupted at", name, "the run has resumed at")


def counters(state: State) -> Iterator[Counter]:
    """The steps of a run, where they are limited."""
    if state.frames and state.frames[0].law.limit is not None:
        yield Counter("steps", state.frames[0].step, state.frames[0].law.limit)
