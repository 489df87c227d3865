"""How the executor shows that an agent doesn't have a tool."""

from __future__ import annotations

import re

from phaselint.dialects.agents.enabling import aliases, enabling
from phaselint.dialects.agents.tables.vscode import TOOLS
from phaselint.dialects.agents.tools import CLAUDE, bare
from phaselint.dialects.agents.words import spoken
from phaselint.executor.proof import RunInput, by_replay, data_of
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.suggest import distance
from phaselint_rules.agents.proofs.stages import is_stopped, picked, setting_of, words, written
from phaselint_rules.agents.proofs.twins import alone, by_replay_beside, changed, is_elsewhere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent
    from phaselint.dialects.records import Event
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


def not_enabled(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The text uses the tool, and the agent is refused it."""
    data = data_of(finding)
    agents = written(lab.facts, data["agent"], claude=False)
    text = " ".join(lab.facts.document(agent).text for agent in agents)
    used = data["tool"] in re.findall(r"#tool:([\w\-./]+)", text)
    return _refused(lab, finding, used, "the text doesn't use this tool")


def meant(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent doesn't name the tool that it is refused, but a similar one."""
    data = data_of(finding)
    agents = written(lab.facts, data["agent"], claude=bool(data["claude"]))
    listed = {word.text for agent in agents for word in agent.tools or ()}
    named, tool = data["named"], data["tool"]
    if named not in listed:
        return Proof("refuted", "replay", None, "the agent doesn't name this tool")
    name = bare(named)
    known = CLAUDE if data["claude"] else (*enabling(), *aliases())
    slipped = name.lower() == tool.lower() or 0 < distance(name, tool, 3) < 3
    slipped = slipped and name not in known and tool in known
    doubt = "the agent's entry isn't similar to this tool"
    return _refused(lab, finding, slipped, doubt, only=named)


def denied(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The tool is denied, and the agent is refused it."""
    return _denied(lab, finding, "")


def denied_in_part(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """Part of the tool is denied, and the agent is refused the tool."""
    return _denied(lab, finding, "(")


def _denied(lab: ProofContext[AgentsFacts], finding: Finding, sign: str) -> Proof:
    """The tool is denied by an entry with a certain character, and the agent is refused it."""
    data = data_of(finding)
    agents = written(lab.facts, data["agent"], claude=True)
    entries = [word.text for agent in agents for word in agent.denied or () if sign in word.text]
    is_denied = data["tool"] in map(bare, entries)
    return _refused(lab, finding, is_denied, "the agent doesn't deny this tool")


def _refused(
    lab: ProofContext[AgentsFacts],
    finding: Finding,
    stands: bool,
    otherwise: str,
    *,
    only: str = "",
) -> Proof:
    """The agent works and is refused the tool, and its file matches the finding. `only`: because of
    one entry of `tools`, regardless of the others."""
    data = data_of(finding)
    agent, tool, claude = data["agent"], data["tool"], bool(data["claude"])
    if not stands:
        return Proof("refuted", "replay", None, otherwise)

    def shows(events: Sequence[Event]) -> bool:
        wanted = {"tool": tool, "allowed": False, "in": agent}
        return any(event.kind == "tool" and event.data == wanted for event in events)

    def cut_off(events: Sequence[Event]) -> str:
        granted = any(event.kind == "tool" and event.data["allowed"] for event in events)
        if granted:
            return f"another entry grants `{tool}`"
        return is_stopped(events) if claude else is_elsewhere(events, finding.place.file)

    choices = [*words(lab, claude, agent), spoken("tool", tool)]
    setting = setting_of(claude, agent)
    copies = _working(lab, finding, agent, only, claude=claude)
    return by_replay_beside(
        lab,
        f"use {tool}",
        choices,
        shows,
        copies,
        anew=[*picked(claude, agent), spoken("tool", tool)],
        setting=setting,
        cut_off=cut_off,
    )


def _working(
    lab: ProofContext[AgentsFacts], finding: Finding, name: str, only: str, *, claude: bool
) -> Iterator[ProofContext[AgentsFacts]]:
    """The team in which an agent is the only one of its name and people can pick it; with `only`,
    it has just that entry of `tools`, and one with which Claude Code starts it."""
    file, tool = finding.place.file, data_of(finding).get("tool", "")

    def change(agent: Agent) -> Agent:
        tools = [word for word in agent.tools or () if word.text == only]
        if claude:
            tools += [word._replace(text="Grep" if tool == "Read" else "Read") for word in tools]
        return agent._replace(tools=tuple(tools) if only else agent.tools, invocable=True)

    if any(each.file == file for each in written(lab.facts, name, claude=claude)):
        yield changed(alone(lab, name, file, claude=claude), file, change)


def kept_back(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent has the tool in a session that starts with it, but not when it is called."""
    data = data_of(finding)
    agent, tool = data["agent"], data["tool"]
    alone = lab.replay([spoken("tool", tool)], setting_of(True, agent)).events
    granted = any(event.kind == "tool" and event.data["allowed"] for event in alone)

    def shows(events: Sequence[Event]) -> bool:
        wanted = {"tool": tool, "allowed": False, "in": agent}
        return granted and any(event.data == wanted for event in events)

    def cut_off(events: Sequence[Event]) -> str:
        return is_stopped(events) or ("" if granted else "the agent is denied this tool as well")

    named = {
        bare(word.text)
        for each in written(lab.facts, agent, claude=True)
        for word in each.tools or ()
    }
    if tool not in named:
        return Proof("refuted", "replay", None, "the agent doesn't name this tool")
    choices = [spoken("subagent", agent), spoken("tool", tool)]
    setting = RunInput(options={"harness": "claude"})
    return by_replay(lab, f"use {tool}", choices, shows, setting=setting, cut_off=cut_off)


def unarmed(lab: ProofContext[AgentsFacts], finding: Finding) -> Proof:
    """The agent isn't even started; an agent of VS Code works without any tool."""
    data = data_of(finding)
    if "tools" in data:
        return _toolless(lab, finding, data["file"], data["tools"])
    agent = data["agent"]

    def shows(events: Sequence[Event]) -> bool:
        wanted = {"agent": agent, "reason": "no-usable-tool"}
        return any(event.kind == "start-refused" and event.data == wanted for event in events)

    def cut_off(events: Sequence[Event]) -> str:
        started = any(event.kind == "active" for event in events)
        return "a tool of this name can exist" if started else ""

    setting = setting_of(True, agent)
    return by_replay(lab, f"start {agent}", (), shows, setting=setting, cut_off=cut_off)


def _toolless(
    lab: ProofContext[AgentsFacts], finding: Finding, file: str, named: Sequence[str]
) -> Proof:
    """The agent in a file names these tools, works, and is refused every built-in tool of VS
    Code."""
    agents = [each for each in lab.facts.vscode if each.path == file]
    if list(named) not in [[word.text for word in each.tools or ()] for each in agents]:
        return Proof("refuted", "replay", None, "the agent names other tools")
    agent = lab.facts.name(agents[0])
    tools = [tool.name for tool in TOOLS if not tool.last]

    def shows(events: Sequence[Event]) -> bool:
        used = [event.data for event in events if event.kind == "tool"]
        return len(used) == len(tools) and not any(each["allowed"] for each in used)

    choices = [*words(lab, False, agent), *(spoken("tool", tool) for tool in tools)]
    return by_replay_beside(
        lab,
        f"use no tool as {agent}",
        choices,
        shows,
        _working(lab, finding, agent, "", claude=False),
        anew=[*picked(False, agent), *(spoken("tool", tool) for tool in tools)],
        cut_off=lambda events: is_elsewhere(events, finding.place.file),
    )
