"""What subgraphs return, if runs leave them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor import claims
from phaselint.executor.proof import data_of
from phaselint.executor.soundness.search import charts
from phaselint.vocabulary.finding import Proof

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding

AFTER = ("write", "go", "send", "arrive")
"""The event of a node that has returned."""


def returns_so(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run does what the finding claims of a subgraph. Not decided if no run leaves the subgraph
    because of another problem in it."""
    proof = claims.notes(lab, finding)
    if proof.status != "refuted" or _returns(lab, str(data_of(finding)["node"])):
        return proof
    return Proof("unproved", "replay", None, "no run leaves the subgraph")


def _returns(lab: ProofContext[LanggraphFacts], node: str) -> bool:
    """Whether a run leaves a subgraph."""
    return any(
        each.phase == node and each.kind in AFTER
        for chart in charts(lab)
        for edge in chart.atlas.edges
        for each in edge.events
    )
