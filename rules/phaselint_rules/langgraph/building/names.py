"""Names without a node in edges, maps and declarations (reference langgraph §7.1)."""

from __future__ import annotations

from phaselint.dialects.langgraph.functionmodel import name_of
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.claim import Refused
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.langgraph.building.told import refused
from phaselint_rules.langgraph.edits import checked, line_before, respelled, text_at
from phaselint_rules.langgraph.needs import CLOSED
from phaselint_rules.langgraph.wording import nearest, spelled, use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.refusal import Refusal
    from phaselint.vocabulary.finding import Fix
    from phaselint.vocabulary.message import Message

ADD = "add the node, or correct the name"


@rule("PL106", ERROR, needs=CLOSED, claims="refused", fix="unsafe")
def unknown_target(facts: LanggraphFacts) -> Iterator[Finding]:
    """Edge, map or declared destination that isn't a node

    What:
        The target of an edge or a join, a value of a `path_map`, a name in a router's `Literal`
        return type, or a declared destination isn't a node of the graph. Silent if the graph can
        have unknown nodes.
    Why:
        `compile()` refuses the graph: "Found edge ending at unknown node", or "branch found unknown
        target". It doesn't check what a router or a `goto` returns; other rules report that.
    Bad:
        builder.add_node("draft", draft)
        builder.add_edge(START, "draft")
        builder.add_edge("draft", "reveiw")
    Good:
        builder.add_node("draft", draft)
        builder.add_node("review", review)
        builder.add_edge(START, "draft")
        builder.add_edge("draft", "review")
    Fix:
        Correct the name, or add the node.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.1, §4.2, §7.1
    """
    for refusal in refused(facts, "unknown-target"):
        yield _unknown(facts, refusal, _target(refusal))


def _target(refusal: Refusal) -> Message:
    name, other = quote(refusal.subject), quote(refusal.other)
    if refusal.role == "edge" and refusal.other:
        return message("edge from {} points to {}, which isn't a node", other, name)
    if refusal.role == "map":
        return message("`path_map` of router {} points to {}, which isn't a node", other, name)
    if refusal.role == "literal":
        return message("return type of router {} names {}, which isn't a node", other, name)
    if refusal.role == "annotation":
        return message("return annotation names {}, which isn't a node", name)
    if refusal.role == "destinations":
        return message("`destinations` of node {} names {}, which isn't a node", other, name)
    return message("{} points to {}, which isn't a node", refusal.role, name)


@rule("LG101", ERROR, needs=CLOSED, claims="refused", fix="unsafe")
def unknown_source(facts: LanggraphFacts) -> Iterator[Finding]:
    """Edge that starts at a name without a node

    What:
        An edge, a conditional edge or a member of a join starts at a name that isn't a node of the
        graph. START can't be a member of a join. Silent if the graph can have unknown nodes.
    Why:
        LangGraph refuses the graph: "Found edge starting at unknown node", or for a join "Need to
        add_node first". Often a node was forgotten, or the name of a router was written in place of
        a node.
    Bad:
        builder.add_node("assess", assess)
        builder.add_edge(START, "assess")
        builder.add_edge("error", END)
    Good:
        builder.add_node("assess", assess)
        builder.add_node("error", error)
        builder.add_edge(START, "assess")
        builder.add_edge("error", END)
    Fix:
        Correct the name, add the node, or remove the edge.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.1, §4.2, §7.1
    """
    for refusal in refused(facts, "unknown-source"):
        yield _unknown(facts, refusal, _source(refusal))


def _source(refusal: Refusal) -> Message:
    name = quote(refusal.subject)
    if refusal.role == "branch":
        return message("conditional edge starts at {}, which isn't a node", name)
    if refusal.role == "edge":
        return message("edge starts at {}, which isn't a node", name)
    return message("join waits for {}, which isn't a node", name)


@rule("PL105", ERROR, needs=CLOSED, claims="refused", fix="unsafe")
def unknown_entry(facts: LanggraphFacts) -> Iterator[Finding]:
    """Graph without an entry point

    What:
        No edge or conditional edge starts at START, or an edge from START points to a name that
        isn't a node. Skipped if the graph can have unknown edges or isn't compiled.
    Why:
        `compile()` refuses the graph: "Graph must have an entrypoint".
    Bad:
        builder.add_node("fetch", fetch)
        builder.add_edge("fetch", END)
        graph = builder.compile()
    Good:
        builder.add_node("fetch", fetch)
        builder.add_edge(START, "fetch")
        builder.add_edge("fetch", END)
        graph = builder.compile()
    Fix:
        Add an edge from START. If exactly one node has no incoming edge, the unsafe fix makes it
        the entry point.
    Dry run:
        The executor refuses the graph with LangGraph's error message.
    Source:
        langgraph §4.2, §7.1
    """
    for refusal in refused(facts, "unknown-entry"):
        if refusal.role == "edge":
            said = message("entry point {} isn't a node", quote(refusal.subject))
            yield _unknown(facts, refusal, said)
            continue
        first = _only_first(facts)
        yield Finding(
            refusal.place,
            message("graph has no edge from START, so `compile()` refuses it"),
            f"add an edge from START to {quote(first)}" if first else "add an edge from START",
            witness=Witness({"raises": refusal.raised, "text": refusal.text}),
            fix=_entered(facts, refusal, first) if first else None,
            claim=Refused(("unknown-entry",)),
        )


def _only_first(facts: LanggraphFacts) -> str:
    """The only node without an incoming edge; empty if there are several or none."""
    graph = facts.graph
    targets = {name_of(each.target.value) for each in graph.edges if each.target is not None}
    targets |= {name_of(each.target.value) for each in graph.joins if each.target is not None}
    for branch in graph.branches:
        if branch.path_map is not None:
            entries = branch.path_map.entries
            targets |= {name_of(each.target.value) for each in entries if each.target is not None}
        targets |= {name_of(each.value) for each in branch.answers.targets}
    for node in graph.nodes:
        for each in node.function.returns if node.function is not None else ():
            targets |= {name_of(to.value) for to in each.goto.targets} if each.goto else set()
    names = [each.name for each in graph.nodes if each.name not in targets]
    return names[0] if len(dict.fromkeys(names)) == 1 else ""


def _entered(facts: LanggraphFacts, refusal: Refusal, first: str) -> Fix | None:
    """Suggest making a node the entry point, above the `compile()`."""
    called = text_at(facts, refusal.place)
    builder, dot, _ = called.partition(".compile(")
    if not dot or not all(part.isidentifier() for part in builder.split(".")):
        return None
    statement = f"{builder}.set_entry_point({spelled(first)})"
    edits = line_before(facts, refusal.place, statement)
    return checked(facts, "unsafe", f"make {quote(first)} the entry point", edits)


def _unknown(facts: LanggraphFacts, refusal: Refusal, said: Message) -> Finding:
    names = tuple(facts.graph.named)
    near = None if refusal.subject == START else nearest(refusal.subject, names)
    related: tuple[Related, ...] = ()
    if refusal.related is not None and refusal.role in ("map", "literal", "annotation"):
        told = "added to the graph here"
        related = (Related(refusal.related, told),)
    return Finding(
        refusal.place,
        said,
        use(
            near,
            "joins wait only for nodes, but START isn't a node" if refusal.role == "start" else ADD,
        ),
        related=related,
        witness=Witness({"name": refusal.subject, "raises": refusal.raised, "text": refusal.text}),
        fix=respelled(facts, refusal.literal, refusal.subject, near),
        claim=Refused((refusal.rule,)),
    )
