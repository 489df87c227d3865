"""How far the scan of the workspace is, for clients that show such things."""

from __future__ import annotations

import asyncio
import logging
from time import monotonic
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from phaselint_lsp.server import Server

log = logging.getLogger("phaselint")

TITLE = "phaselint: looking for contracts"
PAUSE = 0.2
"""Seconds between two reports."""


def register(server: Server) -> None:
    """Show the progress of scans."""
    show = Progress(server)
    server.scanned.append(show.scanned)


class Progress:
    """The progress of one scan after the other; those that are short show none."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._count = 0
        self._next = 0.0
        self._told: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def scanned(self, folders: int, contracts: int, done: bool) -> None:
        """Tell the client; see `Worker`. The scan never waits for it."""
        if not self._server.client_has("window.work_done_progress"):
            return
        message = f"{contracts} contracts in {folders} folders"
        if self._told is None and not done:
            self._count += 1
            self._told = asyncio.ensure_future(self._begin(message))
        elif self._told is not None and done:
            ending = asyncio.ensure_future(self._end(self._told, message))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
            self._told = None
        elif self._told is not None and self._told.done() and monotonic() >= self._next:
            self._next = monotonic() + PAUSE
            report = types.WorkDoneProgressReport(message=message)
            self._server.work_done_progress.report(self._token, report)

    @property
    def _token(self) -> str:
        return f"phaselint-scan-{self._count}"

    async def _begin(self, message: str) -> None:
        progress, token = self._server.work_done_progress, self._token
        try:
            await progress.create_async(token)
        except JsonRpcException as error:
            log.info("the client shows no progress: %s", error)
            return
        progress.begin(token, types.WorkDoneProgressBegin(TITLE, message=message))

    async def _end(self, begun: asyncio.Task[None], message: str) -> None:
        token = self._token
        await begun
        self._server.work_done_progress.end(token, types.WorkDoneProgressEnd(message=message))
