"""Interrupts that are raised once no handler catches them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.proof import data_of
from phaselint.vocabulary.rule import by
from phaselint_rules.langgraph.persistence.handlers import narrowed
from phaselint_rules.langgraph.state.proofs.comparing import only_mended

if TYPE_CHECKING:
    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Edit, Finding, Proof


@by("differential")
def would_ask(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """No run is interrupted in the node; with a narrower handler, a run is."""
    edits = _edits(lab.facts, finding)
    return only_mended(lab, finding, edits, (str(data_of(finding)["node"]), "interrupt", {}))


def _edits(facts: LanggraphFacts, finding: Finding) -> tuple[Edit, ...]:
    """Edits with which the handler around a finding's interrupt catches a narrower class."""
    for node in facts.graph.nodes:
        for each in () if node.function is None else node.function.interrupts:
            if each.place == finding.place and each.swallowed is not None:
                return narrowed(facts, each.swallowed)
    return ()
