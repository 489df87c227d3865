"""How a run goes on after an answer, up to the next question (reference §5)."""

from __future__ import annotations

from phaselint.dialects.langgraph.model import START
from phaselint.dialects.langgraph.running.applying import applied
from phaselint.dialects.langgraph.running.control import (
    Refused,
    follow_branch,
    follow_edges,
    follow_goto,
    question_phase,
    write_keys,
)
from phaselint.dialects.langgraph.running.course import Course
from phaselint.dialects.langgraph.running.doing import FAIL, INTERRUPT, close, keep, undo_routes
from phaselint.dialects.langgraph.running.interrupts import resume, resumed, stop
from phaselint.dialects.langgraph.running.nesting import (
    entered,
    returned,
)
from phaselint.dialects.langgraph.running.possible import goes_wrong
from phaselint.dialects.langgraph.running.retrying import MOST_ATTEMPTS, is_retried
from phaselint.dialects.langgraph.running.session import (
    HANDLER,
    NODE,
    NOTHING,
    SOMETHING,
    Did,
    Failure,
    Frame,
    Pause,
    Resumed,
    Routed,
    State,
)
from phaselint.dialects.langgraph.running.tasks import done, enter_step, pause
from phaselint.dialects.langgraph.running.turns import take_turns
from phaselint.dialects.records import COMPLETED, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.langgraph.functionmodel import Function
    from phaselint.dialects.records import Event

NOT_SYNCHRONOUS = "No synchronous function provided to"
TOO_DEEP = "GraphRecursionError"
NOT_TAKEN = "ParentCommand"
"""How a run ends by a command for the parent that no graph takes, and no handler either."""

LIMIT = Outcome("limit", "recursion")
RAISED = Outcome("cancelled", "raise")
"""How a run ends by an exception of which nothing is known: the program means it so."""

RESUMED = -1
"""The number of the step in which a run is resumed, for the limit: two more fit into it."""


def answered(state: State, answer: Did | Routed | Resumed) -> tuple[State, Sequence[Event]]:
    """A run after an answer, and what happened. One that has ended stays as it is."""
    if state.ended is not None:
        return state, ()
    course = Course(state)
    if isinstance(answer, Resumed):
        if state.stopped:
            resume(course, answer)
    elif isinstance(answer, Routed):
        _routed(course, answer)
    else:
        _did(course, answer)
    proceed(course)
    return course.state(), course.happened()


def proceed(course: Course) -> None:
    """Go on until something is asked, or the run has ended or is interrupted."""
    while course.ended is None and not course.stopped:
        frame = course.frame
        if frame.stop:
            _stand(course)
        elif frame.at >= len(frame.tasks):
            _finish(course)
        elif frame.asked == HANDLER:
            return
        elif frame.asked == NODE:
            node = frame.task.node
            if node == START and frame.task.push and frame.law.by_name:
                _fail(course, "InvalidUpdateError", "Must write to at least one of the keys")
            elif node == START:
                follow_edges(course)
                course.set(asked=0)
            elif node in frame.law.subgraphs:
                _enter(course)
            elif not _is_refused_async(course, frame.law.nodes[node].function):
                return
        elif frame.asked < len(frame.law.branches.get(frame.task.node, ())):
            branch = frame.law.branches[frame.task.node][frame.asked]
            if not _is_refused_async(course, branch.router):
                return
        else:
            done(course)


def _enter(course: Course) -> None:
    """Go into the subgraph that the current node is; before 0.3 it has to get a key."""
    frame = course.frame
    before = frame.pause(frame.at)
    inner = entered(course, before.inner if before else None)
    given = inner.law.given
    new = before is None or before.inner is None
    if new and frame.law.by_name and given is not None and not inner.got:
        _fail(course, "InvalidUpdateError", f"Must write to at least one of {sorted(given)}")
    else:
        course.frames.append(inner)


def _is_refused_async(course: Course, function: Function | None) -> bool:
    """Whether a coroutine is run by `.invoke`, which fails the task."""
    if not course.frames[0].law.sync or function is None or not function.is_async:
        return False
    _fail(course, "TypeError", f'{NOT_SYNCHRONOUS} "{course.frame.task.node}"')
    return True


# --- answers --------------------------------------------------------------------------------------


def _did(course: Course, did: Did) -> None:
    frame = course.frame
    handler = frame.asked == HANDLER
    course.visit(frame.law.path + (handler_name(frame) if handler else frame.task.node))
    before = frame.pause(frame.at)
    answered = before.resumed if before else 0
    if len(did.interrupts) > answered and not handler:
        course.note("interrupt", frame.task.node)
        keep(course, INTERRUPT)
        pause(course, Pause(answered))
    elif did.raised:
        course.note("raise", frame.task.node, error=did.raised)
        _fail(course, did.raised, "")
    else:
        if not handler and goes_wrong(frame.law, frame.task.node, did):
            course.set(effect=frame.effect._replace(wrong=True))
        _control(course, did, handler=handler)


def _control(course: Course, did: Did, *, handler: bool = False) -> None:
    """What a node has returned takes effect, and then what leads on from it."""
    if did.parent:
        _hand_over(course, did, handler=handler)
        return
    try:
        write_keys(course, did)
        follow_goto(course, did)
    except Refused as refused:
        _fail(course, refused.code, refused.why)
        return
    if handler:
        done(course)
        return
    follow_edges(course)
    course.set(asked=0)


