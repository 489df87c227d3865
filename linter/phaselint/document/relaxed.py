"""JSON with comments, and with commas that part nothing, as the object that it is without them."""

from __future__ import annotations

import re

from phaselint.document.model import Document

# What is never closed goes on to the end, or each of its signs would be looked at as a start.
_QUOTED = r'"(?:[^"\\]|\\[\s\S])*+(?:"|\\?\Z)'
_COMMENT = re.compile(_QUOTED + r"|//[^\r\n]*|/\*[\s\S]*?(?:\*/|\Z)")
_COMMA = re.compile(_QUOTED + r"|,(?=\s*[}\]])")
_SIGN = re.compile(r"[^\r\n]")


def relaxed(document: Document) -> Document:
    """A document with the value that it has without comments and idle commas; itself where it is
    JSON unchanged, or is none even so. All that is left is where it stood."""
    if document.readable or document.format != "json":
        return document
    return document.derived(_relaxed)


def _relaxed(document: Document) -> Document:
    from phaselint.document.jsonreader import locate, read

    text = _COMMA.sub(_blank, _COMMENT.sub(_blank, document.text))
    reading = read(text)
    if reading.value is None or text == document.text:
        return document
    return Document(
        document.path,
        "json",
        document.text,
        value=reading.value,
        locate=lambda: locate(text),
        bom=document.bom,
    )


def _blank(found: re.Match[str]) -> str:
    """Blanks in the place of what is left out; strings in quotes stay."""
    return found[0] if found[0].startswith('"') else _SIGN.sub(" ", found[0])
