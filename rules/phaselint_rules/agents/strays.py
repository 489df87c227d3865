"""Keys of headers that nothing reads, and those of the graph among them (reference §7.3)."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.near import Keys
from phaselint.dialects.agents.fields import HANDOFF, KNOWN, OTHERS
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.analysis.near import Near
    from phaselint.dialects.agents.model import Agent
    from phaselint.vocabulary.finding import Pointer

FOREIGN = frozenset({"mode", "hidden", "permission", "temperature", "delegates_to", "level"})
"""Keys of other tools, which mean nothing here and are no slip (§8)."""

GRAPH = ("handoffs", "agents")
"""Keys that say who follows whom."""


class Stray(NamedTuple):
    """A key that nothing reads, where it stands, and the key that is meant."""

    key: str
    pointer: Pointer
    near: Near | None


def strays(agent: Agent) -> Iterator[Stray]:
    """The keys of a header and its handoffs that nothing reads."""
    known = (*KNOWN[agent.family], *OTHERS[agent.family])
    yield from _among(agent, (), agent.header.value, known)
    for handoff in agent.handoffs if agent.hands_off else ():
        entry = agent.header.value["handoffs"][handoff.number]
        yield from _among(agent, handoff.pointer, entry, HANDOFF)


def graph_keys(facts: AgentsFacts) -> Mapping[str, list[tuple[Agent, Near]]]:
    """Key that several agents have in place of one that says who follows whom → these agents, each
    with the key that is meant."""
    found: dict[str, list[tuple[Agent, Near]]] = {}
    for agent in facts.vscode:
        for each in _among(agent, (), agent.header.value, KNOWN["vscode"]):
            if each.near is not None and each.near.name in GRAPH:
                found.setdefault(each.key, []).append((agent, each.near))
    return {key: agents for key, agents in found.items() if len(agents) > 1}


def _among(
    agent: Agent, pointer: Pointer, value: Mapping[str, Any], known: tuple[str, ...]
) -> Iterator[Stray]:
    found = [key for key in value if key not in known]
    if not found:
        return
    own = {*KNOWN[agent.family], *HANDOFF}
    absent = Keys(each for each in known if each not in value and each in own)
    for key in found:
        foreign = agent.family == "prompt" or isinstance(value[key], str)
        yield Stray(key, (*pointer, key), _meant(key, absent, foreign=foreign))


def _meant(key: str, absent: Keys, *, foreign: bool) -> Near | None:
    """The key that is meant, if the key is a slip of it: not a key of another tool, nor, with
    `foreign`, of another kind of file."""
    if key in FOREIGN or key.startswith("x-"):
        return None
    if foreign and any(key in keys for keys in KNOWN.values()):
        return None
    return absent.near(key)
