"""The rights of agents in words: for authors, and in diagrams (reference §4.4)."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.rights import BITS, effective, own, steps_to, way_to
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent

_WORDS: Mapping[str, str] = {
    "read": "read",
    "write": "write",
    "execute": "run commands",
    "network": "use the network",
    "secrets": "use tools of servers",
    "delegate": "call agents",
}
_CHANGING = ("write", "execute")
"""The words for diagrams."""


def told(facts: AgentsFacts, agent: Agent) -> Iterator[str]:
    """The rights of an agent, from its own tools and through others; those through handoffs are
    separate, because people choose handoffs."""
    found = effective(facts, agent)
    if found.own.tools is None:
        yield "can do anything: it has all tools"
    else:
        yield f"can {_all(found.own.bits) or 'do nothing: it has no tools'}"
    yield from _through(found.through, "")
    if agent.family == "vscode" and agent.handoffs:
        further = effective(facts, agent, handoffs=True).through
        added = {bit: way for bit, way in further.items() if bit not in found.through}
        yield from _through(added, "after a handoff, ")


def limits(facts: AgentsFacts) -> Mapping[str, tuple[str, ...]]:
    """Name of each agent → its rights in a diagram: whether it can write or run commands, and
    through which agents. Agents with all tools are left out."""
    agents = (*facts.vscode, *facts.claude)
    rights = {each.file: own(facts, each) for each in agents}
    found: dict[str, list[str]] = {}
    for bit in _CHANGING:
        steps = steps_to(facts, {file for file, each in rights.items() if bit in each.bits})
        for agent in agents:
            lines = found.setdefault(facts.name(agent), [])
            way = way_to(steps, agent)
            if rights[agent.file].tools is not None and bit in rights[agent.file].bits:
                lines.append(f"can {_WORDS[bit]}")
            elif way:
                names = ", ".join(quote(facts.name(each)) for each in way)
                lines.append(f"can {_WORDS[bit]}, through {names}")
    return {name: tuple(lines) for name, lines in found.items() if lines}


def _through(found: Mapping[str, tuple[str, ...]], when: str) -> Iterator[str]:
    """One line for each path, with all rights at its end."""
    by_way: dict[tuple[str, ...], list[str]] = {}
    for bit in BITS:
        if bit in found:
            by_way.setdefault(found[bit], []).append(bit)
    for way, bits in by_way.items():
        yield f"{when}can {_all(bits)}, through {', '.join(map(quote, way))}"


def _all(bits: Iterable[str]) -> str:
    """Rights, in words."""
    words = [_WORDS[bit] for bit in BITS if bit in set(bits)]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
