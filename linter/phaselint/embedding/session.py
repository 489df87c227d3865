"""The language server, message by message: no stream, no thread, no process.

It works in the event loop that is running, as that of a browser or of node is for Pyodide.
"""

from __future__ import annotations

import json
import logging
import sys
from typing import TYPE_CHECKING, Any, cast

from phaselint.api import builtin_rules
from phaselint.linting.garbage import collect_rarely
from phaselint_lsp.refusing import keep_out_of_log
from phaselint_lsp.server import create

if TYPE_CHECKING:
    from collections.abc import Callable


class Outlet:
    """Where pygls writes messages; each is one call of `send`, with the JSON of the message."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send

    def write(self, data: bytes | str) -> None:
        """Send a message."""
        self._send(data if isinstance(data, str) else data.decode("utf-8"))

    def close(self) -> None:
        """Nothing is open."""


class Session:
    """A server and its one client.

    Args:
        send: called with the JSON of each message for the client.

    Attributes:
        status: the exit status once the client has ended the session, and None before.
    """

    def __init__(self, send: Callable[[str], object]) -> None:
        collect_rarely()
        keep_out_of_log()
        logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
        self.status: int | None = None
        self._server = create(builtin_rules())
        self._server.protocol.set_writer(cast("Any", Outlet(send)), include_headers=False)

    def receive(self, message: str) -> None:
        """Handle a message of the client, JSON without headers; what isn't JSON is logged.

        Handlers go on after it has returned, in the event loop that must be running.
        """
        protocol = self._server.protocol
        try:
            read = json.loads(message, object_hook=protocol.structure_message)
        except (ValueError, RecursionError) as error:
            logging.getLogger("phaselint").warning("a message isn't JSON: %s", error)
            return
        try:
            protocol.handle_message(read)
        except SystemExit as end:
            self.status = end.code if isinstance(end.code, int) else 0
        except Exception as error:  # as pygls does for a message of a stream: the session goes on
            self._server.report_server_error(error, sys.exc_info()[0])
