"""What runs of a graph do, as acts (reference §5). A node of a subgraph is called by the way to it:
`outer/inner`.

What happens in a step is told when the step is closed (see `doing`), so runs are also told apart by
what is not told yet. A node that is interrupted goes on by `resume`, and is not entered again.
"""

from __future__ import annotations

from phaselint.dialects.acts import Act
from phaselint.dialects.langgraph.running.keys import key_of
from phaselint.dialects.langgraph.running.session import NODE, QUESTION, Did
from phaselint.dialects.langgraph.running.told import Telling
from phaselint.dialects.langgraph.running.toolsheld import tools_of
from phaselint.dialects.records import Choice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from phaselint.dialects.langgraph.running.session import Frame, Law, State
    from phaselint.dialects.langgraph.running.told import Deed
    from phaselint.dialects.records import Event

TOOL = "tool"


def acts(events: Iterable[Event]) -> Iterator[Act]:
    """What is told of what the nodes did."""
    for event in events:
        if isinstance(event.data, Telling):
            for each in event.data.deeds:
                yield act_of(each.deed, each.thread)


def act_of(deed: Deed, thread: int = 0) -> Act:
    """A deed as an act."""
    verb, subject, node = deed
    return Act(verb, subject, phase=node, ok="yes", thread=thread)


def call_of(tool: str, node: str, thread: int = 0) -> Act:
    """The call of a tool in a node, whose result nobody knows."""
    return Act("call", tool, TOOL, node, ok="unknown", thread=thread)


def offered(state: State) -> Iterator[Act]:
    """The tools that the nodes of the step may call, from the one on that is asked."""
    if state.ended is not None or state.stopped:
        return
    thread = 0
    for depth, frame in enumerate(state.frames):
        last = depth == len(state.frames) - 1
        asked = last and frame.asked == NODE
        held, several = tools_of(frame.law), len(frame.tasks) > 1
        for number in frame.left:
            if number == frame.at and not asked:
                continue
            task = frame.tasks[number]
            own = thread or (number + 1 if several else 0)
            told: dict[str, None] = dict.fromkeys(held.get(task.node, ()))
            yield from (call_of(tool, frame.law.path + task.node, own) for tool in told)
        thread = thread or (frame.at + 1 if several else 0)


def more_choices(state: State) -> Iterator[Choice]:
    """Answers that reach what others do by further acts: a node that was interrupted asks again,
    as often as it has calls of `interrupt`."""
    if state.ended is not None or state.stopped or state.frame.asked != NODE:
        return
    frame = state.frame
    pause, function = frame.pause(frame.at), frame.law.nodes[frame.task.node].function
    if pause is None or function is None:
        return
    calls = sum(each.swallowed is None for each in function.interrupts)
    if 0 < pause.resumed < calls:
        yield Choice("model", Did(interrupts=(QUESTION,) * (pause.resumed + 1)))


def act_key(state: State) -> Hashable:
    """What is told apart in explorations, and what was done in the step and is not told yet, with
    all tasks that are left in their order."""
    untold = tuple((each.deed, each.thread) for each in state.untold)
    return (key_of(state), untold, tuple(_kept(frame) for frame in state.frames))


def _kept(frame: Frame) -> Hashable:
    """What a step is to tell, the tasks that are left, the packages that it has sent, and the keys
    that take one value and have one, of the current task by themselves: if it fails, it has written
    nothing. Which of several tasks did what does not matter once they are done; where some may be
    interrupted all of it counts, since the step is gone through again."""
    done = [effect for effect in frame.effects if effect is not None]
    plain, now = frame.law.plain, frame.effect
    return (
        tuple(frame.tasks[number] for number in frame.left),
        tuple(package for effect in (*done, now) for package in effect.sends),
        _strands(frame),
        plain.intersection(key for effect in done for key in effect.keys),
        plain.intersection(now.keys),
        (frame.tasks, frame.effects) if len(frame.tasks) > 1 and _may_stop(frame.law) else (),
        tuple((index, pause.inner and _kept(pause.inner)) for index, pause in frame.pauses),
    )


def _may_stop(law: Law) -> bool:
    """Whether a task of a graph may be interrupted, while others of its step are done."""
    if "stops" not in law.options:
        functions = (node.function for node in law.nodes.values())
        calls = any(each.swallowed is None for one in functions if one for each in one.interrupts)
        inner = law.subgraphs.values()
        stops = calls or any(_may_stop(each) or each.before or each.after for each in inner)
        law.options["stops"] = bool(stops)
    found: bool = law.options["stops"]
    return found


def _strands(frame: Frame) -> Hashable:
    strands = frame.strands
    if any(task.node in tools_of(frame.law) for task in frame.tasks):
        return strands
    left = frame.left
    done = sorted(each for number, each in enumerate(strands) if number not in left)
    return tuple(done), tuple(strands[number] for number in left if number < len(strands))
