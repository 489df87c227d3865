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
    """Whether a run leaves a subgraph that nobody outside the contract is to blame for."""
    return any(
        each.phase == node and each.kind in AFTER
        for chart in charts(lab)
        for edge in chart.edges("strict", "fair")
        if chart.fair.reaches(edge.source)
        for each in edge.events
    )
