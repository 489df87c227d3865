"""A team of agents as typed immutable data (reference §3)."""

from __future__ import annotations

from phaselint.dialects.agents.surroundings import NOTHING
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal

    from phaselint.dialects.agents.fields import Family
    from phaselint.dialects.agents.surroundings import Surroundings
    from phaselint.dialects.base import Target
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Place, Pointer

    Fate = Literal["file", "folder", "missing", "elsewhere", "outside", "type"]
    """What is at a path of a manifest: a file, a folder, nothing, or something that the project
    ignores; or the path is outside the plugin, or isn't a string."""

    Fault = Literal["", "unread", "unclosed", "late"]
    """Why a file has no usable header: it can't be parsed, it is never closed, or it begins after
    the first line."""


class Header(NamedTuple):
    """The content of a file's header.

    Attributes:
        value: its fields; empty if there are none, or with a fault.
        present: whether the file has one on its first line.
        portable: whether it is YAML without help, not only for the lenient reader.
        late: the place of the `---` of a header that begins too late.
        cut: the place of the `---` within it at which Claude Code ends it; `lost` are the fields
        of the file that this takes away, wholly or in part.
    """

    value: Mapping[str, Any] = {}
    present: bool = False
    portable: bool = True
    fault: Fault = ""
    late: int = -1
    cut: int = -1
    lost: Mapping[str, Any] = {}


class Word(NamedTuple):
    """An entry of a list, or of a string with commas: its text and its place, which is that of a
    node, or of its part from `start` to `end` in the document."""

    text: str
    pointer: Pointer
    start: int = -1
    end: int = -1


class Handoff(NamedTuple):
    """An entry of `handoffs` that is a mapping. Values that aren't strings are None."""

    number: int
    target: str | None
    label: str | None
    prompt: str | None
    send: bool

    @property
    def survives(self) -> bool:
        """Whether VS Code shows a button for it (§3.3)."""
        return bool(self.target and self.label and self.label.strip()) and self.prompt is not None

    @property
    def pointer(self) -> Pointer:
        """Where it is."""
        return ("handoffs", self.number)


class Agent(NamedTuple):
    """An agent, or a prompt that uses one.

    Attributes:
        file: the document it is read from; `path` is its place in the team, which is a link if the
        two differ; `stem` is the name without its suffixes.
        title: its `name`, empty if it has no valid one.
        discovered: whether the harness searches its folder.
        documentation: whether it isn't an agent but documentation next to agents (§7.7).
        guessed: its probable name if its header isn't reliable (§2.3, 5); `lost`: this can be
        anything, because not even a line with a name is readable.
        tools, agents, denied, skills: the entries; None if the field is missing or has another
        type.
        asked: the agent of a prompt, with the key that names it.
        target: its target, empty for all.
        packed: whether the manifest of a plugin for Copilot only lists it.
        invocable: whether people can pick it; `blocked`, whether it is offered to models only if it
        is listed.
    """

    file: str
    family: Family
    stem: str
    header: Header
    path: str = ""
    title: str = ""
    discovered: bool = True
    documentation: bool = False
    guessed: tuple[str, ...] = ()
    lost: bool = False
    tools: tuple[Word, ...] | None = None
    denied: tuple[Word, ...] | None = None
    agents: tuple[Word, ...] | None = None
    skills: tuple[Word, ...] | None = None
    handoffs: tuple[Handoff, ...] = ()
    asked: str = ""
    asked_in: str = ""
    target: str = ""
    packed: bool = False
    invocable: bool = True
    blocked: bool = False

    @property
    def usable(self) -> bool:
        """Whether its content is reliable."""
        return not self.header.fault and not self.documentation

    @property
    def tool_names(self) -> tuple[str, ...] | None:
        """The names in `tools`; None if it has all tools."""
        return None if self.tools is None else tuple(word.text for word in self.tools)

    @property
    def hands_off(self) -> bool:
        """Whether its handoffs and its list of agents have an effect: in VS Code, unless it is for
        Copilot only (§7.7)."""
        return self.family == "vscode" and self.target != "github-copilot"


class Component(NamedTuple):
    """An entry of a manifest: the key, the place of the path, the path as written and in the
    project, and what it points to."""

    key: str
    pointer: Pointer
    text: str
    target: str
    fate: Fate


class Manifest(NamedTuple):
    """The manifest of a plugin, or its entry in a marketplace's manifest.

    Attributes:
        components: its entries.
        at: its place in the document.
        lists: the keys whose lists replace a default folder.
        unlisted: key → the files in its default folder that are missing from its list.
        copilot: whether it is for Copilot only.
    """

    document: Document
    components: tuple[Component, ...]
    at: Pointer = ()
    lists: frozenset[str] = frozenset()
    unlisted: Mapping[str, tuple[str, ...]] = {}
    copilot: bool = False


class Beside(NamedTuple):
    """A part of a file next to the agents that not every harness reads.

    Attributes:
        name: a setting with folders, an MCP server, or a key of a hook.
        at: the place of the key above it; `entry`, its own place.
        about: the folder, the reason why the server can't be written elsewhere, the event.
    """

    kind: Literal["location", "server", "hook"]
    name: str
    at: Place
    entry: Place
    about: str


class Team(NamedTuple):
    """A team: its agents of all families in the order of their paths, and its prompts.

    Attributes:
        nested: whether its settings let subagents call subagents.
        skills: the names of the skills next to the agents, each with its file.
        shared_skills: the names of the skills that Copilot sessions read.
        above: names of agents of Claude Code in the folders around the team (F5).
        linked: names of agents that appear in the team a second time, through links; `shared` are
        their files.
        brought: names that can be tools of the project's own: its MCP servers and sets of tools;
        `sets` are the sets.
        manifest: that of the plugin, if the team is one.
        market: the missing offers of a marketplace there.
        around: the files around the agents: settings, skills, hooks, servers.
        seen: whether every folder that can contain agents could be listed.
        nearby: the parts of files around the agents that not every harness reads.
        settings: its workspace settings, if there are agents in folders that these don't list.
        harness, identity: the files that count, and what names agents of VS Code: the options of
        these names with which it was read.
        harnesses: the words of the option `harness`.
    """

    target: Target
    documents: Mapping[str, Document]
    agents: tuple[Agent, ...] = ()
    prompts: tuple[Agent, ...] = ()
    nested: bool = False
    skills: Mapping[str, str] = {}
    shared_skills: frozenset[str] = frozenset()
    above: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()
    shared: frozenset[str] = frozenset()
    brought: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()
    manifest: Manifest | None = None
    market: Manifest | None = None
    around: Surroundings = NOTHING
    seen: bool = True
    nearby: tuple[Beside, ...] = ()
    settings: Document | None = None
    harness: str = "files"
    identity: str = "name"
    harnesses: tuple[str, ...] = ("files",)

    def is_called_by_file(self, agent: Agent) -> bool:
        """Whether an agent goes by the name of its file, not by one of its own."""
        by_file = self.identity == "file" and agent.family == "vscode"
        return by_file or not agent.title
