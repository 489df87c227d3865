"""Gates at odds with each other across nodes (reference sweny §5.5, §8.3)."""

from __future__ import annotations

from phaselint.dialects.sweny.analysis.circles import circles
from phaselint.vocabulary.finding import Finding, Related, Witness, WitnessStep
from phaselint.vocabulary.message import arrows, message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.sweny.needs import GRAPH, REQUIRES, SOUND
from phaselint_rules.sweny.run_descriptions import node_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use


@rule("SW314", ERROR, needs=GRAPH, complete_if=SOUND, only_if_keys=REQUIRES, ends="unmet")
def requires_in_a_circle(facts: SwenyFacts) -> Iterator[Finding]:
    """Nodes whose `requires` depend on each other

    What:
        The `requires` of some nodes need fields of each other, so each waits for data that another
        node returns only after its own `requires` has passed.
    Why:
        A node that fails its `requires` returns no data. The first of these nodes fails, and so do
        all others, on every visit.
    Bad:
        scan: {requires: {output_required: [build.log]}}
        build: {requires: {output_required: [scan.files]}}
    Good:
        scan: {requires: {output_required: [fetch.files]}}
        build: {requires: {output_required: [scan.files]}}
    Fix:
        Remove one of the paths, or require data of a node outside the cycle.
    Source:
        sweny §5.2, §5.5, §8.3
    """
    for circle in circles(facts.required_paths, facts.ways.reach):
        first, names = circle[0], [use.node.id for use in circle]
        steps = tuple(
            WitnessStep(
                f"{quote(use.node.id)} needs {quote(use.text)}",
                facts.place(use.pointer),
                use.node.id,
            )
            for use in circle
        )
        yield Finding(
            facts.place(first.pointer),
            message(
                "{} can never pass: these nodes require each other: {}",
                quote(first.node.id),
                arrows((*names, names[0])),
            ),
            "remove one of the paths, or require data of another node",
            related=tuple(
                Related(facts.place(use.pointer), f"{quote(use.node.id)} waits for this")
                for use in circle[1:]
            ),
            witness=Witness({"node": first.node.id, "circle": names}, steps),
        )


@rule("SW315", WARNING, needs=GRAPH, complete_if=SOUND, only_if_keys=REQUIRES)
def requires_only_after_failure(facts: SwenyFacts) -> Iterator[Finding]:
    """Value that is required but fails the gate of its own node

    What:
        A `requires` path needs a value that the `eval` of its own node refuses, or the `error` of a
        node that doesn't declare it, if no edge to the requiring node has a condition. Silent with
        `on_fail: skip`, and if no declared value passes even one of the two checks.
    Why:
        The node runs only after the other node has failed. After a success it fails.
    Bad:
        make: {eval: [{name: good, kind: value, rule: {output_matches: [{path: s, equals: ok}]}}]}
        merge: {requires: {output_matches: [{path: make.s, equals: broken}]}}
    Good:
        merge: {requires: {output_matches: [{path: make.s, equals: ok}]}}
    Fix:
        Require a value that passes the gate.
    Source:
        sweny §5.5, §5.6, §8.3
    """
    from phaselint.dialects.sweny.analysis.circles import left_by_failure, refused_before

    edges = facts.contract.workflow.edges if facts.contract.workflow else ()
    for use in facts.required_paths:
        if use.root not in facts.nodes or _skips(use):
            continue
        node = facts.nodes[use.root]
        gate = refused_before(facts.declarations, use, node)
        if gate or left_by_failure(facts.declarations, use, node, edges):
            yield Finding(
                facts.place(use.pointer),
                message(
                    "{} in `requires` of {} passes only after {}{} has failed",
                    quote(use.text),
                    quote(use.node.id),
                    message("{} of ", quote("eval")) if gate else "",
                    quote(node.id),
                ),
                f"require a value that passes `eval` of {quote(node.id)}"
                if gate
                else "add a condition to the edge, or set `on_fail: skip`",
                related=(
                    Related(
                        node_place(facts, node.id),
                        "its `eval` refuses this value"
                        if gate
                        else "`error` exists only after a failure",
                    ),
                ),
                witness=Witness({"node": use.node.id, "of": node.id, "path": use.text}),
            )


def _skips(use: Use) -> bool:
    """Whether a node is skipped where its `requires` fails."""
    return use.node.requires is not None and use.node.requires.on_fail == "skip"
