"""Which agents can call which, and automatic handoffs (reference §4.3, §6)."""

from __future__ import annotations

from collections import deque

from phaselint.dialects.agents.names import BUILT_IN
from phaselint.dialects.agents.tools import calls_agents
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.agents.analysis.scope import Scope
    from phaselint.dialects.agents.model import Agent, Handoff


class Offers(NamedTuple):
    """The facts about a reachable agent: its call depth, and the agent that first offers it there;
    empty for agents that people pick."""

    depth: int
    by: str = ""


def offered(scope: Scope, agent: Agent) -> Iterator[Agent]:
    """The agents offered to an agent (§4.3)."""
    if not calls_agents(agent.tool_names):
        return
    listed = [word.text for word in agent.agents or ()]
    if agent.agents is None or "*" in listed:
        yield from unblocked(scope)
    else:
        yield from (scope.first[name] for name in listed if name in scope.first)


def unblocked(scope: Scope) -> Iterator[Agent]:
    """The agents offered to agents without a list, and to the built-in agent."""
    return (each for each in scope.members if not each.blocked)


def reached(scope: Scope) -> Mapping[str, Offers]:
    """The files of agents that people can pick, or that are offered to a reachable agent, each with
    the shortest path to it (§6)."""
    found = {each.file: Offers(0) for each in scope.members if each.invocable}
    called = [each for each in unblocked(scope) if each.file not in found]
    waiting = deque((*(each for each in scope.members if each.invocable), *called))
    found |= {each.file: Offers(1, "agent") for each in called}
    while waiting:
        agent = waiting.popleft()
        deeper = Offers(found[agent.file].depth + 1, scope.name(agent))
        # an agent without a list is offered those of the built-in agent, which were already found
        for each in offered(scope, agent) if agent.agents is not None else ():
            if each.file not in found or found[each.file].depth > deeper.depth:
                found[each.file] = deeper
                waiting.append(each)
    return found


def automatic(agent: Agent) -> Handoff | None:
    """The automatic handoff with Autopilot on (§5.1, R9)."""
    if not agent.hands_off:
        return None
    return next((each for each in agent.handoffs if each.survives and each.send), None)


def successor(scope: Scope, agent: Agent) -> Agent | None:
    """The automatic successor, if it is an agent of the team."""
    handoff = automatic(agent)
    if handoff is None or handoff.target in BUILT_IN:
        return None
    return scope.visible.get(handoff.target or "")


def auto_send_cycles(scope: Scope) -> Iterator[tuple[Agent, ...]]:
    """The cycles of automatic successors, each starting with its first agent in code-point
    order."""
    done: set[str] = set()
    for start in scope.own:
        way: dict[str, Agent] = {}
        agent: Agent | None = start
        while agent is not None and agent.file not in done and agent.file not in way:
            way[agent.file] = agent
            agent = successor(scope, agent)
        if agent is not None and agent.file in way:
            files = list(way)
            lap = [way[file] for file in files[files.index(agent.file) :]]
            first = min(range(len(lap)), key=lambda number: scope.name(lap[number]))
            yield (*lap[first:], *lap[:first])
        done.update(way)
