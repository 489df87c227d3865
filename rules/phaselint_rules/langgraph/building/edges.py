"""Edges that LangGraph rejects (reference langgraph §7.1)."""

from __future__ import annotations

from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.langgraph.building.told import refused, told
from phaselint_rules.langgraph.edits import below, checked
from phaselint_rules.langgraph.needs import GRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.vocabulary.finding import Finding, Fix, Place


@rule("LG105", ERROR, needs=GRAPH, claims="refused")
def reserved_endpoint(facts: LanggraphFacts) -> Iterator[Finding]:
    """Edge from END or to START

    What:
        An edge or a join starts at END, or points to START.
    Why:
        `add_edge` fails: "END cannot be a start node", "START cannot be an end node".
    Bad:
        builder.add_edge("review", START)
    Good:
        builder.add_edge("review", "draft")
    Fix:
        Name the node that runs first, or remove the edge.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.1, §7.1
    """
    for refusal in refused(facts, "reserved-endpoint"):
        if refusal.role == "start":
            yield told(refusal, message("edge starts at END"), "remove the edge")
        else:
            yield told(
                refusal, message("edge points to START"), "use the name of the node that runs first"
            )


@rule("LG106", ERROR, needs=GRAPH, claims="refused", fix="unsafe")
def join_before_node(facts: LanggraphFacts) -> Iterator[Finding]:
    """Join before a node that it names is added

    What:
        A member or the target of an edge from a list of nodes is added only further down.
    Why:
        `add_edge` looks up the nodes of a join immediately and fails: "Need to add_node first".
        Only an edge from a single node can name a node that is added later.
    Bad:
        builder.add_node("left", left)
        builder.add_node("right", right)
        builder.add_edge(["left", "right"], "merge")
        builder.add_node("merge", merge)
    Good:
        builder.add_node("left", left)
        builder.add_node("right", right)
        builder.add_node("merge", merge)
        builder.add_edge(["left", "right"], "merge")
    Fix:
        Move the join below the nodes; the unsafe fix does so if both are lines of one block.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.1, §7.1
    """
    last: dict[Place, Place] = {}
    for refusal in refused(facts, "join-before-node"):
        place, node = refusal.place, refusal.related
        if node is not None and (place not in last or last[place].pointer < node.pointer):
            last[place] = node
    for refusal in refused(facts, "join-before-node"):
        yield told(
            refusal,
            message("join names {} before that node is added", quote(refusal.subject)),
            "move the join below the node",
            "the node is added here",
            fix=_moved(facts, refusal.place, last.get(refusal.place)),
        )


def _moved(facts: LanggraphFacts, place: Place, node: Place | None) -> Fix | None:
    """Suggest moving a join below the last node that it names."""
    edits = () if node is None else below(facts, facts.graph, place, node)
    return checked(facts, "unsafe", "move the join below the node", edits)


@rule("LG107", ERROR, needs=GRAPH, claims="refused")
def duplicate_branch_name(facts: LanggraphFacts) -> Iterator[Finding]:
    """Two conditional edges of one node with the same router name

    What:
        `add_conditional_edges` is called twice for one source with the same router, with two
        routers of the same name, or with two lambdas, which don't have names.
    Why:
        The second call fails: "Branch with name already exists for node". The same router at
        different nodes is fine.
    Bad:
        builder.add_conditional_edges("plan", lambda state: state["next"])
        builder.add_conditional_edges("plan", lambda state: state["log"])
    Good:
        builder.add_conditional_edges("plan", lambda state: [state["next"], state["log"]])
    Fix:
        Return several targets from one router, or give the routers different names.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.1, §7.1
    """
    for refusal in refused(facts, "duplicate-branch-name"):
        source = quote(refusal.other)
        if refusal.subject:
            router = quote(refusal.subject)
            said = message("router {} is added to {} a second time", router, source)
        else:
            said = message("second router without a name is added to {}", source)
        yield told(
            refusal,
            said,
            "return several targets from one router, or name the routers differently",
            "added first here",
        )
