"""`.agent/workflow.json`: which agents run in which phase (1.14 §2.6).

It is a separate contract, because most of it isn't about a single agent. The agents that it lists
know their entries in it.
"""

from __future__ import annotations

from phaselint.dialects.climpt.detect import HOME, WORKFLOW_FILE, is_agent_folder
from phaselint.dialects.climpt.model import ClimptContract
from phaselint.dialects.climpt.reading.agent import mapping_at
from phaselint.dialects.climpt.reading.jsonfiles import json_document
from phaselint.dialects.climpt.workflowmodel import Workflow, WorkflowAgent
from phaselint.dialects.keys import usable
from phaselint.dialects.shape import string_at
from phaselint.project.paths import join, normal, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.base import Target
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document


def load_workflow(reader: Reader, target: Target) -> ClimptContract:
    """A workflow as a contract, with all agents that it lists."""
    document = json_document(reader, target.main)
    documents = {} if document is None else {target.main: document}
    return ClimptContract(
        target,
        documents,
        target.folder,
        generation="1.14",
        workflow=None if document is None else _read(reader, document),
    )


def with_workflow(contract: ClimptContract, reader: Reader) -> ClimptContract:
    """An agent with what the workflow of its project says about it, if that lists it."""
    if contract.root is None:
        return contract
    path = join(contract.root, f"{HOME}/{WORKFLOW_FILE}")
    document = json_document(reader, path)
    read = None if document is None else _read(reader, document)
    own = tuple(each for each in read.agents if each.folder == contract.folder) if read else ()
    if document is None or not own:
        return contract
    return contract._replace(
        workflow=Workflow(path, own), documents={**contract.documents, path: document}
    )


def _read(reader: Reader, document: Document) -> Workflow | None:
    """The workflow of a document; none if that can't be read."""
    if not usable(document) or not isinstance(document.value, dict):
        return None
    return Workflow(document.path, tuple(_agents(reader, document)))


def _agents(reader: Reader, document: Document) -> Iterator[WorkflowAgent]:
    home = split(document.path)[0]
    for name, entry in mapping_at(document.value, "agents").items():
        if not isinstance(entry, dict):
            continue
        path = normal(string_at(entry, "directory") or name)
        folder = join(home, path) if path else ""
        yield WorkflowAgent(
            document.path,
            name,
            ("agents", name),
            folder,
            missing=not folder or not is_agent_folder(reader, folder),
            role=string_at(entry, "role"),
            phases=_words(mapping_at(entry, "outputPhases")),
            fallback=string_at(entry, "fallbackPhase"),
        )


def _words(mapping: Mapping[str, Any]) -> dict[str, str]:
    return {key: word for key, word in mapping.items() if isinstance(word, str)}
