"""Who reaches whom (reference §7.2)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.analysis.offers import automatic
from phaselint.dialects.agents.tools import calls_agents
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint_rules.agents.grouping import members
from phaselint_rules.agents.judging import is_unarmed, lists_in_vain
from phaselint_rules.agents.listing import added
from phaselint_rules.agents.needs import OFFERS
from phaselint_rules.agents.strays import graph_keys
from phaselint_rules.edits import remove_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Handoff

_BLOCKING = ("disable-model-invocation", "infer")
_NEST = "`chat.subagents.allowInvocationsFromSubagents`"

AUTOPILOT = (
    Grade("error", "with `agents.permission` of `autopilot`"),
    Grade("warning", "otherwise: nothing goes by itself until a user switches Autopilot on"),
)


@rule("AG201", AUTOPILOT, prove="proofs.handoffs:laps", fix="unsafe", holds=("key handoffs",))
def auto_send_cycle(facts: AgentsFacts) -> Iterator[Finding]:
    """Agents start one another for ever under Autopilot.

    What:
        The first handoff with `send: true` of each of these agents leads to the next, and that of
        the last to the first. An agent may be its own successor.
    Why:
        Under Autopilot such a handoff goes by itself when a turn ends, and no answer of the model
        can leave the circle: only the user, or a budget, ends the run.
    Bad:
        handoffs: [{label: Next, agent: Draft, prompt: Again, send: true}]   # of `Draft`
    Good:
        handoffs: [{label: Next, agent: Draft, prompt: Again, send: false}]
    Fix:
        Set `send: false` on one of the handoffs. It is offered for the last.
    Dry run:
        Under Autopilot the agents take over from each other twice around, with no word between.
    Source:
        agents §5.1 (R9), §6, §7.2
    """
    for lap in facts.laps:
        names = [facts.name(each) for each in (*lap, lap[0])]
        yield Finding(
            facts.name_place(lap[0]),
            message(
                "under Autopilot these agents start one another for ever: {}",
                joined(", ", map(quote, names)),
            ),
            "set `send: false` on one of the handoffs",
            severity="error" if facts.options["permission"] == "autopilot" else "warning",
            related=tuple(
                Related(facts.name_place(each), f"then {quote(facts.name(each))}")
                for each in lap[1:]
            ),
            witness=Witness({"agents": names[:-1]}),
            fix=_waiting(facts, lap[-1]),
        )


def _waiting(facts: AgentsFacts, agent: Agent) -> Fix | None:
    """Have the handoff of an agent wait for a person that goes by itself."""
    handoff = automatic(agent)
    if handoff is None:
        return None
    edit = Edit(facts.at(agent, *handoff.pointer, "send"), "false")
    return Fix("unsafe", f"set `send: false` of `{facts.name(agent)}`", (edit,))


@rule(
    "PL101",
    WARNING,
    needs=OFFERS,
    prove="proofs.graph:unreachable",
    fix="unsafe",
    catalogue=("unreachable-agent",),
    ends="unused",
    holds=("runs",),
)
def unreachable_phase(facts: AgentsFacts) -> Iterator[Finding]:
    """Nothing offers an agent.

    What:
        An agent is hidden from the picker, offered to no model unless it is listed, and no agent
        that is reached lists it and can call it. Handoffs do not help: they do not lead to hidden
        agents.
    Why:
        Neither people nor models come upon it. Nothing is said in a team that has a slip of
        `handoffs` or `agents` in several files, which `unknown-key` reports.
    Bad:
        user-invocable: false
        disable-model-invocation: true   # and in nobody's `agents`
    Good:
        user-invocable: false
        disable-model-invocation: true   # and another has `agents: [Verifier]`
    Fix:
        List it, or remove one of the two keys. Where one agent that people pick has a list, it is
        offered to add it there, else to let models choose it.
    Dry run:
        Complete exploration never comes to it, whatever people pick and models call.
    Source:
        agents §4.3, §6, §7.2
    """
    lost = [each for each in facts.scope.own if facts.offers(each) is None]
    lost = lost if not lost or not graph_keys(facts) else []
    listing = [each for each in facts.scope.own if _lists(each)] if lost else []
    for agent in lost:
        yield Finding(
            facts.name_place(agent),
            message(
                "nothing offers `{}`: it is hidden from the picker, blocked for the model, and "
                "no agent that can call it lists it",
                facts.name(agent),
            ),
            "list it in the `agents` of another, or remove one of the keys that hide it",
            witness=Witness({"agent": facts.name(agent)}),
            fix=_offering(facts, agent, listing),
        )


def _lists(agent: Agent) -> bool:
    """Whether people may pick an agent that lists others and can call them."""
    return agent.invocable and bool(agent.agents) and agent.hands_off and _calls(agent)


def _offering(facts: AgentsFacts, agent: Agent, listing: list[Agent]) -> Fix | None:
    """Have an agent offered by the one that lists others, or by all."""
    name = facts.name(agent)
    if len(listing) == 1:
        edit = added(facts.document(listing[0]), "agents", name)
        title = f"list {quote(name)} in the `agents` of {quote(facts.name(listing[0]))}"
        return Fix("unsafe", title, (edit,)) if edit else None
    keys = [key for key in _BLOCKING if key in agent.header.value]
    edits = remove_items(facts.document(agent), (), keys)
    return Fix("unsafe", f"remove {' and '.join(map(quote, keys))}", edits) if edits else None


@rule(
    "AG202",
    WARNING,
    needs=OFFERS,
    prove="proofs.graph:without_nesting",
    ends="unused",
    holds=("local",),
)
def unreachable_without_nesting(facts: AgentsFacts) -> Iterator[Finding]:
    """Only a subagent offers an agent, and subagents may call none.

    What:
        Every chain of offers to the agent goes through another subagent, and the workspace
        settings do not let subagents call subagents.
    Why:
        By default VS Code refuses the call, so that nobody comes upon the agent.
    Bad:
        # Chief lists Section Head, which alone lists Clerk; no setting
    Good:
        # .vscode/settings.json: "chat.subagents.allowInvocationsFromSubagents": true
    Fix:
        Switch the setting on, or list the agent in one that people pick. Set `agents.nesting`
        where users have switched it on for themselves.
    Dry run:
        Complete exploration never comes to it while subagents call nobody.
    Source:
        agents §4.3, §7.2, D14
    """
    for agent in facts.scope.own if not facts.nesting else ():
        offers = facts.offers(agent)
        if offers is not None and offers.depth > 1:
            yield Finding(
                facts.name_place(agent),
                message(
                    "only the subagent `{}` offers `{}`, and subagents may not call subagents by "
                    "default",
                    offers.by,
                    facts.name(agent),
                ),
                f"set {_NEST} in the workspace settings; ignore this if your users switch it on",
                witness=Witness({"agent": facts.name(agent), "by": offers.by}),
            )


@rule("AG204", WARNING, needs=OFFERS, prove="proofs.graph:too_deep", ends="unused", holds=("runs",))
def subagent_depth_exceeded(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent is reached only by more calls inside one another than are allowed.

    What:
        The shortest chain of offers to the agent is longer than VS Code allows, or than
        `agents.depth` says.
    Why:
        The last call is refused.
    Bad:
        # A lists B, B lists C, and so on to H
    Good:
        # A lists B and E, and two short chains start there
    Fix:
        List the agent nearer to where people start.
    Dry run:
        Complete exploration never comes to it within the calls that are allowed.
    Source:
        agents §4.3, §7.2, D14
    """
    for agent in facts.scope.own:
        offers = facts.offers(agent)
        if offers is not None and offers.depth > facts.depth:
            yield Finding(
                facts.name_place(agent),
                message(
                    "the shortest way here is {} calls deep, {} allowed",
                    str(offers.depth),
                    f"{facts.depth} {'is' if facts.depth == 1 else 'are'}",
                ),
                "list the agent nearer to where people start",
                witness=Witness({"agent": facts.name(agent)}),
            )


