"""Reachability of agents (reference §7.2)."""

from __future__ import annotations

import re

from phaselint.dialects.agents.analysis.offers import automatic
from phaselint.dialects.agents.names import BUILT_IN, SHIPPED_VISIBLE, START
from phaselint.dialects.agents.tools import calls_agents
from phaselint.vocabulary.claim import All, Never, Notes, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint_rules.agents.claiming import ANOTHER, confused, refuses_call, says
from phaselint_rules.agents.grouping import members
from phaselint_rules.agents.judging import is_unarmed, lists_in_vain
from phaselint_rules.agents.listing import added
from phaselint_rules.agents.needs import OFFERS
from phaselint_rules.agents.strays import graph_keys
from phaselint_rules.edits import remove_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent, Handoff, Word

_BLOCKING = ("disable-model-invocation", "infer")
_NEST = "`chat.subagents.allowInvocationsFromSubagents`"

AUTOPILOT = (
    Grade("error", "with `agents.permission` of `autopilot`"),
    Grade("warning", "otherwise: no handoff is sent automatically until a user turns on Autopilot"),
)


@rule("AG201", AUTOPILOT, prove="proofs.handoffs:laps", fix="unsafe", holds=("key handoffs",))
def auto_send_cycle(facts: AgentsFacts) -> Iterator[Finding]:
    """Endless loop of automatic handoffs

    What:
        The first handoff with `send: true` of each of these agents points to the next agent, and
        the last one points back to the first. An agent can be its own successor.
    Why:
        With Autopilot on, VS Code sends such a handoff automatically when a turn ends, and no
        answer of the model can break the loop: only the user or a budget ends the run.
    Bad:
        handoffs: [{label: Next, agent: Draft, prompt: Again, send: true}]   # of `Draft`
    Good:
        handoffs: [{label: Next, agent: Draft, prompt: Again, send: false}]
    Fix:
        Set `send: false` on one of the handoffs. phaselint suggests the last.
    Dry run:
        With Autopilot on, the agents go through the loop 2 times without any user input.
    Source:
        agents §5.1 (R9), §6, §7.2
    """
    for lap in facts.laps:
        names = [facts.name(each) for each in (*lap, lap[0])]
        yield Finding(
            facts.name_place(lap[0]),
            message(
                "with Autopilot on, these agents hand off to each other endlessly: {}",
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
    """Make the automatic handoff of an agent wait for a person."""
    handoff = automatic(agent)
    if handoff is None:
        return None
    edit = Edit(facts.at(agent, *handoff.pointer, "send"), "false")
    return Fix("unsafe", f"set `send: false` in `{facts.name(agent)}`", (edit,))


@rule(
    "PL101",
    WARNING,
    needs=OFFERS,
    claims="never",
    fix="unsafe",
    catalogue=("unreachable-agent",),
    ends="unused",
    holds=("runs",),
)
def unreachable_phase(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent that can't be reached

    What:
        The agent is hidden from the picker and models can call it only if it is listed, but no
        reachable agent both lists it and can call it. Handoffs don't help: they can't reach hidden
        agents.
    Why:
        Neither people nor models can reach the agent. Not checked in a team with misspelled
        `handoffs` or `agents` keys in several files, which `unknown-key` reports.
    Bad:
        user-invocable: false
        disable-model-invocation: true   # and not in any `agents`
    Good:
        user-invocable: false
        disable-model-invocation: true   # and another has `agents: [Verifier]`
    Fix:
        List it, or remove one of the two keys. If exactly one agent that people can pick has a
        list, phaselint suggests adding it there, otherwise letting models choose it.
    Dry run:
        Complete exploration never reaches it, regardless of what people pick and models call.
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
                "agent `{}` is unreachable: it is hidden from the picker, blocked for models, and "
                "not listed by any agent that can call it",
                facts.name(agent),
            ),
            "list it in another agent's `agents`, or remove one of the keys that hide it",
            witness=Witness({"agent": facts.name(agent)}),
            claim=_never_works(facts, agent, {"nesting": "true"}),
            fix=_offering(facts, agent, listing),
        )


def _never_works(facts: AgentsFacts, agent: Agent, options: Mapping[str, Any]) -> Never | Undecided:
    """That no session with some options reaches an agent."""
    name = facts.name(agent)
    if name in BUILT_IN:
        return Undecided(ANOTHER)
    return Never(name, options=options)


def _lists(agent: Agent) -> bool:
    """Whether people can pick an agent that lists others and can call them."""
    return agent.invocable and bool(agent.agents) and agent.hands_off and _calls(agent)


def _offering(facts: AgentsFacts, agent: Agent, listing: list[Agent]) -> Fix | None:
    """Make an agent reachable: from the agent that lists others, or from all."""
    name = facts.name(agent)
    if len(listing) == 1:
        edit = added(facts.document(listing[0]), "agents", name)
        title = f"add {quote(name)} to `agents` of {quote(facts.name(listing[0]))}"
        return Fix("unsafe", title, (edit,)) if edit else None
    keys = [key for key in _BLOCKING if key in agent.header.value]
    edits = remove_items(facts.document(agent), (), keys)
    return Fix("unsafe", f"remove {' and '.join(map(quote, keys))}", edits) if edits else None


@rule(
    "AG202",
    WARNING,
    needs=OFFERS,
    claims="never",
    ends="unused",
    holds=("local",),
)
def unreachable_without_nesting(facts: AgentsFacts) -> Iterator[Finding]:
    """Agent offered only by a subagent

    What:
        Every chain of calls to the agent goes through another subagent, but the workspace settings
        don't let subagents call subagents.
    Why:
        By default VS Code refuses the call, so the agent is never reached.
    Bad:
        # Chief lists Section Head, which alone lists Clerk; no setting
    Good:
        # .vscode/settings.json: "chat.subagents.allowInvocationsFromSubagents": true
    Fix:
        Turn on the setting, or list the agent in one that people pick. Set `agents.nesting` if your
        users have turned it on themselves.
    Dry run:
        Complete exploration never reaches it while subagents can't call anyone.
    Source:
        agents §4.3, §7.2, D14
    """
    for agent in facts.scope.own if not facts.nesting else ():
        offers = facts.offers(agent)
        if offers is not None and offers.depth > 1:
            yield Finding(
                facts.name_place(agent),
                message(
                    "only subagent `{}` offers `{}`, but by default subagents can't call subagents",
                    offers.by,
                    facts.name(agent),
                ),
                f"set {_NEST} in the workspace settings; ignore this if your users turn it on",
                witness=Witness({"agent": facts.name(agent), "by": offers.by}),
                claim=_never_works(facts, agent, {}),
            )


@rule("AG204", WARNING, needs=OFFERS, prove="proofs.graph:too_deep", ends="unused", holds=("runs",))
def subagent_depth_exceeded(facts: AgentsFacts) -> Iterator[Finding]:
    """Subagent nested too deeply

    What:
        The shortest chain of calls to the agent is longer than VS Code's limit, or than
        `agents.depth`.
    Why:
        VS Code refuses the last call.
    Bad:
        # A lists B, B lists C, and so on to H
    Good:
        # A lists B and E, and two short chains start there
    Fix:
        List the agent in an agent closer to the start.
    Dry run:
        Complete exploration never reaches it within the allowed calls.
    Source:
        agents §4.3, §7.2, D14
    """
    for agent in facts.scope.own:
        offers = facts.offers(agent)
        if offers is not None and offers.depth > facts.depth:
            yield Finding(
                facts.name_place(agent),
                message(
                    "reached only at call depth {}; the limit is {}",
                    str(offers.depth),
                    str(facts.depth),
                ),
                "list the agent in an agent closer to the start",
                witness=Witness({"agent": facts.name(agent)}),
            )


@rule("AG203", WARNING, claims="notes", fix="safe", ends="unused", holds=("key agents",))
def agents_without_agent_tool(facts: AgentsFacts) -> Iterator[Finding]:
    """Subagent list without the tool to call them

    What:
        `agents` isn't empty, but `tools` lacks the tool that calls agents. If none of the tools
        exists, that is reported instead, together with the list.
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
        The agent works and calls a listed agent, but has no tool for the call.
    Source:
        agents §4.2, §7.2
    """
    for agent in facts.vscode:
        if lists_in_vain(agent) and not is_unarmed(facts, agent):
            edit = added(facts.document(agent), "tools", "agent")
            yield Finding(
                facts.at(agent, "tools"),
                message("`agents` lists subagents, but `tools` has no tool to call them"),
                "add `agent` to `tools`",
                related=(Related(facts.at(agent, "agents"), "the list"),),
                fix=Fix("safe", "add `agent`", (edit,)) if edit else None,
                witness=Witness({"agent": facts.name(agent)}),
                claim=_cannot_call(facts, agent),
            )


def _cannot_call(facts: AgentsFacts, agent: Agent) -> All:
    """That an agent works and calls the first of those that it lists, but has no tool for that."""
    first = min(agent.agents or (), key=lambda word: word.text)
    claim = refuses_call(
        facts,
        agent,
        first.text,
        "no-agent-tool",
        facts.at(agent, "tools"),
        doubt=confused(facts, agent),
    )
    return All((claim,), (says(agent, first),))


def _calls(agent: Agent) -> bool:
    return calls_agents(agent.tool_names)


@rule("AG205", WARNING, holds=("key handoffs",))
def duplicate_handoff(facts: AgentsFacts) -> Iterator[Finding]:
    """Handoffs with indistinguishable labels

    What:
        Two handoffs point to the same agent, and their labels differ only in case and punctuation.
    Why:
        VS Code derives the same identity for both.
    Bad:
        handoffs:
          - {label: Verify, agent: Verifier, prompt: Check it}
          - {label: Verify!, agent: Verifier, prompt: Check all}
    Good:
        handoffs:
          - {label: Verify, agent: Verifier, prompt: Check it}
          - {label: Verify all, agent: Verifier, prompt: Check all}
    Fix:
        Give one of them a different label.
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
                message(
                    "two handoffs have the label `{}`; VS Code can't tell them apart", handoff.label
                ),
                "give one of them a different label",
                related=(Related(facts.at(agent, *first.pointer, "label"), "the other handoff"),),
            )


@rule("AG206", INFO, prove="proofs.handoffs:shadowed", holds=("key handoffs",))
def auto_send_shadowed(facts: AgentsFacts) -> Iterator[Finding]:
    """Several automatic handoffs, of which only the first is sent

    What:
        At least two handoffs have `send: true`; all of an agent are one finding.
    Why:
        With Autopilot on, VS Code always sends the first of them, regardless of how the turn ended.
    Bad:
        handoffs:
          - {label: Verify, agent: Verifier, prompt: Check it, send: true}
          - {label: Publish, agent: Publisher, prompt: Go, send: true}
    Good:
        handoffs:
          - {label: Verify, agent: Verifier, prompt: Check it, send: true}
          - {label: Publish, agent: Publisher, prompt: Go}
    Fix:
        Keep `send: true` only on the handoff to send.
    Dry run:
        With Autopilot on, a turn ends and the first handoff is sent; without the first, this one
        is.
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
                message(
                    "only the first handoff with `send: true` (`{}`) is ever sent automatically",
                    first.label,
                ),
                related=tuple(Related(place, "this one isn't either") for place in places[1:]),
                witness=Witness(
                    {
                        "agent": facts.name(agent),
                        "number": others[0].number,
                        "first": first.label,
                    }
                ),
                members=members("AG206", len(others)),
            )


