"""What exploration tells runs apart by (reference §5.17, "state of the search")."""

from __future__ import annotations

from phaselint.dialects.langgraph.running.applying import conflict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from phaselint.dialects.langgraph.running.session import Effect, Frame, State

MOST_ALIKE = 2
"""The most tasks of one node, started by `Send`, that are distinguished."""

_NONE: frozenset[str] = frozenset()


def key_of(state: State) -> Hashable:
    """The graph that a run is in with those around it, or how it has ended."""
    if state.ended is not None:
        return (state.ended, state.failures)
    limited = state.frames[0].law.limit is not None
    return (state.stopped, *(_frame(frame, limited=limited) for frame in state.frames))


def _frame(frame: Frame, *, limited: bool) -> Hashable:
    law, at, tasks = frame.law, frame.at, frame.tasks
    numbers = frame.left
    left = [tasks[number] for number in numbers]
    pulled = tuple([task.node for task in left if not task.push])
    sent = [task.node for task in left if task.push]
    # each task of a step in progress counts; otherwise the step would never end
    begun = len(left) < len(tasks) or frame.asked >= 0 or bool(frame.pauses)
    pushed = tuple(sorted(sent)) if begun else _few(sent)
    now = tasks[at].push if at < len(tasks) else None
    return (
        law.path,
        (pulled, pushed, now, frame.asked, frame.attempt),
        () if frame.failures else _writing(frame),  # a step that fails writes nothing
        frame.seen,
        frame.kept,
        frame.values,
        frame.ran,
        (frame.stop, frame.stops, frame.fresh or not (law.before or law.after)),
        tuple(_pauses(frame, numbers, limited=limited)),
        tasks[at] if law.trapping and at < len(tasks) else None,  # whose turn it is
        frame.failures,
        frame.handed,
        frame.taken if limited else 0,
        _told(frame, numbers),
    )


def _few(names: list[str]) -> Hashable:
    """Names with their number, up to `MOST_ALIKE`."""
    if not names:
        return ()
    return tuple([(name, min(names.count(name), MOST_ALIKE)) for name in sorted(set(names))])


def _writing(frame: Frame) -> Hashable:
    """What the tasks of a step have written so far. That of a task which may be done again is by
    itself, since it is gone then."""
    law, own = frame.law, frame.effect
    done = [effect for effect in frame.effects if effect is not None]
    node = law.nodes.get(frame.task.node) if frame.at < len(frame.tasks) else None
    if node is not None and node.retried:
        return _all_of(frame, done), _all_of(frame, [own]), frame.clash
    return _all_of(frame, [*done, own])


def _all_of(frame: Frame, done: list[Effect]) -> Hashable:
    return _effects(done), _written(frame, done), _passing(frame, done)


def _effects(done: list[Effect]) -> Hashable:
    """What the tasks of a step have written so far that wakes others, all together, and the values
    by which routers decide."""
    wakes: set[str] = set()
    arrivals: set[tuple[int, str]] = set()
    sends: list[str] = []
    values: list[object] = []
    for effect in done:
        wakes.update(effect.wakes)
        arrivals.update(effect.arrivals)
        sends += [package.node for package in effect.sends]
        values += effect.values
    wrong = any(effect.wrong for effect in done)
    return frozenset(wakes), frozenset(arrivals), _few(sends), tuple(values), wrong


def _written(frame: Frame, done: Iterable[Effect]) -> Hashable:
    """The keys that have a value in this step which a further task may give another one, and where
    that has happened already."""
    law = frame.law
    if not law.plain:
        return _NONE, None
    clash = conflict(frame)
    open_ = [task for task, each in zip(frame.tasks, frame.effects, strict=True) if each is None]
    later = {key for task in open_ for key in law.writes.get(task.node, _NONE)}
    if not later:
        return _NONE, clash
    return frozenset([key for each in done for key in each.keys if key in later]), clash


def _passing(frame: Frame, done: Iterable[Effect]) -> frozenset[str]:
    """The keys that have a value, where nodes give or get them all."""
    if not frame.law.passing:
        return _NONE
    return frame.present.union([key for each in done for key in each.keys])


def _pauses(frame: Frame, left: tuple[int, ...], *, limited: bool) -> Iterator[Hashable]:
    for index, pause in frame.pauses:
        inner = pause.inner and _frame(pause.inner, limited=limited)
        yield frame.tasks[index], index not in left, pause.resumed, pause.waiting, inner


def _told(frame: Frame, numbers: tuple[int, ...]) -> Hashable:
    """The tasks of a step that are done, as far as it is asked at its end which they were: those
    that empty a join, that are watched or decide, or after which a run is interrupted."""
    law = frame.law
    if not law.told:
        return _NONE
    left = {*numbers} - {frame.at}
    told = [task for number, task in enumerate(frame.tasks) if number not in left]
    return frozenset([task for task in told if task.node in law.told])
