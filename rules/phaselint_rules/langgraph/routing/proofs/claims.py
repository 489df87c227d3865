"""Proofs of rules whose findings claim things of several kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.claims import ends, notes
from phaselint.vocabulary.claim import Notes

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


def ends_or_notes(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run fails in a node, or does something there that the finding names."""
    return (notes if isinstance(finding.claim, Notes) else ends)(lab, finding)
