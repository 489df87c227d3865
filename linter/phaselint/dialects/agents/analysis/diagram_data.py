"""What a diagram of a team shows besides its machine (reference §6, §7.9): which transitions are
buttons, automatic handoffs or calls, which agents are hidden, and which references never take
effect."""

from __future__ import annotations

from phaselint.dialects.agents.analysis.lower import (
    AUTOMATIC,
    CALL,
    HANDOFF,
    SKILL,
    graph_of,
    machine_of,
    with_skills,
)
from phaselint.dialects.agents.analysis.reaching import limits
from phaselint.dialects.agents.analysis.rights import skills_run
from phaselint.dialects.agents.names import MAIN
from phaselint.dialects.agents.surroundings import EVERYBODY
from phaselint.dialects.agents.tools import calls_agents
from phaselint.dialects.diagram_data import Closed, Sketch
from phaselint.project.paths import split
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.analysis.lower import Graph
    from phaselint.dialects.agents.model import Agent, Handoff
    from phaselint.dialects.diagram_data import Line

LINES: Mapping[str, Line] = {
    HANDOFF: "plain",
    AUTOMATIC: "heavy",
    CALL: "dotted",
    SKILL: "plain",
}

_NESTING = "`chat.subagents.allowInvocationsFromSubagents`"


def sketch(facts: AgentsFacts) -> Sketch:
    """The diagram data of a team."""
    graph = graph_of(facts.contract, facts.options)
    if facts.contract.around.skills and any(name == MAIN for name, _ in graph.names):
        graph = with_skills(graph, facts.contract, _using(facts))
    vscode = bool(facts.scope.own) and facts.options["harness"] != "claude"
    return Sketch(
        machine_of(graph),
        unentered=dict(_unentered(facts)) if vscode else {},
        dead=dict(_nested(facts, graph) if vscode else _denied(facts, graph)),
        closed=tuple(_closed(facts)) if vscode else (),
        bounds=_all_bounds(facts),
        kinds={number: way.kind for number, way in enumerate(graph.ways)},
        lines=LINES,
        known=facts.offers_known,
    )


def _using(facts: AgentsFacts) -> Mapping[str, tuple[Agent, ...]]:
    """Skill that an agent runs → the agents that name the tool for skills and can use it. Agents
    that merely have all tools are left out, because that would be an arrow from each to each."""
    found: dict[str, tuple[Agent, ...]] = {}
    for agent in facts.claude:
        for skill in skills_run(facts, agent) if agent.tools is not None else ():
            found[skill.file] = (*found.get(skill.file, ()), agent)
    return found


def _unentered(facts: AgentsFacts) -> Iterator[tuple[str, str]]:
    """The agents that can't be reached, with the reasons."""
    for agent in facts.scope.own:
        offers, name = facts.reached.get(agent.file), facts.scope.name(agent)
        if offers is None:
            yield name, "hidden from people, blocked for models, and not listed by any caller"
        elif offers.depth > 1 and not facts.nesting:
            who = quote(offers.by)
            yield name, f"only subagent {who} offers it, but {_NESTING} is off"
        elif offers.depth > facts.depth:
            yield name, f"{plural(offers.depth, 'call')} deep, but the limit is {facts.depth}"


def _nested(facts: AgentsFacts, graph: Graph) -> Iterator[tuple[int, str]]:
    """The calls of agents that work only as subagents, if these can't call others, with the
    reasons."""
    hidden = {facts.name(each) for each in facts.scope.own if not each.invocable}
    for number, way in enumerate(graph.ways if not facts.nesting else ()):
        if way.kind == CALL and graph.names[way.source][0] in hidden:
            yield number, f"{_NESTING} is off"


def _denied(facts: AgentsFacts, graph: Graph) -> Iterator[tuple[int, str]]:
    """The calls denied by the project's settings, with the reasons."""
    denied = facts.denied_agents
    own = {facts.name(each) for each in facts.claude if each.family == "claude"}
    for number, way in enumerate(graph.ways if denied else ()):
        called = graph.names[way.target][0]
        file = denied.get(called) or denied.get(EVERYBODY)
        if way.kind == CALL and file and called in own:
            yield number, f"{quote(split(file)[1])} denies it"


def _closed(facts: AgentsFacts) -> Iterator[Closed]:
    """Handoffs to hidden agents or without a complete button, and lists of subagents without the
    tool to call them."""
    first = facts.scope.first
    for agent, handoff in facts.handoffs:
        target = first.get(handoff.target or "")
        why = _why_closed(handoff, target) if target else ""
        if target and why:
            place = facts.at(agent, *handoff.pointer)
            name, label = facts.name(agent), handoff.label or HANDOFF
            yield Closed(name, facts.name(target), label, why, place, kind=HANDOFF)
    for agent in facts.scope.own:
        for word in agent.agents or () if not calls_agents(agent.tool_names) else ():
            if word.text in first and agent.hands_off:
                place = facts.at(agent, *word.pointer)
                why = "it has no tool to call agents"
                yield Closed(facts.name(agent), word.text, CALL, why, place, kind=CALL)


def _why_closed(handoff: Handoff, target: Agent) -> str:
    """Why no button points to an agent of the team; empty if one does."""
    if not target.invocable:
        return "`user-invocable: false` hides it from handoffs"
    return "" if handoff.survives else "VS Code drops it because a key is missing"


def _all_bounds(facts: AgentsFacts) -> Mapping[str, tuple[str, ...]]:
    """The limits of each agent, and its rights to change anything."""
    rights = limits(facts)
    own = {facts.name(each): tuple(_bounds(each)) for each in reversed(facts.contract.agents)}
    return {name: (*bounds, *rights.get(name, ())) for name, bounds in own.items()}


def _bounds(agent: Agent) -> Iterator[str]:
    if not agent.invocable:
        yield "hidden from people"
    turns = agent.header.value.get("maxTurns")
    if agent.family != "vscode" and isinstance(turns, int) and turns > 0:
        yield f"at most {plural(turns, 'turn')}"
