"""Phases that no run enters, and transitions that none takes (reference vesanor §6.2, §6.3)."""

from __future__ import annotations

from phaselint.executor.proof import settled
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.copies import entered, unguarded
from phaselint_rules.vesanor.proofs.harness import (
    absent,
    advances,
    data_of,
    doubted,
    incomplete,
    names,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.executor.explore import Atlas, Edge
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


@by("explore")
def never_taken(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """No step of any run goes from the one phase to the other, not even if no tool required or
    forbade another; the map has the transition."""
    edge = names(data_of(finding), "edge")
    if len(edge) != 2:
        return Proof("unproved", "explore", None, "the finding names no transition")
    source, target = edge
    found = _taken(lab, lab.atlas, source, target)
    if found is not None:
        choices = (*lab.atlas.run_to(found.source), found.choice)
        script = lab.script(f"go from {source} to {target}", choices)
        return Proof("refuted", "explore", script, "a run takes the transition")
    return doubted(settled(lab.atlas), _offered(lab, source, target))


def _taken(
    lab: ProofContext[VesanorFacts], atlas: Atlas[Any], source: str, target: str
) -> Edge | None:
    """A step from one phase to the other, and not one that just stays there."""
    for edge in atlas.edges:
        phases = (atlas.states[edge.source].phase, atlas.states[edge.target].phase)
        if phases == (source, target) and (source != target or advances(lab, edge.choice, target)):
            return edge
    return None


def _offered(lab: ProofContext[VesanorFacts], source: str, target: str) -> Iterator[str]:
    free, law = unguarded(lab).atlas, lab.start.law
    yield absent(lab, phases=[source, target])
    yield incomplete(free)
    if target not in law.transitions.get(source, ()):
        yield f"there is no transition from {quote(source)} to {quote(target)}"
    if source in law.terminals or not {source, target} <= entered(free):
        yield "no tools advance to both of these phases"
    if _taken(lab, free, source, target) is not None:
        yield "a tool takes the transition in an impossible order"
