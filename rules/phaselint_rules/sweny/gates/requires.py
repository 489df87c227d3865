"""Where the paths of `requires` start (reference sweny §8.3)."""

from __future__ import annotations

from itertools import pairwise, permutations

from phaselint.dialects.sweny.analysis.circles import circles
from phaselint.dialects.sweny.model import INPUT
from phaselint.vocabulary.finding import Finding, Related, Witness, WitnessStep
from phaselint.vocabulary.message import arrows, message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.sweny.gates.paths import also, misses, rewrite, slips, witness
from phaselint_rules.sweny.needs import GRAPH, REQUIRES, SOUND
from phaselint_rules.sweny.run_descriptions import MOST_NAMED, arrow, edge_place, node_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Fault, Use

MOST_SEARCHES = 40
"""For how many findings in a workflow a path is searched that is not a shortest one; the others
are told without."""

_NOT_BEFORE: tuple[Fault, ...] = (
    "self",
    "not-upstream",
    "unaddressable-node",
    "unaddressable-evaluator",
)
"""Faults that say more of a path than which ways pass its node by."""

FAILED_OR_SKIPPED = (
    Grade("warning", "where the node fails on that path"),
    Grade("info", "where it is skipped: `on_fail: skip`"),
)


@rule(
    "SW304",
    ERROR,
    prove="gates.proofs.paths:fails",
    complete_if=SOUND,
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_unaddressable_node(facts: SwenyFacts) -> Iterator[Finding]:
    """A `requires` path names a node that no path can name.

    What:
        The first segment of a path is the id of a node, but for its signs, and that id is no
        identifier.
    Why:
        Ids are free text, segments are letters, digits and underscores, so such a path can
        never be resolved: the node fails on every visit.
    Bad:
        nodes: {fix-it: {…}, report: {requires: {output_required: [fix-it.branch]}}}
    Good:
        nodes: {fix_it: {…}, report: {requires: {output_required: [fix_it.branch]}}}
    Fix:
        Rename the node, in `nodes`, `entry`, `edges` and conditions alike.
    Dry run:
        A run comes to the node, and `requires` fails.
    Source:
        sweny §5.7, §8.3
    """
    for use, others in slips(facts.required_paths, "unaddressable-node"):
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} always fails: no path can name "
                "the node {}, whose id is no identifier",
                quote(use.text),
                quote(use.node.id),
                quote(use.root),
            ),
            "rename the node with letters, digits and underscores, wherever it is named",
            related=(Related(node_place(facts, use.root), "the node"), *also(facts, others)),
            witness=witness(facts, use, f"no path can name {quote(use.root)}"),
        )


@rule(
    "SW305",
    ERROR,
    prove="gates.proofs.paths:fails",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_unknown_root(facts: SwenyFacts) -> Iterator[Finding]:
    """A `requires` path starts at something that is not there.

    What:
        The first segment of a path is neither `input` nor the id of a node.
    Why:
        The context map holds the run input and the data of finished nodes, so the node fails on
        every visit.
    Bad:
        requires: {output_required: [reslt.branch]}
    Good:
        requires: {output_required: [result.branch]}
    Fix:
        Start with the id of the node whose data are meant.
    Dry run:
        A run comes to the node, and `requires` fails.
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
            f"did you mean {quote(better)}?" if better else "start with the id of an earlier node",
            related=also(facts, others),
            witness=witness(facts, use, misses(root)),
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
    prove="gates.proofs.paths:fails",
    complete_if=SOUND,
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_self(facts: SwenyFacts) -> Iterator[Finding]:
    """A `requires` path names the node that it stands in.

    What:
        The first segment of a path is the node's own id.
    Why:
        `requires` is looked at before the node runs, when there are no data of it: the first
        visit always fails.
    Bad:
        assess: {requires: {output_required: [assess.verdict]}}
    Good:
        assess: {eval: [{name: ok, kind: value, rule: {output_required: [verdict]}}]}
    Fix:
        What a node has to give belongs into its `eval` or `output.required`; what it needs
        belongs to an earlier node.
    Dry run:
        A run comes to the node for the first time, and `requires` fails.
    Source:
        sweny §5.4, §5.5, §8.3
    """
    for use, others in slips(facts.required_paths, "self"):
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} names the node itself, which "
                "has no data before its first visit",
                quote(use.text),
                quote(use.node.id),
            ),
            "name an earlier node; what this node has to give belongs into its `eval`",
            related=also(facts, others),
            witness=witness(facts, use, misses(use.node.id)),
        )


@rule(
    "SW306",
    ERROR,
    needs=GRAPH,
    prove="gates.proofs.paths:fails",
    complete_if=SOUND,
    only_if_keys=REQUIRES,
    ends="unmet",
)
def requires_not_upstream(facts: SwenyFacts) -> Iterator[Finding]:
    """A `requires` path names a node that never runs before.

    What:
        The first segment of a path is a node from which no path leads to this one.
    Why:
        No run has finished that node when it comes here, so this node fails on every visit.
    Bad:
        edges: [{from: fix, to: report}]
        # and in `fix`
        requires: {output_required: [report.url]}
    Good:
        # in `report`
        requires: {output_required: [fix.branch]}
    Fix:
        Name an earlier node, or add the edge that is missing.
    Dry run:
        Complete exploration never comes to the node once the named one is finished; a run comes to
        it on a shortest path, and `requires` fails.
    Source:
        sweny §7.2, §8.3
    """
    for use, others in slips(facts.required_paths, "not-upstream"):
        yield Finding(
            facts.place(use.pointer),
            message(
                "{} in `requires` of {} always fails: no path leads from {} to {}",
                quote(use.text),
                quote(use.node.id),
                quote(use.root),
                quote(use.node.id),
            ),
            "name a node that runs before",
            related=(
                Related(node_place(facts, use.root), "never finished before"),
                *also(facts, others),
            ),
            witness=witness(facts, use, misses(use.root)),
        )


@rule(
    "SW307",
    FAILED_OR_SKIPPED,
    needs=GRAPH,
    prove="gates.proofs.paths:fails_on_way",
    complete_if=SOUND,
    only_if_keys=REQUIRES,
)
def requires_not_on_all_paths(facts: SwenyFacts) -> Iterator[Finding]:
    """A `requires` path names a node that some path passes by.

    What:
        The first segment of a path is a node that runs before this one on some path from the
        entry, but not on all.
    Why:
        On the path that passes it by, this node fails, and the run goes on or, with the option
        `target = "next"`, ends. With `on_fail: skip` that is a known way to say "only if".
    Bad:
        edges: [{from: assess, to: fix, when: it is a bug}, {from: assess, to: report},
                {from: fix, to: report}]
        # and in `report`
        requires: {output_required: [fix.branch]}
    Good:
        requires: {output_required: [assess.verdict]}
    Fix:
        Say `on_fail: skip`, require what every path gives, or split the node.
    Dry run:
        A run takes the path that passes the node by, and `requires` fails.
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
    path = message("the path {}, which", arrows(way)) if few else "a path that"
    return Finding(
        facts.place(use.pointer),
        message(
            "{} in `requires` of {} {} on {} passes {} by",
            quote(use.text),
            quote(use.node.id),
            "skips it" if skips else "fails",
            path,
            quote(use.root),
        ),
        "that is a known way to say `only if`"
        if skips
        else "say `on_fail: skip` if that is meant, or require what every path gives",
        severity="info" if skips else "warning",
        related=(Related(node_place(facts, use.root), "passed by"), *also(facts, others)),
        witness=Witness(shown.data, (*_walk(facts, way), *shown.steps[bool(way) :])),
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
