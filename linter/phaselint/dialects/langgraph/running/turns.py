"""Graphs of one step that may never end: they take turns, a step each, so none of them hides what
happens in another (reference §5.2: tasks of one step run at the same time)."""

from __future__ import annotations

from phaselint.dialects.langgraph.running.session import NODE, Pause

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.running.course import Course
    from phaselint.dialects.langgraph.running.session import Frame


def take_turns(course: Course) -> None:
    """A graph has begun a step: another of those it takes turns with goes on, if there is one, and
    likewise for each graph that it is in."""
    if not any(len(_together(frame)) > 1 for frame in course.frames[:-1]):
        return
    while len(course.frames) > 1:
        inner = course.frames.pop()
        frame = course.frame
        before = frame.pause(frame.at)
        kept = Pause(before.resumed if before else 0, inner, waiting=False)
        others = [each for each in frame.pauses if each[0] != frame.at]
        pauses = sorted((*others, (frame.at, kept)), key=lambda each: each[0])
        course.set(pauses=tuple(pauses), at=_next(frame), asked=NODE)


def _together(frame: Frame) -> Sequence[int]:
    """The tasks of a step, by their number, that take turns with the current one. How often one has
    failed that is retried is known of the current one alone."""
    law = frame.law
    names = {name for name in law.trapping if not law.nodes[name].retried}
    if not names or frame.task.node not in names:
        return ()
    return [number for number in frame.left if frame.tasks[number].node in names]


def _next(frame: Frame) -> int:
    """Whose turn it is after the current task."""
    together = _together(frame)
    return next((each for each in together if each > frame.at), min(together, default=frame.at))
