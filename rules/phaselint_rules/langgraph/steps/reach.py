"""Nodes that no run reaches (reference langgraph §7.3)."""

from __future__ import annotations

import re

from phaselint.dialects.langgraph.analysis.facts import Held
from phaselint.dialects.langgraph.analysis.unreached import Reason, reasons, reasons_of, unreached
from phaselint.dialects.langgraph.model import START
from phaselint.vocabulary.claim import Never
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import Grade, rule
from phaselint_rules.langgraph.edits import is_string, text_at
from phaselint_rules.langgraph.needs import RUNS, TARGETS
from phaselint_rules.langgraph.wording import spelled, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.langgraph.analysis.unreached import Unreached
    from phaselint.dialects.langgraph.analysis.ways import Ways
    from phaselint.dialects.langgraph.model import Node
    from phaselint.vocabulary.message import Message


NAMED_OUTSIDE = re.compile(
    r"""\bas_node\s*=\s*["']([^"'\n]+)["']"""
    r"""|(?:invoke|stream|batch)\(\s*Command\([^()]{0,200}?\bgoto\s*=\s*["']([^"'\n]+)["']"""
)
"""How a caller names the next node, or the last one."""


class _Missing(NamedTuple):
    """An unreachable node, and the probable cause."""

    found: Unreached
    why: Sequence[Reason]


@rule(
    "PL101",
    (
        Grade("error", "the graph is always the same"),
        Grade("warning", "nodes or edges depend on a condition"),
    ),
    needs=RUNS,
    claims="never",
    complete_if=TARGETS,
    fix="unsafe",
    ends="unused",
)
def unreachable_phase(facts: LanggraphFacts) -> Iterator[Finding]:
    """Node that no run reaches from START

    What:
        No edge, join, label, `goto`, or `Send` of a reachable node points to the node. Only the
        first node of an unreachable part is reported, not those after it. Silent if a target is
        unknown, if the graph can have other edges, and for nodes that callers name in `as_node` or
        in a `goto` with which they invoke the graph.
    Why:
        LangGraph compiles such a graph without a warning, and the node never runs. Often a name is
        misspelled in a `goto`, or a router no longer returns the label.
    Bad:
        builder.add_node("write", write)
        builder.add_node("polish", polish)
        builder.add_edge(START, "write")
        builder.add_edge("write", END)
    Good:
        builder.add_edge("write", "polish")
        builder.add_edge("polish", END)
    Fix:
        Add the missing edge, or remove the node. If a misspelled name is probably meant for it, the
        unsafe fix replaces it.
    Dry run:
        The executor explores all runs of the graph: none runs the node.
    Source:
        langgraph §2.11, §5.2, §7.3, §7.7
    """

    def find(ways: Ways) -> Iterator[Held]:
        missing = unreached(ways)
        if not missing:
            return
        known = reasons_of(ways)
        for each in missing:
            why = reasons(known, each) if each.first else ()
            yield Held(each.node.name, each.node.guards, _Missing(each, why))

    comments: Sequence[tuple[str, Place]] | None = None
    outside: frozenset[str] | None = None
    for held in facts.in_all(find):
        found, why = held.value
        if found.first:
            outside = _from_outside(facts) if outside is None else outside
            if not outside.isdisjoint(found.loop):
                continue
            if not why:
                comments = _comments(facts) if comments is None else comments
                why = tuple(_commented_out(facts, found.node, comments))
            yield _finding(facts, found, why)


def _from_outside(facts: LanggraphFacts) -> frozenset[str]:
    """The nodes that callers name: to update a state as that node, or to run it first, with a
    command that invokes the graph."""
    return frozenset(
        name
        for document in facts.contract.documents.values()
        if document.format == "python"
        for pair in NAMED_OUTSIDE.findall(document.text)
        for name in pair
        if name
    )