@rule(
    "AG203", WARNING, prove="proofs.calls:no_tool", fix="safe", ends="unused", holds=("key agents",)
)
def agents_without_agent_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """An agent lists subagents and cannot call any.

    What:
        `agents` is not empty, and `tools` lacks the tool that calls agents. Where none of the tools
        exists, that is reported instead, with the list.
    Why:
        The list has no effect.
    Bad:
        tools: [read]
        agents: [Researcher]
    Good:
        tools: [read, agent]
        agents: [Researcher]
    Fix:
        Add `agent` to the tools.
    Dry run:
        The agent works and calls one that it lists: it has no tool for it.
    Source:
        agents §4.2, §7.2
    """
    for agent in facts.vscode:
        if lists_in_vain(agent) and not is_unarmed(facts, agent):
            edit = added(facts.document(agent), "tools", "agent")
            yield Finding(
                facts.at(agent, "tools"),
                message("lists subagents but has no tool to call them"),
                "add `agent` to `tools`",
                related=(Related(facts.at(agent, "agents"), "the list"),),
                fix=Fix("safe", "add `agent`", (edit,)) if edit else None,
                witness=Witness({"agent": facts.name(agent)}),
            )


def _calls(agent: Agent) -> bool:
    return calls_agents(agent.tool_names)


