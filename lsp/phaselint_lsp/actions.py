"""Code actions: the fixes of findings, names that may have been meant, and suppressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp.announced import FIX_ALL, PROVE, SHOW_GRAPH, SOURCE_FIX_ALL
from phaselint_lsp.diagnosing import diagnostics
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.editing import can, is_versioned, text_edits, workspace_edit
from phaselint_lsp.fixes import all_safe, edits_of, has_safe
from phaselint_lsp.hover import findings_at
from phaselint_lsp.lenses import has_run, plays
from phaselint_lsp.meanings import meant
from phaselint_lsp.suppressions import settings_of, suppressions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint_lsp.project import Project
    from phaselint_lsp.server import Server
    from phaselint_lsp.snapshot import Snapshot
    from phaselint_lsp.suppressions import Settings

MOST_FINDINGS = 20
"""Findings at one place that actions are given for."""


class Client(NamedTuple):
    """What a client can do: edits for versions of documents, placeholders in edits, new files,
    playing the run of a finding."""

    versioned: bool = False
    snippets: bool = False
    creates: bool = False
    plays: bool = False


class Asked(NamedTuple):
    """What actions are asked for: between which offsets, of which kinds (none for all)."""

    start: int
    end: int
    only: tuple[str, ...] | None = None

    def wants(self, kind: str) -> bool:
        """Whether actions of a kind are asked for; a kind stands for those below it."""
        if self.only is None:
            return True
        return any(kind == each or kind.startswith(f"{each}.") or not each for each in self.only)


def actions(
    snapshot: Snapshot,
    shelf: DocumentCache,
    asked: Asked,
    client: Client,
    settings: Settings,
    diagnosed: Sequence[types.Diagnostic] = (),
) -> list[types.CodeAction]:
    """The actions for the findings of a range: fixes first, then names that may have been meant,
    proofs, and suppressions.

    Args:
        settings: the configuration that a suppression can be written to.
        diagnosed: the diagnostics of the document, one for each finding in their order.
    """
    if not asked.wants(types.CodeActionKind.QuickFix):
        return []
    of = dict(zip(map(id, snapshot.findings), diagnosed, strict=False))
    listed = [each for each, _ in findings_at(snapshot, asked.start, asked.end)][:MOST_FINDINGS]
    found: list[types.CodeAction] = []
    for make in (_fixes, _meant, _proofs, _runs):
        for finding in listed:
            found += make(snapshot, shelf, finding, client, of.get(id(finding)))
    for finding in listed:
        found += _suppressions(shelf, finding, client, settings, of.get(id(finding)))
    return list(_once(found))


def _fixes(
    _snapshot: Snapshot,
    shelf: DocumentCache,
    finding: Diagnostic,
    client: Client,
    diagnostic: types.Diagnostic | None,
) -> Iterator[types.CodeAction]:
    edits = edits_of(shelf, finding)
    if edits is not None and finding.fix is not None:
        safe = finding.fix.safety == "safe"
        title = finding.fix.title if safe else f"{finding.fix.title} (changes behavior)"
        edit = workspace_edit(shelf, edits, versioned=client.versioned)
        yield _action(_upper(title), edit, diagnostic, preferred=safe)


def _meant(
    snapshot: Snapshot,
    shelf: DocumentCache,
    finding: Diagnostic,
    client: Client,
    diagnostic: types.Diagnostic | None,
) -> Iterator[types.CodeAction]:
    if finding.fix is not None and finding.fix.edits:
        return
    for name, change in meant(snapshot, finding):
        edits = text_edits(shelf, {snapshot.file: (change,)})
        if edits is not None:
            edit = workspace_edit(shelf, edits, versioned=client.versioned)
            yield _action(f"Replace with `{name}`", edit, diagnostic)


def _proofs(
    snapshot: Snapshot,
    _shelf: DocumentCache,
    finding: Diagnostic,
    _client: Client,
    diagnostic: types.Diagnostic | None,
) -> Iterator[types.CodeAction]:
    if finding.rule.prove is not None:
        title = f"Confirm `{finding.name}` with a simulated run"
        arguments = [snapshot.uri, finding.fingerprint]
        yield types.CodeAction(
            title,
            types.CodeActionKind.QuickFix,
            [diagnostic] if diagnostic is not None else None,
            command=types.Command(title, PROVE, arguments=arguments),
        )


def _runs(
    snapshot: Snapshot,
    _shelf: DocumentCache,
    finding: Diagnostic,
    client: Client,
    diagnostic: types.Diagnostic | None,
) -> Iterator[types.CodeAction]:
    if client.plays and has_run(finding):
        title = f"Play the run of `{finding.name}`"
        arguments = [snapshot.uri, finding.contract, "html", finding.fingerprint]
        yield types.CodeAction(
            title,
            types.CodeActionKind.QuickFix,
            [diagnostic] if diagnostic is not None else None,
            command=types.Command(title, SHOW_GRAPH, arguments=arguments),
        )


def _suggested(
    snapshot: Snapshot, shelf: DocumentCache, project: Project, asked: Asked, client: Client
) -> Iterator[types.CodeAction]:
    """Policies that hold, where policies are written."""
    if not (snapshot.file.endswith(SCRIPT_SUFFIXES) and asked.wants(types.CodeActionKind.QuickFix)):
        return
    from phaselint_lsp.suggesting import suggestions

    for rule, change in suggestions(snapshot, project, asked.start):
        edits = text_edits(shelf, {snapshot.file: (change,)})
        if edits is not None:
            edit = workspace_edit(shelf, edits, versioned=client.versioned)
            yield _action(f"Add policy `{rule}` (it holds)", edit, None)


def _suppressions(
    shelf: DocumentCache,
    finding: Diagnostic,
    client: Client,
    settings: Settings,
    diagnostic: types.Diagnostic | None,
) -> Iterator[types.CodeAction]:
    for each in suppressions(shelf, finding, settings, snippets=client.snippets):
        if each.created and not (client.versioned and client.creates):
            continue
        edit = workspace_edit(shelf, each.edits, versioned=client.versioned, created=each.created)
        yield _action(each.title, edit, diagnostic)


def _action(
    title: str,
    edit: types.WorkspaceEdit,
    diagnostic: types.Diagnostic | None,
    *,
    preferred: bool = False,
) -> types.CodeAction:
    return types.CodeAction(
        title,
        types.CodeActionKind.QuickFix,
        [diagnostic] if diagnostic is not None else None,
        is_preferred=preferred or None,
        edit=edit,
    )


def _upper(title: str) -> str:
    return title[:1].upper() + title[1:]


def _once(found: Iterable[types.CodeAction]) -> Iterator[types.CodeAction]:
    """The actions, those that do the same under the same title once."""
    seen = set()
    for each in found:
        key = (each.title, repr(each.edit), repr(each.command))
        if key not in seen:
            seen.add(key)
            yield each


def fix_all_command(uri: str) -> types.CodeAction:
    """All safe fixes of a document as a command, for clients that ask for no kind: to make them
    takes linting again, which is done only if the user asks for it."""
    title = "Apply all safe fixes in this file"
    command = types.Command(title, FIX_ALL, arguments=[uri])
    return types.CodeAction(title, types.CodeActionKind.QuickFix, command=command)


async def code_action(
    server: Server, params: types.CodeActionParams
) -> list[types.CodeAction] | None:
    """Answer what can be done about the findings at a place."""
    snapshot = await server.snapshot(params.text_document.uri)
    if snapshot is None:
        return None
    given = params.context.only
    asked = Asked(
        snapshot.at(params.range.start),
        snapshot.at(params.range.end),
        None if given is None else tuple(str(getattr(e, "value", e)) for e in given),
    )
    shelf, client = DocumentCache(server.desk, snapshot), client_of(server)
    project = server.desk.project_of(snapshot.path)
    found = actions(
        snapshot,
        shelf,
        asked,
        client,
        settings_of(server.desk, project),
        diagnostics(server.desk, snapshot.path),
    )
    found += _suggested(snapshot, shelf, project, asked, client)
    if asked.only is None and has_safe(snapshot) and found:
        found.append(fix_all_command(snapshot.uri))
    elif asked.only is not None and asked.wants(SOURCE_FIX_ALL):
        edits = await all_safe(server, snapshot)
        if edits:
            edit = workspace_edit(shelf, edits, versioned=client.versioned)
            title = "Apply all safe fixes (phaselint)"
            found.append(types.CodeAction(title, SOURCE_FIX_ALL, edit=edit))
    return found


def client_of(server: Server) -> Client:
    """What the client of a server can do."""
    return Client(
        is_versioned(server),
        bool(server.client_has("workspace.workspace_edit.snippet_edit_support")),
        can(server, types.ResourceOperationKind.Create),
        plays(server),
    )
