"""What the entries of `tools` are, in agents of VS Code and Copilot (reference §4.2, §7.5)."""

from __future__ import annotations

from phaselint.dialects.agents.enabling import kind, now
from phaselint_rules.agents import slips

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.enabling import Kind
    from phaselint.dialects.agents.model import Agent, Word

_NOTHING = ("gone", "model", "unknown")
"""What enables nothing in any harness that reads the file."""


def kind_of(facts: AgentsFacts, name: str) -> Kind:
    """What a name is; one that the options, a set of the user's or a server brings is elsewhere."""
    brought = name in facts.options["known-tools"] or name in facts.contract.brought
    return "elsewhere" if brought else kind(name)


def is_unarmed(facts: AgentsFacts, agent: Agent) -> bool:
    """Whether no entry of an agent enables a tool, in VS Code's own agent or the Copilot
    runtime."""
    words = agent.tools or ()
    return bool(words) and all(kind_of(facts, word.text) in _NOTHING for word in words)


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
