"""Where a value of a call is reported: at its own place or at the call (reference langgraph §3)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.langgraph.model import LanggraphContract
    from phaselint.vocabulary.finding import Place


def in_call(contract: LanggraphContract, value: Place, call: Place | None) -> Place:
    """The place of a value that is an argument of a call: that of the call if the call spans
    several lines and the value isn't on the first one. Values elsewhere have their own place.
    Entries of maps and members of lists aren't arguments: they are reported where they are."""
    if call is None or call.file != value.file:
        return value
    document = contract.documents.get(value.file)
    match call.pointer, value.pointer:
        case (int(start), int(end)), (int(at), int()) if document and start < at < end:
            return call if "\n" in document.text[start:at] else value
    return value
