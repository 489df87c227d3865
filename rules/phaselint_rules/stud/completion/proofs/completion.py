"""Stages that fail at Init for the names of their tools (reference §5.3 R7)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.records import Event
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.vocabulary.finding import Finding


def is_first(facts: StudFacts, finding: Finding, name: str) -> bool:
    """Whether a finding is about the definition of a stage that runs use."""
    stage = facts.stages.get(name)
    if stage is None:
        return False
    place = (finding.place.file, *finding.place.pointer[: len(stage.base)])
    return facts.key(stage) == place


def never_acts(events: Sequence[Event], stage: str) -> bool:
    """Whether the model is never asked anything in a stage."""
    return not any(e.kind == "ProviderRequestStarted" and e.data["stage"] == stage for e in events)
