"""How the executor shows what is wrong with a run as a whole (reference §7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.driving import data_of, unscripted
from phaselint_rules.climpt.proofs.bench import Plan, drive, shown
from phaselint_rules.climpt.proofs.transitions import NO_WAY

if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.bench import Driven

LIMIT = "AGENT_MAX_ITERATIONS"
GOING_ON = {"text": "I am still at it."}


def budget_used_up(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """A run takes the shortest way and ends before it comes to its end."""
    data = data_of(finding)
    way = tuple(data["path"])
    plan = Plan(way, options={"max_iterations": data["budget"]})

    def holds(driven: Driven) -> bool:
        return driven.visited == way[: data["budget"]] and driven.code == LIMIT

    return shown(drive(lab, "take the shortest way", plan), holds)


def stays_at_entry(lab: Lab[ClimptFacts], finding: Finding) -> Proof:
    """Every iteration of a run is on the entry step."""
    start = data_of(finding)["step"]
    if start != lab.facts.active:
        return unscripted(NO_WAY)

    def holds(driven: Driven) -> bool:
        return len(driven.visited) > 1 and set(driven.visited) == {start}

    return shown(drive(lab, "go on for a while", Plan((start,), GOING_ON)), holds)
