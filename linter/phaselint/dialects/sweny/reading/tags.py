"""Values whose tags make something else of them (reference §2.1)."""

from __future__ import annotations

import re

from phaselint.document.model import Document
from phaselint.document.record import END, KIND_MASK, properties_end
from phaselint.document.yamlbuilder import RETYPING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any, Final

    from phaselint.vocabulary.finding import Pointer

_FLOAT = r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9.]+[eE][-+]?[0-9]+|\.[A-Za-z]{3})"
_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_OF_SCALARS = ("!!timestamp", "!!binary")
_NO_TEXT: Final = object()
"""What stands for such a value where shapes are compared: nothing that JSON has."""


def retyped(document: Document) -> Mapping[Pointer, str]:
    """The scalars of a document that a tag turns into something other than strings: a noun for
    each."""
    if document.positions is None:
        return {}
    found: dict[Pointer, str] = {}
    for problem in document.problems:
        tag = document.text[problem.start : problem.end]
        if problem.kind == "unknown-tag" and tag in _OF_SCALARS:
            pointer, part = document.positions.at(problem.start)
            if part == "value" and isinstance(_at(document.value, pointer), str):
                found[pointer] = RETYPING[tag]
    return found


def with_floats(document: Document) -> Document:
    """The document as the reference makes it, whose `!!float` takes a number with a point or an
    exponent; another value stays a string."""
    if "!!float" not in document.text or document.positions is None:
        return document
    value = document.value
    for pointer, written in _tagged(document, "float"):
        found = _at(value, pointer)
        if isinstance(found, float) and not re.fullmatch(_FLOAT, written):
            value = _with(value, pointer, written)
    if value is document.value:
        return document
    positions = document.positions
    path, text, problems = document.path, document.text, document.problems
    return Document(
        path,
        document.format,
        text,
        value=value,
        problems=problems,
        locate=lambda: positions,
        bom=document.bom,
    )


def as_made(document: Document) -> Any:
    """The value of a document with JSON for what JSON does not have, as the reference writes it
    in messages: bytes, sets, ordered maps and dates."""
    value = document.value
    for tag, make in _MAKERS.items():
        for pointer, written in _tagged(document, tag) if f"!!{tag}" in document.text else ():
            made = make(_at(value, pointer), written)
            value = value if made is None else _with(value, pointer, made)
    return value


def _tagged(document: Document, tag: str) -> Iterator[tuple[Pointer, str]]:
    """The values with a tag, and the text of each that is a scalar."""
    positions, text = document.positions, document.text
    if positions is None:
        return
    for start, end, kind in positions.events():
        if kind & KIND_MASK == END or text[start : start + 1] not in ("!", "&"):
            continue
        begin = properties_end(text, start)
        if re.search(rf"(?:^|\s)!!{tag}(?:\s|$)", text[start:begin]):
            pointer, part = positions.at(start)
            if part == "value":
                yield pointer, text[begin:end].strip("'\" \t\r\n")


def _bytes(value: Any, _written: str) -> Any:
    import binascii
    from base64 import b64decode

    if not isinstance(value, str):
        return None
    try:
        data = b64decode(re.sub(r"\s", "", value))
    except binascii.Error:
        return None
    return {"type": "Buffer", "data": list(data)}


def _collection(value: Any, _written: str) -> Any:
    return {} if isinstance(value, (dict, list)) else None


def _date(value: Any, _written: str) -> Any:
    found = re.fullmatch(_DAY, value) if isinstance(value, str) else None
    return None if found is None else f"{found[0]}T00:00:00.000Z"


_MAKERS = {"binary": _bytes, "set": _collection, "omap": _collection, "timestamp": _date}


def as_retyped(value: Any, pointers: Collection[Pointer]) -> Any:
    """A value with other values than strings at some places; the original stays unchanged."""
    for pointer in pointers:
        value = _without_text(value, pointer)
    return value


def without_tags(document: Document, told: Collection[Pointer]) -> Document:
    """The document without the problems of tags at some places, of which all is said elsewhere."""
    positions = document.positions
    if not told or positions is None:
        return document
    kept = tuple(
        problem
        for problem in document.problems
        if problem.kind != "unknown-tag" or positions.at(problem.start)[0] not in told
    )
    return Document(
        document.path,
        document.format,
        document.text,
        value=document.value,
        problems=kept,
        locate=lambda: positions,
        bom=document.bom,
    )


def _at(value: Any, pointer: Pointer) -> Any:
    for step in pointer:
        value = value[step]
    return value


def _without_text(value: Any, pointer: Pointer) -> Any:
    """A copy of the containers of a place, without the string there."""
    return _with(value, pointer, _NO_TEXT)


def _with(value: Any, pointer: Pointer, new: Any) -> Any:
    """A copy of what is on the way to a place, and another value there."""
    if not pointer:
        return new
    copy = value.copy()
    inner = copy
    for step in pointer[:-1]:
        inner[step] = inner[step].copy()
        inner = inner[step]
    inner[pointer[-1]] = new
    return copy
