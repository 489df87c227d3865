"""Phases that no run enters, and transitions that none takes (reference vesanor §6.2, §6.3)."""

from __future__ import annotations

from phaselint.executor.proof import never, settled
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.copies import entered, opened, over_map, unguarded
from phaselint_rules.vesanor.proofs.harness import (
    absent,
    advances,
    completed,
    data_of,
    doubted,
    incomplete,
    names,
    session_of,
    text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.executor.explore import Atlas, Edge
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


@by("explore")
def unreachable(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """No run visits the phase, not even if each transition of the map had a tool of its own."""
    data = data_of(finding)
    return doubted(_never_entered(lab, text(data, "phase")), _led_to(lab, data))


def _never_entered(lab: ProofContext[VesanorFacts], phase: str) -> Proof:
    return never(lab, f"enter {phase}", lab.atlas, lambda state: state.phase == phase)


def _led_to(lab: ProofContext[VesanorFacts], data: Mapping[str, Any]) -> Iterator[str]:
    phase, mapped = text(data, "phase"), over_map(lab).atlas
    yield absent(lab, phases=[phase])
    yield incomplete(mapped)
    if phase in entered(mapped):
        yield f"transitions reach {quote(phase)}"
    if names(data, "reach") != tuple(sorted(entered(mapped))):
        yield "transitions reach other phases than the finding names"


@by("explore")
def unenterable(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """No run visits the phase, not even if no tool required or forbade another; over the map one
    does, from the phases that the finding names."""
    data = data_of(finding)
    return doubted(_never_entered(lab, text(data, "phase")), _not_promised(lab, data))


def _not_promised(lab: ProofContext[VesanorFacts], data: Mapping[str, Any]) -> Iterator[str]:
    phase, mapped, free = text(data, "phase"), over_map(lab).atlas, unguarded(lab).atlas
    yield absent(lab, phases=[phase])
    yield incomplete(mapped, free)
    if phase not in entered(mapped):
        yield f"no transitions reach {quote(phase)}"
    if phase in entered(free):
        yield f"tools advance to {quote(phase)} in an impossible order"
    transitions = lab.start.law.transitions
    sources = sorted(each for each in entered(free) if phase in transitions.get(each, ()))
    if not sources or list(names(data, "from")) != sources:
        yield "the transitions to it are from other phases than the finding names"


@by("explore")
def never_completes(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """No run reaches a terminal phase; one would if no tool required or forbade another."""
    proof = never(lab, "reach a terminal phase", lab.atlas, completed)
    return doubted(proof, _completes_otherwise(lab, data_of(finding)))


def _completes_otherwise(lab: ProofContext[VesanorFacts], data: Mapping[str, Any]) -> Iterator[str]:
    session, free, ordered = session_of(lab), unguarded(lab).atlas, opened(lab).atlas
    yield incomplete(free, ordered)
    if free.find(completed) is None:
        yield "no run would in any order of calls"
    if ordered.find(completed) is not None:
        yield "the order of calls isn't what keeps runs from it"
    declared = session.declared if session else {}
    if names(data, "reached") != tuple(name for name in declared if name in entered(ordered)):
        yield "runs reach other phases than the finding names"


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
