"""Where pieces of a body are in their file (reference §6.1)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.model import Body
    from phaselint.document import Document


def span(document: Document, body: Body, start: int, end: int) -> tuple[int, int]:
    """The offsets in a file of a piece of a body, given by offsets into its text.

    In markdown they are exact. In a scalar the piece is searched for in what was written, the
    n-th there for the n-th of the value; where the two do not have it equally often (escapes,
    folded lines), the scalar as a whole stands for it.
    """
    if body.start >= 0:
        return _in_file(document, body, start), _in_file(document, body, end)
    first, last = document.offsets(body.pointer)
    piece = body.text[start:end]
    if not piece or document.text.count(piece, first, last) != body.text.count(piece):
        return first, last
    found = first
    for _ in range(body.text.count(piece, 0, start) + 1):
        found = document.text.find(piece, found, last) + len(piece)
    return found - len(piece), found


def _in_file(document: Document, body: Body, offset: int) -> int:
    """The offset in a markdown file; the text of its body has lost the `\\r` of each `\\r\\n`."""
    lost = len(document.text) - body.start - len(body.text)
    if not lost:
        return body.start + offset
    if lost == body.text.count("\n"):
        return body.start + offset + body.text.count("\n", 0, offset)
    at = body.start
    while offset > 0:
        line = document.text.find("\r\n", at)
        if line < 0 or line - at >= offset:
            return at + offset
        offset -= line - at + 1
        at = line + 2
    return at
