"""Runs in which a static edge is taken in addition to a router or a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaselint.executor import claims
from phaselint.executor.proof import OTHERWISE, STATIC
from phaselint.executor.soundness.search import charts
from phaselint.vocabulary.claim import Notes
from phaselint.vocabulary.finding import Proof

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.langgraph.analysis.facts import LanggraphFacts
    from phaselint.dialects.records import Choice, Event
    from phaselint.executor.proof import ProofContext, RunInput
    from phaselint.vocabulary.finding import Finding

MOST_TRIED = 32
"""The most runs made."""

CHOSEN = ("goto", "label")
"""How a node continues after the choice of a router or a command."""


def both_run(lab: ProofContext[LanggraphFacts], finding: Finding) -> Proof:
    """A run in which a static edge wakes its target, and a router or a command of the same step
    wakes another node, or none. The content of a finding without a claim is read from the file."""
    claim = finding.claim
    if not isinstance(claim, Notes):
        return STATIC
    if not claims.says_so(lab, finding):
        return Proof("unproved", "replay", None, OTHERWISE)
    source, target = claim.phase, str(claim.fields.get("to", ""))
    name = f"take the edge from {source} to {target} next to the choice"
    for count, (setting, choices) in enumerate(_runs(lab, source, target)):
        if count >= MOST_TRIED:
            break
        run = lab.replay(choices, setting)
        if _beside(run.events, source, target):
            return Proof("proved", "replay", lab.script_of(name, run, setting))
    return Proof("unproved", "replay", None, "no run that wakes both was found")


def _runs(
    lab: ProofContext[Any], source: str, target: str
) -> Iterator[tuple[RunInput, Sequence[Choice]]]:
    """Runs that end when a node chooses a successor other than a target."""
    for each in charts(lab):
        for edge in each.edges("strict", "fair"):
            if each.fair.reaches(edge.source) and _chosen(edge.events, source, target):
                yield each.setting, (*each.fair.run_to(edge.source), edge.choice)


def _chosen(events: Sequence[Event], source: str, target: str) -> bool:
    """Whether a node chooses a successor other than a target."""
    return any(
        event.kind == "go"
        and event.phase == source
        and event.data.get("by") in CHOSEN
        and event.data.get("to") != target
        for event in events
    )


def _beside(events: Sequence[Event], source: str, target: str) -> bool:
    """Whether a static edge and a choice of one node are taken in one step."""
    step: list[Event] = []
    for event in (*events, None):
        if event is not None and event.kind != "step":
            step.append(event)
            continue
        edge = any(_is_edge(each, source, target) for each in step)
        if edge and _chosen(step, source, target):
            return True
        step = []
    return False


def _is_edge(event: Event, source: str, target: str) -> bool:
    said = event.data
    same = event.kind == "go" and event.phase == source
    return same and said.get("by") == "edge" and said.get("to") == target
