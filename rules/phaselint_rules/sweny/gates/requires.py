"""Where the paths of `requires` start (reference sweny §8.3)."""

from __future__ import annotations

from itertools import pairwise, permutations

from phaselint.dialects.sweny.analysis.circles import circles
from phaselint.dialects.sweny.model import INPUT
from phaselint.vocabulary.claim import All, Never, Notes, Undecided
from phaselint.vocabulary.finding import Finding, Related, Witness, WitnessStep
from phaselint.vocabulary.message import arrows, message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.gates.paths import also, misses, rewrite, slips, witness
from phaselint_rules.sweny.gates.unmet import unmet
from phaselint_rules.sweny.needs import GRAPH, REQUIRES, SOUND
from phaselint_rules.sweny.run_descriptions import MOST_NAMED, arrow, edge_place, node_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Fault, Use

MOST_SEARCHES = 40
"""Number of findings per workflow for which a path is searched that isn't a shortest one; the
others go without."""

_NOT_BEFORE: tuple[Fault, ...] = (
    "self",
    "not-upstream",
    "unaddressable-node",
    "unaddressable-evaluator",
)
"""Faults that explain more about a path than which paths bypass its node."""

FAILED_OR_SKIPPED = (
    Grade("warning", "if the node fails on that path"),
    Grade("info", "if it is skipped: `on_fail: skip`"),
)


@rule(
    "SW304",
    ERROR,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_unaddressable_node(facts: SwenyFacts) -> Iterator[Finding]:
    """Required path to a node whose ID isn't an identifier

    What:
        The first segment of a path is the ID of a node, apart from punctuation, but that ID isn't
        an identifier.
    Why:
        IDs are free text, but path segments are letters, digits and underscores, so such a path can
        never be resolved: the node fails on every visit.
    Bad:
        nodes: {fix-it: {…}, report: {requires: {output_required: [fix-it.branch]}}}
    Good:
        nodes: {fix_it: {…}, report: {requires: {output_required: [fix_it.branch]}}}
    Fix:
        Rename the node in `nodes`, `entry`, `edges` and conditions.
    Dry run:
        A run reaches the node, and `requires` fails.
    Source:
        sweny §5.7, §8.3
    """
    for use, others in slips(facts.required_paths, "unaddressable-node"):
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} always fails: paths can't refer to node {}, "
                "because its ID isn't an identifier",
                quote(use.text),
                quote(use.node.id),
                quote(use.root),
            ),
            "rename the node everywhere; use only letters, digits and underscores",
            related=(Related(node_place(facts, use.root), "node"), *also(facts, others)),
            witness=witness(facts, use, f"paths can't refer to {quote(use.root)}"),
            claim=unmet(facts, use, f"'{use.text}' {use.path.error}"),
        )


@rule(
    "SW305",
    ERROR,
    claims="notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_unknown_root(facts: SwenyFacts) -> Iterator[Finding]:
    """Required path that starts at a missing node

    What:
        The first segment of a path is neither `input` nor the ID of a node.
    Why:
        The context contains only the run input and the data of finished nodes, so the node fails on
        every visit.
    Bad:
        requires: {output_required: [reslt.branch]}
    Good:
        requires: {output_required: [result.branch]}
    Fix:
        Start with the ID of the intended node.
    Dry run:
        A run reaches the node, and `requires` fails.
    Source:
        sweny §5.4, §8.3
    """
    roots = (*facts.nodes, INPUT)
    for use, others in slips(facts.required_paths, "unknown-root"):
        root = use.path.root
        near = suggest(root, roots)
        better = _with_root(use, near) if near else _placed(facts, use)
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} always fails: {} is neither `input` nor a node",
                quote(use.text),
                quote(use.node.id),
                quote(root),
            ),
            f"use {quote(better)}" if better else "start with the ID of an earlier node",
            related=also(facts, others),
            witness=witness(facts, use, misses(root)),
            claim=unmet(facts, use, f"'{use.text}' missing segment '{root}'"),
            fix=rewrite(facts, use, better) if better else None,
        )


def _with_root(use: Use, root: str) -> str:
    """The path with another first name, its prefix and the rest as they are."""
    at = use.text.index(use.path.root, use.text.find(":") + 1)
    return f"{use.text[:at]}{root}{use.text[at + len(use.path.root) :]}"


def _placed(facts: SwenyFacts, use: Use) -> str:
    """The path below the one node that declares its first or second name; else nothing."""
    for skipped, segment in enumerate(use.path.segments[:2]):
        holders = [
            node.id
            for node in facts.nodes.values()
            if segment.name in node.properties and node.id != use.node.id
        ]
        if len(holders) == 1:
            prefix = "any:" if use.path.mode == "any" else ""
            return prefix + ".".join((holders[0], *map(str, use.path.segments[skipped:])))
    return ""


@rule(
    "SW308",
    ERROR,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_self(facts: SwenyFacts) -> Iterator[Finding]:
    """Node that requires its own data

    What:
        The first segment of a path is the node's own ID.
    Why:
        `requires` is checked before the node runs, when its data doesn't exist yet: the first visit
        always fails.
    Bad:
        assess: {requires: {output_required: [assess.verdict]}}
    Good:
        assess: {eval: [{name: ok, kind: value, rule: {output_required: [verdict]}}]}
    Fix:
        Move requirements on the node's own result to its `eval` or `output.required`; for what the
        node needs, name an earlier node.
    Dry run:
        A run reaches the node for the first time, and `requires` fails.
    Source:
        sweny §5.4, §5.5, §8.3
    """
    for use, others in slips(facts.required_paths, "self"):
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} names the node itself, but the node "
                "has no data before its first visit",
                quote(use.text),
                quote(use.node.id),
            ),
            "name an earlier node; move checks of this node's own result to its `eval`",
            related=also(facts, others),
            witness=witness(facts, use, misses(use.node.id)),
            claim=unmet(facts, use, f"'{use.text}' missing segment '{use.node.id}'"),
        )


