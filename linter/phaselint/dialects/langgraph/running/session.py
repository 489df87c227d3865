"""What a run of a graph is made of: what stays the same for all of it, and where it stands
(reference langgraph §5)."""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import Member
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.langgraph.functionmodel import Constant
    from phaselint.dialects.langgraph.model import Branch, Node
    from phaselint.dialects.langgraph.running.told import Deed, Told
    from phaselint.dialects.records import Event, Outcome

NODE = -1
"""In place of a branch's number: the node itself is asked."""

HANDLER = -2
"""The same, of its error handler."""


SOMETHING = "..."
"""The name of an exception about which only the `raise` is known."""

HANDLED_SINCE = (1, 2)
"""The first release in which error handlers run."""

QUESTION = "?"
"""Stands for any question of an interrupt."""


class To(NamedTuple):
    """A target: its name, and the node that it wakes; None if it doesn't wake any. END isn't a
    node."""

    name: str
    node: str | None


class Barrier(NamedTuple):
    """A join: its members, each once, its target, and the id of its element."""

    members: frozenset[str]
    target: str
    id: tuple[Any, ...]


class Law(NamedTuple):
    """What stays the same for all runs of a graph.

    Attributes:
        path: of a subgraph, the nodes it is in, each with a `/`.
        nodes: by name; `channels` has them by how their name is spelled in a channel.
        edges: by source, END too.
        arrivals: by node, the numbers of the joins that it is a member of.
        branches: by source, in order of definition.
        subgraphs: the compiled graphs among the nodes.
        limit: how many steps a run may take; none for any number. That of the outermost graph is
            for each of those in it.
        resumable: whether a run that was interrupted can be resumed.
        sync: whether it is run by `.invoke` or its like, which runs no coroutines.
        alone: whether it is known that there is no graph around it.
        keys: the keys of the state; none where they are not known. `root`: the state is one value.
        plain: the keys that take one value in a step.
        adding: those that are reduced by `operator.add`.
        given: the keys of the input, `result` those of the result; none where they are not known.
        guides: the keys by which routers decide.
        watched: the nodes of which it is told that they run twice; `ahead` has those that may
            still run after a node, and `deciding` are nodes on a cycle that decide.
        writes: by node, the keys among `plain` that it may write. `told`: the nodes of which it
            matters at the end of a step whether they have run in it.
        passing: whether it matters which keys have a value.
        trapping: the subgraphs in which a run can get stuck (see `trapping`).
        called: the commands of graphs called by functions, for the graph around them.
        caught: whether a node around it has an error handler.
        by_name: whether edges wake by what names are equal to (releases before 0.3).
    """

    path: str
    nodes: Mapping[str, Node]
    channels: Mapping[str, str]
    edges: Mapping[str, tuple[To, ...]]
    joins: tuple[Barrier, ...]
    arrivals: Mapping[str, tuple[int, ...]]
    branches: Mapping[str, tuple[Branch, ...]]
    subgraphs: Mapping[str, Law]
    version: tuple[int, int]
    limit: int | None
    resumable: bool
    sync: bool
    alone: bool
    before: frozenset[str]
    after: frozenset[str]
    keys: frozenset[str] | None
    root: bool
    plain: frozenset[str]
    adding: frozenset[str]
    given: frozenset[str] | None
    result: frozenset[str] | None
    guides: frozenset[str]
    watched: frozenset[str]
    ahead: Mapping[str, frozenset[str]]
    deciding: frozenset[str]
    writes: Mapping[str, frozenset[str]]
    told: frozenset[str]
    passing: bool
    trapping: frozenset[str]
    called: frozenset[str]
    default_handler: bool
    caught: bool
    shared: frozenset[str]
    options: dict[Any, Any]

    @property
    def by_name(self) -> bool:
        """Whether edges wake by what names are equal to (releases before 0.3)."""
        return self.version < (0, 3)

    def handles(self, node: str) -> bool:
        """Whether there is an error handler for a node."""
        found = self.nodes.get(node)
        if found is None or self.version < HANDLED_SINCE:
            return False
        return found.handled or self.default_handler

    def sees_errors(self, node: str) -> bool:
        """Whether an error handler runs where a node raises: its own, or that of a node around."""
        return self.caught or self.handles(node)

    @property
    def catches(self) -> bool:
        """Whether there is an error handler for a node that is a graph, here or in such a graph."""
        return any(self.handles(name) or law.catches for name, law in self.subgraphs.items())


