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
    """What is at a path of a manifest: a file, a folder, nothing, something that is not kept with
    the project; it leads out of the plug-in, or is no text."""

    Fault = Literal["", "unread", "unclosed", "late"]
    """Why a file has no header to look at: it does not parse, it is never closed, it begins after
    the first line."""


class Header(NamedTuple):
    """What the header of a file says.

    Attributes:
        value: its fields; empty where there is none, or with a fault.
        present: whether the file has one on its first line.
        portable: whether it is YAML as it stands, not only to the reader that is lenient.
        late: where the `---` stands of one that begins too late.
    """

    value: Mapping[str, Any] = {}
    present: bool = False
    portable: bool = True
    fault: Fault = ""
    late: int = -1


class Word(NamedTuple):
    """An entry of a list, or between the commas of a text: what it says, and where: the place of a
    node, or of a piece of it from `start` to `end` in the document."""

    text: str
    pointer: Pointer
    start: int = -1
    end: int = -1


class Handoff(NamedTuple):
    """An entry of `handoffs` that is a mapping. What is no text is none."""

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
        """Where it stands."""
        return ("handoffs", self.number)


class Agent(NamedTuple):
    """An agent, or a prompt that asks for one.

    Attributes:
        file: the document it is read from; `path` is where it lies in the team, which is a link
            where the two differ; `stem` is what it is called without its endings.
        title: its `name`, empty where it has none that counts.
        discovered: whether the harness looks into its folder.
        documentation: whether it is no agent at all, but lies beside agents (§7.7).
        guessed: what it may be called where its header cannot be relied on (§2.3, 5); `lost`, that
            this may be anything, since not even a line with a name can be read.
        tools, agents, denied, skills: the entries; none where there is no such field, or it is of
            another type.
        asked: the agent that a prompt asks for, with the key that says so.
        target: for whom it is, empty for all.
        packed: whether the manifest of a plug-in for Copilot alone lists it.
        invocable: whether people may pick it; `blocked`, whether it is offered to no model unless
            it is listed.
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
        """Whether what it says can be relied on."""
        return not self.header.fault and not self.documentation

    @property
    def tool_names(self) -> tuple[str, ...] | None:
        """The names in `tools`; none where all are there."""
        return None if self.tools is None else tuple(word.text for word in self.tools)

    @property
    def hands_off(self) -> bool:
        """Whether its handoffs and its list of agents mean anything: in VS Code, and there not for
        Copilot alone (§7.7)."""
        return self.family == "vscode" and self.target != "github-copilot"


class Component(NamedTuple):
    """What a manifest lists: the key, where the path stands, the path as it is written and as that
    of the project, and what is there."""

    key: str
    pointer: Pointer
    text: str
    target: str
    fate: Fate


class Manifest(NamedTuple):
    """The manifest of a plug-in, or its entry in that of a marketplace.

    Attributes:
        components: what it lists.
        at: where it stands in its document.
        lists: the keys whose lists take the place of a default folder.
        unlisted: key → the files in its default folder that its list leaves out.
        copilot: whether it is for Copilot alone.
    """

    document: Document
    components: tuple[Component, ...]
    at: Pointer = ()
    lists: frozenset[str] = frozenset()
    unlisted: Mapping[str, tuple[str, ...]] = {}
    copilot: bool = False


class Beside(NamedTuple):
    """A part of a file beside the agents that not every harness reads.

    Attributes:
        name: a setting that names folders, an MCP server, or a key of a hook.
        at: where the key is that it stands below; `entry`, where it stands itself.
        about: the folder, what keeps the server from being written elsewhere, the event.
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
        skills: the names of the skills that lie beside the agents, each with its file.
        shared_skills: the names of those that Copilot sessions read.
        above: names of agents of Claude Code in the folders around the team (F5).
        linked: names of agents that lie in the team once more, by links.
        brought: names that may be tools of the project's own: its MCP servers and sets of tools;
            `sets` are the sets.
        manifest: that of the plug-in, if the team is one.
        market: what a marketplace there sells that should be there and is not.
        around: what the project brings beside its agents: settings, skills, hooks, servers.
        seen: whether every folder could be listed in which agents may lie.
        beside: what files beside the agents have that not every harness reads.
        settings: its workspace settings, where agents lie in folders that these do not list.
        harness, identity: whose files count, and what agents of VS Code are called by: the options
            of these names, as it was read under them.
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
    brought: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()
    manifest: Manifest | None = None
    market: Manifest | None = None
    around: Surroundings = NOTHING
    seen: bool = True
    beside: tuple[Beside, ...] = ()
    settings: Document | None = None
    harness: str = "files"
    identity: str = "name"
    harnesses: tuple[str, ...] = ("files",)
