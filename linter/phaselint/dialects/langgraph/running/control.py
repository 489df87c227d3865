"""What a task writes: keys of the state, and what wakes other nodes (reference §5.3)."""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Member, Send, channel_of, name_of
from phaselint.dialects.langgraph.model import END, START
from phaselint.dialects.langgraph.running.doing import GOTO, SEND, TAKE, keep
from phaselint.dialects.langgraph.running.session import Package
from phaselint.dialects.langgraph.running.statekeys import ROOT
from phaselint.dialects.langgraph.running.wiring import to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.model import Branch
    from phaselint.dialects.langgraph.running.course import Course
    from phaselint.dialects.langgraph.running.session import Did, Effect, Label, Law, Routed

NO_DESTINATION = "Branch did not return a valid destination"
TO_END = "Cannot send a packet to the END node"


class Refused(Exception):
    """An exception that LangGraph itself raises in a task: its name, and why."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def grown(effect: Effect, **more: tuple[Any, ...]) -> Effect:
    """An effect, and more of the same."""
    fields: dict[str, Any] = {
        name: (*getattr(effect, name), *added) for name, added in more.items()
    }
    return effect._replace(**fields)


# --- the state ------------------------------------------------------------------------------------


def write_keys(course: Course, did: Did) -> None:
    """The keys that a node has returned. Raises Refused where LangGraph takes no such update."""
    law, node = course.frame.law, course.frame.task.node
    if did.returned and not law.root:
        raise Refused("InvalidUpdateError", f"Expected dict, got {did.returned}")
    keys = tuple(_declared(course, did))
    values = tuple(_known_values(law, did))
    course.set(effect=grown(course.frame.effect, keys=keys, values=values))
    for key in keys:
        data = {"doubled": True} if key in did.again and key in law.adding else {}
        course.note("write", node, key=key, **data)


def _declared(course: Course, did: Did) -> Iterator[str]:
    law, node = course.frame.law, course.frame.task.node
    if law.root:
        if did.returned or did.update is not None:
            yield ROOT
        return
    for key, _ in did.update or ():
        if law.keys is None or key in law.keys:
            yield key
        else:
            course.note("lost", node, key=key)


def _known_values(law: Law, did: Did) -> Iterator[tuple[str, Constant | None]]:
    for key, value in did.update or ():
        if key in law.guides:
            yield key, value if isinstance(value, (str, bool, int)) else None


# --- what wakes others ----------------------------------------------------------------------------


def follow_goto(course: Course, did: Did) -> None:
    """The targets of commands: a name wakes its node, a `Send` is queued; a name without a node is
    dropped."""
    older = course.frame.law.version < (0, 3)
    for target in did.goto:
        if older and target == START:
            raise Refused("ValueError", NO_DESTINATION)
        if isinstance(target, Package):
            _send(course, target)
        elif isinstance(target, (str, Member)):
            _wake(course, target, "goto")


def follow_edges(course: Course) -> None:
    """The static edges, and the joins that a node is a member of."""
    frame = course.frame
    law, node = frame.law, frame.task.node
    woken = []
    for end in law.edges.get(node, ()):
        if end.node is not None:
            woken.append(end.node)
        if end.node is None and end.name != END:
            course.note("dropped", node, to=end.name, by="edge")
        else:
            course.note("go", node, to=end.node or END, by="edge")
    arrivals = law.arrivals.get(node, ())
    for number in arrivals:
        join = law.joins[number]
        seen = frame.seen[number] | {node}
        course.note("arrive", node, to=join.target, seen=len(seen), of=len(join.members))
    arrived = tuple((number, node) for number in arrivals)
    course.set(effect=grown(course.frame.effect, wakes=tuple(woken), arrivals=arrived))


def follow_branch(course: Course, branch: Branch, routed: Routed) -> None:
    """What a router has given. Raises Refused where LangGraph takes no such answer."""
    if routed.raised:
        raise Refused(routed.raised, "")
    targets = list(_looked_up(branch, routed, course.frame.law))
    found: list[Label] = [target for _, target in targets]
    if any(target is None or target == START for target in map(_plain_name, found)):
        raise Refused("ValueError", NO_DESTINATION)
    if any(isinstance(each, Package) and each.node == END for each in found):
        raise Refused("InvalidUpdateError", TO_END)
    for label, target in targets:
        if isinstance(target, Package):
            _send(course, target)
        else:
            _wake(course, target, "label", label)


def mapped(branch: Branch) -> bool:
    """Whether what a router gives is looked up."""
    given = branch.path_map
    return given is not None and given.given not in ("ignored", "unknown")


def _plain_name(target: Label) -> Constant | Package:
    return target if isinstance(target, Package) else name_of(target)


def _looked_up(branch: Branch, routed: Routed, law: Law) -> Iterator[tuple[Label, Label]]:
    """Each label, and what it stands for. What a label stands for that is not known to be in the
    map is the node of its name, if there is one."""
    given = branch.path_map
    if given is None or not mapped(branch):
        yield from ((label, label) for label in routed.labels)
        return
    if routed.unhashable:
        raise Refused("TypeError", "unhashable type")
    table: dict[Constant, Label] = {}
    for entry in given.entries:
        if entry.target is not None:
            value = entry.target.value
            table[name_of(entry.label)] = None if isinstance(value, Send) else value
    for label in routed.labels:
        if isinstance(label, Package):
            yield label, label
        elif name_of(label) in table:
            yield label, table[name_of(label)]
        elif given.complete:
            raise Refused("KeyError", repr(name_of(label)))
        else:
            yield label, label if name_of(label) in law.nodes else END


def _wake(course: Course, target: Label, by: str, label: Label = None) -> None:
    frame = course.frame
    if isinstance(target, Package):
        return
    end = to(target, frame.law.channels, by_name=frame.law.by_name)
    named: dict[str, Any] = {}
    if by == "label":
        branch = frame.law.branches[frame.task.node][frame.asked]
        named = {"label": _plain_name(label), "router": branch.key}
        keep(course, TAKE, "" if isinstance(label, Package) else channel_of(label))
    if end.node is None and end.name != END:
        course.note("dropped", frame.task.node, to=end.name, by="router" if named else by, **named)
        return
    course.note("go", frame.task.node, to=end.node or END, by=by, **named)
    if not named:
        keep(course, GOTO, course.path(end.node) if end.node else END)
    frame = course.frame
    if end.node is not None:
        course.set(effect=grown(frame.effect, wakes=(end.node,)))


def _send(course: Course, package: Package) -> None:
    frame = course.frame
    if package.node not in frame.law.nodes and package.node != START:
        if frame.law.version < (0, 3):
            raise Refused("InvalidUpdateError", f"Invalid node name {package.node} in packet")
        course.note("dropped", frame.task.node, to=package.node, by="send")
        return
    course.note("send", frame.task.node, to=package.node)
    course.set(effect=grown(frame.effect, sends=(package,)))
    keep(course, SEND, course.path(package.node))


def question_phase(law: Law, source: str, number: int) -> str:
    """The phase under which a script answers for a branch: its source, and the router where that
    has several."""
    listed: Sequence[Branch] = law.branches.get(source, ())
    if len(listed) < 2:
        return law.path + source
    return f"{law.path}{source}/{listed[number].key}"
