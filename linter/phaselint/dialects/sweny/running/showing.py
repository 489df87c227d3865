"""What there is to show of a run of a workflow (reference §5.2, §5.4)."""

from __future__ import annotations

from phaselint.dialects.records import Counter
from phaselint.dialects.showing import Fact, counted
from phaselint.dialects.sweny.running.prompts import offered
from phaselint.dialects.sweny.running.router import offer, open_edges
from phaselint.dialects.sweny.running.session import results
from phaselint.dialects.sweny.running.toolbox import tools_of
from phaselint.vocabulary.message import quote, quote_some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.session import Pending, State


_ENDED = {
    "success": "succeeded so far:",
    "failed": "failed so far:",
    "skipped": "skipped so far:",
}
"""How nodes have ended."""


def facts(state: State) -> Iterator[Fact]:
    """The client's next question, and its attempt; the tools offered to the model and those it
    can't use; how the nodes have ended; the visits and the edges with a bound."""
    law = state.law
    node = law.workflow.nodes.get(state.node)
    if node is not None:
        yield from _at(state, node)
    for name, result in results(state.log).items():
        yield Fact(_ENDED.get(result.status, f"ended with {result.status}:"), name)
    yield Fact(f"visit {counted(state.steps, law.max_steps)}")
    for (source, target), most in law.bounds.items():
        used = state.counters.get((source, target), 0)
        if used:
            way = f"{quote(source)} → {quote(target)}"
            yield Fact(f"{way} has been taken {counted(used, most)} times")


def _at(state: State, node: Node) -> Iterator[Fact]:
    """What there is to show of a node."""
    name = quote(state.node)
    if state.pending is not None:
        yield Fact(_asked(state, node, state.pending))
        if node.retry is not None:
            attempt = counted(state.pending.attempt + 1, node.retry.max + 1)
            yield Fact(f"attempt {attempt} of {name}")
    for tool in offered(node, tools_of(state.law.skills, node.skills)):
        yield Fact(f"in {name}, the model can use", tool)
    for tool in node.disallowed or ():
        yield Fact(f"in {name}, the model can't use", tool)


def _asked(state: State, node: Node, pending: Pending) -> str:
    """What a run waits for."""
    if pending.kind == "route":
        return f"the router chooses next: {quote_some(offer(open_edges(state)).targets)}"
    if pending.kind == "judge":
        return f"the judge {quote(node.evals[len(pending.verdicts)].name)} decides next"
    return "the model runs next" if pending.kind == "run" else "the model reflects next"


def counters(state: State) -> Iterator[Counter]:
    """The retries of the node, and the edges with a bound."""
    node = state.law.workflow.nodes.get(state.node)
    if node is not None and node.retry is not None and state.pending is not None:
        yield Counter(f"retries of {state.node}", state.pending.attempt, node.retry.max)
    for (source, target), most in state.law.bounds.items():
        used = state.counters.get((source, target), 0)
        yield Counter(f"{source} -> {target}", used, most)
