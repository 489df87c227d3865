"""Where agents and what they say stand in their files (reference §7)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.agents.model import Agent, Team
    from phaselint.vocabulary.finding import Part


def place(team: Team, agent: Agent, *keys: str | int, part: Part = "value") -> Place:
    """A place in a header. In one that is no YAML it has its range, which nobody else finds who
    reads the file as YAML."""
    found = Place(agent.file, keys, part)
    if agent.header.portable:
        return found
    return found._replace(range=team.documents[agent.file].range(keys, part))


def declared(team: Team, agent: Agent) -> Place:
    """Where an agent says what it is called; without a name, its file."""
    return place(team, agent, "name") if agent.title else Place(agent.file, (), "document")
