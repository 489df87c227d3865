"""Renaming as the client asks for it: one edit of the whole workspace.

Places in prose are offered as changes that need to be confirmed, to clients that know such; they
are left alone for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.editing import can, is_versioned, text_edits, workspace_edit
from phaselint_lsp.names import names_at
from phaselint_lsp.refusing import refusal
from phaselint_lsp.renaming import NOUNS, Refused, check, rename

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.document.changes import Change
    from phaselint_lsp.editing import AnyEdit
    from phaselint_lsp.names import Named
    from phaselint_lsp.renaming import Renaming
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot

PROSE = "prose"
"""The annotation of changes in strings that people and models read."""

_LABEL = types.ChangeAnnotation(
    "Names in prose", needs_confirmation=True, description="a model reads these words"
)


class Client(NamedTuple):
    """What a client can do with an edit of the workspace."""

    versioned: bool = False
    annotated: bool = False
    moves: bool = False


def prepare_at(
    snapshot: Snapshot, shelf: DocumentCache, offset: int
) -> types.PrepareRenamePlaceholder:
    """The name at an offset that can be changed.

    Raises:
        Refused: there is none.
    """
    named = _named_at(snapshot, shelf, offset)
    check(shelf, named)
    return types.PrepareRenamePlaceholder(snapshot.range(named.start, named.end), named.symbol.name)


def rename_at(
    snapshot: Snapshot, shelf: DocumentCache, offset: int, name: str, client: Client
) -> types.WorkspaceEdit:
    """The edit that gives what is named at an offset another name.

    Raises:
        Refused: that is not possible.
    """
    named = _named_at(snapshot, shelf, offset)
    return edit(shelf, rename(shelf, named, name), client)


def edit(shelf: DocumentCache, renaming: Renaming, client: Client) -> types.WorkspaceEdit:
    """A renaming as an edit of the workspace.

    Raises:
        Refused: a file has to move, and the client moves none.
    """
    if renaming.sources and not client.moves:
        raise Refused(
            f"the name comes from the file name of `{renaming.sources[0]}`, which "
            "this editor doesn't rename; add a `name` there first"
        )
    edits: dict[str, list[AnyEdit]] = {}
    for file, plain in _edits(shelf, renaming.changes).items():
        edits.setdefault(file, []).extend(plain)
    prose = _edits(shelf, renaming.prose) if client.annotated and client.versioned else {}
    for file, unsure in prose.items():
        edits.setdefault(file, []).extend(
            types.AnnotatedTextEdit(PROSE, each.range, each.new_text) for each in unsure
        )
    return workspace_edit(
        shelf,
        {file: edits[file] for file in sorted(edits)},
        versioned=client.versioned,
        moved=renaming.moves if client.moves else (),
        annotations={PROSE: _LABEL} if prose else None,
    )


def _named_at(snapshot: Snapshot, shelf: DocumentCache, offset: int) -> Named:
    """The name at an offset, preferably one that can be changed."""
    found = names_at(snapshot, shelf, offset)
    if not found:
        raise Refused("no name of a contract is here")
    return min(found, key=lambda each: (each.symbol.kind not in NOUNS, each.end - each.start))


def _edits(
    shelf: DocumentCache, changes: Mapping[str, tuple[Change, ...]]
) -> dict[str, list[types.TextEdit]]:
    found = text_edits(shelf, changes)
    if found is None:
        raise Refused("a document has changed in the meantime")
    return found


async def prepare(
    server: Server,
    params: types.PrepareRenameParams,
) -> types.PrepareRenamePlaceholder | None:
    """Answer whether the name at a place can be another."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    shelf = DocumentCache(server.desk, snapshot)
    try:
        return prepare_at(snapshot, shelf, snapshot.at(params.position))
    except Refused as refused:
        raise refusal(refused) from None


async def renaming(server: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Answer with the edits that make a name another."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    shelf = DocumentCache(server.desk, snapshot)
    client = Client(
        is_versioned(server),
        server.client_has("workspace.workspace_edit.change_annotation_support") is not None,
        can(server, types.ResourceOperationKind.Rename),
    )
    offset = snapshot.at(params.position)
    try:
        return rename_at(snapshot, shelf, offset, params.new_name, client)
    except Refused as refused:
        raise refusal(refused) from None
