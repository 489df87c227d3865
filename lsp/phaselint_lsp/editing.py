"""Changes of strings as an edit of the workspace, as far as the client can take it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.document.changes import Change
    from phaselint_lsp.document_cache import DocumentCache
    from phaselint_lsp.server import Server

    AnyEdit = types.TextEdit | types.SnippetTextEdit | types.AnnotatedTextEdit


def text_edits(
    shelf: DocumentCache, changes: Mapping[str, Iterable[Change]]
) -> dict[str, list[types.TextEdit]] | None:
    """Changes of documents as edits of the strings that the client has; none where it is not
    certain that a piece is still there."""
    found: dict[str, list[types.TextEdit]] = {}
    for file, some in changes.items():
        document = shelf.document(file)
        for change in some:
            where = None if document is None else shelf.range(document, change.start, change.end)
            if where is None:
                return None
            found.setdefault(file, []).append(types.TextEdit(where, change.text))
    return found


def workspace_edit(
    shelf: DocumentCache,
    edits: Mapping[str, Sequence[AnyEdit]],
    *,
    versioned: bool,
    created: Sequence[str] = (),
    moved: Sequence[tuple[str, str]] = (),
    annotations: Mapping[str, types.ChangeAnnotation] | None = None,
) -> types.WorkspaceEdit:
    """Edits of documents by project path as one. With `versioned` it holds for the versions of the
    documents that were looked at; without, it is no more than plain edits.

    Args:
        created: files that don't exist yet.
        moved: files that have another path then (from, to).
        annotations: what edits refer to that the user is asked about.
    """
    if not versioned:
        plain = {
            shelf.uri_of(file): [each for each in some if isinstance(each, types.TextEdit)]
            for file, some in edits.items()
        }
        return types.WorkspaceEdit(changes=plain)
    listed: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile]
    listed = [
        types.CreateFile(shelf.uri_of(file), options=types.CreateFileOptions(ignore_if_exists=True))
        for file in created
    ]
    for file, some in edits.items():
        uri = shelf.uri_of(file)
        identity = types.OptionalVersionedTextDocumentIdentifier(uri, shelf.version_of(file))
        listed.append(types.TextDocumentEdit(identity, list(some)))
    listed += [types.RenameFile(shelf.uri_of(old), shelf.uri_of(new)) for old, new in moved]
    return types.WorkspaceEdit(document_changes=listed, change_annotations=annotations)


def is_versioned(server: Server) -> bool:
    """Whether the client takes edits for versions of documents."""
    return bool(server.client_has("workspace.workspace_edit.document_changes"))


def can(server: Server, operation: types.ResourceOperationKind) -> bool:
    """Whether the client creates, renames or deletes files as part of an edit."""
    operations = server.client_has("workspace.workspace_edit.resource_operations") or ()
    return operation in operations
