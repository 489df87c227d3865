"""Which files are SWEny workflows and skills (reference §1)."""

from __future__ import annotations

from phaselint.dialects.base import SCRIPT_SUFFIXES, Target
from phaselint.dialects.keys import keys_of
from phaselint.project.paths import join, outside, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

NAME = "sweny"

HOME = ".sweny"
HARNESSES = (".gemini", ".agents", ".claude", HOME)
"""Folders in which the reference looks for `skills`; of skills with one id the last counts."""

SKILL_FILE = "SKILL.md"
CONFIGURATION = ".sweny.yml"

EXTENSIONS = (".yml", ".yaml", ".json")
REQUIRED_KEYS = frozenset({"id", "name", "entry", "nodes", "edges"})
FOREIGN_KEYS = frozenset({"jobs", "on", "uses", "services", "steps"})

OWN_PLACES = ("workflows", "e2e")
"""The folders of `.sweny` in which whatever there is is a workflow."""

_SCHEMAS = ("https://spec.sweny.ai/schemas/workflow.json", "spec/public/schemas/workflow.json")
_EXPORTED = "# SWEny Workflow Definition"
_WORDS = ("nodes", "\\", _EXPORTED, "$schema")
"""One of these is in each workflow that isn't in a place of its own."""
_HEAD = 1_000
"""The characters of a file among which the comment that names the schema is looked for."""


def detect(reader: Reader, folder: str) -> Iterator[Target]:
    """The contracts whose folder this is, and those in its hidden folders (§1.1, §1.3)."""
    yield from _workflows(reader, folder)
    if _holds_skill(folder):
        yield from _skill(reader, folder)
    hidden = reader.hidden(folder)
    if HOME in hidden:
        inner = join(folder, HOME)
        for name in OWN_PLACES:
            if name in reader.folders(inner):
                yield from _workflows(reader, join(inner, name))
    skills = [
        join(harness, "skills")
        for harness in (join(folder, name) for name in HARNESSES if name in hidden)
        if "skills" in reader.folders(harness)
    ]
    if skills and _is_in_use(reader, folder):
        for each in skills:
            for name in reader.folders(each):
                yield from _skill(reader, join(each, name))


def claim(reader: Reader, path: str, forced: bool) -> Iterator[Target]:
    """The contracts a path named by the user stands for (design §9)."""
    folder, name = split(path)
    if name not in reader.names(folder):
        yield from _claim_folder(reader, path, forced)
        return
    if name == SKILL_FILE or (is_candidate(name) and (forced or is_workflow(reader, path))):
        yield Target(NAME, folder, path)


def root(folder: str) -> str:
    """The folder around those in which the reference looks for workflows and skills; else the
    folder itself (§1.1)."""
    return outside(folder, HARNESSES)


def _claim_folder(reader: Reader, folder: str, forced: bool) -> Iterator[Target]:
    if not _holds_skill(folder):
        yield from _skill(reader, folder)
    found = tuple(detect(reader, folder))
    yield from found
    if forced:
        known = {target.main for target in found}
        for name in reader.names(folder):
            path = join(folder, name)
            if is_candidate(name) and path not in known:
                yield Target(NAME, folder, path)


def _workflows(reader: Reader, folder: str) -> Iterator[Target]:
    for name in reader.names(folder):
        path = join(folder, name)
        if is_candidate(name) and is_workflow(reader, path):
            yield Target(NAME, folder, path)


def _is_in_use(reader: Reader, folder: str) -> bool:
    """Whether a folder shows signs of SWEny: other products also keep skills in most of the harness
    folders, and their files aren't defective."""
    if HOME in reader.hidden(folder) or reader.text(join(folder, CONFIGURATION)) is not None:
        return True
    near = (folder, *(join(folder, name) for name in reader.folders(folder)))
    return any(True for each in near for _ in _workflows(reader, each))


def _skill(reader: Reader, folder: str) -> Iterator[Target]:
    if SKILL_FILE in reader.names(folder):
        yield Target(NAME, folder, join(folder, SKILL_FILE))


def is_candidate(name: str) -> bool:
    """Whether a file may be a workflow by its name: neither the configuration nor a script is."""
    lower = name.lower()
    return (
        lower.endswith(EXTENSIONS)
        and lower != CONFIGURATION
        and not lower.endswith(SCRIPT_SUFFIXES)
    )


def is_workflow(reader: Reader, path: str) -> bool:
    """The conditions of §1.3, the first that holds."""
    if path.lower().endswith(".json") and not _may_be_workflow(reader.text(path)):
        return False
    if not _is_worth_parsing(reader, path):
        return False
    document = reader.document(path)
    if document is None:
        return False
    if document.format == "yaml" and (_is_marked(document.text) or _in_own_place(path)):
        return True
    return has_signature(document)


def _in_own_place(path: str) -> bool:
    if HOME not in path:  # as it mostly is
        return False
    folder, place = split(split(path)[0])
    return place in OWN_PLACES and split(folder)[1] == HOME


def _holds_skill(folder: str) -> bool:
    """Whether a folder is one of those that a harness folder has for each skill."""
    harness, place = split(split(folder)[0])
    return place == "skills" and split(harness)[1] in HARNESSES


def _is_marked(text: str) -> bool:
    """Whether a comment in the first lines names the schema or the editor that wrote the file."""
    head = text[:_HEAD]
    if _EXPORTED not in head and "$schema" not in head:  # as in files of other products
        return False
    comments = (line for line in head.split("\n") if line.startswith("#"))
    return any(
        line.startswith(_EXPORTED) or ("$schema" in line and any(map(line.__contains__, _SCHEMAS)))
        for line in comments
    )


def _may_be_workflow(text: str | None) -> bool:
    """Whether a JSON text is worth parsing: most files of most projects are data."""
    return text is not None and '"nodes"' in text and ('"entry"' in text or '"edges"' in text)


def _is_worth_parsing(reader: Reader, path: str) -> bool:
    """Whether a file may be a workflow by its words: keys are written literally, or with
    escapes. What can't be read is left to the parser, which says why."""
    text = reader.text(path)
    return text is None or _in_own_place(path) or any(word in text for word in _WORDS)


def has_signature(document: Document) -> bool:
    """Whether a document has the keys of a workflow and none of the formats that look alike; of
    the five required ones two may be missing."""
    keys = keys_of(document)
    if len(keys & REQUIRED_KEYS) < 3 or "nodes" not in keys or keys & FOREIGN_KEYS:
        return False
    if not isinstance(document.value, dict):
        return "edges" in keys or "entry" in keys
    value = document.value
    ways = isinstance(value.get("edges"), list) or isinstance(value.get("entry"), str)
    return isinstance(value["nodes"], dict) and ways
