"""The files around a project's agents (reference §1.3). User input never makes this raise."""

from __future__ import annotations

from phaselint.dialects.agents import filenames
from phaselint.dialects.agents.reading.headers import header_of, whole_of
from phaselint.dialects.agents.reading.permissions import (
    events_in,
    hooks_in,
    permissions_in,
    session_in,
    settings_of,
)
from phaselint.dialects.agents.surroundings import Hook, Server, Skill, Surroundings
from phaselint.dialects.agents.walking import markdown_files
from phaselint.document.relaxed import relaxed
from phaselint.project.paths import join, normal, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

SKILL = "SKILL.md"
_OF_CLAUDE = ".claude/skills"
_SHARED = (".github/skills", ".agents/skills")
_COMMANDS = ".claude/commands"
_HOOKS = ".github/hooks"
_PLUGIN_HOOKS = "hooks/hooks.json"
_PLUGIN_SETTINGS = "settings.json"
_SERVERS = ((".mcp.json", "mcpServers"), (".vscode/mcp.json", "servers"))
_REACHED = ("command", "url", "type", "httpUrl", "gallery")
_TRUE = ("true", "yes", "on", "1")


def surroundings(reader: Reader, folder: str, families: Collection[str]) -> Surroundings:
    """The files around a folder's agents, for the families of these agents."""
    documents: dict[str, Document] = {}
    claude = "claude" in families
    settings = tuple(settings_of(reader, folder)) if claude else ()
    servers = tuple(_servers(reader, folder, documents))
    skills = tuple(_skills(reader, folder, families, documents))
    files = tuple(_hook_files(reader, folder, documents))
    hooks = [
        each._replace(reader="copilot") for path, value in files for each in hooks_in(path, value)
    ]
    hooks += [*_hooks_of_plugin(reader, folder, documents)] if "plugin" in families else []
    own = tuple(_sessions_of_plugin(reader, folder, documents)) if "plugin" in families else ()
    for each in settings:
        documents[each.path] = each
        hooks += hooks_in(each.path, each.value)
    found = Surroundings(
        permissions=tuple(rule for each in settings for rule in permissions_in(each)),
        sessions=(*(name for each in settings for name in session_in(each)), *own),
        unwritten=tuple(each.path for each in settings if not _is_json(reader, each.path)),
        skills=skills,
        hooks=tuple(hooks),
        unversioned=tuple(path for path, value in files if _version(value) != 1),
        servers=servers,
    )
    said = frozenset(_saying(found))
    return found._replace(documents={path: documents[path] for path in sorted(said & {*documents})})


def _saying(found: Surroundings) -> Iterator[str]:
    """The files whose content matters."""
    yield from (each.file for each in found.permissions)
    yield from (each.file for each in found.hooks)
    yield from (file for _, file, _ in found.sessions)
    yield from (*found.unwritten, *found.unversioned)
    yield from (each.file for each in found.servers if not each.reached)
    for skill in found.skills:
        if skill.fork or skill.agent or skill.hidden or skill.tools or skill.shared:
            yield skill.file


def _is_json(reader: Reader, path: str) -> bool:
    written = reader.document(path)
    return written is not None and written.readable


# --- skills and commands --------------------------------------------------------------------------


def _skills(
    reader: Reader, folder: str, families: Collection[str], documents: dict[str, Document]
) -> Iterator[Skill]:
    """The skills and commands of a project and of a plugin, and those shared with Copilot."""
    homes = [join(folder, _OF_CLAUDE)] if "claude" in families else []
    homes += [join(folder, "skills")] if "plugin" in families else []
    shared = [join(folder, each) for each in _SHARED] if "vscode" in families else []
    for home in (*homes, *shared):
        for name in reader.folders(home):
            path = join(home, f"{name}/{SKILL}")
            if SKILL in reader.names(join(home, name)):
                yield from _skill(reader, name, path, documents, home in shared)
    commands = [join(folder, _COMMANDS)] if "claude" in families else []
    commands += [join(folder, "commands")] if "plugin" in families else []
    for home in commands:
        for path in markdown_files(reader, home):
            name = split(path)[1].removesuffix(".md")
            yield from _skill(reader, name, path, documents, False)


