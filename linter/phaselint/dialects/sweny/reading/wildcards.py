"""Plain scalars that keep a document from being read (reference §2, last row).

Inside flow brackets a plain scalar ends before `[`, so `{path: any:checks[*].state}` does
not parse although it looks like a path.
"""

from __future__ import annotations

from phaselint.dialects.sweny.reading.yamltext import without_lone_returns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document
    from phaselint.document.record import Record

WILDCARD = "[*]"
_STAND_IN = "___"


def find(document: Document) -> tuple[tuple[int, int], ...]:
    """The start and end of each such scalar, if quoting them all makes the text readable."""
    text = document.text
    if document.readable or document.format != "yaml" or WILDCARD not in text:
        return ()
    text = without_lone_returns(text)
    from phaselint.document.yamlreader import read

    record = read(text.replace(WILDCARD, _STAND_IN)).record
    if record is None:
        return ()
    spans = tuple(_in_flow(record, text))
    return spans if spans and read(quoted(text, spans)).record is not None else ()


def quoted(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """A text with some scalars put between quotes."""
    parts: list[str] = []
    done = 0
    for start, end in spans:
        value = text[start:end].replace("\\", "\\\\").replace('"', '\\"')
        parts += (text[done:start], f'"{value}"')
        done = end
    return "".join((*parts, text[done:]))


def _in_flow(record: Record, text: str) -> Iterator[tuple[int, int]]:
    """The plain scalars with a wildcard in flow brackets."""
    from phaselint.document.record import (
        END,
        END_MASK,
        END_SHIFT,
        KIND_MASK,
        MAPPING,
        SCALAR,
        SEQUENCE,
        START_SHIFT,
    )

    flow = [False]
    for mark in record.marks:
        kind = mark & KIND_MASK
        start, end = mark >> START_SHIFT, mark >> END_SHIFT & END_MASK
        if kind in (MAPPING, SEQUENCE):
            # The event of a flow collection ends behind its bracket; all in it is flow.
            flow.append(flow[-1] or (start < end and text[end - 1] in "[{"))
        elif kind == END:
            flow.pop()
        elif kind == SCALAR and flow[-1] and _is_plain_path(text[start:end]):
            yield start, end


def _is_plain_path(scalar: str) -> bool:
    return WILDCARD in scalar and scalar[0] not in "\"'"
