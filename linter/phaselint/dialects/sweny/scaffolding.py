"""Near misses of SWEny workflows, and a starter workflow (reference §1)."""

from __future__ import annotations

from phaselint.dialects.keys import keys_of
from phaselint.dialects.scaffolding import Near, Setup, some_keys
from phaselint.dialects.sweny.detect import (
    EXTENSIONS,
    FOREIGN_KEYS,
    HOME,
    OWN_PLACES,
    REQUIRED_KEYS,
    has_signature,
    is_candidate,
    is_workflow,
)
from phaselint.dialects.sweny.example import EXAMPLE
from phaselint.project.paths import join, split
from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.message import Message

_ORDER = ("id", "name", "entry", "nodes", "edges")


def setup() -> Setup:
    """What the dialect offers where a project is set up."""
    return Setup(near, EXAMPLE)


def near(reader: Reader, folder: str) -> Iterator[Near]:
    """The files of a folder that have some of the keys of a workflow, and workflows in places of
    `.sweny` where none is looked for. Skills that no workflow is near are those of others."""
    for name in reader.names(folder):
        path = join(folder, name)
        why = _why_not(reader, path) if is_candidate(name) else None
        if why:
            yield Near(path, why)
    if HOME in reader.hidden(folder):
        yield from _misplaced(reader, join(folder, HOME))


def _why_not(reader: Reader, path: str) -> Message | None:
    text = reader.text(path)
    if text is None or "nodes" not in text:  # most files are data of others
        return None
    if is_workflow(reader, path):
        return None
    document = reader.document(path)
    keys = keys_of(document)
    found = keys & REQUIRED_KEYS
    if "nodes" not in keys or len(found) < 2:
        return None
    if foreign := sorted(keys & FOREIGN_KEYS):
        return message("has the key {}, which other formats use", quote(foreign[0]))
    if len(found) < 3:
        return some_keys(found, _ORDER, "a workflow", 3)
    return message("has `nodes` that aren't a mapping, or neither a list of `edges` nor an `entry`")


def _misplaced(reader: Reader, home: str) -> Iterator[Near]:
    """The workflows in `.sweny` that are outside the directories for them."""
    from phaselint.project.reader import walk

    for folder in walk(reader, home):
        if split(folder)[0] == home and split(folder)[1] in OWN_PLACES:
            continue
        for name in reader.names(folder):
            path = join(folder, name)
            if name.lower().endswith(EXTENSIONS) and is_candidate(name):
                document = reader.document(path)
                if document is not None and has_signature(document):
                    own = join(HOME, OWN_PLACES[0])
                    yield Near(path, message("is a workflow outside `{}`", own))
