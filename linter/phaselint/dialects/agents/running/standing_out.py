"""Teams in which nothing hides an agent, or an entry in its header, from sessions: they show what
such an entry does on its own."""

from __future__ import annotations

from phaselint.dialects.agents.names import BUILT_IN, CLAUDE, MAIN, SHIPPED
from phaselint.dialects.agents.words import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.agents.model import Agent, Team
    from phaselint.dialects.records import Choice
    from phaselint.vocabulary.finding import Place, Pointer


def names(team: Team) -> frozenset[str]:
    """The names of all agents of a team, and of those of the harnesses."""
    own = (name_of(team, each) for each in team.agents)
    return frozenset((*own, *BUILT_IN, *SHIPPED, *CLAUDE, MAIN))


def name_of(team: Team, agent: Agent) -> str:
    """The name of an agent in its harness."""
    return agent.stem if team.is_called_by_file(agent) else agent.title


def apart(team: Team, place: Place) -> tuple[Team, Sequence[Choice]] | None:
    """The team in which the agent with a place in its file is the only one of its name in its
    harness and people can pick it, and the words after which it works. One that is asked about its
    list of agents has the tool to call them; one about a handoff, no other handoff, and none that
    lacks anything but what the place says. People can't pick an agent just for its handoffs, which
    it has only if they can. None for a place in no agent's file."""
    agent = next((each for each in team.agents if each.file == place.file and each.usable), None)
    if agent is None:
        return None
    name, claude = name_of(team, agent), agent.family != "vscode"
    kept = [
        each if each.file != place.file else _alone(each, place.pointer)
        for each in team.agents
        if each.file == place.file or not _is_called(team, each, name, claude=claude)
    ]
    words = () if claude else (spoken("pick", name), spoken("send"))
    return team._replace(agents=tuple(kept)), words


def _is_called(team: Team, agent: Agent, name: str, *, claude: bool) -> bool:
    in_harness = agent.usable and (agent.family != "vscode") is claude
    return in_harness and name_of(team, agent) == name


def _alone(agent: Agent, pointer: Pointer) -> Agent:
    """An agent with what the place says, and without what hides it."""
    key, *below = pointer or ("",)
    if key == "handoffs" and below:
        number, *member = below
        return agent._replace(
            handoffs=tuple(
                each._replace(prompt=each.prompt or "") if member else each
                for each in agent.handoffs
                if each.number == number
            )
        )
    tools = None if key == "agents" and agent.family == "vscode" else agent.tools
    return agent._replace(tools=tools, invocable=True)
