"""Subgraphs in nodes: what they get, and what they give back (reference §5.12)."""

from __future__ import annotations

from phaselint.dialects.langgraph.model import START
from phaselint.dialects.langgraph.running.session import NODE, Did, Frame, Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.running.course import Course
    from phaselint.dialects.langgraph.running.session import Law


def first_frame(law: Law, given: frozenset[str] | None) -> Frame:
    """A run of a graph before its first step, on an input with some keys; none: with all."""
    return Frame(
        law,
        tasks=(Task(START),),
        asked=NODE,
        effects=(None,),
        seen=(frozenset(),) * len(law.joins),
        present=present(law, given),
        got=given is None or law.given is None or not law.given.isdisjoint(given),
    )


def present(law: Law, given: frozenset[str] | None) -> frozenset[str]:
    """The keys that have a value at the beginning: those of the input, and all with a reducer."""
    if law.keys is None:
        return frozenset()
    known = law.keys if law.given is None else law.given
    return (known if given is None else known & given) | (law.keys - law.plain)


def entered(course: Course, inner: Frame | None) -> Frame:
    """A run of the subgraph that the current node is, or the one that was interrupted there."""
    if inner is not None:
        return inner
    frame = course.frame
    law = frame.law.subgraphs[frame.task.node]
    outer = frame.law.keys
    if outer is None or law.given is None or law.root:
        return first_frame(law, None)
    if law.given.isdisjoint(outer):
        course.note("nothing", frame.task.node, side="input")
    if not frame.task.push:
        return first_frame(law, frame.present)
    keys = frame.task.keys
    return first_frame(law, None if keys is None else frozenset(keys))


def returned(course: Course, inner: Frame) -> Did:
    """What a subgraph that has completed gives back to the node that it is: of the keys of its
    result those that have a value, and that the graph around it has."""
    frame, law = course.frame, inner.law
    outer = frame.law.keys
    if frame.law.root:
        return Did()
    if outer is None or law.keys is None or law.root:
        return Did(None)
    result = law.keys if law.result is None else law.result
    shared = sorted(result & outer & inner.present)
    if result.isdisjoint(outer):
        course.note("nothing", frame.task.node, side="output")
    both = law.adding & (law.given or frozenset()) & frame.law.adding
    return Did(tuple((key, None) for key in shared), again=frozenset(both))
