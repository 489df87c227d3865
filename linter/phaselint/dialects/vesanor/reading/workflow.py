"""`workflow.yaml` as data: roles with their session files, and handoffs (reference §2.6)."""

from __future__ import annotations

from phaselint.dialects.keys import usable
from phaselint.dialects.shape import string_at
from phaselint.dialects.vesanor.model import Workflow
from phaselint.project.paths import join, normal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.document import Document


def read_workflow(document: Document) -> Workflow:
    """The roles and handoffs of a usable document, as far as they are well formed."""
    return Workflow(
        document.path,
        tuple(
            (index, string_at(entry, "name"), string_at(entry, "session_contract"))
            for index, entry in _entries(document.value, "roles")
        ),
        tuple(
            (index, string_at(entry, "from"), string_at(entry, "to"))
            for index, entry in _entries(document.value, "handoffs")
        ),
    )


def session_path(folder: str, contract: str) -> str | None:
    """The project path of a role's `session_contract`, which is relative to the workflow's folder;
    none if it is outside the project."""
    return None if contract.startswith("/") else normal(join(folder, contract))


def role_paths(document: Document | None, folder: str) -> Iterator[str]:
    """The session files inside the project that a workflow's roles name, as project paths."""
    if document is None or not usable(document):
        return
    for _, _, contract in read_workflow(document).roles:
        path = session_path(folder, contract)
        if contract and path is not None:
            yield path


def _entries(value: Any, key: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    listed = value.get(key) if isinstance(value, dict) else None
    for index, entry in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(entry, dict):
            yield index, entry
