"""Messages that a client should not have sent: each request has its answer, the rest a line in
the log, and none of it is our bug."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol, lsp_method

from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pygls.protocol.json_rpc import RPCMessage

WRONG = types.ErrorCodes.InvalidParams.value
INVALID = types.ErrorCodes.InvalidRequest.value
EARLY = types.ErrorCodes.ServerNotInitialized.value

OF_OPEN_ONES = (types.TEXT_DOCUMENT_DID_CHANGE, types.TEXT_DOCUMENT_DID_CLOSE)
"""Notifications that are about a document that is open."""

log = logging.getLogger("phaselint")


class Unfit(NamedTuple):
    """A message that is not built as the protocol says, and the name of its method."""

    method: str


class Protocol(LanguageServerProtocol):
    """The protocol as pygls has it, with an answer for what it leaves without one."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message as its class; a request that cannot be made one is answered here."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            method = str(data.get("method", ""))
            if "id" in data and method:
                self._refuse(data["id"], WRONG, f"the parameters of {method} are invalid")
            return Unfit(method)

    def handle_message(self, message: RPCMessage | Unfit) -> None:
        """Handle a message, unless it is none or comes at the wrong time."""
        method = getattr(message, "method", "")
        if isinstance(message, Unfit):
            log.warning("a message doesn't follow the protocol: %s", method or "?")
        elif not hasattr(message, "jsonrpc"):
            self._refuse(None, INVALID, "a message must be an object with `jsonrpc`")
        elif self._workspace is None and method not in (types.INITIALIZE, types.EXIT):
            self._refuse_request(message, EARLY, "the server hasn't been initialized")
        elif self._shutdown and method != types.EXIT:
            self._refuse_request(message, INVALID, "the server has been shut down")
        elif method in OF_OPEN_ONES and not self._is_open(message):
            log.warning("a document that isn't open was changed or closed")
        else:
            super().handle_message(message)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: types.DidChangeTextDocumentParams
    ) -> Iterator[Any]:
        """Hand a change to who keeps the strings; a second copy takes a millisecond a letter."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    def _is_open(self, message: RPCMessage) -> bool:
        """Whether the document is open that a notification is about. How pygls spells URIs in the
        keys of its documents is its own business."""
        params: Any = message.params  # type: ignore[union-attr]  # a notification has some
        documents = self.workspace.text_documents.values()
        return any(each.uri == params.text_document.uri for each in documents)

    def _refuse_request(self, message: RPCMessage, code: int, why: str) -> None:
        """Answer a request with an error; what else comes at the wrong time needs no answer."""
        if hasattr(message, "id") and hasattr(message, "method"):
            self._refuse(message.id, code, why)

    def _refuse(self, request: Any, code: int, why: str) -> None:
        """Answer a request with an error."""
        known = request if isinstance(request, (str, int)) else None
        self._send_response(known, None, types.ResponseError(code, why))  # type: ignore[arg-type]  # null where nobody knows which