class Package(NamedTuple):
    """A `Send` to a node. `keys` are those of its value, None if they aren't known."""

    node: str
    keys: tuple[str, ...] | None = None


Label = str | bool | int | float | None | Member | Package
"""The answer of a router, or a `goto`, as one of possibly several."""


class Routed(NamedTuple):
    """The answer of a router: its labels; `single`: it isn't a list. `unhashable`: one of them
    can't be a key."""

    labels: tuple[Label, ...]
    single: bool = True
    unhashable: bool = False
    raised: str = ""


class Did(NamedTuple):
    """What a run of a node comes to.

    Attributes:
        update: the keys written, with the known facts about their values; None if the node doesn't
        return a value.
        goto: the targets of its commands.
        parent: whether the command is for the parent graph.
        raised: the name of the exception that it raises.
        interrupts: what it asks, one after the other, before all else.
        returned: what it returns that is refused, in words.
        again: the keys whose old value is part of what is written.
    """

    update: tuple[tuple[str, Any], ...] | None = ()
    goto: tuple[Label, ...] = ()
    parent: bool = False
    raised: str = ""
    interrupts: tuple[Any, ...] = ()
    returned: str = ""
    again: frozenset[str] = frozenset()


class Resumed(NamedTuple):
    """What an interrupted run is resumed with. `each`: every interrupt that waits is answered, by
    its id; `left`: it is not resumed at all."""

    value: Any = None
    each: bool = False
    left: bool = False


class Task(NamedTuple):
    """A run of a node in a step; `push`: started by a `Send`, which passes `keys`."""

    node: str
    push: bool = False
    keys: tuple[str, ...] | None = None


class Effect(NamedTuple):
    """What a task writes: keys of the state, and by what other nodes are woken. `wrong`: it is what
    the node does where something goes wrong."""

    keys: tuple[str, ...] = ()
    wakes: tuple[str, ...] = ()
    arrivals: tuple[tuple[int, str], ...] = ()
    sends: tuple[Package, ...] = ()
    values: tuple[tuple[str, Constant | None], ...] = ()
    wrong: bool = False


NOTHING = Effect()


class Pause(NamedTuple):
    """A task that was interrupted: how often it was resumed, and of a subgraph where it stands.
    `waiting`: it is not resumed yet."""

    resumed: int = 0
    inner: Frame | None = None
    waiting: bool = True


class Failure(NamedTuple):
    """A task that failed: its node with the way to it, the exception, and why; whether that was in
    a subgraph."""

    phase: str
    code: str
    why: str = ""
    inside: bool = False


