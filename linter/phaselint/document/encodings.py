"""How Python source is encoded (PEP 263): by its byte order mark, or by a comment at its top."""

from __future__ import annotations

from phaselint.document.model import Problem
from phaselint.vocabulary.record import NamedTuple

_COOKIE = rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)"
_BLANK = rb"[ \t\f]*(?:#.*)?\r?$"
_BOM = b"\xef\xbb\xbf"
_SLOW = frozenset({"idna", "punycode"})
"""Encodings of names, which take the square of the time for a file: nobody writes one in them."""


class Decoded(NamedTuple):
    """The text of a file, with its byte order mark, and what is wrong with its encoding."""

    text: str
    encoding: str = "utf-8"
    problem: Problem | None = None


def decode(data: bytes) -> Decoded:
    """Decode Python source as Python does; what cannot be decoded is replaced in the text."""
    encoding = cookie(data)
    marked = data.startswith(_BOM)
    if not encoding:
        return _decoded(data, "utf-8")
    known = _known(encoding)
    if not known:
        reason = f"the file names the encoding `{encoding}`, which Python doesn't know"
        return _failed(data, reason)
    if marked and known != "utf-8":
        reason = f"the file has a byte order mark of UTF-8 and names the encoding `{encoding}`"
        return _failed(data, reason)
    return _decoded(data, known)


def encoding_of(text: str) -> str:
    """The encoding that the text of a file of Python is written in."""
    named = cookie(text[:4000].encode(errors="replace"))
    return (_known(named) if named else "") or "utf-8"


def cookie(data: bytes) -> str:
    """The encoding that a comment in the first two lines names; empty where none does."""
    head = data[:400] if b"\n" in data[:400] else data[:4000]
    if b"coding" not in head:
        return ""
    import re

    lines = data.removeprefix(_BOM)[:4000].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for line in lines.split(b"\n")[:2]:
        if found := re.match(_COOKIE, line):
            return found[1].decode("ascii", "replace")
        if not re.match(_BLANK, line):
            return ""
    return ""


def _known(encoding: str) -> str:
    """The name under which Python has an encoding of strings; empty where it has none."""
    import codecs

    try:
        name = codecs.lookup(encoding).name
        b"  ".decode(name, "replace")  # says so where it isn't an encoding of strings
    except (LookupError, ValueError):
        return ""
    return "" if name in _SLOW else name


def _decoded(data: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(data.decode(encoding), encoding)
    except UnicodeDecodeError as error:
        text = data.decode(encoding, "replace")
        before = data[: error.start].decode(encoding, "replace").removeprefix("\ufeff")
        line = before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        name = "UTF-8" if encoding == "utf-8" else encoding
        reason = (
            f"the file isn't {name}: byte 0x{data[error.start]:02x} at offset {error.start} "
            f"(line {line})"
        )
        help = "save it as UTF-8" if encoding == "utf-8" else ""
        start = len(before)
        problem = Problem("unreadable-file", reason, start, start + 1, help=help)
        return Decoded(text, encoding, problem)
    except ValueError as error:
        return _failed(data, f"the file isn't {encoding}: {error}")


def _failed(data: bytes, reason: str) -> Decoded:
    text = data.decode("utf-8", "replace")
    return Decoded(text, "utf-8", Problem("unreadable-file", reason, help="save it as UTF-8"))
