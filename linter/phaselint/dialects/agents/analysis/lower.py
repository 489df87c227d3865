"""Team → machine (reference §6): agents and their successors. References to missing agents are left
out, and so are calls of agents that don't list any, because everyone can call everyone."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.offers import automatic, offered
from phaselint.dialects.agents.analysis.scope import ClaudeScope, Scope
from phaselint.dialects.agents.names import MAIN
from phaselint.dialects.agents.places import declared, place
from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.tools import CALLS, bare
from phaselint.machine.model import Machine, Move, Phase
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.agents.model import Agent, Team

HANDOFF, AUTOMATIC, CALL, SKILL = "handoff", "automatic handoff", "call", "skill"
"""Kinds of transitions: people press a button, a handoff is sent automatically, a model calls and
waits, or an agent has a skill from the start."""


class Way(NamedTuple):
    """A transition from one agent to another, both as numbers. `action` is the label of a
    button."""

    source: int
    target: int
    action: str
    kind: str
    place: Place


class Graph(NamedTuple):
    """Agents by name with their places, the numbers of the initial agents, and the transitions."""

    names: tuple[tuple[str, Place | None], ...]
    initial: tuple[int, ...]
    ways: tuple[Way, ...]


def lower(contract: Team) -> Machine:
    """The graph of a team as it was read."""
    read = {"identity": contract.identity, "harness": contract.harness, "external": ()}
    return machine_of(graph_of(contract, read))


def graph_of(contract: Team, options: Mapping[str, Any]) -> Graph:
    """The graph of a team: that of VS Code if there are agents for it, else that of Claude Code."""
    scope = Scope(contract, options)
    if scope.own and options["harness"] != "claude":
        return _vscode(contract, scope)
    families = {each.family for each in contract.agents}
    return _claude(contract, "claude" if "claude" in families else "plugin", options)


def machine_of(graph: Graph) -> Machine:
    """A graph as a machine. A turn can end anywhere; in the machine, these are end states without
    successors."""
    sources = {way.source for way in graph.ways}
    actions = {action: n for n, action in enumerate(dict.fromkeys(w.action for w in graph.ways))}
    return Machine(
        tuple(
            Phase(name, number not in sources, place)
            for number, (name, place) in enumerate(graph.names)
        ),
        graph.initial,
        tuple(
            Move(way.source, way.target, actions[way.action], place=way.place) for way in graph.ways
        ),
        tuple(actions),
    )


def _vscode(contract: Team, scope: Scope) -> Graph:
    members = [each for each in scope.members if scope.first[scope.name(each)] is each]
    numbers = {each.file: number for number, each in enumerate(members)}
    names = tuple((scope.name(each), declared(contract, each)) for each in members)
    initial = tuple(numbers[each.file] for each in members if each.invocable or not each.blocked)
    return Graph(names, initial, tuple(_ways(contract, scope, numbers)))


def _ways(contract: Team, scope: Scope, numbers: Mapping[str, int]) -> Iterator[Way]:
    for agent in (each for each in scope.members if each.file in numbers):
        source, first = numbers[agent.file], automatic(agent)
        for handoff in agent.handoffs if agent.hands_off else ():
            target = scope.visible.get(handoff.target or "")
            if handoff.survives and target is not None and target.file in numbers:
                kind = AUTOMATIC if handoff is first else HANDOFF
                at = place(contract, agent, *handoff.pointer)
                yield Way(source, numbers[target.file], handoff.label or "", kind, place=at)
        pointers = {word.text: word.pointer for word in agent.agents or ()}
        for other in offered(scope, agent) if agent.agents else ():
            if other.file in numbers:
                at = place(contract, agent, *pointers.get(scope.name(other), ("agents",)))
                yield Way(source, numbers[other.file], CALL, CALL, place=at)


def _claude(contract: Team, family: str, options: Mapping[str, Any]) -> Graph:
    scope = ClaudeScope(contract, family, options)
    first = {scope.name(each): each for each in reversed(scope.members)}
    members = [each for each in scope.members if first[scope.name(each)] is each]
    numbers = {scope.name(each): number for number, each in enumerate(members, 1)}
    own = ((scope.name(each), declared(contract, each)) for each in members)
    names = ((MAIN, None), *own)
    ways = tuple(_calls(contract, members, numbers))
    return Graph(names, tuple(range(len(names))), ways)


def with_skills(graph: Graph, contract: Team, using: Mapping[str, Sequence[Agent]]) -> Graph:
    """A graph with the skills and commands that involve agents: those that an agent runs, and those
    that agents have from the start. They appear only in diagrams, because sessions don't treat them
    as agents. `using` maps the file of a skill that agents run to the agents that can use it."""
    numbers = {name: number for number, (name, _) in enumerate(graph.names)}
    skills = [each for each in contract.around.skills if not each.shared]
    listing: dict[str, list[tuple[int, Place]]] = {}
    for agent in (each for each in contract.agents if (each.title or each.stem) in numbers):
        for word in agent.skills or ():
            at = place(contract, agent, *word.pointer)
            listing.setdefault(word.text, []).append((numbers[agent.title or agent.stem], at))
    names, ways = [*graph.names], [*graph.ways]
    for each in skills:
        called = f"/{each.name}"
        runs = numbers.get(each.agent) if each.fork else None
        given = listing.get(each.name, ())
        if called in numbers or (runs is None and not given):
            continue
        numbers[called] = len(names)
        names.append((called, Place(each.file, (), "document")))
        if runs is not None:
            at = Place(each.file, ("agent",))
            ways.append(Way(numbers[called], runs, CALL, CALL, place=at))
        for agent in using.get(each.file, ()) if runs is not None else ():
            if (agent.title or agent.stem) in numbers:
                source = numbers[agent.title or agent.stem]
                ways.append(Way(source, numbers[called], CALL, CALL, declared(contract, agent)))
        for source, at in given:
            ways.append(Way(source, numbers[called], SKILL, SKILL, place=at))
    return Graph(tuple(names), (*graph.initial, *range(len(graph.names), len(names))), tuple(ways))


def _calls(contract: Team, members: Sequence[Agent], numbers: Mapping[str, int]) -> Iterator[Way]:
    """The calls listed in `Agent(...)`."""
    for source, agent in enumerate(members, 1):
        for tool in agent.tools or ():
            listed = (
                inside(contract.documents[agent.file], tool) if bare(tool.text) in CALLS else ()
            )
            for word in listed:
                if word.text in numbers:
                    at = place(contract, agent, *tool.pointer)
                    yield Way(source, numbers[word.text], CALL, CALL, place=at)
