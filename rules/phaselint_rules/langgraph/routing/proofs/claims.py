"""Proofs of rules whose findings claim things of several kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.claims import differs, ends, notes
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.langgraph.edits import text_at

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def ends_or_notes(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run fails in a node, or does something there that the finding names."""
    return (notes if isinstance(finding.claim, Notes) else ends)(lab, finding)


@by("differential")
def differs_here(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """Some run goes otherwise with the edits of the fix, which are of the text that the finding
    speaks of."""
    text = finding.witness.data.get("text") if finding.witness else None
    edits = finding.fix.edits if finding.fix else ()
    if finding.claim is not None and any(text_at(lab.facts, each.place) != text for each in edits):
        return Proof("unproved", "differential", None, "something else is written there")
    return differs(lab, finding)
