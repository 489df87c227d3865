"""Why runs of a contract that don't do what a finding claims say nothing against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor.claimed_runs import fair_edges, fair_steps, tells, way_of
from phaselint.executor.known import unknown
from phaselint.executor.soundness.reach import closure, used
from phaselint.executor.soundness.search import charts
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.message import quote

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from phaselint.executor.claimed_runs import Way
    from phaselint.executor.explore import Edge
    from phaselint.executor.proof import ProofContext
    from phaselint.executor.soundness.reach import Exploration

    Via = Hashable | Notes | None
    """What leads to what a claim says: an element, or what a run does."""


def unshown(lab: ProofContext[Any], phase: str, via: Via = None) -> str:
    """Why that no run does something in a phase, or after what leads there, says nothing against a
    finding: not all runs are known, none reaches the phase, takes that way, or gets far enough
    then. Empty where it does."""
    return unknown(lab) or unentered(lab, phase) or unused(lab, via) or _doomed(lab, phase, via)


def unentered(lab: ProofContext[Any], phase: str) -> str:
    """That no run reaches a phase, or none that somebody outside the contract is not to blame for;
    empty where one does."""
    runtime, known = lab.runtime, charts(lab)
    if any(phase in edge.moves for _, edge in fair_steps(lab)):
        return ""
    opened = (runtime.moves(runtime.opening(each.atlas.states[0])) for each in known)
    if any(phase in moves for moves in opened):
        return ""
    inside = [
        each.fair.reaches(number)
        for each in known
        for number, state in enumerate(each.atlas.states)
        if runtime.phase(state) == phase
    ]
    if any(inside):
        return ""
    if inside or phase in used(runtime, known):
        return f"{quote(phase)} is only reached by runs that fail for reasons outside the contract"
    return f"no run reaches {quote(phase)}"


def unused(lab: ProofContext[Any], via: Via) -> str:
    """That no run takes a way; empty where one does, or there is none to look for."""
    return "" if via is None or any(taking(lab, via)) else "no run takes this path"


def taking(lab: ProofContext[Any], via: Via) -> Iterator[Way]:
    """The runs that take a way."""
    return (way_of(each, edge) for each, edge in fair_steps(lab) if _takes(edge, via))


def _takes(edge: Edge, via: Via) -> bool:
    """Whether a step of a run uses an element, or does what is noted."""
    return tells(via, edge.events) if isinstance(via, Notes) else via in edge.moves


def _doomed(lab: ProofContext[Any], phase: str, via: Via = None) -> str:
    """That no run that reaches a phase, or takes a way there, completes, so each may fail, be
    cancelled or go on forever before it does what is looked for. Empty where one completes."""
    runtime = lab.runtime
    if via is None and _cut_short(lab, phase):
        return f"every run fails in {quote(phase)} before that"
    ends: dict[tuple[str, str], None] = {}
    for each in charts(lab):
        states = each.atlas.states
        steps = list(fair_edges(each))
        inside = {edge.target for edge in steps if _takes(edge, phase if via is None else via)}
        if via is None:
            inside |= {number for number, s in enumerate(states) if runtime.phase(s) == phase}
        complete = _completing(lab, each)
        for number in closure(((edge.source, edge.target) for edge in steps), inside):
            if number in complete:
                return ""
            outcome = runtime.outcome(states[number])
            if outcome.kind != "running":
                fault = each.faults.get(number)
                ends[("", str(outcome)) if fault is None else (fault.phase, fault.code)] = None
    if not ends:
        return f"no run that reaches {quote(phase)} ends"
    where, how = next(iter(ends))
    place = f" in {quote(where)}" if where else ""
    return f"every run that reaches {quote(phase)} fails: {quote(how)}{place}"


def _completing(lab: ProofContext[Any], chart: Exploration) -> frozenset[int]:
    """The states from which an orderly run completes, and isn't cancelled."""
    states = chart.atlas.states
    over = (n for n in chart.completed if lab.runtime.outcome(states[n]).kind == "completed")
    steps = ((edge.target, edge.source) for edge in chart.atlas.edges)
    return chart.orderly.intersection(closure(steps, over))


def _cut_short(lab: ProofContext[Any], phase: str) -> bool:
    """Whether every step from a phase ends the run, or is a failure there that the contract
    handles."""
    runtime = lab.runtime
    failing = [
        runtime.outcome(after).kind != "running"
        or any(fault.phase == phase for fault in runtime.failures(after, edge.events))
        for each, edge in fair_steps(lab)
        if runtime.phase(each.atlas.states[edge.source]) == phase
        for after in (each.atlas.states[edge.target],)
    ]
    return bool(failing) and all(failing)
