"""The kinds of entries of `tools`, in agents of VS Code and Copilot (reference §4.2, §7.5)."""

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
"""Kinds of names that don't enable anything in any harness that reads the file, unless a server has
them."""

_OF_MODELS = "mcp_"
"""Prefix of the names of server tools that only models see."""


def kind_of(facts: AgentsFacts, name: str) -> Kind:
    """The kind of a name; one from the options, a user's set or a server is from outside."""
    brought = name in facts.options["known-tools"] or name in facts.contract.brought
    return "elsewhere" if brought else kind(name)


def is_unarmed(facts: AgentsFacts, agent: Agent) -> bool:
    """Whether no entry of an agent enables a tool, in VS Code's own agent or the Copilot runtime.

    VS Code resolves the bare name of a server, or of one of its tools, to what the user has
    installed. So an agent with only unknown names can't be judged."""
    kinds = [(word.text, kind_of(facts, word.text)) for word in agent.tools or ()]
    if any(each not in _NOTHING for _, each in kinds):
        return False
    return any(
        each != "unknown" or name.startswith(_OF_MODELS) or slip_of(agent, name, each)
        for name, each in kinds
    )


def lists_in_vain(agent: Agent) -> bool:
    """Whether an agent lists others to call but has no tool for calls."""
    lists = agent.discovered and agent.hands_off and bool(agent.agents)
    return lists and not calls_agents(agent.tool_names)


def judged(facts: AgentsFacts, *kinds: Kind) -> Iterator[tuple[Agent, list[tuple[Word, Kind]]]]:
    """The agents with entries of these kinds, each with these entries; agents without any tool are
    left to `no-usable-tool`."""
    for agent in facts.vscode:
        found = [(word, kind_of(facts, word.text)) for word in agent.tools or ()]
        kept = [each for each in found if each[1] in kinds]
        if kept and not is_unarmed(facts, agent):
            yield agent, kept


def slip_of(agent: Agent, name: str, kind: Kind) -> str | None:
    """The intended name of a misspelled one, in a harness that the file is for."""
    if kind != "unknown":
        return None
    if agent.target == "github-copilot":
        return slips.of_copilot(name)
    return slips.of_vscode(name)


def meant_by(agent: Agent, name: str, kind: Kind) -> str:
    """The replacement for a name; empty if there isn't one."""
    better = now(name) if kind in ("model", "old") else ()
    return (slip_of(agent, name, kind) or "") if not better else better[0] * (len(better) == 1)