@rule("AG205", WARNING, holds=("key handoffs",))
def duplicate_handoff(facts: AgentsFacts) -> Iterator[Finding]:
    """Two handoffs of an agent are one to VS Code.

    What:
        Two handoffs lead to the same agent, and their labels are the same but for case and signs.
    Why:
        They share what VS Code knows them by.
    Bad:
        handoffs:
          - {label: Verify, agent: Verifier, prompt: Check it}
          - {label: Verify!, agent: Verifier, prompt: Check all}
    Good:
        handoffs:
          - {label: Verify, agent: Verifier, prompt: Check it}
          - {label: Verify all, agent: Verifier, prompt: Check all}
    Fix:
        Give one of them another label.
    Source:
        agents §3.3, §7.2
    """
    known: dict[tuple[str, str, str], Handoff] = {}
    for agent, handoff in facts.handoffs:
        label = re.sub(r"[^a-z0-9]+", "-", (handoff.label or "").lower())
        key = (agent.file, handoff.target or "", label.strip("-"))
        first = known.setdefault(key, handoff) if handoff.survives else handoff
        if first is not handoff:
            yield Finding(
                facts.at(agent, *handoff.pointer, "label"),
                message("two handoffs share the label `{}`", handoff.label),
                "give one of them another label",
                related=(Related(facts.at(agent, *first.pointer, "label"), "the other one"),),
            )


@rule("AG206", INFO, prove="proofs.handoffs:shadowed", holds=("key handoffs",))
def auto_send_shadowed(facts: AgentsFacts) -> Iterator[Finding]:
    """More than one handoff of an agent could go by itself.

    What:
        Two handoffs or more have `send: true`; those of an agent are one finding.
    Why:
        Under Autopilot the first of them goes, whatever the turn came to.
    Bad:
        handoffs:
          - {label: Verify, agent: Verifier, prompt: Check it, send: true}
          - {label: Publish, agent: Publisher, prompt: Go, send: true}
    Good:
        handoffs:
          - {label: Verify, agent: Verifier, prompt: Check it, send: true}
          - {label: Publish, agent: Publisher, prompt: Go}
    Fix:
        Leave `send: true` at the one that is to go.
    Dry run:
        Under Autopilot a turn ends and the first goes; this one does where that does not.
    Source:
        agents §5.1 (R9), §7.2
    """
    going: dict[str, tuple[Agent, list[Handoff]]] = {}
    for agent, handoff in facts.handoffs:
        if handoff.survives and handoff.send:
            going.setdefault(agent.file, (agent, []))[1].append(handoff)
    for agent, (first, *others) in going.values():
        if others:
            places = [facts.at(agent, *each.pointer, "send") for each in others]
            yield Finding(
                places[0],
                message("only the first `send: true` (`{}`) can go by itself", first.label),
                related=tuple(Related(place, "nor can this one") for place in places[1:]),
                witness=Witness(
                    {
                        "agent": facts.name(agent),
                        "number": others[0].number,
                        "first": first.label,
                    }
                ),
                members=members("AG206", len(others)),
            )


@rule("AG207", INFO, prove="proofs.calls:nested", holds=("local",))
def nested_subagents_off(facts: AgentsFacts) -> Iterator[Finding]:
    """A hidden agent lists subagents, which it may not call.

    What:
        An agent that people cannot pick has `agents` and the tool that calls them, and the
        workspace settings do not let subagents call subagents.
    Why:
        It runs as a subagent only, and VS Code refuses its calls by default.
    Bad:
        user-invocable: false
        agents: [Clerk]
    Good:
        agents: [Clerk]
    Fix:
        Switch the setting on, or show the agent.
    Dry run:
        Nobody can pick the agent; it is called, and its own call is refused.
    Source:
        agents §4.3, §7.2
    """
    for agent in facts.scope.own if not facts.nesting else ():
        if agent.agents and not agent.invocable and calls_agents(agent.tool_names):
            yield Finding(
                facts.at(agent, "agents"),
                message(
                    "lists subagents, but as a subagent it may call none unless {} is on",
                    message(_NEST),
                ),
                witness=Witness({"agent": facts.name(agent), "calls": agent.agents[0].text}),
            )
