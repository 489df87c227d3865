"""Files next to agents that have no effect in Copilot sessions (reference §7.10)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.agents.analysis.facts import AgentsFacts
    from phaselint.dialects.agents.model import Beside
    from phaselint.vocabulary.finding import Severity
    from phaselint.vocabulary.message import Message

MOVED = (
    Grade("warning", "it has settings that no other file supports"),
    Grade("info", "it can be added to `.mcp.json` as well"),
)


@rule("AG607", WARNING, holds=("report", "ignored: setting chat.agentFilesLocations"))
def location_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """Folder from the settings that Copilot sessions don't search

    What:
        The workspace's `chat.agentFilesLocations`, `chat.modeFilesLocations`,
        `chat.instructionsFilesLocations`, `chat.promptFilesLocations` or
        `chat.agentSkillsLocations` lists a folder with `true`, and the folder contains such files.
    Why:
        Only VS Code's own agent reads these settings, so the files don't exist in other sessions.
    Bad:
        "chat.agentFilesLocations": {"team/agents": true}
    Good:
        # .github/agents/reviewer.agent.md
    Fix:
        Move the files to a folder that both search, such as `.github/agents`.
    Source:
        agents §7.10
    """
    for key, some in _by_place(facts, "location"):
        folders = quote_all(each.about for each in some)
        yield Finding(
            some[0].at,
            message("Copilot sessions ignore `{}`: {}", key, folders),
            "move the files to the default folder",
            related=_others(some),
        )


@rule("AG610", MOVED, holds=("report", "partly: file .vscode/mcp.json"))
def mcp_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """MCP server listed only in VS Code's file

    What:
        `.vscode/mcp.json` has a server that is missing from `.mcp.json` and `.github/mcp.json`.
        This is a warning if the server uses `${input:…}`, `${env:…}`, `${config:…}` or
        `${command:…}`, `cwd`, `envFile`, `oauth`, SSE or a null in `env`.
    Why:
        VS Code's page on the agent host says that such servers are passed on to Copilot sessions;
        its page on migration says that the file isn't read. Both agree that servers asking for
        input aren't passed on, and the other files don't support these settings.
    Bad:
        # .vscode/mcp.json
        {"servers": {"board": {"command": "board-mcp", "args": ["${input:token}"]}}}
    Good:
        # .mcp.json
        {"mcpServers": {"board": {"command": "board-mcp"}}}
    Fix:
        Add the server to `.mcp.json`.
    Source:
        agents §7.10
    """
    servers = [each for each in facts.contract.nearby if each.kind == "server"]
    stuck = [each for each in servers if each.about]
    plain = [each for each in servers if not each.about]
    if stuck:
        names = quote_all(each.name for each in stuck)
        why = quote_all(dict.fromkeys(each.about for each in stuck))
        text = message("Copilot sessions don't get servers that use {}: {}", why, names)
        yield _servers(
            stuck, text, "warning", "use a server without these settings, in `.mcp.json`"
        )
    if plain:
        names = quote_all(each.name for each in plain)
        text = message("Copilot sessions might not get servers from `.vscode/mcp.json`: {}", names)
        yield _servers(plain, text, "info", "add it to `.mcp.json`, which all sessions read")


def _servers(some: Sequence[Beside], message: Message, severity: Severity, help_: str) -> Finding:
    return Finding(some[0].entry, message, help_, severity, related=_others(some[1:]))


@rule("AG611", INFO, holds=("report", "copilot"))
def hook_entry_only_local(facts: AgentsFacts) -> Iterator[Finding]:
    """System-specific hook command that Copilot sessions ignore

    What:
        `windows`, `linux` or `osx` in a hook of `.github/hooks` or `.claude/settings.json`.
    Why:
        Copilot's runtime reads only `bash` and `powershell`, so the command for all systems runs.
    Bad:
        {"type": "command", "command": "./check.sh", "windows": "check.cmd"}
    Good:
        {"type": "command", "bash": "./check.sh", "powershell": "check.cmd"}
    Fix:
        Use `bash` and `powershell`.
    Source:
        agents §7.10
    """
    files: dict[str, list[Beside]] = {}
    for each in facts.contract.nearby:
        if each.kind == "hook":
            files.setdefault(each.entry.file, []).append(each)
    for some in files.values():
        keys = quote_all(dict.fromkeys(each.name for each in some))
        yield Finding(
            some[0].entry,
            message("Copilot sessions ignore {} of hooks", keys),
            "use `bash` and `powershell`",
            related=_others(some[1:]),
        )


def _by_place(facts: AgentsFacts, kind: str) -> Iterator[tuple[str, list[Beside]]]:
    """The entries of a kind, by the key above them."""
    found: dict[str, list[Beside]] = {}
    for each in facts.contract.nearby:
        if each.kind == kind:
            found.setdefault(each.name, []).append(each)
    yield from found.items()


def _others(some: Sequence[Beside]) -> tuple[Related, ...]:
    return tuple(Related(each.entry, f"also {quote(_called(each))}") for each in some)


def _called(each: Beside) -> str:
    return each.about if each.kind == "location" else each.name
