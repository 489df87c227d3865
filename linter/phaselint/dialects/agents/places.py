"""Where agents stand in their files (reference §7)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.agents.model import Agent


def declared(agent: Agent) -> Place:
    """Where an agent says what it is called; without a name, its file."""
    return Place(agent.file, ("name",)) if agent.title else Place(agent.file, (), "document")
