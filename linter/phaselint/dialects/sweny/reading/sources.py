"""Sources: text, or the file or URL it comes from (reference §3.7, §5.16).

Files are looked up in the project only, and nothing is ever fetched.
"""

from __future__ import annotations

import re

from phaselint.dialects.sweny.model import Located, Source, Sources
from phaselint.javascript.spaces import has_space, trim
from phaselint.project.paths import join, normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.reader import Reader
    from phaselint.dialects.sweny.model import Node, SourceKind, SwenyContract, Workflow
    from phaselint.vocabulary.finding import Pointer

TAGS: tuple[SourceKind, ...] = ("inline", "file", "url")

ENDINGS = r"(?i)\.(?:md|mdx|txt|rst|ya?ml|json)\Z"
"""How the names of text files end."""

_NO_SOURCES = Sources()


def classify(text: str) -> SourceKind:
    """What a string without a tag stands for, by how it starts (§3.7)."""
    if text.startswith(("http://", "https://")):
        return "url"
    return "file" if text.startswith(("./", "../", "/")) else "inline"


def is_like_path(text: str) -> bool:
    """Whether a string looks like the name of a file: a word with a slash, or with the ending of a
    text file (§8.7)."""
    if not text or has_space(text):
        return False
    return "/" in text or text.startswith("file:") or re.search(ENDINGS, text) is not None


def read_source(value: Any, pointer: Pointer) -> Source | None:
    """A source, or none where the value is not one."""
    if isinstance(value, str):
        text = trim(value)
        return Source(classify(text), text, pointer)
    if not isinstance(value, dict):
        return None
    for kind in TAGS:
        given = value.get(kind)
        if isinstance(given, str):
            type = value.get("type")
            text = given if kind == "inline" else trim(given)
            return Source(kind, text, pointer, True, type if isinstance(type, str) else None)
    return None


def read_list(value: Any, pointer: Pointer) -> tuple[Source, ...]:
    """The sources of a list, as far as they are well formed."""
    if not isinstance(value, list):
        return ()
    read = (read_source(item, (*pointer, index)) for index, item in enumerate(value))
    return tuple(source for source in read if source is not None)


def read_sources(value: Any, pointer: Pointer) -> Sources:
    """`rules` or `context` of a node: a list, or a mapping with `only` and `sources` (§3.2)."""
    if value is None:
        return _NO_SOURCES
    if not isinstance(value, dict):
        return Sources(False, read_list(value, pointer))
    return Sources(
        value.get("only") is True,
        read_list(value.get("sources"), (*pointer, "sources")),
        tuple(key for key in value if key not in ("only", "sources")),
    )


def in_workflow(workflow: Workflow) -> Iterator[tuple[str, Source]]:
    """All sources of a workflow, each with the name of its place (§5.14)."""
    for field, listed in (("rules", workflow.rules), ("context", workflow.context)):
        for index, source in enumerate(listed):
            yield f"workflow.{field}.{index}", source
    for node in workflow.nodes.values():
        if node.instruction is not None:
            yield f"nodes.{node.id}.instruction", node.instruction
        for field, given in (("rules", node.rules), ("context", node.context)):
            for index, source in enumerate(given.sources):
                yield f"nodes.{node.id}.{field}.{index}", source


def locate(reader: Reader, workflow: Workflow, homes: Sequence[str], folder: str) -> list[Located]:
    """Resolve all sources of a workflow.

    Args:
        homes: the folders the reference may be started in, likeliest first.
        folder: that of the workflow's file.
    """
    known: dict[str, Located] = {}
    found = []
    for field, source in in_workflow(workflow):
        if source.kind == "url":
            found.append(Located(source, field))
            continue
        if source.kind == "inline":
            found.append(Located(source, field, _namesake(reader, source, homes), source.text))
            continue
        if source.text not in known:
            known[source.text] = _locate(reader, source, homes, folder)
        found.append(known[source.text]._replace(source=source, field=field))
    return found


def sound_sources(contract: SwenyContract, nodes: Iterable[Node]) -> dict[str, list[Located]]:
    """The sources of a workflow and of some nodes by kind, as far as the schema pass takes them."""
    sound = {node.id for node in nodes}
    refused = {problem.pointer[:2] for problem in contract.problems}
    found: dict[str, list[Located]] = {"inline": [], "file": [], "url": []}
    for located in contract.located:
        pointer = located.source.pointer
        if pointer[1] in sound if pointer[0] == "nodes" else pointer[:2] not in refused:
            found[located.source.kind].append(located)
    return found


def _namesake(reader: Reader, source: Source, homes: Sequence[str]) -> str:
    """The file whose path a string could be; empty if there is none."""
    if source.tagged or not is_like_path(source.text):
        return ""
    paths = (normal(join(home, source.text)) for home in homes)
    return next((path for path in paths if path and reader.text(path) is not None), "")


def _locate(reader: Reader, source: Source, homes: Sequence[str], folder: str) -> Located:
    if source.text.startswith("/"):
        return Located(source, "", outside=True)
    paths = [normal(join(home, source.text)) for home in homes]
    for path in paths:
        text = None if path is None else reader.text(path)
        if path is not None and text is not None:
            return Located(source, "", path, text)
    path = normal(join(folder, source.text))
    text = None if path is None else reader.text(path)
    if path is not None and text is not None:
        return Located(source, "", path, text, beside=True)
    return Located(source, "", paths[0] or "", outside=paths[0] is None)
