"""What the entries of `tools` are, in agents of VS Code and Copilot (reference §4.2, §7.5)."""

from __future__ import annotations

from phaselint.dialects.agents.enabling import kind, now
from phaselint.dialects.agents.tools import calls_agents
from phaselint_rules.agents import slips

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.enabling import Kind
    from phaselint.dialects.agents.model import Agent, Word

_NOTHING = ("gone", "model", "unknown")
"""What enables nothing in any harness that reads the file, unless a server has it."""

_OF_MODELS = "mcp_"
"""How names of tools of servers begin that only models see."""


def kind_of(facts: AgentsFacts, name: str) -> Kind:
    """What a name is; one that the options, a set of the user's or a server brings is elsewhere."""
    brought = name in facts.options["known-tools"] or name in facts.contract.brought
    return "elsewhere" if brought else kind(name)


def is_unarmed(facts: AgentsFacts, agent: Agent) -> bool:
    """Whether no entry of an agent enables a tool, in VS Code's own agent or the Copilot runtime.

    VS Code takes the bare name of a server, or of a tool of one, for what the user has installed.
    So nothing is known of an agent all of whose names nobody knows."""
    kinds = [(word.text, kind_of(facts, word.text)) for word in agent.tools or ()]
    if any(each not in _NOTHING for _, each in kinds):
        return False
    return any(
        each != "unknown" or name.startswith(_OF_MODELS) or slip_of(agent, name, each)
        for name, each in kinds
    )


def lists_in_vain(agent: Agent) -> bool:
    """Whether an agent lists others to call, and none of its tools calls agents."""
    lists = agent.discovered and agent.hands_off and bool(agent.agents)
    return lists and not calls_agents(agent.tool_names)


def judged(facts: AgentsFacts, *kinds: Kind) -> Iterator[tuple[Agent, list[tuple[Word, Kind]]]]:
    """The agents that have entries of these kinds, each with them; left out are those without any
    tool, which `no-usable-tool` is about."""
    for agent in facts.vscode:
        found = [(word, kind_of(facts, word.text)) for word in agent.tools or ()]
        kept = [each for each in found if each[1] in kinds]
        if kept and not is_unarmed(facts, agent):
            yield agent, kept


def slip_of(agent: Agent, name: str, kind: Kind) -> str | None:
    """The name that one is a slip of, in a harness that the file is for."""
    if kind != "unknown":
        return None
    if agent.target == "github-copilot":
        return slips.of_copilot(name)
    return slips.of_vscode(name)


def meant_by(agent: Agent, name: str, kind: Kind) -> str:
    """The one name to write in the place of another; empty where there is none."""
    better = now(name) if kind in ("model", "old") else ()
    return (slip_of(agent, name, kind) or "") if not better else better[0] * (len(better) == 1)
