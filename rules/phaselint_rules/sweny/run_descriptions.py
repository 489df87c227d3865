"""Nodes, edges and runs of a workflow as places, lines for people and witness data."""

from __future__ import annotations

from phaselint.vocabulary.finding import WitnessStep
from phaselint.vocabulary.message import arrows, message, quote, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

MOST_NAMED = 5
"""How many names a message lists before it counts the others."""

MOST_STEPS = 20
"""Number of edges that a run lists one by one; a longer run lists how often each is followed."""

MOST_SHOWN = 60
"""How long a condition may be before it is cut in a message."""


def on_island(name: str, members: Sequence[str]) -> list[str]:
    """A few of the other nodes on the island of a node."""
    return [other for other in members[: MOST_NAMED + 1] if other != name][:MOST_NAMED]


def node_place(facts: SwenyFacts, name: str) -> Place:
    """Where a node is declared: its id."""
    return facts.place(facts.nodes[name].pointer, "key")


def edge_place(facts: SwenyFacts, edge: Edge, key: str = "to") -> Place:
    """The value of a key of an edge."""
    return facts.place((*edge.pointer, key))


def arrow(edge: Edge) -> Message:
    """An edge by its ends."""
    return arrows(edge.pair)


def first_names(names: Sequence[str]) -> Message:
    """Names in backticks, the first few of many."""
    more = len(names) - MOST_NAMED
    return (
        quote_all(names)
        if more < 2
        else message("{} and {} more", quote_all(names[:MOST_NAMED]), more)
    )


def condition(edge: Edge) -> str:
    """An edge's condition on one line, cut where it is long."""
    text = " ".join(edge.condition.split())
    return text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"


def run_data(facts: SwenyFacts, run: Sequence[Edge]) -> dict[str, Any]:
    """The run as data: the nodes it visits, and the numbers of the edges it follows."""
    first = run[0].source if run else facts.workflow.entry
    return {
        "path": [first, *(edge.target for edge in run)],
        "edges": [edge.number for edge in run],
    }


def run_steps(facts: SwenyFacts, run: Sequence[Edge], start: str = "") -> tuple[WitnessStep, ...]:
    """One line for each edge of a run from the entry or the given node; of a long run, one line
    for each edge there is in it, and how often it is followed."""
    first = start or facts.workflow.entry
    verb = "continue from" if start else "start in"
    lines = [WitnessStep(f"{verb} {quote(first)}", node_place(facts, first), first)]
    if len(run) <= MOST_STEPS:
        return (*lines, *(_line(facts, edge, _step(edge)) for edge in run))
    times: dict[Edge, int] = {}
    for edge in run:
        times[edge] = times.get(edge, 0) + 1
    for edge, count in times.items():
        lines.append(_line(facts, edge, f"{_step(edge)}, {often(count)}"))
    return tuple(lines)


def _line(facts: SwenyFacts, edge: Edge, text: str) -> WitnessStep:
    return WitnessStep(text, edge_place(facts, edge), edge.target)


def often(count: int) -> str:
    """Say how many times: `once`, `2 times`."""
    return "once" if count == 1 else f"{count} times"


def _step(edge: Edge) -> str:
    ends = f"`{edge.source}` -> `{edge.target}`"
    return f"{ends} ({condition(edge)})" if edge.condition.strip() else ends


def spent(edges: Iterable[Edge]) -> tuple[str, ...]:
    """Why edges that have reached their bound can no longer be followed."""
    return tuple(f"{arrow(edge)}: {bound_of(edge)} used up" for edge in edges)


def bound_of(edge: Edge) -> Message:
    """An edge's bound as written in the workflow."""
    return message("`max_iterations: {}`", edge.most)
