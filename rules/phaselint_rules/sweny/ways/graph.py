"""The graph of nodes and edges, counters left out of account (reference sweny §8.2)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Never, Notes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.sweny.needs import BOUNDED, CURRENT, GRAPH, LOOPS, NODES, SOUND
from phaselint_rules.sweny.run_descriptions import (
    arrow,
    edge_place,
    first_names,
    node_place,
    on_island,
    run_data,
    run_steps,
)
from phaselint_rules.sweny.skills.toolnames import writes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.branches import Meeting
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint.vocabulary.message import Message


@rule(
    "PL101",
    ERROR,
    needs=GRAPH,
    claims="never",
    catalogue=("unreachable-node",),
    ends="unused",
)
def unreachable_phase(facts: SwenyFacts) -> Iterator[Finding]:
    """Node that is unreachable from the entry

    What:
        A node that no path from the entry reaches, even if conditions and bounds are ignored.
    Why:
        The loader refuses the workflow with `UNREACHABLE_NODE`: the node never runs.
    Bad:
        entry: gather
        edges: [{from: gather, to: report}]   # and a node `notify`
    Good:
        entry: gather
        edges: [{from: gather, to: notify}, {from: notify, to: report}]
    Fix:
        Add the missing edge, or remove the node. Nodes of an unreachable group are reported one by
        one, each with the others.
    Dry run:
        Complete exploration never enters it.
    Source:
        sweny §4.5, §8.2 (`unreachable-node`)
    """
    entry = facts.workflow.entry
    for name in facts.nodes:
        if name in facts.ways.reach:
            continue
        members = facts.islands[name]
        others = on_island(name, members)
        yield Finding(
            node_place(facts, name),
            message(
                "node {} is unreachable from entry {}{}",
                quote(name),
                quote(entry),
                _island(others, len(members)),
            ),
            "add an edge to it, or remove it",
            related=_sources(facts, name),
            witness=Witness({"node": name, "entry": entry, "island": others}),
            tags=("unnecessary",),
            claim=Never(name, tuple(others), entry),
        )


def _island(others: Sequence[str], size: int) -> Message:
    """Name a few of the others on an island."""
    if not others:
        return message("")
    more = size - 1 - len(others)
    if len(others) == 1 and not more:
        return message("; so is the connected node {}", quote(others[0]))
    return message(
        "; so are the connected nodes {}{}", quote_all(others), f" and {more} more" if more else ""
    )


def _sources(facts: SwenyFacts, name: str) -> tuple[Related, ...]:
    return tuple(
        Related(
            edge_place(facts, edge),
            f"{quote(edge.source)} has an edge to it, but is also unreachable",
        )
        for edge in facts.ways.into[name]
        if edge.source != name
    )


@rule("SW104", ERROR, needs=NODES, prove="ways.proofs.graph:only_first")
def ambiguous_edges(facts: SwenyFacts) -> Iterator[Finding]:
    """Several edges without a condition

    What:
        Two or more out-edges of a node have no `when`, or an empty one. If two of the branches meet
        again, `fan-out-not-parallel` is reported instead.
    Why:
        The loader refuses the workflow with `AMBIGUOUS_EDGES`. A run would follow the first of
        them and never the others.
    Bad:
        edges: [{from: triage, to: fix}, {from: triage, to: close}]
    Good:
        edges: [{from: triage, to: fix, when: the report is valid}, {from: triage, to: close}]
    Fix:
        Add a condition to all of them except one, or put the nodes one after the other.
    Dry run:
        The unchanged graph runs without the loader's check: only the first target runs.
    Source:
        sweny §4.5, §5.12, §8.2
    """
    for name, edges in facts.ambiguous.items():
        if facts.meetings.found.get(name) is None:
            yield Finding(
                edge_place(facts, edges[1]),
                message(
                    "{} has {} unconditional edges, to {}; only the first is ever followed",
                    quote(name),
                    len(edges),
                    _targets(edges),
                ),
                "add a `when` to all of them except one, or put the nodes one after the other",
                related=_others(facts, edges),
                witness=_fork_witness(facts, name, edges),
            )


@rule("SW105", ERROR, needs=NODES, prove="ways.proofs.graph:only_one_branch", complete_if=GRAPH)
def fan_out_not_parallel(facts: SwenyFacts) -> Iterator[Finding]:
    """Branches that never run in parallel

    What:
        Two or more out-edges of a node have no condition, and two of the branches reach a common
        node.
    Why:
        The loader refuses the workflow with `AMBIGUOUS_EDGES`. The engine runs one node at a time:
        branches never run in parallel, and the node where they meet would run after only one of
        them.
    Bad:
        edges:
          - {from: scan, to: packages}
          - {from: scan, to: code}
          - {from: packages, to: report}
          - {from: code, to: report}
    Good:
        edges:
          - {from: scan, to: packages}
          - {from: packages, to: code}
          - {from: code, to: report}
    Fix:
        Put the branches one after the other.
    Dry run:
        The unchanged graph runs without the loader's check: the common node runs, but the second
        branch doesn't.
    Source:
        sweny §4.5, §5.12, §8.2, §9
    """
    for name, edges in facts.ambiguous.items():
        meeting = facts.meetings.found.get(name)
        if meeting is None:
            continue
        chain = dict.fromkeys(edge.target for edge in edges)
        yield Finding(
            edge_place(facts, edges[1]),
            message(
                "{} has {} unconditional edges, to {}; {}, but branches never run in "
                "parallel: only the first is followed",
                quote(name),
                len(edges),
                _targets(edges),
                _branches(meeting),
            ),
            f"put them one after the other: {quote(name)}, then {quote_all(chain)}",
            related=(
                *_others(facts, edges),
                Related(node_place(facts, meeting.node), "branches meet here"),
            ),
            witness=_fork_witness(facts, name, edges, meeting),
        )


def _targets(edges: Sequence[Edge]) -> Message:
    return first_names(list(dict.fromkeys(edge.target for edge in edges)))


def _branches(meeting: Meeting) -> Message:
    node, first, second = meeting
    if node in (first, second):
        other = second if node == first else first
        return message("{} also reaches {}", quote(other), quote(node))
    return message("{} and {} meet at {}", quote(first), quote(second), quote(node))


def _others(facts: SwenyFacts, edges: Sequence[Edge]) -> tuple[Related, ...]:
    return tuple(
        Related(edge_place(facts, edge), "also without a condition")
        for edge in (edges[0], *edges[2:])
    )


def _fork_witness(
    facts: SwenyFacts, name: str, edges: Sequence[Edge], meeting: Meeting | None = None
) -> Witness:
    """The way to the node and on along its first edge; none where ways are not known."""
    data = {
        "node": name,
        "targets": [edge.target for edge in edges],
        "fork": [edge.number for edge in edges],
    }
    if meeting is not None:
        data["branches"] = [meeting.first, meeting.second]
        data["meet"] = meeting.node
    lead_in = facts.run_to(name)
    if lead_in is None:
        return Witness(data)
    run = (*lead_in, edges[0])
    shut = (f"{arrow(edge)}: never followed, {arrow(edges[0])} comes first" for edge in edges[1:])
    return Witness({**data, **run_data(facts, run)}, run_steps(facts, run), tuple(shut))


@rule(
    "PL104",
    WARNING,
    needs=BOUNDED,
    prove="ways.proofs.graph:never_ends",
    complete_if=LOOPS,
    catalogue=("no-terminal-node",),
    ends="trap",
)
def no_terminal_phase(facts: SwenyFacts) -> Iterator[Finding]:
    """Workflow without a final node

    What:
        Every reachable node has an out-edge. Cycles without a bound have rules of their own, which
        are reported first.
    Why:
        The specification requires a terminal node, but the loader doesn't check for it. A run ends
        only when some bound is used up, at an arbitrary node.
    Bad:
        edges: [{from: draft, to: review}, {from: review, to: draft, max_iterations: 3}]
    Good:
        edges:
          - {from: draft, to: review}
          - {from: review, to: draft, when: changes are needed, max_iterations: 3}
          - {from: review, to: publish}
    Fix:
        Add a node where the work ends.
    Dry run:
        Complete exploration with all bounds lifted never reaches an end.
    Source:
        sweny §4.8, §6 #20, §8.2 (`no-terminal-node`)
    """
    if all(facts.ways.out[name] for name in facts.ways.reach):
        yield Finding(
            facts.place(("nodes",), "key"),
            message(
                "every reachable node has an out-edge, so a run ends only when a bound is used up",
            ),
            "add a node without out-edges, and an edge to it",
            witness=Witness({"reach": [name for name in facts.nodes if name in facts.ways.reach]}),
        )


@rule(
    "SW111",
    INFO,
    needs=(*CURRENT, *GRAPH),
    prove="ways.proofs.graph:dry_run_writes",
    complete_if=SOUND,
    default=False,
)
def dry_run_side_effects(facts: SwenyFacts) -> Iterator[Finding]:
    """Dry run through a node that can write

    What:
        A node on the path from the entry to the first condition, including that node, offers the
        model a tool whose name implies that it changes something.
    Why:
        With `dryRun: true` in the input, every node up to the first condition really runs; the run
        stops only there. In the next release, nodes before that point can only read.
    Bad:
        # the first node has the skill `github`, which can open issues
        collect: {name: Collect, instruction: Collect open issues., skills: [github]}
    Good:
        collect:
          name: Collect
          instruction: Collect open issues.
          skills: [github]
          tools: {allow: [github_search_issues, github_get_issue]}
    Fix:
        Exclude the tools with `tools`, or add a condition before the node.
    Dry run:
        A run with `dryRun: true` visits the node, and the model is offered the tool.
    Source:
        sweny §5.13, §8.2
    """
    for node in _prefix(facts):
        tools = list(dict.fromkeys(filter(writes, facts.visible(node))))
        if node.sound and tools:
            run = facts.run_to(node.id) or ()
            yield Finding(
                facts.place((*node.pointer, "skills"), "key"),
                message(
                    "a dry run really runs {}, which can use {}",
                    quote(node.id),
                    first_names(tools),
                ),
                "deny the tools in `tools`, or add a condition before the node",
                witness=Witness({"node": node.id, "tools": tools}, run_steps(facts, run)),
                claim=Notes(node.id, "model:run", holds={"tools": tools}, given={"dryRun": True}),
            )


def _prefix(facts: SwenyFacts) -> Iterator[Node]:
    """The nodes that a dry run visits before it stops."""
    seen = set()
    name = facts.workflow.entry
    while name not in seen:
        seen.add(name)
        yield facts.nodes[name]
        edges = facts.ways.out[name]
        if not edges or any(edge.condition for edge in edges):
            return
        name = edges[0].target
