"""What a run costs at most, in questions to a model (reference §5.17)."""

from __future__ import annotations

from phaselint.dialects.base import Cost, PhaseCost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Node

COLUMNS = ("model runs", "judge calls", "reflections", "route questions", "total")


def cost(facts: SwenyFacts) -> Cost | None:
    """The most that each node costs per visit, and all nodes together in one run.

    None where ways are not known. How often a node is visited comes from the bounds of the
    edges; a run has no more visits than a longest one, and these are taken to be the dearest
    ones, for each column by itself.
    """
    if not facts.graph_known:
        return None
    visits = facts.exhaustion.visits
    rows = {name: per_visit(facts, node) for name, node in facts.nodes.items()}
    budget = facts.exhaustion.longest
    total = tuple(
        _dearest(((visits[name], row[column]) for name, row in rows.items()), budget)
        for column in range(len(COLUMNS))
    )
    phases = tuple(PhaseCost(name, visits[name], row) for name, row in rows.items())
    run = facts.exhaustion.longest_run
    return Cost(COLUMNS, phases, budget, total, run, exact=len(run) == budget)


def per_visit(facts: SwenyFacts, node: Node) -> tuple[int, ...]:
    """The bounds for one visit, in the order of the columns."""
    retries = node.retry.max if node.retry else 0
    runs = retries + 1
    judges = sum(evaluator.kind == "judge" for evaluator in node.evals)
    judged = 2 * judges * runs
    reflects = node.retry is not None and node.retry.instruction in ("auto", "reflect")
    reflections = retries if reflects else 0
    routes = int(any(edge.condition for edge in facts.ways.out[node.id]))
    return runs, judged, reflections, routes, runs + judged + reflections + routes


def _dearest(priced: Iterable[tuple[int, int]], budget: int) -> int:
    """The cost of the dearest visits that fit into the budget."""
    spent = 0
    for visits, price in sorted(priced, key=lambda each: -each[1]):
        taken = min(visits, budget)
        spent += taken * price
        budget -= taken
    return spent
