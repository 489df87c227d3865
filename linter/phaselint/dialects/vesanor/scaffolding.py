"""Near misses of Vesanor contracts, and a starter contract (reference §1.3)."""

from __future__ import annotations

from phaselint.dialects.keys import keys_of
from phaselint.dialects.scaffolding import Near, Setup, some_keys, without
from phaselint.dialects.vesanor.detect import SESSION_KEYS, TOOL_KEYS, looks_like_session
from phaselint.dialects.vesanor.example import EXAMPLE
from phaselint.dialects.vesanor.reading.files import (
    BASE_FIELDS,
    CONTRACTS,
    named,
    stem,
    yaml_names,
)
from phaselint.project.paths import join
from phaselint.vocabulary.message import message, quote_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.message import Message

_WORKFLOW_KEYS = frozenset({"workflow", "roles"})


def setup() -> Setup:
    """What the dialect offers where a project is set up."""
    return Setup(near, EXAMPLE)


def near(reader: Reader, folder: str) -> Iterator[Near]:
    """The YAML files of a folder that have some of what makes a contract."""
    for name in yaml_names(reader, folder):
        path = join(folder, name)
        if why := _why_not(reader, path):
            yield Near(path, why)
    pack = named(reader, folder, "pack")
    if pack and CONTRACTS in reader.folders(folder):
        yield Near(pack, message("is a pack without contract tests in `{}`", CONTRACTS))


def _why_not(reader: Reader, path: str) -> Message | None:
    document = reader.document(path)
    keys = keys_of(document)
    if stem(path) == "session" and not looks_like_session(document):
        return some_keys(keys.intersection(SESSION_KEYS), SESSION_KEYS, "a session", 2)
    if looks_like_session(document):
        return message(
            "has the keys of a session but isn't named `session.yaml`; rename it to lint it"
        )
    if stem(path) == "workflow" and len(keys & _WORKFLOW_KEYS) == 1:
        return without(keys & _WORKFLOW_KEYS, _WORKFLOW_KEYS - keys)
    if "tool" in keys and keys.isdisjoint(TOOL_KEYS) and not keys.isdisjoint(BASE_FIELDS):
        return message(
            "has `tool`, but none of the keys of a tool contract: {}", quote_all(TOOL_KEYS)
        )
    return None