def _comments(facts: LanggraphFacts) -> Sequence[tuple[str, Place]]:
    """The comment lines of the graph's file that mention edges, each with its place."""
    document = facts.contract.documents.get(facts.graph.file)
    found = []
    at = 0
    for line in document.text.splitlines(keepends=True) if document is not None else ():
        text = line.strip()
        if text.startswith("#") and "add_" in text and "edge" in text:
            start = at + line.index("#")
            found.append((text, Place(facts.graph.file, (start, start + len(text)))))
        at += len(line)
    return found


def _commented_out(
    facts: LanggraphFacts, node: Node, comments: Sequence[tuple[str, Place]]
) -> Iterator[Reason]:
    """An edge to a node that is commented out."""
    name = text_at(facts, node.name_place) if comments else ""
    for text, place in comments:
        end = text.rpartition(name)[0].rstrip() if name else ""
        if end.endswith((",", ":", "[")):
            yield Reason("comment", "", node.name, place)


def _finding(facts: LanggraphFacts, found: Unreached, why: Sequence[Reason]) -> Finding:
    node = found.node
    others = [facts.graph.named[name] for name in found.loop if name != node.name]
    said, help_text = _said(node.name, found.loop, why[0] if why else None)
    data = {"node": node.name, "loop": list(found.loop), "behind": list(found.after)}
    return Finding(
        node.place,
        said,
        help_text,
        severity="warning" if facts.guarded else "error",
        related=(
            *(Related(each.place, _told(each)) for each in why[:4]),
            *(Related(each.place, "connected only with it") for each in others[:4]),
        ),
        witness=Witness(data),
        fix=_respelled(facts, node.name, why),
        claim=Never(node.name),
    )


def _said(name: str, loop: Sequence[str], why: Reason | None) -> tuple[Message, str]:
    """The message and the help."""
    node = message("node {} is unreachable", quote(name))
    if why is None and len(loop) > 1:
        rest = quote_all(each for each in loop if each != name)
        return message("{}: only {} points to it", node, rest), (
            f"add an edge to {quote(name)}, or remove these nodes"
        )
    if why is None:
        return message("{}: no edge, label, or `goto` points to it", node), (
            f"add an edge to {quote(name)}, or remove the node"
        )
    source = "START" if why.source == START else why.source
    if why.kind == "label":
        return message(
            "{}: only label {} of {} points to it, but no `return` gives that label",
            node,
            value(why.name),
            quote(source),
        ), f"return {value(why.name)} from the router, or remove the node"
    if why.kind == "near":
        return message("{}: {} goes to {} instead", node, quote(source), value(why.name)), (
            f"use {quote(name)} in {quote(source)}"
        )
    if why.kind == "comment":
        return message("{}: the edge to it is commented out", node), (
            "restore the edge, or remove the node"
        )
    if why.kind == "declared":
        return message("{}: {} declares it but never goes there", node, quote(source)), (
            f"add a `goto` to {quote(name)}, or remove the node"
        )
    return message("{}: it is the router of {}", node, quote(source)), (
        "remove the node: a router is only passed to `add_conditional_edges`"
    )


def _told(why: Reason) -> str:
    if why.kind == "label":
        return f"label {value(why.name)} points to it"
    if why.kind == "near":
        return f"similar name {value(why.name)}"
    if why.kind == "comment":
        return "commented out"
    return "declared here" if why.kind == "declared" else "its function is the router here"


def _respelled(facts: LanggraphFacts, name: str, why: Sequence[Reason]) -> Fix | None:
    """Suggest the node's name in place of a similar one."""
    near = [each for each in why if each.kind == "near"]
    if len(near) != 1 or not is_string(facts, near[0].place):
        return None
    if text_at(facts, near[0].place)[1:-1] != near[0].name:
        return None
    title = f"replace {quote(str(near[0].name))} with {quote(name)}"
    return Fix("unsafe", title, (Edit(near[0].place, spelled(name)),))
