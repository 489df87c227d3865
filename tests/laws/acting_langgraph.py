"""Random small graphs under the law of act choices: all that their nodes and routers may do.

Answers are made of the plain data that a graph is drawn from: each way in which a node may return,
with as many interrupts as it may have, each list of labels of a router, and that a node with an
error handler raises something.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from differential.langgraph.ours import DEFAULTS, did
from differential.langgraph.records import constant, contract_of
from differential.langgraph.specs import Drawing, GraphSpec, NodeSpec
from laws.acting import Player
from phaselint.dialects.langgraph.functionmodel import Send
from phaselint.dialects.langgraph.running.interrupts import pending
from phaselint.dialects.langgraph.running.keys import MOST_ALIKE
from phaselint.dialects.langgraph.running.runtime import LanggraphRuntime
from phaselint.dialects.langgraph.running.session import (
    HANDLER,
    SOMETHING,
    Did,
    Package,
    Resumed,
    Routed,
)
from phaselint.dialects.langgraph.running.steps import TOO_DEEP
from phaselint.dialects.records import Choice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.dialects.langgraph.running.session import Frame, State

RUNTIME = LanggraphRuntime()
VERSIONS = ((1, 2), (1, 2), (1, 0), (0, 3), (0, 2))
LARGEST = 5


def starts(seed: str) -> Iterator[tuple[LanggraphContract, State]]:
    """Runs with the recursion limit that a graph is drawn with, and without one."""
    spec, version = drawn(seed)
    contract = contract_of(spec, version)
    options = {**DEFAULTS, "recursion-limit": spec.limit}
    begun = RUNTIME.start(contract, options, {}, {})
    if begun.ended is None:
        begun.frames[0].law.options["spec"] = spec
        yield contract, begun
        yield contract, RUNTIME.relax(begun)


def drawn(seed: str) -> tuple[GraphSpec, tuple[int, int]]:
    """A random graph of few nodes, and a release."""
    for number in range(100):
        pick = random.Random(f"{seed}/{number}")
        version = pick.choice(VERSIONS)
        spec = Drawing(pick, version).graph()
        if len(spec.nodes) <= LARGEST:
            return spec, version
    raise AssertionError("no small graph is drawn")


# --- what there is to answer ----------------------------------------------------------------------


def legal(state: State) -> Iterator[Choice]:
    """Every answer to what is asked."""
    if state.stopped:
        yield Choice("user", Resumed(left=True), "ask")
        if state.frames[0].law.resumable:
            yield Choice("user", Resumed("yes", each=pending(state.frames[0]) > 1), "ask")
        return
    spec: GraphSpec = state.frames[0].law.options["spec"]
    frame = state.frame
    for name in filter(None, frame.law.path.split("/")):
        inner = next(node.inner for node in spec.nodes if node.name == name)
        assert inner is not None
        spec = inner
    if frame.asked >= 0:
        branch = [each for each in spec.branches if each.source == frame.task.node][frame.asked]
        for labels in branch.answers:
            packed = tuple(map(label_of, labels))
            yield Choice("model", Routed(packed, single=len(packed) == 1), "route")
        return
    node = next(each for each in spec.nodes if each.name == frame.task.node)
    seeing = state.frames[:-1] if frame.asked == HANDLER else state.frames
    seen = any(each.law.handles(each.task.node) for each in seeing)
    yield from (Choice("model", each) for each in dict.fromkeys(_deeds(frame, node, seen)))


def _deeds(frame: Frame, node: NodeSpec, seen: bool) -> Iterator[Did]:
    """What a run of a node, or of its error handler, may come to; `seen`: some error handler runs
    where it raises."""
    handler = frame.asked == HANDLER
    deeds = [each for each in (node.handler if handler else node.deeds) if not each.raised]
    returns = [did(each) for each in deeds] or [Did()]
    most = 0 if handler else max((each.interrupts for each in node.deeds), default=0)
    for each in returns:
        goto = tuple(map(_bare, each.goto))
        plain = each._replace(update=_update(each), goto=goto, interrupts=())
        yield from (plain._replace(interrupts=("?",) * count) for count in range(most + 1))
    if seen:
        yield Did(raised=SOMETHING)


def _update(each: Did) -> tuple[tuple[str, Any], ...] | None:
    """What is written, as a command for the graph around is told by: strings by themselves."""
    if not each.update and (each.goto or each.parent):
        return None
    own = {"x", "own", "lost"}
    pairs = each.update
    return pairs and tuple((key, value if key in own else None) for key, value in pairs)


def _bare(value: Any) -> Any:
    return Package(value.node) if isinstance(value, Package) else value


def label_of(value: Any) -> Any:
    """A label or target as an answer has it."""
    found = constant(value)
    return Package(str(found.node)) if isinstance(found, Send) else found


def uncompared(state: State) -> bool:
    """Whether a graph in a node has reached the limit, which ends the run once the other nodes of
    the step are asked; or as many tasks of one node are sent as aren't told from more of them
    before they begin."""
    failures = (each for frame in state.frames for each in frame.failures)
    if any(each.code == TOO_DEEP for each in failures):
        return True
    counts = (Counter(t.node for t in frame.tasks if t.push) for frame in state.frames)
    return any(most >= MOST_ALIKE for each in counts for most in each.values())


PLAYER = Player(RUNTIME, starts, legal, uncompared=uncompared)
