"""Diagnostics: pulled by the clients that can, else pushed."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from phaselint_lsp.telling import NOTHING
from phaselint_lsp.uris import path_of
from phaselint_lsp.worker import SLICE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaselint_lsp.server import Server

log = logging.getLogger("phaselint")


class Reports:
    """What the client has been told.

    Attributes:
        pulled: path → result id and version of the document at that time.
        pushed: path → result id and version.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._ids: dict[str, str] = {}
        self.pulled: dict[str, tuple[str, int | None]] = {}
        self.pushed: dict[str, tuple[str, int | None]] = {}
        self._held: set[str] = set()
        self._refreshing: asyncio.Task[None] | None = None

    def report(self, path: str) -> tuple[str, list[types.Diagnostic]]:
        """What there is to say about a file, and its result id."""
        from phaselint_lsp.diagnosing import reported

        identity, found = reported(self._server.desk, path)
        self._ids[path] = identity
        return identity, found

    def id_of(self, path: str) -> str:
        """The result id of a file."""
        return self._ids.get(path) or self.report(path)[0]

    def version(self, path: str) -> int | None:
        """The version of a document; none where it is not open."""
        document = self._server.desk.open.get(self._server.desk.uri_of(path))
        return None if document is None else document.version

    def refreshes(self) -> bool:
        """Whether this client pulls again when it is asked to."""
        return bool(self._server.client_has("workspace.diagnostics.refresh_support"))

    def pushes(self) -> bool:
        """Whether this client waits for diagnostics to be pushed."""
        return self._server.client_has("text_document.diagnostic") is None

    async def changed(self, files: Iterable[str]) -> None:
        """Findings of files may be others now: push them, or have the client pull."""
        for path in files:
            self._ids.pop(path, None)
        if self.pushes():
            files, self._held = self._held.union(files, self._edited()), set()
            for path in files:
                self.push(path)
        elif any(self._outdated(path) for path in files):
            self.refresh()

    def _edited(self) -> Iterator[str]:
        """Files whose text is newer than the one whose findings were published. The findings may
        be the same, and the editor still have lost its marks with the words it replaced."""
        for path, (_, published) in self.pushed.items():
            if self.version(path) not in (None, published):
                yield path

    def push(self, path: str) -> None:
        """Publish the diagnostics of a file, unless the client knows them, or a newer text has
        not been checked yet."""
        version = self.version(path)
        if version is not None and self._server.worker.busy_with(path):
            self._held.add(path)
            return
        identity, found = self.report(path)
        before = self.pushed.get(path)
        if before == (identity, version) or (before is None and not found and version is None):
            return
        self.pushed[path] = (identity, version)
        if not found and version is None:
            del self.pushed[path]
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(self._server.desk.uri_of(path), found, version)
        )

    def push_gone(self) -> None:
        """After a scan, publish that there is nothing where there is no contract any longer."""
        for path in set(self.pushed).difference(self._server.desk.files()):
            self._ids.pop(path, None)
            self.push(path)

    def refresh(self) -> None:
        """Ask the client to pull again, once the work at hand is done."""
        if self.refreshes() and (self._refreshing is None or self._refreshing.done()):
            self._refreshing = asyncio.ensure_future(self._refresh())

    async def _refresh(self) -> None:
        await self._server.worker.all_done()
        try:
            await self._server.workspace_diagnostic_refresh_async(None)
        except JsonRpcException as error:
            log.info("the client doesn't pull again: %s", error)

    def _outdated(self, path: str) -> bool:
        """Whether the client knows of a file what is not so any longer, without having edited
        it."""
        told = self.pulled.get(path)
        return told is not None and told[1] == self.version(path) and told[0] != self.id_of(path)


def register(server: Server) -> None:
    """Report findings to the client."""
    reports = Reports(server)
    server.changed.append(reports.changed)

    async def scanned(_folders: int, _contracts: int, done: bool) -> None:
        if done and reports.pushes():
            reports.push_gone()
        elif done:
            reports.refresh()

    server.scanned.append(scanned)
    _register_document(server, reports)
    _register_workspace(server, reports)


def _register_document(server: Server, reports: Reports) -> None:
    """Answer with what there is to say about a document, once its last edit has been checked."""

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC)
    async def document(
        params: types.DocumentDiagnosticParams,
    ) -> types.DocumentDiagnosticReport:
        path = path_of(params.text_document.uri)
        if not path:
            return types.RelatedFullDocumentDiagnosticReport([])
        await server.worker.looked_for(path)
        if reports.refreshes():
            await server.worker.done_with(path)
        else:  # it would never ask for the second report
            await server.worker.wholly_done_with(path)
        identity, found = reports.report(path)
        reports.pulled[path] = (identity, reports.version(path))
        if params.previous_result_id == identity:
            return types.RelatedUnchangedDocumentDiagnosticReport(identity)
        return types.RelatedFullDocumentDiagnosticReport(found, result_id=identity)


def _register_workspace(server: Server, reports: Reports) -> None:
    """Answer with what there is to say about all files, once there is nothing left to do."""

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def workspace(
        params: types.WorkspaceDiagnosticParams,
    ) -> types.WorkspaceDiagnosticReport:
        await server.worker.all_done()
        known = {path_of(each.uri): each.value for each in params.previous_result_ids}
        items: list[types.WorkspaceDocumentDiagnosticReport] = []
        pause = monotonic() + SLICE
        for path in dict.fromkeys([*server.desk.files(), *sorted(known)]):
            before = known.get(path)
            identity = reports.id_of(path)
            if before is None and identity == NOTHING:
                continue
            items.append(_item(server, reports, path, before))
            if monotonic() > pause:
                await asyncio.sleep(0)
                pause = monotonic() + SLICE
        return types.WorkspaceDiagnosticReport(items)


def _item(
    server: Server, reports: Reports, path: str, before: str | None
) -> types.WorkspaceDocumentDiagnosticReport:
    uri, version = server.desk.uri_of(path), reports.version(path)
    if before == reports.id_of(path):
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, before, version)
    identity, found = reports.report(path)
    reports.pulled[path] = (identity, version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, found, version, result_id=identity)
