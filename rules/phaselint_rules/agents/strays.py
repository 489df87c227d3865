"""Unknown keys of headers, including misspelled keys of the graph (reference §7.3)."""

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
"""Keys of other tools: unused here, but not misspelled (§8)."""

GRAPH = ("handoffs", "agents")
"""Keys that define the order of agents."""


class Stray(NamedTuple):
    """An unknown key, its place, and the intended key."""

    key: str
    pointer: Pointer
    near: Near | None


def strays(agent: Agent) -> Iterator[Stray]:
    """The unknown keys of a header and its handoffs."""
    known = (*KNOWN[agent.family], *OTHERS[agent.family])
    yield from _among(agent, (), agent.header.value, known)
    for handoff in agent.handoffs if agent.hands_off else ():
        entry = agent.header.value["handoffs"][handoff.number]
        yield from _among(agent, handoff.pointer, entry, HANDOFF)


def graph_keys(facts: AgentsFacts) -> Mapping[str, list[tuple[Agent, Near]]]:
    """Misspelled graph key that several agents share → these agents, each with the intended key."""
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
    """The intended key, if the key is a misspelling of it: not a key of another tool or, with
    `foreign`, of another kind of file."""
    if key in FOREIGN or key.startswith("x-"):
        return None
    if foreign and any(key in keys for keys in KNOWN.values()):
        return None
    return absent.near(key)
