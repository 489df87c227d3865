"""What findings claim of stages that fail at Init for a tool (reference stud §5.3 R7)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Ends, Undecided
from phaselint_rules.stud.runoptions import is_used, judging

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage

COLLISION = "CompletionToolCollision"
UNRESOLVED = "AllowedToolUnresolved"


def fails_at_init(facts: StudFacts, stage: Stage, reason: str, tool: str) -> Ends | Undecided:
    """That a stage fails at Init for a tool, or why no run decides that."""
    why = unseen(facts, stage, reason, tool)
    if why:
        return Undecided(why)
    about = ((reason, tool),)
    return Ends(stage.id, "StageInitFailed", about=about, options=judging(facts, stage))


def unseen(facts: StudFacts, stage: Stage, reason: str, tool: str) -> str:
    """Why no run shows that a stage fails for a tool; empty where one may."""
    if not facts.has_registry:
        return "no registry is declared, so a run can't tell which names are tools"
    if not is_used(facts, stage):
        return f"runs use the first definition of `{stage.id}`"
    if reason == COLLISION:
        return ""
    if stage.completion_tool in facts.registry:
        return f"`{stage.id}` fails before, for its completion tool"
    first = next((name for name in stage.allowed or () if name not in facts.registry), "")
    return "" if first == tool else f"`{stage.id}` fails before, at `{first}`"
