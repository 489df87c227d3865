"""The manifest of a Claude Code plugin, and its entries (reference §1.1)."""

from __future__ import annotations

from phaselint.dialects.agents.filenames import MARKET, PLUGIN, is_agent_file
from phaselint.dialects.agents.model import Component, Manifest
from phaselint.dialects.agents.walking import markdown_files
from phaselint.project.paths import is_below, join, normal, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.agents.model import Fate
    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.finding import Pointer

PATHS = ("agents", "commands", "skills", "workflows", "outputStyles")
"""Keys whose values are paths or lists of paths."""

INLINE = ("hooks", "mcpServers", "lspServers")
"""Keys whose values can be objects as well."""

_ABSENT = ("missing", "elsewhere")
"""The kinds of paths without a file or folder."""

_REPLACING = ("agents", "commands")

_OBJECTS = (*INLINE, "commands")


def listed(reader: Reader, folder: str, path: str) -> tuple[str, ...] | None:
    """The existing agents in a manifest; None if it doesn't list any, which means all agents in its
    default folder."""
    from phaselint.dialects.agents.reading.settings import object_in

    value = object_in(reader.text(path) or "")
    if "agents" not in value:
        return None
    found = (_component(reader, folder, "agents", *each) for each in _paths(value, "agents"))
    return tuple(dict.fromkeys(each.target for each in found if each.fate == "file"))


def listed_for_copilot(reader: Reader, folder: str, path: str) -> tuple[str, ...]:
    """The existing agents in a manifest for Copilot: files, and those in folders; without a list,
    those in the default folder."""
    from phaselint.dialects.agents.reading.settings import object_in

    value = object_in(reader.text(path) or "")
    if not value:
        return ()
    paths = _paths(value, "agents") if "agents" in value else [("./agents", ())]
    found: dict[str, None] = {}
    for text, pointer in paths:
        each = _component(reader, folder, "agents", text, pointer)
        names = [split(each.target)[1]] if each.fate == "file" else reader.names(each.target)
        home = split(each.target)[0] if each.fate == "file" else each.target
        if each.fate in ("file", "folder"):
            inner = (join(home, name) if home else name for name in names if is_agent_file(name))
            found.update(dict.fromkeys(inner))
    return tuple(found)


def manifest(reader: Reader, folder: str, path: str) -> Manifest | None:
    """The entries of a manifest; None if the file is missing or isn't an object."""
    document = reader.document(path)
    value = document.value if document is not None and document.readable else None
    if document is None or not isinstance(value, dict):
        return None
    found = tuple(_components(reader, folder, value, ()))
    return Manifest(document, found, lists=_replacing(value))


def sold(reader: Reader, folder: str, path: str) -> Mapping[str, int]:
    """The folders of a marketplace's plugins without a manifest of their own, each with the number
    of its entry."""
    from phaselint.dialects.agents.reading.settings import object_in

    entries = object_in(reader.text(path) or "").get("plugins")
    found: dict[str, int] = {}
    for number, each in enumerate(entries if isinstance(entries, list) else ()):
        source = each.get("source") if isinstance(each, dict) else None
        inside = normal(source) if isinstance(source, str) and source.startswith("./") else None
        if inside is not None:
            found.setdefault(join(folder, inside) if inside else folder, number)
    return found


def entry(reader: Reader, folder: str, path: str, number: int) -> Manifest | None:
    """The components of a marketplace's entry; None if there isn't such an entry."""
    document = reader.document(path)
    if document is None or not document.readable:
        return None
    value, at = document.value["plugins"][number], ("plugins", number)
    found = tuple(_components(reader, folder, value, at))
    return Manifest(document, found, at, _replacing(value))


def with_rest(reader: Reader, folder: str, found: Manifest) -> Manifest:
    """A manifest with the files of default folders that are missing from its lists."""
    left: dict[str, tuple[str, ...]] = {}
    for key in sorted(found.lists):
        listed = [each.target for each in found.components if each.key == key]
        home = join(folder, key)
        files = markdown_files(reader, home)
        left[key] = tuple(each for each in files if not _is_among(each, listed))
    return found._replace(unlisted={key: files for key, files in left.items() if files})


