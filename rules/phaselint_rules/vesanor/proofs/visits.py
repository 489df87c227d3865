"""Phases that no run enters, and transitions that none takes (reference vesanor §6.2, §6.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.proof import never
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.bench import (
    advances,
    completed,
    data_of,
    settled,
)

if TYPE_CHECKING:
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding


@by("explore")
def never_entered(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """No run visits the phase."""
    phase = data_of(finding)["phase"]
    return never(lab, f"enter {phase}", lab.atlas, lambda state: state.phase == phase)


@by("explore")
def never_completes(lab: Lab[VesanorFacts], _: Finding) -> Proof:
    """No run reaches a terminal phase."""
    return never(lab, "reach a terminal phase", lab.atlas, completed)


@by("explore")
def never_taken(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """No step of any run goes from the one phase to the other."""
    source, target = data_of(finding)["edge"]
    atlas = lab.atlas
    for edge in atlas.edges:
        if atlas.states[edge.source].phase == source and atlas.states[edge.target].phase == target:
            if source == target and not advances(lab, edge.choice, target):
                continue
            choices = (*atlas.run_to(edge.source), edge.choice)
            script = lab.script(f"go from {source} to {target}", choices)
            return Proof("refuted", "explore", script, "a run takes the transition")
    return settled(atlas)
