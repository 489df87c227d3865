"""Compiling a graph (reference langgraph §7.1)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.langgraph.building.told import refused, told
from phaselint_rules.langgraph.edits import respelled
from phaselint_rules.langgraph.needs import CLOSED, GRAPH
from phaselint_rules.langgraph.wording import nearest, use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.model import Compile, Graph
    from phaselint.vocabulary.finding import Place


@rule("LG108", ERROR, needs=CLOSED, claims="refused", fix="unsafe")
def unknown_interrupt_node(facts: LanggraphFacts) -> Iterator[Finding]:
    """Interrupt before or after a node that doesn't exist

    What:
        `interrupt_before` or `interrupt_after` of `compile()` names something that isn't a node of
        the graph.
    Why:
        `compile()` fails: "Interrupt node not found".
    Bad:
        builder.add_node("approve", approve)
        graph = builder.compile(interrupt_before=["aprove"])
    Good:
        builder.add_node("approve", approve)
        graph = builder.compile(interrupt_before=["approve"])
    Fix:
        Correct the name.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.2, §7.1
    """
    for refusal in refused(facts, "unknown-interrupt-node"):
        name = refusal.subject
        near = nearest(name, tuple(facts.graph.named))
        yield told(
            refusal,
            message("{} names {}, which isn't a node", quote(refusal.role), quote(name)),
            use(near, "add the node, or correct the name"),
            fix=respelled(facts, refusal.literal, name, near),
        )


OPERATIONS = {
    "add_node": "node",
    "add_edge": "edge",
    "add_sequence": "sequence",
    "add_conditional_edges": "conditional edge",
    "set_entry_point": "entry",
    "set_conditional_entry_point": "entry",
    "set_finish_point": "edge",
}
"""What each operation adds."""


@rule("LG113", WARNING, needs=GRAPH, ends="unused")
def change_after_compile(facts: LanggraphFacts) -> Iterator[Finding]:
    """Node or edge added after the graph was compiled

    What:
        A node or an edge is added below the last `compile()` of a graph, and the compiled graph is
        used afterward.
    Why:
        `compile()` copies the graph, so later additions are missing from every run. LangGraph only
        logs a warning.
    Bad:
        graph = builder.compile()
        builder.add_edge("review", "publish")
        graph.invoke({})
    Good:
        builder.add_edge("review", "publish")
        graph = builder.compile()
        graph.invoke({})
    Fix:
        Move the operation above `compile()`.
    Source:
        langgraph §2.5, §4.1, §7.1
    """
    graph = facts.graph
    last = max(graph.compiles, key=lambda each: each.order, default=None)
    if last is None or not last.used:
        return
    for what, place in graph.late:
        if not _used_after(graph, last, place):
            continue
        yield Finding(
            place,
            message("compiled graph doesn't get this {}", OPERATIONS.get(what, "change")),
            "move it above `compile()`",
            related=(Related(last.place, "compiled here"),),
            witness=Witness({"operation": what}),
        )


def _used_after(graph: Graph, compiled: Compile, place: Place) -> bool:
    """Whether the compiled graph is invoked below a place, or can be used elsewhere, like one bound
    to a module-level name and never invoked."""
    if graph.exported or graph.served or graph.nested or graph.parents:
        return True
    calls = [each.place for each in graph.invocations]
    if not calls:
        return bool(compiled.binding) and "." not in graph.name
    return any(each.file != place.file or each.pointer > place.pointer for each in calls)