def _hand_over(course: Course, did: Did, *, handler: bool) -> None:
    """A command for the parent graph: no more of the task is done. No graph takes that of an error
    handler."""
    top = len(course.frames) == 1 and course.frame.law.alone
    if top or handler:
        node = course.path(course.frame.task.node)
        why = "there is no parent graph" if top else "it comes from an error handler"
        failure = Failure(node, NOT_TAKEN, why, len(course.frames) > 1)
        course.set(failures=(*course.frame.failures, failure))
    elif course.frame.handed is None:
        course.set(handed=did)
    elif course.frame.handed != did:  # which of them is taken, LangGraph does not determine
        course.note("either", "", errors=[NOT_TAKEN])
    course.set(effect=NOTHING)
    done(course)


def _routed(course: Course, routed: Routed) -> None:
    frame = course.frame
    node = frame.task.node
    course.visit(question_phase(frame.law, node, frame.asked))
    try:
        follow_branch(course, frame.law.branches[node][frame.asked], routed)
    except Refused as refused:
        _fail(course, refused.code, refused.why)
        return
    course.set(asked=frame.asked + 1)


def _fail(course: Course, code: str, why: str, more: tuple[Failure, ...] = ()) -> None:
    """A task has failed: it is done again, handled, or the step fails. `more` are the failures
    inside of it, for a subgraph."""
    frame = course.frame
    node = frame.task.node
    known = frame.law.nodes.get(node)
    undo_routes(course)
    if known is not None and frame.asked != HANDLER and code != NOT_TAKEN:
        if known.retried and is_retried(code) and frame.attempt + 1 < MOST_ATTEMPTS:
            course.set(attempt=frame.attempt + 1, asked=NODE, effect=NOTHING)
            course.note("retry", node, attempt=frame.attempt + 2)
            return
        if frame.law.handles(node):
            course.note("handled", node, error=code)
            keep(course, FAIL)
            course.set(asked=HANDLER)
            return
    keep(course, FAIL)
    found = more or (Failure(course.path(node), code, why, len(course.frames) > 1),)
    course.set(failures=(*frame.failures, *found), effect=NOTHING)
    done(course)


def handler_name(frame: Frame) -> str:
    """What LangGraph calls the error handler of the current task."""
    node = frame.task.node
    own = frame.law.nodes[node].handled
    return f"__error_handler__{node}" if own else "__default_error_handler__"


# --- steps ----------------------------------------------------------------------------------------


def _finish(course: Course) -> None:
    """All tasks of a step have been asked."""
    close(course)
    frame = course.frame
    failures = frame.failures
    if not failures and frame.handed is not None:
        handed = frame.handed._replace(parent=False)
        if len(course.frames) == 1:  # what is around it goes on
            course.end(COMPLETED)
            return
        course.frames.pop()
        _control(course, handed)
        return
    waiting = any(each.waiting for _, each in frame.pauses)
    # What is written is also put together to be shown where a run is interrupted.
    if not failures and (not waiting or len(course.frames) == 1):
        failures = (frame.clash,) if frame.clash else ()
    if failures:
        codes = dict.fromkeys(each.code for each in failures)
        either = (*codes, *(() if frame.handed is None else (NOT_TAKEN,)))
        if len(either) > 1:  # which of them is seen, LangGraph does not determine
            course.note("either", "", errors=list(either))
        _fall(course, failures)
    elif waiting:
        stop(course, "inside")
    else:
        after = not frame.law.after.isdisjoint(task.node for task in frame.tasks)
        course.frames[-1] = applied(frame)
        if after:
            names = {task.node for task in frame.tasks if task.node in frame.law.after}
            stop(course, "after", tuple(sorted(names)))
        else:
            _next_step(course)


def _next_step(course: Course) -> None:
    """Begin the next step, or end the run of a graph."""
    frame = course.frame
    limit = course.frames[0].law.limit
    if limit is not None and frame.taken + 1 > limit:
        _fall(
            course,
            (Failure(frame.law.path[:-1], TOO_DEEP, "too many steps", bool(frame.law.path)),),
        )
        return
    if not frame.tasks:
        _complete(course)
        return
    course.set(step=frame.step + 1, taken=frame.taken + 1)
    names = {task.node for task in frame.tasks if task.node in frame.law.before}
    if names and frame.fresh:
        stop(course, "before", tuple(sorted(names)))
    else:
        enter_step(course)
        take_turns(course)


def _complete(course: Course) -> None:
    """No task is left."""
    if len(course.frames) == 1:
        course.end(COMPLETED)
        return
    inner = course.frames.pop()
    _control(course, returned(course, inner))


def _fall(course: Course, failures: tuple[Failure, ...]) -> None:
    """A graph has failed: so does the node that it is, and with the outermost one the run."""
    if len(course.frames) > 1:
        course.frames.pop()
        _fail(course, failures[0].code, failures[0].why, failures)
        return
    first = failures[0]
    if first.code == SOMETHING:
        course.end(RAISED, failures)
    else:
        course.end(LIMIT if first.code == TOO_DEEP else Outcome("error", first.code), failures)


# --- interrupts -----------------------------------------------------------------------------------


def _stand(course: Course) -> None:
    """Go on where a graph was interrupted, now that it is resumed."""
    frame = course.frame
    where = frame.stop
    course.set(stop="", stops=(), fresh=False)
    if where == "after":
        course.set(taken=RESUMED - 1)
        _next_step(course)
        return
    course.set(taken=RESUMED)
    if where == "inside":
        pauses = tuple((index, resumed(each)) for index, each in frame.pauses)
        course.set(pauses=pauses, asked=NODE)
        course.set(at=course.frame.next_at())
    enter_step(course)
