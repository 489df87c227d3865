"""The project's files for Claude Code around its agents, as typed immutable data (reference §1.3):
settings, skills and commands, hooks, servers."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    Effect = Literal["deny", "ask", "allow"]
    Reader = Literal["claude", "copilot"]

SHARED, LOCAL = ".claude/settings.json", ".claude/settings.local.json"
"""The settings of a project: the shared ones, and those of one user."""

EVERYBODY = "*"
"""Stands for all agents if the tool for calls is denied."""


class Permission(NamedTuple):
    """A permission rule: its effect, its text, and its place. `argument` is the text in
    parentheses; None without them."""

    effect: Effect
    text: str
    tool: str
    argument: str | None
    file: str
    pointer: Pointer


class Skill(NamedTuple):
    """A skill, or a command, which is a skill in a legacy place.

    Attributes:
        name: the name in use: its folder, or the file of a command.
        title: its `name`, empty without one.
        fork: whether a subagent runs it.
        agent: the subagent that it names, empty without one.
        hidden: whether models can't use it on their own.
        tools: the tools granted without asking; None if it has no such list.
        limited: whether it names tools that it doesn't have.
        text: its description.
        shared: whether it is where Copilot sessions and VS Code search, but not Claude Code.
    """

    name: str
    file: str
    title: str = ""
    fork: bool = False
    agent: str = ""
    hidden: bool = False
    tools: tuple[str, ...] | None = None
    limited: bool = False
    text: str = ""
    shared: bool = False


class Hook(NamedTuple):
    """An event with hooks, with its place and the reader of the file."""

    event: str
    file: str
    pointer: Pointer
    reader: Reader


class Server(NamedTuple):
    """An MCP server in a file of the project, and whether it has a command or a URL."""

    name: str
    file: str
    pointer: Pointer
    reached: bool


class Surroundings(NamedTuple):
    """The files around a project's agents.

    Attributes:
        documents: the files read; settings with comments as the object without them.
        permissions: the rules of the settings, shared ones first.
        sessions: the agents with which a session starts, each with its file and place.
        unwritten: settings that are JSON only without their comments or trailing commas.
        unversioned: hook files with a wrong or missing version.
    """

    documents: Mapping[str, Document] = {}
    permissions: tuple[Permission, ...] = ()
    sessions: tuple[tuple[str, str, Pointer], ...] = ()
    unwritten: tuple[str, ...] = ()
    skills: tuple[Skill, ...] = ()
    hooks: tuple[Hook, ...] = ()
    unversioned: tuple[str, ...] = ()
    servers: tuple[Server, ...] = ()

    @property
    def denied_agents(self) -> Mapping[str, str]:
        """Name of an agent that no other can call → the file that says so, shared ones first; `*`
        means all."""
        found: dict[str, str] = {}
        for each in self.permissions:
            if each.effect == "deny" and each.tool in ("Agent", "Task"):
                found.setdefault(each.argument or EVERYBODY, each.file)
        return found

    @property
    def denied_tools(self) -> tuple[str, ...]:
        """The tools that no agent of the project has: rules for a whole tool, which can contain a
        `*` in their names."""
        denied = (each for each in self.permissions if each.effect == "deny")
        return tuple(dict.fromkeys(each.tool for each in denied if each.argument is None))


NOTHING = Surroundings()
"""For a team without such files."""
