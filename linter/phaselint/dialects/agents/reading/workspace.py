"""Parts of files next to agents that not every harness reads (reference §7.10): folders named in
the workspace settings, MCP servers of VS Code, and system-specific keys of hooks."""

from __future__ import annotations

from phaselint.dialects.agents.filenames import SETTINGS_FILE
from phaselint.dialects.agents.model import Beside
from phaselint.dialects.agents.reading.settings import object_in, uncommented
from phaselint.project.paths import join, normal
from phaselint.vocabulary.finding import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

    Holds = Callable[[Reader, str], bool]

SKILL = "SKILL.md"
SYSTEMS = ("windows", "linux", "osx")
"""Keys of a hook with commands for one system."""

_SERVERS, _PLAIN, _GITHUB = ".vscode/mcp.json", ".mcp.json", ".github/mcp.json"
_INPUTS = ("${input:", "${env:", "${config:", "${command:")
_STUCK = ("cwd", "envFile", "oauth")
"""Features of a server that Copilot's runtime doesn't support."""


def _ending(*ends: str) -> Holds:
    return lambda reader, folder: any(name.endswith(ends) for name in reader.names(folder))


def _skills(reader: Reader, folder: str) -> bool:
    inner = (join(folder, each) for each in reader.folders(folder))
    return any(SKILL in reader.names(each) for each in inner)


LOCATIONS: Mapping[str, tuple[tuple[str, ...], Holds]] = {
    "chat.agentFilesLocations": ((".github/agents", ".claude/agents"), _ending(".agent.md")),
    "chat.modeFilesLocations": ((".github/chatmodes",), _ending(".chatmode.md")),
    "chat.instructionsFilesLocations": (
        (".github/instructions", ".claude/rules"),
        _ending(".instructions.md"),
    ),
    "chat.promptFilesLocations": ((".github/prompts",), _ending(".prompt.md")),
    "chat.agentSkillsLocations": (
        (".github/skills", ".agents/skills", ".claude/skills"),
        _skills,
    ),
}
"""Setting → the default folders, and whether a folder contains such files."""


def beside(reader: Reader, folder: str) -> tuple[tuple[Beside, ...], Mapping[str, Document]]:
    """The parts of files next to a team's agents, and the documents with them."""
    documents: dict[str, Document] = {}
    found: list[Beside] = []
    for path, parts in _sources(reader, folder):
        document = _document(reader, path)
        own = [] if document is None else [*parts(document)]
        if document is not None and own:
            documents[path] = document
            found += own
    return tuple(found), documents


def _sources(
    reader: Reader, folder: str
) -> Iterator[tuple[str, Callable[[Document], Iterator[Beside]]]]:
    """The files to read, each with its reader."""
    yield join(folder, SETTINGS_FILE), lambda document: _locations(reader, folder, document)
    yield join(folder, _SERVERS), lambda document: _servers(reader, folder, document)
    home = join(folder, ".github/hooks")
    for name in reader.names(home):
        if name.endswith(".json"):
            yield f"{home}/{name}", _hooks
    yield join(folder, ".claude/settings.json"), _hooks


_WORDS = ("Locations", '"servers"', '"hooks"')


def _document(reader: Reader, path: str) -> Document | None:
    """A JSON file that can contain comments, with the places of its values; None if it has nothing
    relevant."""
    text = reader.text(path)
    if text is None or not any(word in text for word in _WORDS):
        return None
    from phaselint.document.reader import json_document, read_text

    found = read_text(path, uncommented(text))
    if not found.readable or not isinstance(found.value, dict):
        return None
    return json_document(path, found.text, found.value)


def _at(document: Document, pointer: Pointer) -> Place:
    """The place of a key. It has a range, because other readers don't accept a file with
    comments."""
    return Place(document.path, pointer, "key", document.range(pointer, "key"))


def _locations(reader: Reader, folder: str, document: Document) -> Iterator[Beside]:
    for key, (usual, holds) in LOCATIONS.items():
        value = document.value.get(key)
        for name, on in value.items() if isinstance(value, dict) else ():
            inside = normal(name.rstrip("/"))
            if on is not True or not inside or inside in usual:
                continue
            if holds(reader, join(folder, inside)):
                at, entry = _at(document, (key,)), _at(document, (key, name))
                yield Beside("location", key, at, entry, inside)


def _servers(reader: Reader, folder: str, document: Document) -> Iterator[Beside]:
    servers = document.value.get("servers")
    if not isinstance(servers, dict):
        return
    copied = {
        name
        for path in (_PLAIN, _GITHUB)
        for name in _names(object_in(reader.text(join(folder, path)) or ""))
    }
    for name, server in servers.items():
        if name not in copied:
            place = _at(document, ("servers", name))
            yield Beside("server", name, _at(document, ("servers",)), place, _stuck(server))


def _names(value: Mapping[str, Any]) -> Iterator[str]:
    for key in ("mcpServers", "servers"):
        found = value.get(key)
        yield from found if isinstance(found, dict) else ()


def _stuck(server: Any) -> str:
    """A server's settings that no other file supports; empty if it can be written there."""
    if not isinstance(server, dict):
        return ""
    written = repr(server)
    inputs = (f"{each}…}}" for each in _INPUTS if each in written)
    keys = (each for each in _STUCK if each in server)
    env = server.get("env")
    nothing = isinstance(env, dict) and None in env.values()
    kinds = (
        *inputs,
        *keys,
        *(("type sse",) if server.get("type") == "sse" else ()),
        *(("env with null",) if nothing else ()),
    )
    return next(iter(kinds), "")


def _hooks(document: Document) -> Iterator[Beside]:
    events = document.value.get("hooks")
    for event, entries in events.items() if isinstance(events, dict) else ():
        for pointer, item in _items(entries, ("hooks", event)):
            for key in (each for each in item if each in SYSTEMS):
                place = _at(document, (*pointer, key))
                yield Beside("hook", key, _at(document, ("hooks", event)), place, event)


def _items(entries: Any, pointer: Pointer) -> Iterator[tuple[Pointer, Mapping[str, Any]]]:
    """The hooks of an event, including those below a matcher."""
    for number, each in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(each, dict):
            yield (*pointer, number), each
            yield from _items(each.get("hooks"), (*pointer, number, "hooks"))
