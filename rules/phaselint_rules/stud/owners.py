"""Whose completion tool a name is (reference §6.5)."""

from __future__ import annotations

from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage

MOST_OWNERS = 9
"""Stages with one completion tool that a finding shows."""


def foreign(facts: StudFacts, stage: Stage, tool: str) -> tuple[Stage, ...]:
    """The other stages whose completion tool a name is, the first of many; none where it is the
    stage's own, or a registered tool besides, whose name no completion tool may have."""
    if tool == stage.completion_tool or tool in facts.reserved:
        return ()
    own = facts.key(stage)
    owners = facts.completion_names.get(tool, ())
    return tuple(islice((owner for owner in owners if facts.key(owner) != own), MOST_OWNERS))
