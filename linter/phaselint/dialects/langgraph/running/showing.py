"""What there is to show of a run (reference §5.1)."""

from __future__ import annotations

from phaselint.dialects.records import Counter
from phaselint.dialects.showing import counted, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.running.session import State


def state_rows(state: State) -> Iterator[tuple[str, str]]:
    """The step and its tasks, those that wait, and what has arrived at joins."""
    if not state.frames:
        return
    frame = state.frames[0]
    law = frame.law
    yield "step", counted(frame.step, law.limit)
    yield "awake", named(task.node for task in frame.tasks)
    if len(state.frames) > 1:
        yield "inside", state.frame.law.path[:-1]
        yield "awake inside", named(task.node for task in state.frame.tasks)
    if frame.kept:
        yield "deferred", named(sorted(frame.kept))
    for join, seen in zip(law.joins, frame.seen, strict=True):
        if seen:
            waits = f"{len(seen)} of {len(join.members)}: {', '.join(sorted(seen))}"
            yield f"join {', '.join(sorted(join.members))} -> {join.target}", waits
    if state.stopped:
        yield "interrupted", named(state.stopped)


def counters(state: State) -> Iterator[Counter]:
    """The steps of a run, where they are limited."""
    if state.frames and state.frames[0].law.limit is not None:
        yield Counter("steps", state.frames[0].step, state.frames[0].law.limit)
