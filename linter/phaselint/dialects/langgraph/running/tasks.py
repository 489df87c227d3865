"""The tasks of a step, one after the other (reference §5.2)."""

from __future__ import annotations

from phaselint.dialects.langgraph.model import START
from phaselint.dialects.langgraph.running import doing
from phaselint.dialects.langgraph.running.applying import conflict
from phaselint.dialects.langgraph.running.session import NODE, NOTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.running.course import Course
    from phaselint.dialects.langgraph.running.session import Frame, Pause


def enter_step(course: Course) -> None:
    frame = course.frame
    tasks = [task for task in frame.tasks if task.node != START]
    pushed = [task.node for task in tasks if task.push]
    pulled = sorted(task.node for task in tasks if not task.push)
    course.step(frame.step, (*pushed, *pulled))
    paused = {index for index, _ in frame.pauses}
    every = zip(frame.tasks, frame.effects, strict=True)
    doing.begin(
        course,
        (
            index
            for index, (task, effect) in enumerate(every)
            if effect is None and task.node != START and index not in paused
        ),
    )
    for name in pulled:
        if name in frame.ran:
            course.note("again", name)
    for join, seen in zip(frame.law.joins, frame.seen, strict=True):
        if seen == join.members and join.target in pulled:
            course.note("joined", join.target, members=list(join.id[1]))


def done(course: Course) -> None:
    """The current task is done: on to the next one."""
    frame = course.frame
    effects = (*frame.effects[: frame.at], frame.effect, *frame.effects[frame.at + 1 :])
    _next_task(course, frame._replace(effects=effects, clash=conflict(frame)))


def pause(course: Course, how: Pause) -> None:
    """The current task is interrupted: on to the next one."""
    frame = course.frame
    others = [each for each in frame.pauses if each[0] != frame.at]
    _next_task(course, frame._replace(pauses=(*others, (frame.at, how))))


def _next_task(course: Course, frame: Frame) -> None:
    course.frames[-1] = frame._replace(at=frame.next_at(), asked=NODE, attempt=0, effect=NOTHING)
