"""What exploration tells runs apart by (reference §5.17, "state of the search")."""

from __future__ import annotations

from collections import Counter

from phaselint.dialects.langgraph.running.applying import conflict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from phaselint.dialects.langgraph.running.session import Effect, Frame, State

MOST_ALIKE = 2
"""Tasks of one node by `Send` that are told apart."""


def key_of(state: State) -> Hashable:
    """The graph that a run is in with those around it, and how it has ended."""
    if state.ended is not None:
        return (state.ended, state.failures)
    return (state.stopped, *map(_frame, state.frames))


def _frame(frame: Frame) -> Hashable:
    law = frame.law
    tasks = frame.tasks[frame.at :]
    pulled = tuple(task.node for task in tasks if not task.push)
    pushed = _few(task.node for task in tasks if task.push)
    current = (frame.asked, frame.attempt, _effects((frame.effect,)), _current(frame))
    clash = conflict(frame)
    written = frozenset(
        key for effect in frame.effects if effect for key in effect.keys if key in law.plain
    )
    pauses = tuple(
        (
            index,
            frame.tasks[index].node,
            pause.resumed,
            pause.waiting,
            pause.inner and _frame(pause.inner),
        )
        for index, pause in frame.pauses
    )
    busy = frame.at > 0 or frame.asked >= 0
    return (
        law.path,
        pulled,
        pushed,
        current,
        _effects(frame.effects),
        written,
        (clash.phase, clash.why) if clash else None,
        pauses,
        frame.seen,
        frame.kept,
        frame.values,
        _passing(frame),
        frame.ran,
        frame.stop,
        frame.fresh if law.before or law.after else True,
        frame.failures,
        frame.handed,
        frame.taken if law.limit is not None else 0,
        tuple(sorted(_pulled_before(frame))) if busy else (),
    )


def _few(names: Iterable[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((name, min(n, MOST_ALIKE)) for name, n in Counter(names).items()))


def _effects(effects: Iterable[Effect | None]) -> Hashable:
    """What the tasks of a step have written so far, all together."""
    done = [each for each in effects if each is not None]
    return (
        frozenset(name for each in done for name in each.wakes),
        frozenset(arrival for each in done for arrival in each.arrivals),
        _few(name for each in done for name in each.sends),
        tuple(pair for each in done for pair in each.values),
    )


def _current(frame: Frame) -> Hashable:
    """Whether the current task was pushed, for what is read of it further on."""
    if frame.at >= len(frame.tasks):
        return None
    return frame.tasks[frame.at].push, frozenset(
        key for key in frame.effect.keys if key in frame.law.plain
    )


def _passing(frame: Frame) -> frozenset[str]:
    """The keys that have a value, where subgraphs get or give them."""
    if not frame.law.subgraphs and not frame.law.path:
        return frozenset()
    written = (key for each in frame.effects if each for key in each.keys)
    return frame.present.union(written)


def _pulled_before(frame: Frame) -> Iterable[str]:
    """The tasks of the step that are done, where it matters at its end which they were: those that
    empty a join, arrive in one, or are watched."""
    law = frame.law
    targets = {join.target for join in law.joins}
    for task in frame.tasks[: frame.at + 1]:
        if (
            (task.node in targets and not task.push)
            or task.node in law.watched
            or (task.node in law.deciding and law.watched)
            or task.node in law.after
        ):
            yield task.node
