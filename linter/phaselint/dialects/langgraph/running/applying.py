"""The end of a step: what its tasks have written is applied, and the next step follows
(reference §5.2, §5.4 to §5.6)."""

from __future__ import annotations

from phaselint.dialects.langgraph.running.session import NODE, Failure, Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.langgraph.running.session import Effect, Frame

ONE_VALUE = "Can receive only one value per step"


def conflict(frame: Frame) -> Failure | None:
    """The first task of a step, in the order in which they were done, and the current one last,
    that has written a key which has a value in this step already and takes only one."""
    if frame.clash is not None or not frame.effect.keys:
        return frame.clash
    plain = frame.law.plain
    written = {key for each in frame.effects if each for key in each.keys}
    for key in frame.effect.keys:
        if key in plain and key in written:
            why = f"At key '{key}': {ONE_VALUE}"
            where = frame.law.path + frame.task.node
            return Failure(where, "InvalidUpdateError", why, bool(frame.law.path))
        written.add(key)
    return None


def applied(frame: Frame) -> Frame:
    """A run after the tasks of a step, with those of the next one, none where nothing is left."""
    law = frame.law
    effects = [each for each in frame.effects if each is not None]
    pulled = {task.node for task in frame.tasks if not task.push}
    seen = _barriers(frame, pulled, effects)
    woken = {name for each in effects for name in each.wakes}
    deferred = {name for name in woken if law.nodes[name].defer}
    kept = frame.kept | deferred
    complete = [
        join.target for join, those in zip(law.joins, seen, strict=True) if those == join.members
    ]
    awake = (woken - deferred) | {each for each in complete if not law.nodes[each].defer}
    if not awake:
        awake = set(kept) | {each for each in complete if law.nodes[each].defer}
        kept = frozenset()
    sends = [package for each in effects for package in each.sends]
    tasks = (
        *(Task(name) for name in sorted(awake, key=lambda name: law.nodes[name].channel)),
        *(Task(each.node, push=True, keys=each.keys) for each in sends),
    )
    values = dict(frame.values)
    for each in effects:
        values.update(each.values)
    after = frame._replace(
        tasks=tasks,
        asked=NODE,
        effects=(None,) * len(tasks),
        pauses=(),
        seen=seen,
        kept=kept,
        values=tuple(sorted((key, value) for key, value in values.items() if value is not None)),
        present=frame.present.union(*(each.keys for each in effects)),
        ran=_ran(frame, tasks, kept),
        fresh=True,
        clash=None,
    )
    return after._replace(at=after.next_at())


def _barriers(
    frame: Frame, pulled: set[str], effects: Iterable[Effect]
) -> tuple[frozenset[str], ...]:
    """The members that have arrived, of each join: a complete one is emptied when its target has
    run, and what arrives in this step counts from then on."""
    law = frame.law
    seen = [
        frozenset() if join.target in pulled and those == join.members else those
        for join, those in zip(law.joins, frame.seen, strict=True)
    ]
    for effect in effects:
        for number, member in effect.arrivals:
            seen[number] |= {member}
    return tuple(seen)


def _ran(frame: Frame, tasks: tuple[Task, ...], kept: frozenset[str]) -> frozenset[str]:
    """The watched nodes that have run and may run again, with no decision on a cycle since."""
    law = frame.law
    if not law.watched or any(task.node in law.deciding for task in frame.tasks):
        return frozenset()
    ran = frame.ran.union(task.node for task in frame.tasks if task.node in law.watched)
    if not ran:
        return ran
    awake = {task.node for task in tasks} | kept
    return ran & awake.union(*(law.ahead.get(name, ()) for name in awake))
