"""Messages about scripted answers that a schema of the contract forbids."""

from __future__ import annotations

from phaselint.dialects.protocol import ScriptError
from phaselint.dialects.records import Misfit
from phaselint.vocabulary.message import message, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def forbidden(schema: Any, instance: Any, key: str, where: str) -> Misfit:
    """The message data about an instance that a schema refuses.

    Args:
        key: the key of the answer that holds the instance.
        where: the phase whose output schema it is.
    """
    from phaselint.schema.refusal import refusal

    found = refusal(schema, instance)
    text = message("the output schema of {} forbids this", quote(where))
    if found is None:
        return Misfit((key,), text)
    return Misfit((key, *found.path), message("{}: {}", text, found.told(key)))


def refuse(misfit: Misfit | None) -> None:
    """Raise ScriptError for an answer that can't occur in any run."""
    if misfit is not None:
        raise ScriptError(misfit.pointer, misfit.message)
