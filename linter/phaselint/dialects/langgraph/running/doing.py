"""What the tasks of a step do, kept until it is told.

Tasks of one step run in parallel but are asked one after the other. So their events are kept, one
strand per task, until the step is closed, and then reported together, each strand as a thread.
Events in a subgraph belong to the strand of its node if other nodes run next to it. A step with one
task has no order to lose, so it is reported when it begins. The same goes for a step in which a
node has tools, which puts calls of the tools after it; the strands then keep their threads.
"""

from __future__ import annotations

from phaselint.dialects.langgraph.running.told import Told
from phaselint.dialects.langgraph.running.toolsheld import have_tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.langgraph.running.course import Course
    from phaselint.dialects.langgraph.running.session import Frame
    from phaselint.dialects.langgraph.running.told import Deed, Step

ENTER, TAKE, GOTO, SEND = "enter", "take", "goto", "send"
INTERRUPT, RESUME, FAIL = "interrupt", "resume", "fail"
_ROUTES = frozenset((TAKE, GOTO, SEND))


# --- what tasks do --------------------------------------------------------------------------------


def keep(course: Course, verb: str, subject: str = "") -> None:
    """Keep what the current task does."""
    node = course.path(course.frame.task.node)
    _keep(course, len(course.frames) - 1, ((verb, subject or node, node),))


def undo_routes(course: Course) -> None:
    """The current task has failed, so its choices of successors are discarded."""
    frame = course.frame
    if frame.at < len(frame.strands):
        node = course.path(frame.task.node)
        strand = frame.strands[frame.at]
        kept = tuple(each for each in strand if each[0] not in _ROUTES or each[2] != node)
        course.set(strands=_replaced(frame.strands, frame.at, kept))


def begin(course: Course, first: Iterable[int]) -> None:
    """A step begins: the tasks of these numbers are entered, but for START."""
    frame, numbers = course.frame, frozenset(first)
    if len(frame.tasks) == len(course.frames) == 1:  # as most steps are: nothing is kept
        node = frame.task.node
        if numbers:
            course.told.append(Told((ENTER, node, node), 0, _of(frame)))
        if frame.strands:
            course.set(strands=())
        return
    strands: list[tuple[Deed, ...]] = []
    for number, task in enumerate(frame.tasks):
        node = course.path(task.node)
        strands.append(((ENTER, node, node),) if number in numbers else ())
    course.set(strands=tuple(strands))
    if _around(course.frames) is None or have_tools(frame.law, (task.node for task in frame.tasks)):
        _tell_all(course)


def close(course: Course) -> None:
    """All tasks of a step are done, fail or wait: what they did is told."""
    frame = course.frame
    if not any(frame.strands):
        return
    if len(frame.tasks) == len(course.frames) == 1:
        course.told += [Told(deed, 0, _of(frame)) for deed in frame.strands[0]]
        course.set(strands=())
        return
    if _around(course.frames[:-1]) is None:
        _tell_all(course)
        return
    deeds = tuple(deed for _, strand in _ordered(frame) for deed in strand)
    course.set(strands=())
    _keep(course, len(course.frames) - 2, deeds)


def announce(course: Course, verb: str, nodes: Iterable[str]) -> None:
    """Something happens at nodes of the innermost graph between two steps."""
    paths = [course.path(node) for node in nodes]
    deeds = tuple((verb, path, path) for path in paths)
    if _around(course.frames[:-1]):
        _keep(course, len(course.frames) - 2, deeds)
    else:
        _tell(course, deeds, 0, _of(course.frame))


def resume(course: Course, paths: Sequence[str]) -> None:
    """A run is resumed at nodes, given with the way to them, side by side."""
    for number, path in enumerate(paths, 1):
        _tell(course, ((RESUME, path, path),), number if len(paths) > 1 else 0, ("", 0))


# --- how it is kept and told ----------------------------------------------------------------------


def _keep(course: Course, depth: int, deeds: tuple[Deed, ...]) -> None:
    """Add to the strand of the current task of a graph."""
    frame = course.frames[depth]
    strands = (*frame.strands, *((),) * (len(frame.tasks) - len(frame.strands)))
    strand = (*strands[frame.at], *deeds)
    course.frames[depth] = frame._replace(strands=_replaced(strands, frame.at, strand))


def _replaced(
    strands: tuple[tuple[Deed, ...], ...], at: int, strand: tuple[Deed, ...]
) -> tuple[tuple[Deed, ...], ...]:
    return (*strands[:at], strand, *strands[at + 1 :])


def _around(frames: Iterable[Frame]) -> Frame | None:
    """The first of some graphs, each in the one before, that runs several tasks: what the current
    one does is a thread; none where none does."""
    return next((frame for frame in frames if len(frame.tasks) > 1), None)


def _of(frame: Frame) -> Step:
    return (frame.law.path, frame.step)


def _tell_all(course: Course) -> None:
    """Tell what is kept: of the graphs around what the current task did so far, and of the
    innermost graph all."""
    for depth, frame in enumerate(course.frames[:-1]):
        if frame.at < len(frame.strands) and frame.strands[frame.at]:
            around = _around(course.frames[: depth + 1]) or frame
            thread = around.at + 1 if len(around.tasks) > 1 else 0
            _tell(course, frame.strands[frame.at], thread, _of(around))
            course.frames[depth] = frame._replace(strands=_replaced(frame.strands, frame.at, ()))
    frame, outer = course.frame, _around(course.frames[:-1])
    for number, strand in _ordered(frame):
        if outer is not None:
            _tell(course, strand, outer.at + 1, _of(outer))
        else:
            _tell(course, strand, number if len(frame.tasks) > 1 else 0, _of(frame))
    course.set(strands=((),) * len(frame.strands))


def _ordered(frame: Frame) -> list[tuple[int, tuple[Deed, ...]]]:
    """Strands with their threads. If none is reported in parts, they are sorted, so equal strands
    are interchangeable."""
    strands: Sequence[tuple[Deed, ...]] = frame.strands
    if not have_tools(frame.law, (task.node for task in frame.tasks)):
        strands = sorted(strands)
    return list(enumerate(strands, 1))


def _tell(course: Course, deeds: Iterable[Deed], thread: int, step: Step) -> None:
    """Report deeds. If one answer has those of two steps with threads, the first deed of the second
    step has no thread, which keeps the steps apart."""
    for deed in deeds:
        last = course.told[-1] if course.told else None
        apart = last is not None and last.thread and last.step != step
        course.told.append(Told(deed, 0 if apart else thread, step))
