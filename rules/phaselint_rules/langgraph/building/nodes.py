"""Nodes that LangGraph rejects (reference langgraph §7.1)."""

from __future__ import annotations

from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.langgraph.building.told import refused, told
from phaselint_rules.langgraph.edits import checked, put, span
from phaselint_rules.langgraph.needs import GRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.refusal import Refusal
    from phaselint.vocabulary.finding import Finding, Fix


@rule("LG102", ERROR, needs=GRAPH, claims="refused")
def duplicate_node(facts: LanggraphFacts) -> Iterator[Finding]:
    """Duplicate node name

    What:
        Two calls add nodes with the same name to one graph, or one call does so repeatedly in a
        loop. Mutually exclusive conditions allow both. Derived names count too: two lambdas are
        both named `<lambda>`.
    Why:
        The second call fails: "Node already present".
    Bad:
        builder.add_node("search", search_news)
        builder.add_node("search", search_web)
    Good:
        builder.add_node("search_news", search_news)
        builder.add_node("search_web", search_web)
    Fix:
        Rename one of the nodes, or remove one of the calls.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.1, §7.1
    """
    for refusal in refused(facts, "duplicate-node"):
        yield told(
            refusal,
            message("node {} is added a second time", quote(refusal.subject)),
            "rename one of the nodes, or remove one of the calls",
            "added first here",
        )


@rule("LG103", ERROR, needs=GRAPH, claims="refused")
def reserved_node_name(facts: LanggraphFacts) -> Iterator[Finding]:
    """Reserved node name

    What:
        A node is named `__start__` or `__end__`, its name contains `|` or `:`, or LangGraph uses
        the name internally, such as `__interrupt__`.
    Why:
        `add_node` or `compile()` fails: the characters separate the parts of a checkpoint's name,
        and the other names are channels.
    Bad:
        builder.add_node("crm:fetch", fetch)
    Good:
        builder.add_node("crm-fetch", fetch)
    Fix:
        Rename the node.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.1, §4.2, §7.1
    """
    for refusal in refused(facts, "reserved-node-name"):
        name = quote(refusal.subject)
        if refusal.role == "character":
            said = message(
                "node name {} contains the reserved character {}", name, quote(refusal.other)
            )
            yield told(refusal, said, f"rename the node without {quote(refusal.other)}")
        else:
            yield told(refusal, message("node name {} is reserved", name), "rename the node")


@rule("LG104", ERROR, needs=GRAPH, claims="refused")
def node_named_like_state_key(facts: LanggraphFacts) -> Iterator[Finding]:
    """Node with the name of a state key, before LangGraph 0.3

    What:
        The project uses a release before 0.3, and a node has the name of a state key. Silent if the
        project sets only a lower bound, because later releases can run it.
    Why:
        These releases refuse it: "is already being used as a state key". Later releases accept it.
    Bad:
        class State(TypedDict):
            report: str
        builder.add_node("report", write_report)
    Good:
        class State(TypedDict):
            report: str
        builder.add_node("write_report", write_report)
    Fix:
        Rename the node or the key, or require a later release.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.3, §7.1
    """
    for refusal in refused(facts, "node-named-like-state-key"):
        yield told(
            refusal,
            message("node {} has the same name as a state key", quote(refusal.subject)),
            "rename the node, or require LangGraph 0.3 or later",
            "the key is declared here",
        )


@rule("LG109", ERROR, needs=GRAPH, claims="refused")
def node_without_action(facts: LanggraphFacts) -> Iterator[Finding]:
    """Node without a callable action

    What:
        `add_node` gets a name without an action, or an action that is neither a function, a
        runnable nor a dict, such as a string, a number or a list.
    Why:
        Without an action, it fails with an empty `RuntimeError`; with an invalid action, it fails
        with a `TypeError`.
    Bad:
        builder.add_node("plan")
    Good:
        builder.add_node("plan", plan)
    Fix:
        Add the function that the node runs.
    Dry run:
        The executor refuses the graph.
    Source:
        langgraph §4.1, §7.1
    """
    for refusal in refused(facts, "node-without-action"):
        name = quote(refusal.subject)
        if refusal.role == "missing":
            said = message("node {} has no action: `add_node` raises an empty `RuntimeError`", name)
        else:
            said = message("action of node {} can't be called", name)
        yield told(refusal, said, "add the function that the node runs")


@rule("LG110", ERROR, needs=GRAPH, claims="refused", fix="safe")
def subgraph_not_compiled(facts: LanggraphFacts) -> Iterator[Finding]:
    """Uncompiled graph as a node

    What:
        The action of a node is a `StateGraph`, not the result of its `compile()`.
    Why:
        `add_node` fails: "Expected a Runnable, callable or dict".
    Bad:
        research = StateGraph(State)
        builder.add_node("research", research)
    Good:
        research = StateGraph(State)
        builder.add_node("research", research.compile())
    Fix:
        Compile the graph; the safe fix adds the call.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.1, §7.1
    """
    for refusal in refused(facts, "subgraph-not-compiled"):
        yield told(
            refusal,
            message("action of node {} is a graph that isn't compiled", quote(refusal.subject)),
            "add `.compile()`",
            fix=_compiled(facts, refusal),
        )


def _compiled(facts: LanggraphFacts, refusal: Refusal) -> Fix | None:
    """Suggest compiling the graph in the call."""
    found = span(refusal.literal) if refusal.literal is not None else None
    if refusal.literal is None or found is None:
        return None
    edit = put(refusal.literal, found[1], ".compile()")
    return checked(facts, "safe", "add `.compile()`", (edit,))
