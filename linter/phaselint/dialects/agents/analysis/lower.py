"""Team → machine (reference §6): agents, and how one follows another. What leads nowhere is left
out, and so are the offers of agents that list none: everybody offers everybody."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.offers import automatic, offered
from phaselint.dialects.agents.analysis.scope import ClaudeScope, Scope
from phaselint.dialects.agents.names import MAIN
from phaselint.dialects.agents.reading.words import inside
from phaselint.dialects.agents.tools import CALLS, bare
from phaselint.machine.model import Machine, Move, Phase
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.agents.model import Agent, Team

ACTIONS = ("handoff", "handoff by itself", "call")
_BY_HAND, _BY_ITSELF, _CALL = range(3)

DEFAULTS = {"identity": "name", "external": ()}
"""What a picture is drawn with, which knows no options."""


def lower(contract: Team) -> Machine:
    """The graph of a team: that of VS Code where there are agents for it, else that of Claude
    Code."""
    scope = Scope(contract, DEFAULTS)
    if scope.own:
        return _vscode(scope)
    families = {each.family for each in contract.agents}
    return _claude(contract, "claude" if "claude" in families else "plugin")


def _vscode(scope: Scope) -> Machine:
    members = [each for each in scope.members if scope.first[scope.name(each)] is each]
    numbers = {each.file: number for number, each in enumerate(members)}
    names = [(scope.name(each), _name_place(each)) for each in members]
    initial = tuple(numbers[each.file] for each in members if each.invocable or not each.blocked)
    return _machine(names, initial, tuple(_moves(scope, members, numbers)))


def _machine(
    names: Sequence[tuple[str, Place | None]], initial: tuple[int, ...], moves: tuple[Move, ...]
) -> Machine:
    """A turn may end anywhere; to a machine those are ends that nothing leads on from."""
    sources = {move.source for move in moves}
    phases = tuple(
        Phase(name, number not in sources, place) for number, (name, place) in enumerate(names)
    )
    return Machine(phases, initial, moves, ACTIONS)


def _moves(scope: Scope, members: list[Agent], numbers: dict[str, int]) -> Iterator[Move]:
    for agent in members:
        source, first = numbers[agent.file], automatic(agent)
        for handoff in agent.handoffs if agent.hands_off else ():
            target = scope.visible.get(handoff.target or "")
            if handoff.survives and target is not None and target.file in numbers:
                action = _BY_ITSELF if handoff is first else _BY_HAND
                place = Place(agent.file, handoff.pointer)
                yield Move(source, numbers[target.file], action, place=place)
        for other in offered(scope, agent) if agent.agents else ():
            if other.file in numbers:
                yield Move(source, numbers[other.file], _CALL, place=Place(agent.file, ("agents",)))


def _claude(contract: Team, family: str) -> Machine:
    scope = ClaudeScope(contract, family, DEFAULTS)
    first = {scope.name(each): each for each in reversed(scope.members)}
    members = [each for each in scope.members if first[scope.name(each)] is each]
    numbers = {scope.name(each): number for number, each in enumerate(members, 1)}
    moves = tuple(_calls(contract, members, numbers))
    names = [(MAIN, None), *((scope.name(each), _name_place(each)) for each in members)]
    return _machine(names, tuple(range(len(names))), moves)


def _calls(contract: Team, members: list[Agent], numbers: dict[str, int]) -> Iterator[Move]:
    """The calls that `Agent(...)` speaks of."""
    for source, agent in enumerate(members, 1):
        for tool in agent.tools or ():
            listed = (
                inside(contract.documents[agent.file], tool) if bare(tool.text) in CALLS else ()
            )
            for word in listed:
                if word.text in numbers:
                    place = Place(agent.file, tool.pointer)
                    yield Move(source, numbers[word.text], _CALL, place=place)


def _name_place(agent: Agent) -> Place:
    """Where an agent says what it is called."""
    return Place(agent.file, ("name",)) if agent.title else Place(agent.file, (), "document")
