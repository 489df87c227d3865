"""What is nearly a stage or a pipeline of stud, a starter, and manifests made of stages
(reference §1, §3.1)."""

from __future__ import annotations

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.dialects.keys import keys_of
from phaselint.dialects.scaffolding import Near, Setup, some_keys, without
from phaselint.dialects.stud.detect import SIGNATURE, header
from phaselint.dialects.stud.example import EXAMPLE
from phaselint.dialects.stud.reading.owners import DATA, HOME, MARKER
from phaselint.project.paths import join
from phaselint.vocabulary.deferred import deferred
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.message import Message

_ORDER = ("completionTool", "completionSchema", "turnCap", "allowedTools", "retryPolicy")
_KEYS = (*_ORDER, *sorted(SIGNATURE.difference(_ORDER)))
_COMPLETION = frozenset(_ORDER[:2])
_PIPELINE = frozenset({"entryStage", "stages"})


def setup() -> Setup:
    """What the dialect offers where a project is set up."""
    return Setup(near, EXAMPLE, deferred("phaselint.dialects.stud.drafting", "drafts"))


def near(reader: Reader, folder: str) -> Iterator[Near]:
    """The files of a folder, and of its `.stud`, that have some of what makes a stage or a
    pipeline."""
    from phaselint.project.reader import walk

    folders = [folder]
    if HOME in reader.hidden(folder):
        folders += walk(reader, join(folder, HOME))
    for each in folders:
        for name in reader.names(each):
            path = join(each, name)
            if why := _why_not(reader, path):
                yield Near(path, why)


def _why_not(reader: Reader, path: str) -> Message | None:
    lower = path.lower()
    if lower.endswith((".md", ".markdown")):
        return _no_stage(reader, path)
    if not lower.endswith(DATA) or lower.endswith(SCRIPT_SUFFIXES):
        return None
    text = reader.text(path)
    if text is None or not any(word in text for word in ("completion", "entryStage")):
        return None
    keys = keys_of(reader.document(path))
    if keys >= _PIPELINE and MARKER not in keys:
        return without(_PIPELINE, {MARKER})
    if lower.endswith(".json") and not _COMPLETION.isdisjoint(keys):
        if missing := _COMPLETION - keys:
            return without(_COMPLETION & keys, missing)
        if keys.isdisjoint({"body", "turnCap"}):
            return message("has neither `body` nor `turnCap`; a stage must have one of them")
    return None


def _no_stage(reader: Reader, path: str) -> Message | None:
    head = header(reader, path)
    if head is None or not any(key in head for key in SIGNATURE):
        return None
    found = SIGNATURE & keys_of(reader.document(path))
    if len(found) == 1:
        return some_keys(found, _KEYS, "a stage", 2)
    if found and not path.lower().endswith(".md"):
        return message("isn't an `.md` file, but the option `stage-globs` treats it as a stage")
    return None
