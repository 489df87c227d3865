"""What a picture of a graph says besides its machine: what is never run or returned, deferred
nodes, how nodes are woken, and the recursion limit."""

from __future__ import annotations

from phaselint.dialects.diagram_data import Closed, Sketch
from phaselint.dialects.langgraph.analysis.lower import (
    EMPTY,
    action_of,
    machine_of,
    named,
    together,
)
from phaselint.dialects.langgraph.analysis.ways import text_of
from phaselint.dialects.langgraph.functionmodel import name_of
from phaselint.dialects.langgraph.model import END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.diagram_data import Line
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.vocabulary.finding import Place

JOIN, SEND, GOTO = "join", "Send", "goto"

LINES: Mapping[str, Line] = {JOIN: "heavy", SEND: "dotted", GOTO: "plain"}
"""How ways of some kinds are drawn."""


def sketch(facts: LanggraphFacts) -> Sketch:
    """The diagram data of a graph."""
    if not facts.has_graph:
        return Sketch(EMPTY, known=False)
    ways = together(facts.graph, facts.contract.project)
    machine = machine_of(facts.contract)
    known = facts.targets_known
    kinds = {
        number: machine.actions[move.action]
        for number, move in enumerate(machine.moves)
        if machine.actions[move.action] in LINES
    }
    return Sketch(
        machine,
        unentered=dict(_unentered(facts)) if known else {},
        closed=tuple(_closed(ways)),
        bounds={name: ("deferred",) for name, node in ways.nodes.items() if node.defer},
        kinds=kinds,
        lines={kind: LINES[kind] for kind in dict.fromkeys(kinds.values())},
        astray=(*_astray(ways), *_dangling(facts, ways)),
        limits=tuple(_limits(facts)),
        known=known,
    )


def _unentered(facts: LanggraphFacts) -> Iterator[tuple[str, str]]:
    """The nodes that no run comes to."""
    for name in facts.graph.named:
        if name not in facts.reachable:
            yield name, "no run reaches it"


def _closed(ways: Ways) -> Iterator[Closed]:
    """The entries of maps that are never returned."""
    for source in ways.sources.values():
        drawn = {action_of(way) for way in ways.ways[source.name]}
        for decision in source.decisions:
            for entry in decision.dead:
                target, label = text_of(entry.target), str(name_of(entry.label))
                if (target == END or target in ways.nodes) and label not in drawn:
                    yield Closed(
                        named(source.name, ways.nodes),
                        named(target, ways.nodes),
                        label,
                        "no `return` gives this label",
                        entry.place,
                    )


def _astray(ways: Ways) -> Iterator[tuple[str, Place]]:
    """The places of a `goto`, an answer or a `Send` that name no node, each with its source."""
    for source in ways.sources.values():
        for decision in source.decisions:
            for outcome in (*decision.outcomes, *decision.never):
                for each in outcome.astray:
                    yield named(source.name, ways.nodes), each.place


def _dangling(facts: LanggraphFacts, ways: Ways) -> Iterator[tuple[str, Place]]:
    """The places of edges, joins and maps whose target isn't a node, each with its sources."""
    joins = {each.target.place: each for each in ways.graph.joins if each.target is not None}
    for each in facts.refusals:
        if each.rule == "unknown-target" and each.other:
            yield named(each.other, ways.nodes), each.place
        elif each.rule == "unknown-target" and each.place in joins:
            for member in dict.fromkeys(map(text_of, joins[each.place].members)):
                if member in ways.nodes:
                    yield named(member, ways.nodes), each.place


def _limits(facts: LanggraphFacts) -> Iterator[str]:
    """The recursion limits that invocations set."""
    limits = dict.fromkeys(
        each.limit[0] for each in facts.graph.invocations if each.limit is not None
    )
    yield from (f"recursion limit {limit}" for limit in limits)
