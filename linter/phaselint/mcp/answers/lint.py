"""The tool `lint`."""

from __future__ import annotations

from phaselint.mcp.answers.findings import found

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.mcp.answers import Answer, Arguments, Overlay, Tell


def answer(arguments: Arguments, overlay: Overlay, tell: Tell) -> Answer:
    """See `phaselint.mcp.answers`. Raises UsageError."""
    return found(arguments, overlay, tell, prove=False)