class Frame(NamedTuple):
    """Where a run of a graph stands, or of a subgraph in it.

    Attributes:
        step: the number of the step; 0 is that of START. `taken` is the number since the run
            was last begun or resumed, which the limit is for.
        tasks: those of the step, in the order in which they are applied; `at` is the current one,
            or their number where none is left.
        asked: the branch of it that is asked, or `NODE`, or `HANDLER`.
        attempt: how often it has failed, where it is retried.
        effect: what the current task has written so far; `effects`, what the others have.
        pauses: the tasks that were interrupted, by their number.
        seen: of each join, the members that have arrived.
        kept: the deferred nodes that wait.
        values: the known facts about the values of `Law.guides`.
        present: the keys that have a value.
        ran: the nodes among `Law.watched` that have run, and may run again on no new decision.
        stop: where the run is interrupted: `before`, `after` or `inside` a step; `stops` are the
        nodes before or after which it is.
        fresh: whether anything was written since it was resumed.
        clash: the first task that has written a key which takes only one value, after another.
        handed: what a node of a subgraph hands to the parent.
        got: whether it was given any key.
        strands: what the tasks of the step did and is not told yet, by their number (see `doing`).
    """

    law: Law
    step: int = 0
    taken: int = 0
    tasks: tuple[Task, ...] = ()
    at: int = 0
    asked: int = NODE
    attempt: int = 0
    effect: Effect = NOTHING
    effects: tuple[Effect | None, ...] = ()
    pauses: tuple[tuple[int, Pause], ...] = ()
    seen: tuple[frozenset[str], ...] = ()
    kept: frozenset[str] = frozenset()
    values: tuple[tuple[str, Constant | None], ...] = ()
    present: frozenset[str] = frozenset()
    ran: frozenset[str] = frozenset()
    stop: str = ""
    stops: tuple[str, ...] = ()
    fresh: bool = True
    failures: tuple[Failure, ...] = ()
    clash: Failure | None = None
    handed: Did | None = None
    got: bool = True
    strands: tuple[tuple[Deed, ...], ...] = ()

    @property
    def task(self) -> Task:
        """The current task."""
        return self.tasks[self.at]

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the tasks that are not done in the step, the current one among them."""
        waiting = {index for index, pause in self.pauses if pause.waiting}
        return tuple(
            number
            for number, effect in enumerate(self.effects)
            if effect is None and number not in waiting
        )

    def next_at(self) -> int:
        """The task that is asked next. Those of one step run at the same time, so graphs come last,
        and among them those that may never end: they don't hide what goes on next to them. Sent
        ones are asked by name: exploration doesn't tell apart in which order they were sent."""
        graphs, trapping, tasks = self.law.subgraphs, self.law.trapping, self.tasks
        return min(
            self.left,
            key=lambda at: (
                tasks[at].node in graphs,
                tasks[at].node in trapping,
                tasks[at].push,
                tasks[at].node if tasks[at].push else "",
                at,
            ),
            default=len(tasks),
        )

    def pause(self, number: int) -> Pause | None:
        """How a task was interrupted; none where it was not."""
        return next((pause for index, pause in self.pauses if index == number), None)


class Log(NamedTuple):
    """The steps of a run, each the names of its nodes; the last one first."""

    nodes: tuple[str, ...]
    before: Log | None = None


class State(NamedTuple):
    """Where a run stands: the graph, with the subgraphs it is in, the last one innermost.

    `stopped` are the nodes at which it is interrupted; `visits` how often each was asked, and
    `log` its steps. `untold` is what the next event tells of what was done.
    """

    frames: tuple[Frame, ...] = ()
    ended: Outcome | None = None
    opening: Sequence[Event] = ()
    stopped: tuple[str, ...] = ()
    visits: Mapping[str, int] = {}
    log: Log | None = None
    failures: tuple[Failure, ...] = ()
    refusal: str = ""
    untold: tuple[Told, ...] = ()

    @property
    def frame(self) -> Frame:
        """The innermost graph that it is in."""
        return self.frames[-1]


def steps_of(state: State) -> list[list[str]]:
    """The steps of a run, in order."""
    found: list[list[str]] = []
    log = state.log
    while log is not None:
        found.append(list(log.nodes))
        log = log.before
    found.reverse()
    return found


def summary_of(state: State) -> dict[str, Any]:
    """The nodes in the order in which they ran, by step; how it failed, with all that failed in the
    last step; what it is interrupted at."""
    steps = steps_of(state)
    return {
        "phases_visited": [name for step in steps for name in step],
        "steps": steps,
        "failures": [each._asdict() for each in state.failures],
        "interrupted": list(state.stopped),
        "refusal": state.refusal,
    }
