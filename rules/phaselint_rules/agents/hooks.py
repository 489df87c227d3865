"""Hooks and MCP servers of a project (reference §1.3, §7.12)."""

from __future__ import annotations

from phaselint.dialects.agents.harnesses import CLAUDE, LOCAL
from phaselint.dialects.agents.options import HARNESSES
from phaselint.dialects.agents.tables import hooks
from phaselint.vocabulary.finding import WHOLE_FILE, Finding, Holding, Place, Retold
from phaselint.vocabulary.message import message
from phaselint.vocabulary.retelling import NAMES
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.agents.grouping import grouped
from phaselint_rules.agents.needs import AROUND, HOOKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Agent

_READERS = {"claude": "Claude Code", "copilot": "Copilot", "local": "VS Code"}


@rule("AG906", WARNING, needs=HOOKS)
def unknown_hook_event(facts: AgentsFacts) -> Iterator[Finding]:
    """Hook for an unknown event

    What:
        A key under `hooks` isn't an event of the program that reads the file: Claude Code for its
        settings, agents and plugins; Copilot and VS Code for `.github/hooks/*.json`; VS Code for
        its agents. Names are case-sensitive, but Copilot accepts two spellings of its own events.
    Why:
        The event never fires, so its hooks never run.
    Bad:
        "hooks": {"stop": [...]}
    Good:
        "hooks": {"Stop": [...]}
    Fix:
        Correct the name of the event.
    Source:
        agents §1.3, §7.12
    """
    for event, reader, place in _events(facts):
        known = hooks.EVENTS[reader]
        if event not in known:
            by_case = {each.lower(): each for each in known}
            near = by_case.get(event.lower()) or suggest(event, known)
            yield Finding(
                place,
                message("{} has no event `{}`, so its hooks never run", _READERS[reader], event),
                message("use `{}`", near) if near else "use an existing event",
                holding=Holding(_without(event, reader)),
            )


def _without(event: str, reader: str) -> tuple[str, ...]:
    """The harnesses where an event unknown to the file's first reader never fires. VS Code and
    Copilot also read settings of Claude Code, and Copilot has events of its own; hooks in an
    agent's header run only in VS Code's own agent."""
    if reader == "local":
        return (LOCAL,)
    if reader == "claude" and event in hooks.EVENTS["copilot"]:
        return tuple(sorted((CLAUDE, *((LOCAL,) if event not in hooks.LOCAL else ()))))
    return tuple(sorted(HARNESSES))


def _events(facts: AgentsFacts) -> Iterator[tuple[str, str, Place]]:
    """The events with hooks, each with the file's readers and its place."""
    for each in facts.contract.around.hooks:
        read = facts.claude if each.reader == "claude" else facts.vscode
        if read:
            yield each.event, each.reader, Place(each.file, each.pointer, "key")
    for agent in (*facts.vscode, *facts.claude):
        said = agent.header.value.get("hooks") if agent.family != "plugin" else None
        reader = "local" if agent.family == "vscode" else "claude"
        for event in said if isinstance(said, dict) else ():
            if isinstance(event, str):
                yield event, reader, facts.at(agent, "hooks", event, part="key")


@rule("AG907", WARNING, needs=AROUND, holds=("copilot", "cli", "cloud"))
def hook_file_version(facts: AgentsFacts) -> Iterator[Finding]:
    """Hook file without a version

    What:
        A file in `.github/hooks`, next to agents of VS Code or Copilot, has no `version: 1`.
    Why:
        Copilot rejects the file.
    Bad:
        {"hooks": {"sessionStart": []}}
    Good:
        {"version": 1, "hooks": {"sessionStart": []}}
    Fix:
        Add `"version": 1`.
    Source:
        agents §1.3, §7.12
    """
    for file in facts.contract.around.unversioned if facts.vscode else ():
        yield Finding(
            Place(file, (), "document", WHOLE_FILE),
            message("hook file has no `version: {}`, so Copilot rejects it", 1),
            'add `"version": 1`',
        )


@rule("AG908", WARNING, needs=AROUND)
def empty_mcp_server(facts: AgentsFacts) -> Iterator[Finding]:
    """MCP server without a command or URL

    What:
        An entry of `.mcp.json` or `.vscode/mcp.json`, next to agents, has neither `command` nor
        `url`, and a harness of the team reads the file.
    Why:
        The server can't start, and its tools are missing.
    Bad:
        {"mcpServers": {"tickets": {}}}
    Good:
        {"mcpServers": {"tickets": {"command": "tickets-mcp"}}}
    Fix:
        Add `command` or `url`, or remove the entry.
    Source:
        agents §1.3, §7.12
    """
    for each in facts.contract.around.servers:
        if not each.reached:
            yield Finding(
                Place(each.file, each.pointer, "key"),
                message("server `{}` has neither `command` nor `url`", each.name),
                "add `command` or `url`, or remove the entry",
            )


@rule("AG412", INFO, needs=AROUND, holds=("claude",))
def unknown_mcp_server(facts: AgentsFacts) -> Iterator[Finding]:
    """Tool of an MCP server missing from the project

    What:
        `tools` of an agent in `.claude/agents` has `mcp__SERVER__TOOL`, but neither `.mcp.json` nor
        the agent's header defines this server.
    Why:
        Only users who have the server get its tools.
    Bad:
        tools: mcp__ticket__find   # .mcp.json has `tickets`
    Good:
        tools: mcp__tickets__find
    Fix:
        Correct the name, or add the server to `.mcp.json`.
    Source:
        agents §4.2, §7.12
    """
    here = {each.name for each in facts.contract.around.servers}
    for agent in facts.claude if here else ():
        known = here | _servers_of(agent)
        words = [
            word
            for word in agent.tools or ()
            if agent.family == "claude" and _server_in(word.text) not in ("", *known)
        ]
        if words:
            told = Retold(
                tuple(
                    message("server `{}` isn't defined in this project", _server_in(w.text))
                    for w in words
                ),
                ("server {} isn't defined in this project", NAMES),
                tuple(_server_in(word.text) for word in words),
                otherwise="correct the name, or add the server to `.mcp.json`",
            )
            yield grouped(facts, agent, words, told, code="AG412")


def _servers_of(agent: Agent) -> set[str]:
    """The servers in an agent's header: a list of names and objects, or an object."""
    said = agent.header.value.get("mcpServers")
    entries = said if isinstance(said, list) else [said]
    found = {each for each in entries if isinstance(each, str)}
    return found.union(*(map(str, each) for each in entries if isinstance(each, dict)))


def _server_in(tool: str) -> str:
    """The server of a tool; empty if the tool belongs to no server, is a pattern, or belongs to a
    plugin."""
    parts = tool.split("__")
    server = parts[1] if len(parts) > 1 and parts[0] == "mcp" else ""
    return "" if "*" in server or server.startswith(("plugin_", "claude_ai")) else server
