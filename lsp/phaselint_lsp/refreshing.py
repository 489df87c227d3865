"""Hints, lenses and tokens of documents that change because of another one: the client is asked to
fetch them again, for it does so by itself only for what is being edited."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from phaselint_lsp.server import Server

REST = 0.5
"""Seconds in which further changes are waited for."""


def affected(
    files: Iterable[str], versions: Mapping[str, int], seen: Mapping[str, int]
) -> frozenset[str]:
    """The open documents among changed files that have not been edited themselves.

    Args:
        versions: path → version of the documents that are open.
        seen: the same at the last change.
    """
    return frozenset(
        path for path in files if path in versions and seen.get(path) == versions[path]
    )


class Refresher:
    """Asks the client once for all changes that come together."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._seen: dict[str, int] = {}
        self._running: asyncio.Task[None] | None = None

    async def changed(self, files: frozenset[str]) -> None:
        """Findings of files may be others now."""
        versions = {each.path: each.version for each in self._server.desk.open.values()}
        wanted = affected(files, versions, self._seen)
        self._seen = versions
        fetched = wanted & self._server.fetched
        if fetched and (self._running is None or self._running.done()):
            self._running = asyncio.ensure_future(self._refresh())

    async def _refresh(self) -> None:
        server = self._server
        await asyncio.sleep(REST)
        if server.worker is not None:
            await server.worker.all_done()
        await _ask(server, "inlay_hint", server.workspace_inlay_hint_refresh_async)
        await refresh_lenses(server)
        await _ask(server, "semantic_tokens", server.workspace_semantic_tokens_refresh_async)


async def refresh_lenses(server: Server) -> None:
    """Have the client fetch lenses again, if it can."""
    await _ask(server, "code_lens", server.workspace_code_lens_refresh_async)


async def _ask(server: Server, capability: str, ask: Callable[[None], Awaitable[None]]) -> None:
    if server.client_has(f"workspace.{capability}.refresh_support"):
        # One that says that it can, and cannot, loses nothing.
        with suppress(JsonRpcException):
            await ask(None)


def register(server: Server) -> None:
    """Follow the changes of findings."""
    server.changed.append(Refresher(server).changed)
