"""The two yml files that say where prompts are and which addresses they can have (§1.2)."""

from __future__ import annotations

import posixpath
import re

from phaselint.dialects.climpt.detect import CONFIG, HOME, SHARED
from phaselint.dialects.climpt.filemodel import Breakdown
from phaselint.dialects.climpt.reading.agent import mapping_at
from phaselint.dialects.keys import usable
from phaselint.project.paths import join
from phaselint.vocabulary.message import Message, message, quote
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.model import Registry
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

_FOLDERS: tuple[Pointer, ...] = (
    ("working_dir",),
    ("app_prompt", "base_dir"),
    ("app_schema", "base_dir"),
)
_BAD = frozenset('<>:"|?*').union(map(chr, range(32)))
_PATTERN = re.compile(r'pattern:\s*"([^"]+)"')


class _Fault(NamedTuple):
    """Why the prompt root isn't known, and where."""

    reason: Message
    place: tuple[str, Pointer]


def read_breakdown(
    reader: Reader, root: str, registry: Registry
) -> tuple[Breakdown, dict[str, Document]]:
    """The two files of a registry, and their documents."""
    stem = join(root, f"{HOME}/{SHARED}/{CONFIG}/{registry.agent_id}-{registry.c1}")
    app, user = f"{stem}-app.yml", f"{stem}-user.yml"
    if "/" in registry.agent_id + registry.c1:
        return Breakdown(app, user, fault=message("a name with a slash can't be a file name")), {}
    found = {path: reader.document(path) for path in (app, user)}
    documents = {path: each for path, each in found.items() if each is not None}
    located = _prompt_root(app, user, documents)
    known = Breakdown(
        app,
        user,
        app in documents,
        user in documents,
        directive=pattern_after(documents, user, "directiveType:"),
        layer=pattern_after(documents, user, "layerType:"),
    )
    if isinstance(located, _Fault):
        return known._replace(fault=located.reason, fault_at=located.place), documents
    return known._replace(root=posixpath.normpath(join(root, located))), documents


def pattern_after(documents: dict[str, Document], path: str, key: str) -> str | None:
    """The first pattern in double quotes after a key, which the reference searches in the text
    without reading it as YAML."""
    text = documents[path].text if path in documents else ""
    start = text.find(key)
    found = _PATTERN.search(text, start + len(key)) if start >= 0 else None
    return found[1] if found else None


def _prompt_root(app: str, user: str, documents: dict[str, Document]) -> str | _Fault:
    """The directory of the prompts, below the one that contains `.agent`."""
    if app not in documents:
        return _Fault(message("{} doesn't exist", quote(posixpath.basename(app))), (app, ()))
    for path, document in documents.items():
        if not usable(document):
            return _Fault(message("{} can't be read", quote(posixpath.basename(path))), (path, ()))
    given = documents[app].value
    folders = {pointer: (app, _folder(given, pointer)) for pointer in _FOLDERS}
    prompts = _FOLDERS[1]
    own = _folder(documents[user].value, prompts) if user in documents else None
    if own is not None:
        folders[prompts] = (user, own)
    for pointer, (path, folder) in folders.items():
        reason = _why_refused(folder)
        if reason:
            setting = quote(".".join(map(str, pointer)))
            return _Fault(message("{} {}", setting, reason), (path, pointer))
    return f"{folders[_FOLDERS[0]][1]}/{folders[prompts][1]}"


def _folder(value: object, pointer: Pointer) -> object:
    for key in pointer[:-1]:
        value = mapping_at(value, str(key))
    return value.get(pointer[-1]) if isinstance(value, dict) else None


def _why_refused(folder: object) -> Message:
    """Why a directory isn't accepted; empty if it is."""
    if folder is None:
        return message("is missing")
    if not isinstance(folder, str):
        return message("must be a string")
    if not folder:
        return message("is empty")
    if folder.startswith("/"):
        return message("is an absolute path")
    if ".." in folder.split("/"):
        return message("contains `..`")
    return message(
        "contains a character that paths can't have" if not _BAD.isdisjoint(folder) else ""
    )
