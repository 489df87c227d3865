"""How the executor shows that a call of a subagent is refused."""

from __future__ import annotations

from phaselint.dialects.agents.names import BUILT_IN, CLAUDE, MAIN, SHIPPED_VISIBLE
from phaselint.dialects.agents.reading.lists import inside
from phaselint.dialects.agents.words import spoken
from phaselint.executor.proof import RunInput, by_replay, data_of
from phaselint.vocabulary.finding import Proof
from phaselint_rules.agents.proofs.stages import (
    ANOTHER,
    at_work,
    is_stopped,
    picked,
    setting_of,
    words,
    written,
)
from phaselint_rules.agents.proofs.twins import alone, by_replay_beside, changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.records import Event
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def not_found(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The listed name is called, but no agent has it."""
    data = data_of(finding)
    agent, name, claude = data["agent"], data["calls"], bool(data["claude"])
    if name not in _listed(lab.facts, agent, claude):
        return Proof("refuted", "replay", None, "the agent doesn't list this name")
    return _refused(lab, finding, agent, name, "not-found", claude=claude)


def denied(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The listed name is called, but the settings deny it. The main agent makes the calls of a
    skill."""
    data = data_of(finding)
    agent, name = data.get("agent", MAIN), data["calls"]
    skills = lab.facts.contract.around.skills
    forks = {each.name for each in skills if each.fork and each.agent == name}
    if not (data["skill"] in forks if "skill" in data else name in _listed(lab.facts, agent, True)):
        return Proof("refuted", "replay", None, "this name isn't listed anywhere")
    return _refused(lab, finding, agent, name, "denied", claude=True)


def no_tool(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """A listed agent is called without the tool for calls."""
    agent = data_of(finding)["agent"]
    listed = sorted(_listed(lab.facts, agent, claude=False))
    if not listed:
        return Proof("refuted", "replay", None, "the agent doesn't list any agent")
    return _refused(lab, finding, agent, listed[0], "no-agent-tool", claude=False)


def _refused(
    lab: ProofContext[AgentsFacts],
    finding: Finding,
    agent: str,
    name: str,
    reason: str,
    *,
    claude: bool,
) -> Proof:
    """The agent works, and its call is refused for this reason."""

    def shows(events: Sequence[Event]) -> bool:
        wanted = {"agent": name, "reason": reason}
        return any(
            event.kind == "subagent-refused" and (event.data, event.phase) == (wanted, agent)
            for event in events
        )

    choices = [*words(lab, claude, agent), spoken("subagent", name)]
    copies = _calling(lab, finding, agent, claude=claude, able=reason != "no-agent-tool")
    return by_replay_beside(
        lab,
        f"call {name}",
        choices,
        shows,
        copies,
        anew=[*picked(claude, agent), spoken("subagent", name)],
        setting=setting_of(claude, agent),
        cut_off=is_stopped,
    )


def _calling(
    lab: ProofContext[AgentsFacts], finding: Finding, name: str, *, claude: bool, able: bool
) -> Iterator[ProofContext[AgentsFacts]]:
    """The team in which an agent is the only one of its name and people can pick it; with `able`,
    an agent of VS Code can also call agents."""
    file = finding.place.file

    def change(agent: Agent) -> Agent:
        lifted = able and not claude
        return agent._replace(tools=None if lifted else agent.tools, invocable=True)

    if any(each.file == file for each in written(lab.facts, name, claude=claude)):
        yield changed(alone(lab, name, file, claude=claude), file, change)


def _listed(facts: AgentsFacts, name: str, claude: bool) -> set[str]:
    """The names that an agent lists for its calls."""
    agents = written(facts, name, claude=claude)
    if not claude:
        return {word.text for agent in agents for word in agent.agents or ()}
    entries = ((facts.document(agent), tool) for agent in agents for tool in agent.tools or ())
    return {word.text for document, tool in entries for word in inside(document, tool)}


def nested(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """People can't pick the agent; it is called, and its own call is refused."""
    data = data_of(finding)
    agent, name = data["agent"], data["calls"]
    if name not in _listed(lab.facts, agent, claude=False):
        return Proof("refuted", "replay", None, "the agent doesn't list this name")
    if agent in (*BUILT_IN, *SHIPPED_VISIBLE):
        return Proof("unproved", "replay", None, ANOTHER)
    wanted = {"agent": name, "reason": "nesting"}

    def shows(events: Sequence[Event]) -> bool:
        hidden = any(e.kind == "pick-refused" and e.data["agent"] == agent for e in events)
        refused = (e for e in events if e.kind == "subagent-refused")
        return hidden and any((e.data, e.phase) == (wanted, agent) for e in refused)

    several = len(written(lab.facts, agent, claude=False)) > 1

    def cut_off(events: Sequence[Event]) -> str:
        # after the pick that should be refused
        return is_stopped(events[1:]) or (ANOTHER if several else "")

    choices = [spoken("pick", agent), *at_work(lab.facts, agent), spoken("subagent", name)]
    return by_replay(lab, f"call {name}", choices, shows, cut_off=cut_off)


def unlisted(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent calls an unlisted agent: refused if the session starts with it, but not if it is
    called."""
    agent = data_of(finding)["agent"]
    listed = _listed(lab.facts, agent, claude=True)
    families = sorted({each.family for each in written(lab.facts, agent, claude=True)})
    own = [name for each in families for name in lab.facts.claude_scopes[each].names]
    # built-in agents of Claude Code first, because they can always be started
    others = (*(name for name in CLAUDE if name not in own), *own)
    refused = {*listed, *lab.facts.denied_agents, agent}
    other = next((name for name in others if name not in refused), "")
    if not listed:
        return Proof("refuted", "replay", None, "the agent doesn't list any agent")
    alone = lab.replay([spoken("subagent", other)], setting_of(True, agent)).events
    kept = any(e.kind == "subagent-refused" and e.data["reason"] == "not-listed" for e in alone)

    def shows(events: Sequence[Event]) -> bool:
        called = (e.data for e in events if e.kind == "subagent-start")
        return kept and any((each["by"], each["agent"]) == (agent, other) for each in called)

    choices = [spoken("subagent", agent), spoken("subagent", other)]
    setting = RunInput(options={"harness": "claude"})
    cut_off = (
        is_stopped
        if kept
        else lambda _: is_stopped(alone) or "another entry doesn't list any agent"
    )
    return by_replay(lab, f"call {other}", choices, shows, setting=setting, cut_off=cut_off)