@rule(
    "SW306",
    ERROR,
    needs=GRAPH,
    claims="notes_and_never",
    complete_if=SOUND,
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_not_upstream(facts: SwenyFacts) -> Iterator[Finding]:
    """Required data of a node that never runs earlier

    What:
        The first segment of a path is a node from which no path leads to this node.
    Why:
        No run has finished that node when it reaches this one, so this node fails on every visit.
    Bad:
        edges: [{from: fix, to: report}]
        # and in `fix`
        requires: {output_required: [report.url]}
    Good:
        # in `report`
        requires: {output_required: [fix.branch]}
    Fix:
        Name an earlier node, or add the missing edge.
    Dry run:
        Complete exploration never reaches the node after the named node has finished; a run reaches
        it on a shortest path, and `requires` fails.
    Source:
        sweny §7.2, §8.3
    """
    for use, others in slips(facts.required_paths, "not-upstream"):
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} always fails: there is no path from {} to {}",
                quote(use.text),
                quote(use.node.id),
                quote(use.root),
                quote(use.node.id),
            ),
            "name a node that runs earlier",
            related=(
                Related(node_place(facts, use.root), "never finishes earlier"),
                *also(facts, others),
            ),
            witness=witness(facts, use, misses(use.root)),
            claim=All(
                (
                    Never(Notes(use.node.id, "model:run", hostile=True), after=use.node.id),
                    unmet(facts, use, f"'{use.text}' missing segment '{use.root}'"),
                )
            ),
        )


@rule(
    "SW307",
    FAILED_OR_SKIPPED,
    needs=GRAPH,
    claims="notes",
    complete_if=SOUND,
    only_if_keys=REQUIRES,
)
def requires_not_on_all_paths(facts: SwenyFacts) -> Iterator[Finding]:
    """Required data of a node that some path bypasses

    What:
        The first segment of a path is a node that runs before this node on some paths from the
        entry, but not on all.
    Why:
        On the path that bypasses it, this node fails, and the run continues or, with the option
        `target = "next"`, ends. With `on_fail: skip` this is a common way to express "only if".
    Bad:
        edges: [{from: assess, to: fix, when: it is a bug}, {from: assess, to: report},
                {from: fix, to: report}]
        # and in `report`
        requires: {output_required: [fix.branch]}
    Good:
        requires: {output_required: [assess.verdict]}
    Fix:
        Set `on_fail: skip`, require data that every path returns, or split the node.
    Dry run:
        A run takes the path that bypasses the node, and `requires` fails.
    Source:
        sweny §7.2, §8.3
    """
    found: dict[tuple[str, str], list[Use]] = {}
    for use in facts.required_paths:
        if use.root in facts.nodes and use.fault not in _NOT_BEFORE:
            found.setdefault((use.node.id, use.root), []).append(use)
    searches = 0
    waiting = {
        pair
        for circle in circles(facts.required_paths, facts.ways.reach)
        for pair in permutations([use.node.id for use in circle], 2)
    }
    for (name, root), (use, *others) in found.items():
        if (name, root) in waiting:
            continue  # `requires-in-a-circle` says more
        if facts.ways.reach.issuperset((name, root)) and not facts.ways.dominates(root, name):
            way = _plain_way(facts, name, root)
            if not way and searches < MOST_SEARCHES:
                searches += 1
                way = facts.ways.way(name, avoiding=(root,))
            yield _passed_by(facts, use, others, way)


def _plain_way(facts: SwenyFacts, name: str, root: str) -> tuple[str, ...]:
    """The nodes of a shortest path from the entry to a node, if it does not pass another one."""
    run = facts.run_to(name)
    if run is None or any(edge.source == root for edge in run):
        return ()
    return (facts.workflow.entry, *(edge.target for edge in run))


def _passed_by(facts: SwenyFacts, use: Use, others: Sequence[Use], way: Sequence[str]) -> Finding:
    skips = use.node.requires is not None and use.node.requires.on_fail == "skip"
    shown = witness(facts, use, misses(use.root), nodes=list(way))
    few = 0 < len(way) <= MOST_NAMED
    path = message("path {}, which", arrows(way)) if few else "a path that"
    return Finding(
        facts.place(use.pointer),
        message(
            "{} in `requires` of {} {} on {} bypasses {}",
            quote(use.text),
            quote(use.node.id),
            "skips it" if skips else "fails",
            path,
            quote(use.root),
        ),
        "keep this if it means `only if`"
        if skips
        else "set `on_fail: skip` if that is intended, or require data that every path returns",
        severity="info" if skips else "warning",
        related=(Related(node_place(facts, use.root), "bypassed"), *also(facts, others)),
        witness=Witness(shown.data, (*_walk(facts, way), *shown.steps[bool(way) :])),
        claim=unmet(facts, use, f"'{use.text}' missing segment '{use.root}'")
        if way
        else Undecided("no path was looked for"),
    )


def _walk(facts: SwenyFacts, way: Sequence[str]) -> tuple[WitnessStep, ...]:
    """A path from the entry, one line for each node."""
    if not way:
        return ()
    edges = (
        next(e for e in facts.ways.out[one] if e.target == other) for one, other in pairwise(way)
    )
    steps = (WitnessStep(arrow(edge), edge_place(facts, edge), edge.target) for edge in edges)
    return (WitnessStep(f"start in {quote(way[0])}", node_place(facts, way[0]), way[0]), *steps)
