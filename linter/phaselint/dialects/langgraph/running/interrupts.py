"""Runs that are interrupted, and resumed (reference §5.11)."""

from __future__ import annotations

from phaselint.dialects.langgraph.running import doing
from phaselint.dialects.langgraph.running.session import Failure, Pause
from phaselint.dialects.langgraph.running.tasks import enter_step, pause
from phaselint.dialects.records import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.running.course import Course
    from phaselint.dialects.langgraph.running.session import Frame, Resumed

LEFT = Outcome("cancelled", "interrupt")
"""How a run ends that is never resumed."""

NO_CHECKPOINTER = "Cannot use Command(resume=...) without checkpointer"
SEVERAL_PENDING = "there are multiple pending interrupts"


def stop(course: Course, where: str, names: tuple[str, ...] = ()) -> None:
    """A graph is interrupted: so is the node that it is, and with the outermost one the run."""
    course.set(stop=where, stops=names)
    for name in names:
        course.note("interrupt", name, where=where)
    doing.announce(course, doing.INTERRUPT, names)
    if len(course.frames) > 1:
        inner = course.frames.pop()
        before = course.frame.pause(course.frame.at)
        pause(course, Pause(before.resumed if before else 0, inner))
        return
    course.stopped = tuple(_stopped(course.frame))


def _stopped(frame: Frame) -> list[str]:
    """The nodes at which a graph is interrupted."""
    if frame.stop != "inside":
        return [frame.law.path + name for name in frame.stops]
    found = []
    for index, each in frame.pauses:
        if each.waiting and each.inner is not None:
            found += _stopped(each.inner)
        elif each.waiting:
            found.append(frame.law.path + frame.tasks[index].node)
    return found


def pending(frame: Frame) -> int:
    """How many calls of `interrupt` wait for an answer."""
    waiting = [each for _, each in frame.pauses if each.waiting]
    return sum(pending(each.inner) if each.inner else 1 for each in waiting)


def resume(course: Course, answer: Resumed) -> None:
    """An interrupted run is resumed, or left where it is."""
    frame, stopped_at = course.frame, course.stopped
    stopped = stopped_at[0]
    if answer.left:
        course.end(LEFT)
        return
    course.visit(stopped)
    course.stopped = ()
    failure = None
    if not frame.law.resumable:
        failure = Failure(stopped, "RuntimeError", NO_CHECKPOINTER)
    elif pending(frame) > 1 and not answer.each:
        code = "RuntimeError" if frame.law.version >= (0, 3) else "ValueError"
        failure = Failure(stopped, code, SEVERAL_PENDING)
        if code == "ValueError":  # only once the tasks run again
            enter_step(course)
    if failure is None:
        doing.resume(course, stopped_at)
    else:
        course.end(Outcome("error", failure.code), (failure,))


def resumed(how: Pause) -> Pause:
    """An interrupted task that is run again; of a subgraph, its own tasks are."""
    if not how.waiting:
        return how
    more = 0 if how.inner is not None else 1
    return how._replace(resumed=how.resumed + more, waiting=False)