def _is_among(path: str, listed: Sequence[str]) -> bool:
    """Whether a path is listed, or below a listed one."""
    return any(path == each or is_below(path, each) for each in listed if each)


def _replacing(value: Mapping[str, Any]) -> frozenset[str]:
    """The keys of a manifest whose lists replace a default folder."""
    return frozenset(each for each in _REPLACING if each in value)


def marketplace(reader: Reader, folder: str) -> Manifest | None:
    """The missing offers of a marketplace; None if everything exists."""
    path = join(folder, f"{PLUGIN}/{MARKET}")
    document = reader.document(path) if MARKET in reader.names(join(folder, PLUGIN)) else None
    value = document.value if document is not None and document.readable else None
    if document is None or not isinstance(value, dict):
        return None
    found = tuple(each for each in _sources(reader, folder, value) if each.fate in _ABSENT)
    return Manifest(document, found) if found else None


def _sources(reader: Reader, folder: str, value: Mapping[str, Any]) -> Iterator[Component]:
    """The folders of plugins that a marketplace names; these can be below another folder that it
    names for all."""
    about, entries = value.get("metadata"), value.get("plugins")
    base = about.get("pluginRoot") if isinstance(about, dict) else None
    for number, each in enumerate(entries if isinstance(entries, list) else ()):
        source = each.get("source") if isinstance(each, dict) else None
        if not isinstance(source, str) or not source.startswith("./"):
            continue
        pointer: Pointer = ("plugins", number, "source")
        found = _component(reader, folder, "source", source, pointer)
        if found.fate in _ABSENT and isinstance(base, str):
            below = _component(reader, folder, "source", f"{base}/{source}", pointer)
            found = found if below.fate in _ABSENT else below
        yield found


def _components(
    reader: Reader, folder: str, value: Mapping[str, Any], before: Pointer
) -> Iterator[Component]:
    for key in (*PATHS, *INLINE):
        for text, pointer in _paths(value, key):
            yield _component(reader, folder, key, text, (*before, *pointer))


def _paths(value: Mapping[str, Any], key: str) -> Iterator[tuple[Any, Pointer]]:
    """The values where a path is expected, with their places."""
    said = value.get(key)
    if key not in value or (isinstance(said, dict) and key in INLINE):
        return
    if isinstance(said, list):
        for number, each in enumerate(said):
            if not (isinstance(each, dict) and key in INLINE):
                yield each, (key, number)
    elif key == "commands" and isinstance(said, dict):
        for name, each in said.items():
            if isinstance(each, dict) and "source" in each:
                yield each["source"], (key, name, "source")
    else:
        yield said, (key,)


def _component(reader: Reader, folder: str, key: str, text: Any, pointer: Pointer) -> Component:
    if not isinstance(text, str):
        return Component(key, pointer, str(text), "", "type")
    inside = normal(text)
    if inside is None:
        return Component(key, pointer, text, "", "outside")
    target = join(folder, inside) if inside else folder
    return Component(key, pointer, text, target, _fate(reader, folder, target))


def _fate(reader: Reader, folder: str, target: str) -> Fate:
    """What is at a path: a file, a folder, nothing, or something that the project builds."""
    around, name = split(target)
    if name in reader.names(around) or reader.text(target) is not None:
        return "file"
    inner = (*reader.folders(around), *reader.hidden(around))
    if target == folder or name in inner or reader.names(target) or reader.folders(target):
        return "folder"
    return "elsewhere" if _is_brought(reader, folder, target) else "missing"


def _is_brought(reader: Reader, folder: str, target: str) -> bool:
    """Whether a path is in a submodule, or in files that the project ignores."""
    at = folder
    parts = target.removeprefix(folder).strip("/").split("/")
    while True:
        ignored = (reader.text(join(at, ".gitignore")) or "").splitlines()
        if any(line.strip().strip("/") in parts for line in ignored if line.strip().strip("/")):
            return True
        modules = reader.text(join(at, ".gitmodules")) or ""
        inside = target.removeprefix(at).strip("/")
        paths = [line.partition("=")[2].strip() for line in modules.splitlines() if "path" in line]
        if any(inside == each or inside.startswith(f"{each}/") for each in paths if each):
            return True
        if not at:
            return False
        at = split(at)[0]
