"""What there is to show of a run of a workflow (reference §5.2, §5.4)."""

from __future__ import annotations

from phaselint.dialects.records import Counter
from phaselint.dialects.showing import counted, named
from phaselint.dialects.sweny.running.prompts import offered
from phaselint.dialects.sweny.running.router import offer, open_edges
from phaselint.dialects.sweny.running.session import results
from phaselint.dialects.sweny.running.toolbox import tools_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.session import Pending, State


def state_rows(state: State) -> Iterator[tuple[str, str]]:
    """The client's next question, and its attempt; the tools offered to the model and those it
    can't use; how the nodes have ended; the visits and the edges with a bound."""
    law = state.law
    node = law.workflow.nodes.get(state.node)
    if node is not None:
        if state.pending is not None:
            yield "asked", _asked(state, node, state.pending)
            most = None if node.retry is None else node.retry.max + 1
            yield "attempt", counted(state.pending.attempt + 1, most)
        yield "tools", named(offered(node, tools_of(law.skills, node.skills)))
        if node.disallowed:
            yield "disallowed", named(node.disallowed)
    ended = (f"{name}: {result.status}" for name, result in results(state.log).items())
    yield "results", named(ended)
    yield "visits", counted(state.steps, law.max_steps)
    for (source, target), most in law.bounds.items():
        yield f"{source} -> {target}", counted(state.counters.get((source, target), 0), most)


def _asked(state: State, node: Node, pending: Pending) -> str:
    """What a run waits for."""
    if pending.kind == "route":
        return f"the router, for one of {named(offer(open_edges(state)).targets)}"
    if pending.kind == "judge":
        return f"the judge `{node.evals[len(pending.verdicts)].name}`"
    return "the model" if pending.kind == "run" else "a reflection"


def counters(state: State) -> Iterator[Counter]:
    """The retries of the node, and the edges with a bound."""
    node = state.law.workflow.nodes.get(state.node)
    if node is not None and node.retry is not None and state.pending is not None:
        yield Counter(f"retries of {state.node}", state.pending.attempt, node.retry.max)
    for (source, target), most in state.law.bounds.items():
        used = state.counters.get((source, target), 0)
        yield Counter(f"{source} -> {target}", used, most)
