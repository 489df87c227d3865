"""How the executor shows which lanes no card comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.proof import data_of, never
from phaselint.vocabulary.rule import by

if TYPE_CHECKING:
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_lanes.analysis.facts import LanesFacts


@by("explore")
def never_entered(lab: ProofContext[LanesFacts], finding: Finding) -> Proof:
    """No card is ever in the lane."""
    lane = data_of(finding)["lane"]
    return never(lab, f"enter {lane}", lab.atlas, lambda card: lane in card.way)
