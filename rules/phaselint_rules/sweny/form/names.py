"""Names of nodes: where they are used, and which ones to avoid (reference sweny §8.2)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.model import END, INPUT
from phaselint.vocabulary.claim import Notes, Undecided
from phaselint.vocabulary.finding import Finding, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint_rules.sweny.needs import NODES
from phaselint_rules.sweny.run_descriptions import edge_place, node_place
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.vocabulary.finding import Place
    from phaselint.vocabulary.message import Message

RESERVED: Mapping[str, str] = {
    INPUT: "its result would replace the run input in the context",
    "__proto__": "JavaScript objects don't store it as a key",
    END: "a route to it would look like the end of the run",
}
"""IDs with a special meaning to the engine, and the effect of a node with that ID (§5.4, §5.12)."""

IDENTIFIER = r"[A-Za-z_][A-Za-z0-9_]*"
"""What a gate path can refer to (§5.7)."""


@rule("PL105", ERROR, needs=NODES, fix="unsafe", catalogue=("missing-entry",))
def unknown_entry(facts: SwenyFacts) -> Iterator[Finding]:
    """Entry that isn't a node

    What:
        `entry` isn't a key of `nodes`.
    Why:
        The loader refuses the workflow with `MISSING_ENTRY`. Until this is fixed, paths aren't
        checked: a typo would look like a defect of the graph.
    Bad:
        entry: gahter
        nodes: {gather: {name: Gather, instruction: Collect the open tickets.}}
    Good:
        entry: gather
        nodes: {gather: {name: Gather, instruction: Collect the open tickets.}}
    Fix:
        Correct the name, or declare the node.
    Source:
        sweny §4.5, §8.2 (`missing-entry`)
    """
    entry = facts.workflow.entry
    if entry and entry not in facts.nodes:
        said = message("entry {} isn't a node", quote(entry))
        yield _unknown(facts, facts.place(("entry",)), said, entry)


@rule("SW101", ERROR, needs=NODES, fix="unsafe")
def unknown_edge_source(facts: SwenyFacts) -> Iterator[Finding]:
    """Edge from a missing node

    What:
        `from` of an edge isn't a key of `nodes`.
    Why:
        The loader refuses the workflow with `UNKNOWN_EDGE_SOURCE`. Until this is fixed, paths
        aren't checked.
    Bad:
        edges: [{from: gatther, to: report}]
    Good:
        edges: [{from: gather, to: report}]
    Fix:
        Correct the name, or declare the node.
    Source:
        sweny §4.5, §8.2
    """
    for edge in facts.workflow.edges:
        if edge.source and edge.source not in facts.nodes:
            said = message("edge starts at {}, which isn't a node", quote(edge.source))
            yield _unknown(facts, edge_place(facts, edge, "from"), said, edge.source)


@rule("PL106", ERROR, needs=NODES, fix="unsafe", catalogue=("unknown-edge-target",))
def unknown_target(facts: SwenyFacts) -> Iterator[Finding]:
    """Edge to a missing node

    What:
        `to` of an edge isn't a key of `nodes`.
    Why:
        The loader refuses the workflow with `UNKNOWN_EDGE_TARGET`. Until this is fixed, paths
        aren't checked.
    Bad:
        edges: [{from: gather, to: reprot}]
    Good:
        edges: [{from: gather, to: report}]
    Fix:
        Correct the name, or declare the node.
    Source:
        sweny §4.5, §8.2 (`unknown-edge-target`)
    """
    for edge in facts.workflow.edges:
        if edge.target and edge.target not in facts.nodes:
            said = message("edge goes to {}, which isn't a node", quote(edge.target))
            yield _unknown(facts, edge_place(facts, edge), said, edge.target)


def _unknown(facts: SwenyFacts, place: Place, message: Message, name: str) -> Finding:
    known = tuple(facts.nodes)
    return Finding(
        place,
        message,
        meant(name, known, "declare it in `nodes`, or correct the name"),
        fix=respell(name, known, place),
    )


@rule("SW112", ERROR, needs=NODES, claims="notes")
def reserved_node_id(facts: SwenyFacts) -> Iterator[Finding]:
    """Node ID with a special meaning to the engine

    What:
        A node's ID is `input`, `__proto__` or `(end)`.
    Why:
        The result of a node `input` replaces the run input for every node after it. The engine
        reports `(end)` as the target when a run ends, and `__proto__` isn't an ordinary key in
        JavaScript.
    Bad:
        nodes: {input: {name: Read the form, instruction: Read the form of the applicant.}}
    Good:
        nodes: {read_form: {name: Read the form, instruction: Read the form of the applicant.}}
    Fix:
        Rename the node, also in `entry`, edges, `requires` paths and conditions.
    Dry run:
        A run visits the node and continues; the next node finds the result in place of the input.
    Source:
        sweny §5.4, §5.12, §8.2
    """
    for name in facts.nodes:
        if name in RESERVED:
            yield Finding(
                node_place(facts, name),
                message("{} can't be a node ID: {}", quote(name), RESERVED[name]),
                "rename it everywhere it is used",
                witness=Witness({"node": name}),
                claim=_confused(facts, name),
            )


def _confused(facts: SwenyFacts, name: str) -> Notes | Undecided | None:
    """That a run goes on after a route that says it ends, or that what follows the node finds its
    result in place of the run input. Nothing for a node that no object stores."""
    if name not in (INPUT, END):
        return None
    if not facts.graph_known or name not in facts.ways.reach:
        return Undecided("no run reaches the node")
    if name == END:
        if name == facts.workflow.entry:
            return Undecided("no edge of a run goes to the node")
        return Notes(END, "node:exit")
    if not facts.ways.out[name]:
        return Undecided("no node comes after it")
    pair = facts.ways.out[name][0].pair
    given = {"from_the_run": True}
    lost = {("context", INPUT): [*given.items()]}
    return Notes(pair[1], "model:run", lacks=lost, given=given, via=pair)


@rule("SW113", INFO, needs=NODES, default=False)
def node_id_not_identifier(facts: SwenyFacts) -> Iterator[Finding]:
    """Node ID that `requires` can't refer to

    What:
        The ID contains characters other than letters, digits and underscores, or starts with a
        digit.
    Why:
        Gate paths can't contain hyphens, dots or spaces, so later nodes can't require the data of
        this one.
    Bad:
        nodes: {open-ticket: {name: Open a ticket, instruction: Open a ticket.}}
    Good:
        nodes: {open_ticket: {name: Open a ticket, instruction: Open a ticket.}}
    Fix:
        Rename it everywhere; check instructions and conditions too, since prose can mention it.
    Source:
        sweny §5.7, §8.2
    """
    for name in facts.nodes:
        if name not in RESERVED and not re.fullmatch(IDENTIFIER, name):
            yield Finding(
                node_place(facts, name),
                message("`requires` can't refer to node {} by this ID", quote(name)),
                "use only letters, digits and underscores if later nodes should require its data",
            )
