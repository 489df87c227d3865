"""Lists in headers, and strings with commas in place of lists (reference §3.1, §3.2)."""

from __future__ import annotations

from phaselint.dialects.agents.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.document import Document
    from phaselint.vocabulary.finding import Pointer


_ENTRY = r"[ \t]*(?:\"(?P<double>[^\"]*)\"?|'(?P<single>[^']*)'?|(?P<plain>[^,]+)|,)[ \t]*,?"
"""The pieces between the commas of a string, in quotes or not, as VS Code splits it."""


def text_at(document: Document, pointer: Pointer, value: Any) -> str | None:
    """A scalar as a string: a number or a boolean as written, a missing value as an empty string.
    None for a collection."""
    if isinstance(value, str):
        return value
    if isinstance(value, (dict, list)):
        return None
    return "" if value is None else document.text_of(pointer)


def listed(document: Document, header: Mapping[str, Any], key: str) -> tuple[Word, ...] | None:
    """The strings in a list; None if the field isn't a list."""
    value = header.get(key)
    if not isinstance(value, list):
        return None
    texts = ((number, text_at(document, (key, number), item)) for number, item in enumerate(value))
    return tuple(Word(text, (key, number)) for number, text in texts if text)


def listed_or_split(
    document: Document, header: Mapping[str, Any], key: str
) -> tuple[Word, ...] | None:
    """The strings in a list, or between the commas of a string; None if the field is neither."""
    value = header.get(key)
    if isinstance(value, str) and value.strip():
        return tuple(_split(document, (key,), value, ","))
    return () if isinstance(value, str) else listed(document, header, key)


def tools_of_claude(
    document: Document, header: Mapping[str, Any], key: str
) -> tuple[Word, ...] | None:
    """The names of tools as Claude Code reads them (2.1.197, observed): between the commas and
    spaces of a string and of each string in a list; None if the field is neither."""
    value = header.get(key)
    if isinstance(value, str):
        return tuple(_split(document, (key,), value, ", "))
    words = listed(document, header, key)
    if words is None:
        return None
    return tuple(piece for word in words for piece in _of_entry(document, word))


def _of_entry(document: Document, word: Word) -> tuple[Word, ...]:
    """The names in an entry of a list; the entry itself where it is one name, since edits of
    entries and of parts of strings differ."""
    if "," not in word.text and " " not in word.text:
        return (word,)
    pieces = tuple(_split(document, word.pointer, word.text, ", "))
    return (word,) if [piece.text for piece in pieces] == [word.text] else pieces


def listed_or_parted(
    document: Document, header: Mapping[str, Any], key: str
) -> tuple[Word, ...] | None:
    """The same as VS Code reads it: any scalar is a string, commas in quotes don't separate, and
    those in parentheses do; None if the field is missing or a mapping."""
    if key not in header:
        return None
    said = text_at(document, (key,), header[key])
    return listed(document, header, key) if said is None else tuple(_parted(document, (key,), said))


def inside(document: Document, word: Word) -> Iterator[Word]:
    """The names in the parentheses of an entry, `Agent(a, b)`."""
    first, last = word.text.find("("), word.text.rfind(")")
    if first < 0 or last < first:
        return
    start = word.start if word.start >= 0 else _offset(document, word.pointer, word.text)
    for begin, end in _pieces(word.text[first + 1 : last], ","):
        text = word.text[first + 1 + begin : first + 1 + end]
        if text and start >= 0:
            at = start + first + 1 + begin
            yield Word(text, word.pointer, at, at + len(text))
        elif text:
            yield Word(text, word.pointer)


def _split(document: Document, pointer: Pointer, value: str, signs: str) -> Iterator[Word]:
    start = _offset(document, pointer, value)
    for begin, end in _pieces(value, signs):
        text = value[begin:end]
        if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
            begin, end, text = begin + 1, end - 1, text[1:-1]  # noqa: PLW2901 - the same piece
        if text:
            yield (
                Word(text, pointer, start + begin, start + end)
                if start >= 0
                else Word(text, pointer)
            )


def _parted(document: Document, pointer: Pointer, value: str) -> Iterator[Word]:
    import re

    start = _offset(document, pointer, value)
    for found in re.finditer(_ENTRY, value):
        group = found.lastgroup or 0  # a comma alone isn't in any group
        begin = found.start(group)
        text = found[group].rstrip() if group == "plain" else found[group] if group else ""
        if text and start >= 0:
            yield Word(text, pointer, start + begin, start + begin + len(text))
        elif text:
            yield Word(text, pointer)


def _offset(document: Document, pointer: Pointer, value: str) -> int:
    """The start of a scalar's text in the document; -1 if it is spelled differently."""
    start, end = document.offsets(pointer)
    return document.text.find(value, start, end)


def _pieces(text: str, signs: str) -> Iterator[tuple[int, int]]:
    """The pieces between signs outside parentheses, without surrounding spaces."""
    start = depth = 0
    for at, sign in enumerate(f"{text},"):
        depth += (sign == "(") - (sign == ")" and depth > 0)
        if sign in signs and (not depth or at == len(text)):
            piece = text[start:at]
            begin = start + len(piece) - len(piece.lstrip())
            yield begin, max(begin, start + len(piece.rstrip()))
            start = at + 1
