"""Near misses of a climpt agent, and a starter agent (reference §1.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.detect import (
    AGENT_FILE,
    HOME,
    REGISTRY_FILE,
    SHARED,
    WORKFLOW_FILE,
    agent_around,
    is_agent_folder,
    is_later,
    part_of,
)
from phaselint.dialects.climpt.example import EXAMPLE
from phaselint.dialects.keys import keys_of
from phaselint.dialects.scaffolding import Near, Setup, without
from phaselint.project.paths import join
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.message import Message

_REGISTRY_KEYS = frozenset({"agentId", "steps"})
_AGENT_KEYS = frozenset({"name", "runner"})


def setup() -> Setup:
    """What the dialect does when a project is set up."""
    return Setup(near, EXAMPLE)


def near(reader: Reader, folder: str) -> Iterator[Near]:
    """The JSON files of a directory with some properties of an agent or a registry, and the near
    misses in its `.agent`."""
    if agent_around(reader, folder) is None:
        for name in reader.names(folder):
            path = join(folder, name)
            why = _why_not(reader, path, name) if name.endswith(".json") else None
            if why:
                yield Near(path, why)
    if HOME in reader.hidden(folder):
        yield from _at_home(reader, join(folder, HOME))


def _why_not(reader: Reader, path: str, name: str) -> Message | None:
    text = reader.text(path)
    if text is None or (name not in (AGENT_FILE, REGISTRY_FILE) and '"agentId"' not in text):
        return None
    document = reader.document(path)
    if part_of(document):
        return None
    keys = keys_of(document)
    wanted = _AGENT_KEYS if name == AGENT_FILE else _REGISTRY_KEYS
    if name not in (AGENT_FILE, REGISTRY_FILE) and "agentId" not in keys:
        return None
    if missing := wanted - keys:
        return without(wanted & keys, missing)
    if name == AGENT_FILE:
        return message("has a `runner` without `flow`, `verdict` and `boundaries`")
    return message("has an `agentId` that isn't a string, or `steps` that aren't an object")


def _at_home(reader: Reader, home: str) -> Iterator[Near]:
    """The directories in `.agent` that aren't agents, and a workflow without agents."""
    later = False
    for name in reader.folders(home):
        folder = join(home, name)
        if is_agent_folder(reader, folder):
            later = later or is_later(reader, folder)
        elif name != SHARED:
            yield Near(folder, message("has neither `{}` nor `{}`", AGENT_FILE, REGISTRY_FILE))
    if WORKFLOW_FILE in reader.names(home) and not later:
        path = join(home, WORKFLOW_FILE)
        yield Near(
            path, message("is read with agents for climpt 1.14, but there are none next to it")
        )
