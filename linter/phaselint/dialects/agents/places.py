"""The places of agents and their fields in files (reference §7)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.agents.model import Agent, Team
    from phaselint.vocabulary.finding import Part


def place(team: Team, agent: Agent, *keys: str | int, part: Part = "value") -> Place:
    """A place in a header. In a header that isn't YAML, it includes its range, because readers of
    YAML can't find it."""
    found = Place(agent.file, keys, part)
    if agent.header.portable:
        return found
    return found._replace(range=team.documents[agent.file].range(keys, part))


def declared(team: Team, agent: Agent) -> Place:
    """The place of an agent's name; without a name, its file."""
    return place(team, agent, "name") if agent.title else Place(agent.file, (), "document")
