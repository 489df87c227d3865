"""What a project brings for Claude Code beside its agents, as typed immutable data (reference
§1.3): settings, skills and commands, hooks, servers."""

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
"""The settings of a project: those that it shares, and those of one user."""

EVERYBODY = "*"
"""Stands for all agents, where the tool that calls them is denied."""


class Permission(NamedTuple):
    """A rule of settings: what it does, its text, and where it stands. `argument` is what is
    between its parentheses; none where it has no such."""

    effect: Effect
    text: str
    tool: str
    argument: str | None
    file: str
    pointer: Pointer


class Skill(NamedTuple):
    """A skill, or a command, which is one in an old place.

    Attributes:
        name: what it is called by: its folder, or the file of a command.
        title: its `name`, empty without one.
        fork: whether its text is run by a subagent.
        agent: the subagent that it names, empty without one.
        hidden: whether models may not use it by themselves.
        tools: what it grants without asking; none where it has no such list.
        limited: whether it says which tools it does not have.
        text: its description.
        shared: whether it lies where Copilot sessions and VS Code look, not where Claude Code does.
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
    """An event that hooks are set to, with where it stands and who reads the file."""

    event: str
    file: str
    pointer: Pointer
    reader: Reader


class Server(NamedTuple):
    """An MCP server that a file of the project names, and whether it says how it is reached."""

    name: str
    file: str
    pointer: Pointer
    reached: bool


class Surroundings(NamedTuple):
    """What lies around the agents of a project.

    Attributes:
        documents: the files of these that are read; those of settings with comments as the object
            that they are without.
        permissions: the rules of the settings, those that are shared first.
        sessions: the agents that a session is begun with, each with its file and place.
        unwritten: settings that are no JSON as they stand, with comments or commas that part
            nothing.
        unversioned: files of hooks that are not of the version that there is.
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
        """Name of an agent that no other may call → the file that says so, the one that is shared
        first; `*` stands for all."""
        found: dict[str, str] = {}
        for each in self.permissions:
            if each.effect == "deny" and each.tool in ("Agent", "Task"):
                found.setdefault(each.argument or EVERYBODY, each.file)
        return found

    @property
    def denied_tools(self) -> tuple[str, ...]:
        """The tools that no agent of the project has: rules for a whole tool, which may have a `*`
        in their names."""
        denied = (each for each in self.permissions if each.effect == "deny")
        return tuple(dict.fromkeys(each.tool for each in denied if each.argument is None))


NOTHING = Surroundings()
"""Of a team without any."""
