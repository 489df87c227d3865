"""Requests that are refused for a reason, which is an answer and no defect."""

from __future__ import annotations

import logging

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError

from phaselint.vocabulary.errors import PluginError


def refusal(reason: Exception) -> JsonRpcException:
    """The error that tells the client why."""
    return JsonRpcException(str(reason), types.LSPErrorCodes.RequestFailed.value)


def is_answer(error: BaseException | None) -> bool:
    """Whether an error tells the client what is wrong with what it asks for."""
    return isinstance(error, JsonRpcException) and not isinstance(error, JsonRpcInternalError)


SAID = (
    "Cancel notification for unknown message",
    "Unable to deserialize message",  # with a page of traceback; `protocol` says it in a line
)
"""Beginnings of what pygls logs and nobody needs."""


class Refusals(logging.Filter):
    """Keeps out of the log what is an answer or a defect of a plugin, which is told in a line, and
    that a client takes back what is done already: pygls logs the ones with a traceback and the
    other as a warning."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log something."""
        if str(record.msg).startswith(SAID):
            return False
        raised = record.exc_info[1] if record.exc_info else None
        return not (is_answer(raised) or isinstance(raised, PluginError))


def keep_out_of_log() -> None:
    """Log no refusals from now on."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(Refusals())
