"""Files → SWEny contract (reference §1 to §4.4, §5.15, §5.16). Nothing a user wrote makes this
raise."""

from __future__ import annotations

from phaselint.dialects.keys import usable
from phaselint.dialects.sweny.detect import SKILL_FILE
from phaselint.dialects.sweny.model import SwenyContract
from phaselint.dialects.sweny.reading import skills, sources
from phaselint.dialects.sweny.reading.releases import CURRENT, read_by
from phaselint.dialects.sweny.reading.skillfronts import cut
from phaselint.dialects.sweny.reading.tags import retyped, with_floats
from phaselint.dialects.sweny.reading.yamltext import as_read, refused
from phaselint.document.model import Document
from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader
    from phaselint.vocabulary.finding import Pointer

LEGACY = "verify"

_HARNESS_PART = "/.sweny/"


def load(reader: Reader, target: Target) -> SwenyContract:
    """Read the documents of a contract; the contract records what is wrong with them."""
    document = reader.document(target.main)
    if document is None:
        return SwenyContract(target, {})
    document = _as_parsed(document)
    documents = {target.main: document}
    if split(target.main)[1] == SKILL_FILE:
        documents = {target.main: cut(document).document}
        return SwenyContract(target, documents, skill_file=skills.read_file(document))
    if not usable(document):
        return SwenyContract(target, documents, wildcards=_wildcards(document))
    return _load_workflow(reader, target, document)


def _as_parsed(document: Document) -> Document:
    """The document as the reference parses it: `JSON.parse` takes no byte order mark (§2), its
    YAML reader goes by columns (§2.1)."""
    if document.format == "yaml":
        document = with_floats(as_read(document))
    if not document.readable:
        return document
    problem = None
    if document.format == "yaml":
        problem = document.entrywise(refused)
    elif document.format == "json" and document.bom:
        from phaselint.document import marks

        problem = marks.problem("syntax-error")
    if problem is None:
        return document
    path, format, text = document.path, document.format, document.text
    return Document(path, format, text, problems=(problem,), bom=document.bom)


def _load_workflow(reader: Reader, target: Target, document: Document) -> SwenyContract:
    value = document.value
    tagged = retyped(document) if document.problems else {}
    contract = SwenyContract(
        target,
        {target.main: document},
        tagged=tagged,
        legacy=tuple(_legacy_keys(value)),
        e2e="/.sweny/e2e/" in f"/{target.main}",
    )
    contract = read_by(contract, CURRENT)
    if contract.workflow is None:
        return contract
    homes = homes_of(target.main)
    files = skills.discover(reader, homes)
    return contract._replace(
        registry=skills.registry(files),
        skill_files=files,
        located=tuple(sources.locate(reader, contract.workflow, homes, target.folder)),
    )


def homes_of(path: str) -> tuple[str, ...]:
    """The folders from which the reference may be started for a workflow: the project root, and
    the folder around the `.sweny` that the file is in."""
    around = path.rpartition(_HARNESS_PART)[0]
    return ("", around) if around else ("",)


def _legacy_keys(value: Any) -> Iterator[Pointer]:
    """The `verify` keys that the reference refuses before it looks at anything else (§4.3)."""
    if not isinstance(value, dict):
        return
    if LEGACY in value:
        yield (LEGACY,)
    nodes = value.get("nodes")
    if isinstance(nodes, list):
        nodes = dict(enumerate(nodes))
    for key, node in nodes.items() if isinstance(nodes, dict) else ():
        if isinstance(node, dict) and LEGACY in node:
            yield ("nodes", key, LEGACY)


def _wildcards(document: Document) -> tuple[tuple[int, int], ...]:
    if document.readable:
        return ()
    from phaselint.dialects.sweny.reading.wildcards import find

    return find(document)
