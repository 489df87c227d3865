"""Which pipelines list a file as a stage (reference §1.1, §3.1, §3.2).

A pipeline has its stages in its own folder or below; one that is kept apart from them is looked
for in the folder of the stage and in those above it, and in the subfolders of each of these.
"""

from __future__ import annotations

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.dialects.keys import keys_of
from phaselint.project.paths import join, normal, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

HOME = ".stud"
"""The hidden project folder of the tool."""

MARKER = "studPipeline"
MANIFEST_SUFFIXES = (".stud.yaml", ".stud.yml", ".stud.json")
DATA = (".yaml", ".yml", ".json")


class Owners:
    """The pipelines of a project by the stages they list.

    Answers are kept, so many pipelines next to each other cost no more than each alone:
    an object is for one reader, whose files stay as they are.
    """

    __slots__ = ("_levels",)

    def __init__(self) -> None:
        self._levels: dict[tuple[str, bool], Mapping[str, list[str]]] = {}

    def of(self, reader: Reader, path: str, *, thorough: bool = True) -> list[str]:
        """The manifests near a file that list it, the nearest first; without `thorough` only those
        count whose name says what they are."""
        found: dict[str, None] = {}
        folder = path
        while folder:
            folder = split(folder)[0]
            key = (folder, thorough)
            if key not in self._levels:
                self._levels[key] = _listed_near(reader, folder, thorough)
            found |= dict.fromkeys(self._levels[key].get(path, ()))
        return list(found)


def resolve(manifest: str, path: str) -> str | None:
    """The project path of a file that a manifest names; none where it leaves the
    project."""
    if path.startswith("/"):
        return None
    return normal(join(split(manifest)[0], path))


def _listed_near(reader: Reader, folder: str, thorough: bool) -> dict[str, list[str]]:
    """The files that the pipelines in a folder and in its subfolders list, with the
    manifests that do; what one in a subfolder lists below that is found there."""
    found: dict[str, list[str]] = {}
    homes = (HOME,) if HOME in reader.hidden(folder) else ()
    inner = (join(folder, name) for name in (*reader.folders(folder), *homes))
    for each in (folder, *inner):
        for name in reader.names(each):
            path = join(each, name)
            if _may_be_manifest(reader, path, thorough) and (
                each == folder or _may_list_others(reader, path)
            ):
                for stage in dict.fromkeys(_listed(reader.document(path))):
                    found.setdefault(stage, []).append(path)
    return found


def _listed(document: Document | None) -> Iterator[str]:
    """The project paths of the files that a manifest lists as stages (§3.2)."""
    if document is None:
        return
    value = document.value
    stages = value.get("stages") if isinstance(value, dict) else None
    for entry in stages if isinstance(stages, list) else ():
        path = entry.get("file") if isinstance(entry, dict) else entry
        found = resolve(document.path, path) if isinstance(path, str) else None
        if found:
            yield found


def _may_list_others(reader: Reader, path: str) -> bool:
    """Whether a manifest may list files outside of its folder: paths that go up have two dots."""
    text = reader.text(path)
    return text is None or ".." in text or "\\" in text


def _may_be_manifest(reader: Reader, path: str, thorough: bool) -> bool:
    lower = path.lower()
    if lower.endswith(MANIFEST_SUFFIXES):
        return True
    if not thorough or not lower.endswith(DATA) or lower.endswith(SCRIPT_SUFFIXES):
        return False
    text = reader.text(path)
    return text is not None and MARKER in text and MARKER in keys_of(reader.document(path))
