"""Which folders and files are Vesanor contracts (reference §1)."""

from __future__ import annotations

from phaselint.dialects.base import Target
from phaselint.dialects.keys import keys_of
from phaselint.dialects.vesanor.reading.files import (
    CONTRACTS,
    in_pack,
    is_test_file,
    named,
    stem,
    yaml_names,
)
from phaselint.project.paths import join, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.reader import Reader
    from phaselint.document import Document

NAME = "vesanor"

SESSION_KEYS = (
    "phases",
    "transitions",
    "session_limits",
    "risk_defaults",
    "schema_version",
    "agent",
    "policy",
    "graph_analysis",
)
TOOL_KEYS = (
    "side_effect",
    "evidence_class",
    "commit_requirement",
    "preconditions",
    "forbids_after",
)


def looks_like_session(document: Document | None) -> bool:
    """Condition 1 of reference §1.3, but for the file's name."""
    return len(keys_of(document).intersection(SESSION_KEYS)) >= 2


def detect(reader: Reader, folder: str) -> Iterator[Target]:
    """The contracts whose folder this is, by the conditions of reference §1.3."""
    names = yaml_names(reader, folder)
    if not names:
        return
    workflow = named(reader, folder, "workflow")
    if workflow and {"workflow", "roles"} <= keys_of(reader.document(workflow)):
        yield Target(NAME, folder, workflow)
        yield from _role_targets(reader, folder, workflow)
    pack = named(reader, folder, "pack")
    if pack and _has_tests(reader, join(folder, CONTRACTS)):
        yield Target(NAME, folder, pack)
    if _has_session(reader, folder) or (
        not in_pack(reader, folder) and _has_tool(reader, folder, names)
    ):
        yield Target(NAME, folder)


def root(folder: str) -> str:
    """The folder of the pack, of its `contracts`; else the folder itself (reference §1.1)."""
    around, name = split(folder)
    return around if name == CONTRACTS else folder


def _has_session(reader: Reader, folder: str) -> bool:
    """Condition 1 of reference §1.3."""
    session = named(reader, folder, "session")
    return bool(session) and looks_like_session(reader.document(session))


def claim(reader: Reader, path: str, forced: bool) -> Iterator[Target]:
    """The contracts a path named by the user stands for (reference §1.3, design §9)."""
    folder, name = split(path)
    if name not in reader.names(folder):
        yield from _claim_folder(reader, path, forced)
        return
    if not name.endswith((".yaml", ".yml")):
        return
    kind = stem(path)
    document = reader.document(path)
    if kind == "pack":
        yield Target(NAME, folder, path)
    elif kind == "workflow":
        if forced or {"workflow", "roles"} <= keys_of(document):
            yield Target(NAME, folder, path)
            yield from _role_targets(reader, folder, path)
    elif kind == "session":
        if forced or looks_like_session(document) or _unreadable(document):
            yield Target(NAME, folder)
    elif looks_like_session(document):
        yield Target(NAME, folder, path)
    elif in_pack(reader, folder):
        parent = split(folder)[0]
        yield Target(NAME, parent, named(reader, parent, "pack"))
    elif forced or _is_tool(document) or _is_broken_part(reader, folder, document):
        yield Target(NAME, folder)


def _claim_folder(reader: Reader, folder: str, forced: bool) -> Iterator[Target]:
    found = tuple(detect(reader, folder))
    yield from found
    if forced and not found:
        pack = named(reader, folder, "pack")
        if pack:
            yield Target(NAME, folder, pack)
        elif yaml_names(reader, folder):
            yield Target(NAME, folder)


def _is_tool(document: Document | None) -> bool:
    """Condition 2 of reference §1.3."""
    keys = keys_of(document)
    return "tool" in keys and not keys.isdisjoint(TOOL_KEYS)


def _is_broken_part(reader: Reader, folder: str, document: Document | None) -> bool:
    """A file nobody can read, in a folder that is a contract without it."""
    return _unreadable(document) and any(detect(reader, folder))


def _unreadable(document: Document | None) -> bool:
    """Whether a file has no keys to tell what it is by: then its name decides."""
    return document is not None and not document.readable


def _has_tool(reader: Reader, folder: str, names: list[str]) -> bool:
    return any(_is_tool(reader.document(join(folder, name))) for name in names)


def _has_tests(reader: Reader, folder: str) -> bool:
    return any(
        {"tool", "assertions"} <= keys_of(reader.document(join(folder, name)))
        or is_test_file(getattr(reader.document(join(folder, name)), "value", None))
        for name in yaml_names(reader, folder)
    )


def _role_targets(reader: Reader, folder: str, path: str) -> Iterator[Target]:
    """The sets of a workflow's roles, each linted as a set of its own (reference §2.6)."""
    from phaselint.dialects.vesanor.reading.workflow import role_paths

    for session in role_paths(reader.document(path), folder):
        role_folder, name = split(session)
        if name in reader.names(role_folder):
            default = named(reader, role_folder, "session") == session
            yield Target(NAME, role_folder, "" if default else session)
