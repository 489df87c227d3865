"""What findings claim of turns that a model takes in a stage (reference stud §5.5, §5.7)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Notes, Undecided
from phaselint_rules.stud.runoptions import judging, unnamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage


def call(tool: str) -> Mapping[str, Any]:
    """A turn with one tool call, without arguments."""
    return {"calls": [{"name": tool, "args": {}}]}


def comes_of(
    facts: StudFacts, stage: Stage, event: str, fields: Mapping[str, Any], *turns: Mapping[str, Any]
) -> Notes | Undecided:
    """That something happens in a stage after some turns there, whatever happened before."""
    if why := unnamed(facts, stage):
        return Undecided(why)
    options = judging(facts, stage)
    return Notes(stage.id, event, fields, hostile=True, options=options, answers=turns)
