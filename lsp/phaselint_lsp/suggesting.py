"""Policies that hold today, offered where policies are written: what `phaselint policies --suggest`
lists, as changes of the script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.document.changes import Change
from phaselint.document.difference import difference
from phaselint.executor.script import POLICIES
from phaselint.linting.discovery import FoundContract
from phaselint.policies.reading import read_policies
from phaselint.vocabulary.errors import PluginError, UsageError
from phaselint.vocabulary.time_budget import AT_ONCE, FirstPass, Postponed, waiting

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.document import Document
    from phaselint_lsp.project import Project
    from phaselint_lsp.snapshot import Snapshot

MOST = 5
"""How many policies are offered at once."""


class _Asked(FirstPass):
    """For what a user waits for who has asked for it: about a second."""

    def __init__(self) -> None:
        self._left = 40 * AT_ONCE


def suggestions(snapshot: Snapshot, project: Project, offset: int) -> Iterator[tuple[str, Change]]:
    """The policies that may be added where an offset of the open document is: in words, and the
    change that adds each. Only where the document is a script that has policies, and the offset is
    among these."""
    document = snapshot.document
    if document is None or not _is_among_policies(snapshot, document, offset):
        return
    from phaselint.executor.adding import with_policies

    for policy in _found(snapshot, project):
        (read,), _ = read_policies([policy], ())
        try:
            text = with_policies(document, [policy])
        except UsageError:
            return
        start, end, new_end = difference(document.text, text)
        yield read.rule, Change(start, end, text[start:new_end])


def _is_among_policies(snapshot: Snapshot, document: Document, offset: int) -> bool:
    if not snapshot.file.endswith(SCRIPT_SUFFIXES) or not document.readable:
        return False
    if not isinstance(document.value, dict) or POLICIES not in document.value:
        return False
    start, _ = document.offsets((POLICIES,), "key")
    _, end = document.offsets((POLICIES,), "value")
    rest = document.text[end:offset] if offset > end else ""
    return start <= offset and not rest.strip()


def _found(snapshot: Snapshot, project: Project) -> Iterator[Mapping[str, Any]]:
    """What holds in all runs of the contracts of a script, as far as that is known at once."""
    from phaselint.linting.suggestions import suggested

    for checked in snapshot.contracts:
        dialect = project.dialect(checked.target.dialect)
        found = FoundContract(project.workspace, dialect, checked.target)
        bound = project.task(checked.target).bound
        try:
            with waiting(_Asked()):
                for each in suggested((found,), bound):
                    yield from (one.policy for one in each.suggestions[:MOST])
        except (Postponed, PluginError):
            continue
