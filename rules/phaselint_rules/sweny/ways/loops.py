"""Cycles and their bounds (reference sweny §8.2)."""

from __future__ import annotations

from itertools import pairwise

from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import arrows, message, quote
from phaselint.vocabulary.rule import ERROR, INFO, Grade, rule
from phaselint_rules.sweny.needs import BOUND, GRAPH, MAPPING
from phaselint_rules.sweny.run_descriptions import (
    arrow,
    edge_place,
    node_place,
    run_data,
    run_steps,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge

LATER_MOST = 100
"""The largest bound that later releases accept (§11)."""

ADD_BOUND = Fix("manual", "add `max_iterations`, with as many iterations as make sense")

LATER = (
    Grade("error", "if the option `target` is `next`"),
    Grade("warning", "if it is `current`"),
)


@rule(
    "SW102",
    ERROR,
    needs=MAPPING,
    prove="ways.proofs.loops:never_stops",
    fix="manual",
    ends="failure",
)
def unbounded_self_loop(facts: SwenyFacts) -> Iterator[Finding]:
    """Node that loops to itself without a bound

    What:
        `from` and `to` of an edge are the same, and it has no `max_iterations`.
    Why:
        The loader refuses the workflow with `SELF_LOOP`: the loop would end only at the step
        budget, which discards all results.
    Bad:
        edges: [{from: poll, to: poll, when: the build is still running}]
    Good:
        edges: [{from: poll, to: poll, when: the build is still running, max_iterations: 5}]
    Fix:
        Add `max_iterations`.
    Dry run:
        The router always takes the edge, and the run ends with the step budget exceeded.
    Source:
        sweny §4.5, §5.2, §8.2
    """
    for edge in facts.unbounded_self_loops:
        yield Finding(
            edge_place(facts, edge),
            message("{} points to itself without `max_iterations`", quote(edge.source)),
            "add `max_iterations` to the edge",
            witness=_loop_witness(facts, [edge]),
            fix=ADD_BOUND,
        )


@rule(
    "SW103", ERROR, needs=GRAPH, prove="ways.proofs.loops:never_stops", fix="manual", ends="failure"
)
def unbounded_cycle(facts: SwenyFacts) -> Iterator[Finding]:
    """Cycle without a bound

    What:
        No edge of a cycle of two or more nodes has `max_iterations`. One finding for all cycles
        that share nodes, with a shortest cycle.
    Why:
        The loader refuses the workflow with `UNBOUNDED_CYCLE`: the loop would end only at the step
        budget, which discards all results.
    Bad:
        edges:
          - {from: draft, to: review}
          - {from: review, to: draft, when: changes are needed}
          - {from: review, to: publish}
    Good:
        edges:
          - {from: draft, to: review}
          - {from: review, to: draft, when: changes are needed, max_iterations: 3}
          - {from: review, to: publish}
    Fix:
        Add `max_iterations` to the edge that closes the cycle. With several cycles, each needs a
        bound.
    Dry run:
        The router always stays on the cycle, and the run ends with the step budget exceeded.
    Source:
        sweny §4.5, §5.2, §8.2
    """
    for cycle in facts.unbounded_cycles:
        run = _round(facts, cycle)
        back = run[-1]
        yield Finding(
            edge_place(facts, back),
            message("cycle without a bound: {}", arrows((run[0].source, *(e.target for e in run)))),
            f"add `max_iterations` to an edge of the cycle, such as {arrow(back)}",
            related=tuple(Related(edge_place(facts, e), "part of the cycle") for e in run[:-1]),
            witness=_loop_witness(facts, run),
            fix=ADD_BOUND,
        )


def _round(facts: SwenyFacts, cycle: Sequence[str]) -> tuple[Edge, ...]:
    """The edges of a cycle, from the node that runs enter first to the edge that closes it."""
    members = cycle[:-1]
    at = min(range(len(members)), key=lambda index: facts.ways.depth.get(members[index], 0))
    members = (*members[at:], *members[:at])
    around = (*members, members[0])
    return tuple(
        next(e for e in facts.ways.out[source] if e.target == target and e.most is None)
        for source, target in pairwise(around)
    )


def _loop_witness(facts: SwenyFacts, cycle: Sequence[Edge]) -> Witness:
    """The way to a cycle and once round; without the way where there is none."""
    start = cycle[0].source
    data = {
        "cycle": [start, *(edge.target for edge in cycle)],
        "cycle_edges": [edge.number for edge in cycle],
    }
    lead_in = facts.run_to(start)
    if lead_in is None:
        return Witness(data)
    run = (*lead_in, *cycle)
    return Witness({**data, **run_data(facts, run)}, run_steps(facts, run))


@rule("SW109", LATER, needs=MAPPING, only_if_keys=BOUND)
def max_iterations_too_large(facts: SwenyFacts) -> Iterator[Finding]:
    """Loop bound above the limit of later releases

    What:
        `max_iterations` of an edge is above 100.
    Why:
        Later releases refuse it with `EDGE_ITERATIONS_EXCEEDED`; besides, a run ends with an error
        after 200 visits.
    Bad:
        edges: [{from: review, to: draft, when: changes are needed, max_iterations: 500}]
    Good:
        edges: [{from: review, to: draft, when: changes are needed, max_iterations: 5}]
    Fix:
        Lower the bound.
    Source:
        sweny §8.2, §11
    """
    refused = facts.options["target"] == "next"
    by = "the target release refuses" if refused else "later releases refuse"
    for edge in facts.workflow.edges:
        if edge.most is not None and edge.most > LATER_MOST:
            yield Finding(
                edge_place(facts, edge, "max_iterations"),
                message(
                    "`max_iterations` is {}; {} values above {} (`EDGE_ITERATIONS_EXCEEDED`)",
                    edge.most,
                    by,
                    LATER_MOST,
                ),
                f"lower it to {LATER_MOST} or less",
                severity="error" if refused else "warning",
            )


@rule(
    "SW110",
    INFO,
    needs=GRAPH,
    prove="ways.proofs.loops:never_again",
    default=False,
    only_if_keys=BOUND,
)
def max_iterations_no_cycle(facts: SwenyFacts) -> Iterator[Finding]:
    """Loop bound on an edge outside any cycle

    What:
        An edge with `max_iterations` isn't part of a cycle: there is no path from its target back
        to its source.
    Why:
        The bound has no effect, but suggests a loop.
    Bad:
        edges: [{from: draft, to: publish, max_iterations: 2}]
    Good:
        edges: [{from: draft, to: publish}]
    Fix:
        Remove `max_iterations`, or move it to the edge that closes the cycle.
    Dry run:
        Complete exploration from the edge never returns to its source.
    Source:
        sweny §8.2
    """
    for edge in facts.edges:
        apart = facts.ways.component[edge.source] != facts.ways.component[edge.target]
        if edge.most is not None and apart and edge.source in facts.ways.reach:
            run = (*(facts.run_to(edge.source) or ()), edge)
            yield Finding(
                edge_place(facts, edge, "max_iterations"),
                message("{} isn't part of a cycle, so `max_iterations` has no effect", arrow(edge)),
                "remove it, or move it to the edge that closes the cycle",
                related=(Related(node_place(facts, edge.target), "no path back from here"),),
                witness=Witness(run_data(facts, run), run_steps(facts, run)),
            )