def _skill(
    reader: Reader, name: str, path: str, documents: dict[str, Document], shared: bool
) -> Iterator[Skill]:
    """The skill in a file, if its header is readable."""
    written = reader.document(path)
    if written is None:
        return
    read = whole_of(written, "claude")
    header = header_of(read, written)
    if header.fault or not header.present:
        yield Skill(name, path, shared=shared)
        return
    documents[path] = read
    value = header.value
    yield Skill(
        name,
        path,
        title=_text(value.get("name")),
        fork=_text(value.get("context")) == "fork",
        agent=_text(value.get("agent")),
        hidden=_text(value.get("disable-model-invocation")).lower() in _TRUE,
        tools=_listed(value.get("allowed-tools")),
        limited="disallowed-tools" in value,
        text=_text(value.get("description")),
        shared=shared,
    )


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip() if isinstance(value, (str, int)) else ""


def _listed(value: Any) -> tuple[str, ...] | None:
    """Names in a list, or separated by spaces or commas outside parentheses."""
    if isinstance(value, list):
        return tuple(each for each in value if isinstance(each, str))
    if not isinstance(value, str):
        return None
    import re

    return tuple(re.findall(r"[^\s,(]+(?:\([^()]*\))?", value))


# --- hooks ----------------------------------------------------------------------------------------


def _hook_files(
    reader: Reader, folder: str, documents: dict[str, Document]
) -> Iterator[tuple[str, Any]]:
    """The hook files that Copilot reads, each with its object."""
    home = join(folder, _HOOKS)
    for name in reader.names(home):
        found = _object(reader, join(home, name), documents) if name.endswith(".json") else None
        if found is not None:
            yield found.path, found.value


def _hooks_of_plugin(reader: Reader, folder: str, documents: dict[str, Document]) -> Iterator[Hook]:
    """The hooks in a plugin's hook file, in files that its manifest lists, and in the manifest
    itself, as an object or in a list."""
    path = join(folder, f"{filenames.PLUGIN}/{filenames.MANIFEST}")
    found = _object(reader, path, documents)
    said = None if found is None else found.value.get("hooks")
    entries: list[tuple[Any, Pointer]] = [(said, ("hooks",))]
    if isinstance(said, list):
        entries = [(each, ("hooks", number)) for number, each in enumerate(said)]
    for each, pointer in entries:
        inner = each.get("hooks") if isinstance(each, dict) else None
        if isinstance(inner, dict):  # as in a separate file
            yield from events_in(path, inner, (*pointer, "hooks"))
        else:
            yield from events_in(path, each, pointer)
    inside = [normal(each) for each, _ in entries if isinstance(each, str)]
    for file in dict.fromkeys((_PLUGIN_HOOKS, *(each for each in inside if each))):
        other = _object(reader, join(folder, file), documents)
        if other is not None:
            yield from hooks_in(other.path, other.value)


def _sessions_of_plugin(
    reader: Reader, folder: str, documents: dict[str, Document]
) -> Iterator[tuple[str, str, Pointer]]:
    """The agent with which a plugin starts sessions: from its settings, in a separate file or in
    its manifest."""
    path = join(folder, f"{filenames.PLUGIN}/{filenames.MANIFEST}")
    manifest = _object(reader, path, documents)
    inside = None if manifest is None else manifest.value.get("settings")
    said = inside.get("agent") if isinstance(inside, dict) else None
    if isinstance(said, str) and said.strip():
        yield said.strip(), path, ("settings", "agent")
    settings = _object(reader, join(folder, _PLUGIN_SETTINGS), documents)
    yield from session_in(settings) if settings is not None else ()


def _version(value: Any) -> Any:
    """The version of a hook file; a boolean doesn't count."""
    version = value.get("version")
    return None if isinstance(version, bool) else version


# --- servers --------------------------------------------------------------------------------------


def _servers(reader: Reader, folder: str, documents: dict[str, Document]) -> Iterator[Server]:
    for path, key in _SERVERS:
        found = _object(reader, join(folder, path), documents)
        said = None if found is None else found.value.get(key)
        for name, each in said.items() if isinstance(said, dict) else ():
            reached = not isinstance(each, dict) or any(part in each for part in _REACHED)
            yield Server(name, join(folder, path), (key, name), reached)


def _object(reader: Reader, path: str, documents: dict[str, Document]) -> Document | None:
    """The document of a file that is an object."""
    # names of hidden files aren't listed
    written = reader.document(path) if reader.text(path) is not None else None
    read = None if written is None else relaxed(written)
    if read is None or not isinstance(read.value, dict):
        return None
    documents[path] = read
    return read