@rule("AG207", INFO, claims="notes", holds=("local",))
def nested_subagents_off(facts: AgentsFacts) -> Iterator[Finding]:
    """Hidden agent with subagents it can't call

    What:
        An agent hidden from the picker has `agents` and the tool to call them, but the workspace
        settings don't let subagents call subagents.
    Why:
        The agent runs only as a subagent, and by default VS Code refuses its calls.
    Bad:
        user-invocable: false
        agents: [Clerk]
    Good:
        agents: [Clerk]
    Fix:
        Turn on the setting, or show the agent.
    Dry run:
        People can't pick the agent; it is called, and its own call is refused.
    Source:
        agents §4.3, §7.2
    """
    for agent in facts.scope.own if not facts.nesting else ():
        if agent.agents and not agent.invocable and calls_agents(agent.tool_names):
            yield Finding(
                facts.at(agent, "agents"),
                message(
                    "lists subagents, but as a subagent it can't call any unless {} is on",
                    message(_NEST),
                ),
                witness=Witness({"agent": facts.name(agent), "calls": agent.agents[0].text}),
                claim=_calls_as_subagent(facts, agent, agent.agents[0]),
            )


def _calls_as_subagent(facts: AgentsFacts, agent: Agent, word: Word) -> All | Undecided:
    """That people can't pick an agent, and that it works, but its call of another is refused."""
    name, doubt = facts.name(agent), confused(facts, agent)
    if name in (*BUILT_IN, *SHIPPED_VISIBLE):
        return Undecided(ANOTHER)
    offers, call = facts.offers(agent), {"subagent": word.text}
    by = offers.by if offers is not None and offers.depth == 1 else ""
    before = ({"pick": name}, {"pick": by}, "send", {"subagent": name}) if by else ()
    picked = Notes(
        START,
        "pick-refused",
        {"agent": name},
        asked=START,
        answers=(*before, call) if by else ({"pick": name},),
        decisive=True,
        doubt=doubt,
    )
    called = Notes(
        name,
        "subagent-refused",
        {"agent": word.text, "reason": "nesting"},
        asked=START if by else "",
        answers=(*before, call),
        decisive=True,
        doubt=doubt,
    )
    return All((picked, called), (says(agent, word),))
