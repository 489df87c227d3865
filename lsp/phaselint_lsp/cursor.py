"""Where a cursor is in the structure of a string that is being written.

A mark is put into the text at the cursor, with as much around it as makes the text one that can be
read; where the mark then is tells which key or value is being written. What else does not parse
is repaired before.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from phaselint.document.reader import read_text
from phaselint.document.repair import repair
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.symbols import Side
    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer

Quotes = Literal["none", "open", "both"]

_WORD = re.compile(r"[\w.-]*")
_BARE_KEY = re.compile(r"\s*(?:- +)*[\"']?[\w.-]*")
_QUOTES = ("'", '"')
_CLOSERS = {"{": "}", "[": "]", "'": "'", '"': '"'}
_TAILS = ("", ": null", ",", ": null,")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+("?)')


class Cursor(NamedTuple):
    """A key or value at the cursor.

    Attributes:
        mark: a word that is nowhere else in the text.
        document: the text with the mark in it.
        pointer: where the mark is; the last step of a key contains the mark.
        before: the text of the key or value up to the cursor.
        start: where what is written starts in the text, without its quotes.
        end: and where it ends.
        exact: whether that is certain; else no more than the cursor is.
        quotes: what is around it already.
        colon: whether a colon follows.
    """

    mark: str
    document: Document
    pointer: Pointer
    part: Side
    before: str
    start: int
    end: int
    exact: bool = True
    quotes: Quotes = "none"
    colon: bool = False


def cursors(path: str, text: str, offset: int) -> list[Cursor]:
    """What may be being written at an offset of a string: a value, a key or either. Nothing in the
    body of a markdown file."""
    if path.endswith((".md", ".markdown")) and not _in_header(text, offset):
        return []
    found = list(_read(path, text, offset))
    if found:
        return found
    repaired = repair(read_text(path, text))
    if repaired is None:
        return []
    start, end = _line(text, offset)
    mended = repaired.document.text
    return list(_read(path, mended[:start] + text[start:end] + mended[end:], offset))


def _in_header(text: str, offset: int) -> bool:
    """Whether an offset is in the front matter of a markdown file."""
    if not text.startswith("---"):
        return False
    closing = re.compile(r"^---[ \t]*$", re.MULTILINE).search(text, 3)
    return offset > 3 and (closing is None or offset < closing.start())


def _line(text: str, offset: int) -> tuple[int, int]:
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    ends = (text.find("\n", offset), text.find("\r", offset))
    return start, min((end for end in ends if end >= 0), default=len(text))


def _read(path: str, text: str, offset: int) -> Iterator[Cursor]:
    """Read the text with the mark in it in all ways that may do; a way to read it as a value and
    one to read it as a key are enough."""
    mark = "cursorMark"
    while mark in text:
        mark += "x"
    seen: set[Side] = set()
    attempts = _json_attempts if path.endswith(".json") else _yaml_attempts
    for before, after in attempts(text, offset):
        document = read_text(path, text[:offset] + before + mark + after)
        if not document.readable:
            continue
        found = _find(document, mark)
        if found is not None and found[1] not in seen:
            seen.add(found[1])
            yield _cursor(document, mark, text, offset, *found)


def _yaml_attempts(text: str, offset: int) -> Iterator[tuple[str, str]]:
    """The strings before and behind the mark: unchanged, as a key, and with the quote or the
    bracket that is missing at the end of the word."""
    yield "", text[offset:]
    start, end = _line(text, offset)
    rest = _word_end(text, offset)
    behind = text[rest:end].strip()
    if behind in ("", *_QUOTES) and _BARE_KEY.fullmatch(text, start, offset):
        stop = rest + len(behind)
        yield "", f"{text[offset:stop]}: ~{text[stop:]}"
    opened = "" if behind else _opened(text[start:offset])
    if opened:
        yield "", f"{text[offset:rest]}{opened}{text[rest:]}"
        yield "", f"{text[offset:rest]}: ~{opened}{text[rest:]}"


def _opened(line: str) -> str:
    """The closing signs of what is open at the end of a line, innermost first."""
    waiting: list[str] = []
    for sign in line:
        if waiting and sign == waiting[-1]:
            waiting.pop()
        elif not (waiting and waiting[-1] in _QUOTES) and sign in _CLOSERS:
            waiting.append(_CLOSERS[sign])
    return "".join(reversed(waiting))


def _word_end(text: str, offset: int) -> int:
    found = _WORD.match(text, offset)
    return offset if found is None else found.end()


def _json_attempts(text: str, offset: int) -> Iterator[tuple[str, str]]:
    """The strings before and behind the mark: within a string or as a new one, as a value or as a
    key, with the commas that may be missing."""
    inside = None
    for found in _STRING.finditer(text, *_line(text, offset)):
        inside = found if found.start() < offset else inside
    if inside is None or (inside[1] and offset >= inside.end()):
        for lead in ("", ","):
            for tail in _TAILS:
                yield f'{lead}"', f'"{tail}{text[offset:]}'
        return
    closing = "" if inside[1] else '"'
    stop = inside.end() if inside[1] else _word_end(text, offset)
    for tail in _TAILS:
        yield "", f"{text[offset:stop]}{closing}{tail}{text[stop:]}"


def _find(document: Document, mark: str) -> tuple[Pointer, Side, str] | None:
    """Where the mark is, and the text it is in; none where it isn't in a key or value."""
    waiting: list[tuple[Pointer, object]] = [((), document.value)]
    seen: set[int] = set()
    while waiting:
        pointer, value = waiting.pop()
        if isinstance(value, str) and mark in value:
            return pointer, "value", value
        if not isinstance(value, dict | list) or id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, list):
            waiting += (((*pointer, index), each) for index, each in enumerate(value))
            continue
        for key, each in value.items():
            if isinstance(key, str) and mark in key:
                return (*pointer, key), "key", key
            waiting.append(((*pointer, key), each))
    return None


def _cursor(
    document: Document,
    mark: str,
    text: str,
    offset: int,
    pointer: Pointer,
    part: Side,
    value: str,
) -> Cursor:
    before, _, after = value.partition(mark)
    start, end = offset - len(before), offset + len(after)
    here = Cursor(mark, document, pointer, part, before, start=offset, end=offset, exact=False)
    if text[max(start, 0) : end] != before + after or start < 0:
        return here
    opened = text[start - 1 : start] if start else ""
    quotes: Quotes = "none"
    if opened in _QUOTES:
        quotes = "both" if text[end : end + 1] == opened else "open"
    behind = end + (quotes == "both")
    colon = text[behind : _line(text, behind)[1]].lstrip().startswith(":")
    return here._replace(start=start, end=end, exact=True, quotes=quotes, colon=colon)
