"""The fixes of findings as edits of the client's strings: the same that `phaselint lint --fix`
makes."""

from __future__ import annotations

import asyncio
import os
from itertools import accumulate
from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.document.changes import Change, changes_of
from phaselint.fixing.choosing import SAFE, UNSAFE, fixable
from phaselint_lsp.aligning import align
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.editing import is_versioned, text_edits, workspace_edit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.document import Document
    from phaselint.linting.request import Request
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot

MOST_COMPARED = 4_000
"""Lines up to which two strings are compared line by line."""


class Documents:
    """The documents around an open one, by path."""

    __slots__ = ("_shelf",)

    def __init__(self, shelf: DocumentCache) -> None:
        self._shelf = shelf

    def get(self, path: str, /) -> Document | None:
        """See `phaselint.linting.locate.DocumentsByPath`."""
        return self._shelf.document(path)


def edits_of(shelf: DocumentCache, finding: Diagnostic) -> dict[str, list[types.TextEdit]] | None:
    """The edits that fix a finding, by project path; none where it has none, or the strings have
    changed since."""
    if finding.fix is None or not fixable(finding, UNSAFE):
        return None
    changes = changes_of(finding.fix, Documents(shelf))
    return None if changes is None else text_edits(shelf, changes)


def has_safe(snapshot: Snapshot) -> bool:
    """Whether the open document has findings with safe fixes."""
    return any(fixable(finding, SAFE) for finding in snapshot.findings)


async def all_safe(server: Server, snapshot: Snapshot) -> dict[str, list[types.TextEdit]]:
    """The edits that make all safe fixes of the open document, in as many rounds as it takes,
    each linted again. What they would change in other documents is left out."""
    if not has_safe(snapshot):
        return {}
    project = server.desk.project_of(snapshot.path)
    overlay = {
        each.path: each.index.text.encode("utf-8", "surrogatepass")
        for each in server.desk.open.values()
    }
    request = project.request._replace(paths=(snapshot.path,), overlay=overlay)
    text = await asyncio.to_thread(fixed_text, request, project.rules, snapshot.path)
    if text is None:
        return {}
    whole = snapshot.index.text
    mark = len(whole) - len(snapshot.text)  # offsets are those of the text without it
    edits = [
        types.TextEdit(snapshot.range(change.start - mark, change.end - mark), change.text)
        for change in differences(whole, text)
    ]
    return {snapshot.file: edits} if edits else {}


def fixed_text(request: Request, rules: Sequence[Rule], path: str) -> str | None:
    """The text of a file with all its safe fixes made, the byte order mark that it may start
    with included; none where nothing should be changed."""
    from phaselint.fixing.rounds import fix

    real = os.path.realpath(path)
    fixed = fix(request, rules, SAFE, frozenset((real,)))
    data = fixed.texts.altered().get(real)
    return None if data is None else data.decode("utf-8", "replace")


def differences(old: str, new: str) -> Iterator[Change]:
    """What turns a string into another, line by line; in one piece where both are very long."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    if max(len(before), len(after)) > MOST_COMPARED:
        lying = align(old, new)
        yield Change(lying.prefix, lying.old_rest, new[lying.prefix : lying.new_rest])
        return
    from difflib import SequenceMatcher

    offsets = [0, *accumulate(map(len, before))]
    for tag, first, last, low, high in SequenceMatcher(None, before, after, False).get_opcodes():
        if tag != "equal":
            yield Change(offsets[first], offsets[last], "".join(after[low:high]))


async def apply_fixes(server: Server, uri: str) -> bool:
    """Have the client make all safe fixes of a document; whether there was anything to make and
    it has done so."""
    snapshot = await server.snapshot(uri)
    edits = {} if snapshot is None else await all_safe(server, snapshot)
    current = server.current(uri)
    if snapshot is None or not edits or current is None or current.version != snapshot.version:
        return False
    shelf = DocumentCache(server.desk, snapshot)
    edit = workspace_edit(shelf, edits, versioned=is_versioned(server))
    label = "phaselint: all safe fixes"
    answer = await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label))
    return answer.applied
