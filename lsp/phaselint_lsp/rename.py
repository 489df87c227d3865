"""Renaming as the client asks for it: one edit of the whole workspace.

Places in prose are offered as changes that need to be confirmed, to clients that know such; they
are left alone for the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from phaselint.record import NamedTuple
from phaselint_lsp.names import names_at
from phaselint_lsp.renaming import NOUNS, Refused, check, rename
from phaselint_lsp.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document
    from phaselint.fixing.changes import Change
    from phaselint_lsp.names import Named
    from phaselint_lsp.renaming import Renaming
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot

PROSE = "prose"
"""The annotation of changes in texts that people and models read."""


class Client(NamedTuple):
    """What a client can do with an edit of the workspace."""

    versioned: bool = False
    annotated: bool = False
    moves: bool = False


def prepare_at(snapshot: Snapshot, shelf: Shelf, offset: int) -> types.PrepareRenamePlaceholder:
    """The name at an offset that can be changed.

    Raises:
        Refused: there is none.
    """
    named = _named_at(snapshot, shelf, offset)
    check(shelf, named)
    return types.PrepareRenamePlaceholder(snapshot.range(named.start, named.end), named.symbol.name)


def rename_at(
    snapshot: Snapshot, shelf: Shelf, offset: int, name: str, client: Client
) -> types.WorkspaceEdit:
    """The edit that gives what is named at an offset another name.

    Raises:
        Refused: that is not possible.
    """
    named = _named_at(snapshot, shelf, offset)
    return edit(shelf, rename(shelf, named, name), client)


def edit(shelf: Shelf, renaming: Renaming, client: Client) -> types.WorkspaceEdit:
    """A renaming as an edit of the workspace."""
    if not client.versioned:
        changes = {
            shelf.uri_of(file): list(_edits(shelf, file, listed))
            for file, listed in renaming.changes.items()
        }
        return types.WorkspaceEdit(changes=changes)
    prose = renaming.prose if client.annotated else {}
    found: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile]
    found = [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(
                shelf.uri_of(file), shelf.version_of(file)
            ),
            [
                *_edits(shelf, file, renaming.changes.get(file, ())),
                *_annotated(shelf, file, prose.get(file, ())),
            ],
        )
        for file in sorted({*renaming.changes, *prose})
    ]
    if client.moves:
        found += [
            types.RenameFile(shelf.uri_of(old), shelf.uri_of(new)) for old, new in renaming.moves
        ]
    if not prose:
        return types.WorkspaceEdit(document_changes=found)
    label = types.ChangeAnnotation(
        "Names in texts", needs_confirmation=True, description="a model reads these words"
    )
    return types.WorkspaceEdit(document_changes=found, change_annotations={PROSE: label})


def _named_at(snapshot: Snapshot, shelf: Shelf, offset: int) -> Named:
    """The name at an offset, preferably one that can be changed."""
    found = names_at(snapshot, shelf, offset)
    if not found:
        raise Refused("there is no name of a contract here")
    return min(found, key=lambda each: (each.symbol.kind not in NOUNS, each.end - each.start))


def _edits(shelf: Shelf, file: str, changes: tuple[Change, ...]) -> Iterator[types.TextEdit]:
    for change in changes:
        yield types.TextEdit(_range(shelf, file, change), change.text)


def _annotated(
    shelf: Shelf, file: str, changes: tuple[Change, ...]
) -> Iterator[types.AnnotatedTextEdit]:
    for change in changes:
        yield types.AnnotatedTextEdit(PROSE, _range(shelf, file, change), change.text)


def _range(shelf: Shelf, file: str, change: Change) -> types.Range:
    document: Document | None = shelf.document(file)
    found = None if document is None else shelf.range(document, change.start, change.end)
    if found is None:
        raise Refused(f"`{file}` has changed in the meantime")
    return found


def _answer(refused: Refused) -> JsonRpcException:
    """The error that tells the client why."""
    return JsonRpcException(str(refused), types.LSPErrorCodes.RequestFailed.value)


def register(server: Server) -> None:
    """Answer requests for renaming."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(
        params: types.PrepareRenameParams,
    ) -> types.PrepareRenamePlaceholder | None:
        snapshot = await server.snapshot(params.text_document.uri)
        if snapshot is None:
            return None
        shelf = Shelf(server.desk, snapshot)
        try:
            return prepare_at(snapshot, shelf, snapshot.at(params.position))
        except Refused as refused:
            raise _answer(refused) from None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def renaming(params: types.RenameParams) -> types.WorkspaceEdit | None:
        snapshot = await server.snapshot(params.text_document.uri)
        if snapshot is None:
            return None
        shelf = Shelf(server.desk, snapshot)
        operations = server.client_has("workspace.workspace_edit.resource_operations") or ()
        client = Client(
            bool(server.client_has("workspace.workspace_edit.document_changes")),
            server.client_has("workspace.workspace_edit.change_annotation_support") is not None,
            types.ResourceOperationKind.Rename in operations,
        )
        offset = snapshot.at(params.position)
        try:
            return rename_at(snapshot, shelf, offset, params.new_name, client)
        except Refused as refused:
            raise _answer(refused) from None
