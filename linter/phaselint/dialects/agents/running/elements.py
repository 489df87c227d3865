"""The elements that a team declares for sessions (reference §6): its agents, the handoffs of those
that people can pick, and the calls of listed agents. For Claude Code, calls that the settings deny
are left out, because sessions can start with those agents.

Left out, like findings in the reference: names without an agent in the team, because users can have
such agents; the calls and handoffs of agents that run only as subagents, because users can let
these call others or show them; and everything about agents with the name of a built-in one, which
is found first.
"""

from __future__ import annotations

from phaselint.dialects.agents.names import BUILT_IN, MAIN
from phaselint.dialects.agents.options import OPTIONS
from phaselint.dialects.agents.places import declared, place
from phaselint.dialects.agents.running.agent_registry import cast_of
from phaselint.dialects.records import Element
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from phaselint.dialects.agents.model import Agent, Handoff, Team
    from phaselint.dialects.agents.running.agent_registry import Cast
    from phaselint.dialects.agents.running.session import Session
    from phaselint.dialects.records import Event


class HandedOn(NamedTuple):
    """A handoff of an agent, by its number."""

    agent: str
    number: int


class Called(NamedTuple):
    """A call of an agent by another."""

    agent: str
    called: str


class Answered(NamedTuple):
    """The answer to a call, to the calling agent."""

    call: Called


def elements(team: Team) -> Iterator[Element]:
    """The declared elements, agent by agent."""
    for agent, each in _declared(team):
        if agent.invocable or each.is_phase:
            yield each


def points(team: Team) -> Iterator[Element]:
    """The same, and the declarations of agents that run only as subagents; each with a description
    that distinguishes it from those of other agents."""
    for _, each in _declared(team):
        whose = "" if each.is_phase else f" of {quote(each.phase)}"
        yield each._replace(label=f"{each.label}{whose}")


def _declared(team: Team) -> Iterator[tuple[Agent, Element]]:
    """The declared elements, each with the agent that declares it."""
    options = {option.name: option.default for option in OPTIONS}
    cast = cast_of(team, {**options, "harness": team.harness, "identity": team.identity})
    for name in cast.known:
        agent = cast.first(name)
        if cast.is_barred(MAIN, name):
            continue
        if agent is not None and (cast.claude or agent.family == "vscode"):
            yield agent, Element(name, name, quote(name), "reached", declared(team, agent))
            if agent.hands_off:
                yield from ((agent, each) for each in _handoffs(team, cast, name, agent))
                yield from ((agent, each) for each in _calls(team, cast, name, agent))


def _handoffs(team: Team, cast: Cast, name: str, agent: Agent) -> Iterator[Element]:
    """The handoffs of an agent. Of two buttons with the same label, a session presses the first,
    because it knows only the label, so the second is left out."""
    labels: set[str | None] = set()
    for handoff in agent.handoffs:
        target = handoff.target or ""
        known = target in cast.known or cast.is_pickable(target)
        if not handoff.survives or (known and handoff.label not in labels):
            number = handoff.number
            label = quote(handoff.label) if handoff.label else str(number + 1)
            at = place(team, agent, *handoff.pointer)
            yield Element(
                HandedOn(name, number), name, f"handoff {label}", "taken", at, targets=(target,)
            )
        if handoff.survives:
            labels.add(handoff.label)


def _calls(team: Team, cast: Cast, name: str, agent: Agent) -> Iterator[Element]:
    """The calls of the agents that an agent lists."""
    words = {word.text: word for word in reversed(agent.agents or ())}
    for other in dict.fromkeys(cast.listed(name) or ()):
        if other in cast.known and other not in BUILT_IN:
            at = place(team, agent, *words[other].pointer)
            label = f"the call of {quote(other)}"
            yield Element(Called(name, other), name, label, "made", at, targets=(other,))


def moves(events: Iterable[Event]) -> Iterator[Hashable]:
    """The ids of what a step has used: handoffs, calls and their answers, and the agents that
    started to work."""
    for event in events:
        data = event.data
        if event.kind == "active":
            yield data["agent"]
        elif event.kind == "handoff":
            yield HandedOn(data["from"], data["number"])
            yield data["to"]
        elif event.kind == "subagent-start":
            yield Called(data["by"], data["agent"])
            yield data["agent"]
        elif event.kind == "subagent-end":
            yield Answered(Called(event.phase, data["agent"]))


def withheld(session: Session) -> Iterator[tuple[Hashable, str]]:
    """Why handoffs and calls of the agent at work are always unavailable, by their ids."""
    cast, name = session.cast, session.frame
    agent = cast.first(name)
    if agent is None or not agent.hands_off:
        return
    for handoff in agent.handoffs:
        why = _why_closed(cast, handoff)
        if why:
            yield HandedOn(name, handoff.number), why
    if not cast.may_call(name):
        for other in cast.listed(name) or ():
            yield Called(name, other), "`tools` has no tool to call agents"


def _why_closed(cast: Cast, handoff: Handoff) -> str:
    if not handoff.survives:
        return "VS Code drops it"
    target = handoff.target or ""
    return "" if cast.is_pickable(target) else f"people can't pick {quote(target)}"
