"""The language server: wiring between a client and the desk (see `phaselint_lsp.snapshot` for
those who write features).

Handlers of notifications are plain functions, so the text is always that of the client when
the next message is read; handlers of requests wait for the worker. Nothing is ever executed, so
that the server is safe in a workspace nobody trusts.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from phaselint import __version__
from phaselint.vocabulary.errors import PluginError, UsageError
from phaselint_lsp.capabilities import make_converter
from phaselint_lsp.inlet import Inlet
from phaselint_lsp.protocol import Protocol
from phaselint_lsp.refusing import is_answer, keep_out_of_log
from phaselint_lsp.server_state import ServerState
from phaselint_lsp.settings import Settings, read_settings
from phaselint_lsp.uris import path_of
from phaselint_lsp.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from phaselint.vocabulary.rule import Rule
    from phaselint_lsp.project import Project
    from phaselint_lsp.snapshot import Snapshot

FEATURES = (
    "phaselint_lsp.syncing",
    "phaselint_lsp.reporting",
    "phaselint_lsp.watching",
    "phaselint_lsp.progress",
    "phaselint_lsp.refreshing",
    "phaselint_lsp.offers",
)
"""Modules with `register(server)`."""

log = logging.getLogger("phaselint")


class Server(LanguageServer):
    """The server of one client.

    Args:
        rules: the built-in rules.
        busy: whether the client has said something that nobody has read yet.

    Attributes:
        desk: projects, contracts and open documents.
        worker: does what should be done, from the moment the client is ready.
        changed: called with the files whose findings may be others now.
        scanned: called with how far a scan is; see `Worker`.
        fetched: documents of which the client has fetched hints, lenses or tokens.
    """

    def __init__(self, rules: Sequence[Rule], busy: Callable[[], bool]) -> None:
        super().__init__(
            "phaselint", __version__, protocol_cls=Protocol, converter_factory=make_converter
        )
        self.desk = ServerState(rules, self.complain)
        self.worker = Worker(self.desk, self._on_change, self._on_scan, self.failed, busy)
        self.changed: list[Callable[[frozenset[str]], Awaitable[None]]] = []
        self.scanned: list[Callable[[int, int, bool], Awaitable[None]]] = []
        self.fetched: set[str] = set()
        self._said: set[str] = set()
        self._settings: Any = None
        self._running: asyncio.Task[None] | None = None

    # --- for features -----------------------------------------------------------------------------

    async def snapshot(self, uri: str) -> Snapshot | None:
        """An open document after its last edit has been checked; none for what isn't a file."""
        path = path_of(uri)
        if path:
            await self.worker.done_with(path)
        return self.desk.snapshot(uri)

    def current(self, uri: str) -> Snapshot | None:
        """An open document with its current text and what the last check gave."""
        return self.desk.snapshot(uri)

    def workspace_of(self, uri: str) -> Project | None:
        """The project of a file; none for what isn't a file."""
        path = path_of(uri)
        return self.desk.project_of(path) if path else None

    def client_has(self, path: str) -> Any:
        """A client capability by its dotted path; none where the client does not name it."""
        value: Any = self.client_capabilities
        for name in path.split("."):
            value = getattr(value, name, None)
        return value

    # --- messages for the user --------------------------------------------------------------------

    def complain(self, line: str) -> None:
        """Show the user a line, once."""
        if line not in self._said:
            self._said.add(line)
            log.warning("%s", line)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, line))

    def failed(self, error: Exception) -> None:
        """Log our own bug, and tell the user of it once; one of a plugin names that."""
        if isinstance(error, PluginError):
            self.complain(str(error))
            return
        log.error("internal error", exc_info=error)
        line = f"phaselint: internal error, please report it: {type(error).__name__}: {error}"
        if line not in self._said:
            self._said.add(line)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, line))

    def report_server_error(self, error: Exception, _source: Any) -> None:
        """What pygls reports of handlers that failed; a request that was refused did not."""
        raised = sys.exc_info()[1]  # what pygls has made the error of
        if not is_answer(error):
            self.failed(raised if isinstance(raised, PluginError) else error)

    # --- from start to end ------------------------------------------------------------------------

    def begin(self, params: types.InitializeParams) -> None:
        """Note what the client has: its folders, its settings, how it counts."""
        encoding = types.PositionEncodingKind(self.workspace.position_encoding)
        self.desk.encoding = encoding.value
        folders = [each.uri for each in params.workspace_folders or ()]
        if not folders and params.root_uri:
            folders = [params.root_uri]
        self.desk.set_folders(map(path_of, folders))
        self.use(params.initialization_options)

    def use(self, settings: Any) -> bool:
        """Put settings of the effective client; whether they are others than before, and can be
        understood."""
        if settings == self._settings:
            return False
        self._settings = settings
        try:
            self.desk.configure(read_settings(settings))
        except UsageError as error:
            self.complain(f"phaselint: {error}")
            return False
        return True

    def start(self) -> None:
        """Start to work."""
        self.reload()
        self._running = asyncio.ensure_future(self.worker.run())

    def reload(self) -> None:
        """Look at everything anew, open documents first."""
        self.desk.reset()
        self.worker.rescan()
        self.worker.add(self.desk.again())

    def stop(self) -> None:
        """Do no more work."""
        self.worker.stop()

    async def _on_change(self, files: frozenset[str]) -> None:
        for told in self.changed:
            await told(files)

    async def _on_scan(self, folders: int, contracts: int, done: bool) -> None:
        for told in self.scanned:
            await told(folders, contracts, done)


def create(rules: Sequence[Rule], busy: Callable[[], bool] = lambda: False) -> Server:
    """A server with all features; `busy` as for `Server`."""
    server = Server(rules, busy)

    @server.feature(types.INITIALIZE)
    def _(params: types.InitializeParams) -> None:
        server.begin(params)

    @server.feature(types.SHUTDOWN)
    def _(_params: None) -> None:
        server.stop()

    for name in FEATURES:
        import_module(name).register(server)
    return server


def serve(rules: Sequence[Rule]) -> None:
    """Serve the client at standard input and output until it ends the session."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    keep_out_of_log()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as client:
        # Whatever prints would end up in the middle of a message.
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        inlet = Inlet(sys.stdin.buffer)
        create(rules, inlet.is_busy).start_io(cast("BinaryIO", inlet), client)


__all__ = ["Server", "Settings", "create", "serve"]
