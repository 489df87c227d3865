"""The front matter of a SKILL.md as the reference cuts and reads it (reference §5.15).

It ends at the first line that starts with `---`, and its last line keeps the carriage return of a
CRLF, which counts as an ordinary character there.
"""

from __future__ import annotations

import re

from phaselint.dialects.sweny.reading.yamltext import (
    is_worth_a_look,
    refused,
    without_lone_returns,
)
from phaselint.document.markdown import front_matter
from phaselint.document.model import Document, Problem
from phaselint.document.positions import index
from phaselint.document.yamlreader import read
from phaselint.javascript.spaces import SPACES, has_space, trim
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaselint.document.positions import Positions

_OPENING = "---\n"
_CLOSING = "\n---"
_FRONT = rf"(?s)---[{SPACES}]*\n(.*?)\n---"
_CRLF = "the last line ends with a carriage return because the line endings are CRLF"
_LF = "save the file with LF line endings"


class Front(NamedTuple):
    """A SKILL.md as the reference reads it.

    `found` tells that there is a front matter, whose value is the document's; `returned` that its
    last line keeps a carriage return.
    """

    document: Document
    found: bool = False
    body: str = ""
    returned: bool = False


def _span(text: str) -> tuple[int, int] | None:
    """Where the front matter of a file begins and ends; none if it has none."""
    if text.startswith(_OPENING) and not has_space(text[len(_OPENING) : len(_OPENING) + 1]):
        end = text.find(_CLOSING, len(_OPENING))
        return None if end < 0 else (len(_OPENING), end)
    match = re.match(_FRONT, text)
    return None if match is None else match.span(1)


def cut(document: Document) -> Front:
    """Read a SKILL.md as the reference does, which finds no front matter after a byte order mark.
    Where we read the same, the document is the one that was given."""
    found = None if document.bom else _span(document.text)
    if found is None:
        return Front(document)
    start, end = found
    inner, behind = document.text[start:end], end + len(_CLOSING)
    content = without_lone_returns(inner)
    body, returned = trim(document.text[behind:]), inner.endswith("\r")
    ours = front_matter(document.text)
    same = ours is not None and ours.end == end + 1 and content == inner
    if not same or (document.readable and is_worth_a_look(content)):
        document = _read(document, content, start, document.body_start if same else behind)
    if returned and any(each.kind == "syntax-error" for each in document.problems):
        problem = Problem("syntax-error", _CRLF, max(start, end - 2), end - 1, _LF)
        document = _with(document, None, (problem,), document.body_start)
    return Front(document, True, body, returned)


def _read(document: Document, content: str, start: int, body: int) -> Document:
    """The document with what the reference makes of the front matter that starts at `start`."""
    value, problems, record = read(content, start)
    text = document.text
    if record is None:
        return _with(document, value, problems, body)
    alone = record._replace(base=0)
    inner = Document(document.path, "yaml", content, locate=lambda: index(alone, content))
    problem = refused(inner)
    if problem is None:
        return _with(document, value, problems, body, lambda: index(record, text))
    moved = problem._replace(start=problem.start + start, end=problem.end + start)
    return _with(document, None, (moved,), body)


def _with(
    document: Document,
    value: Any,
    problems: tuple[Problem, ...],
    body: int,
    locate: Callable[[], Positions] | None = None,
) -> Document:
    path, text = document.path, document.text
    return Document(
        path,
        "markdown",
        text,
        value=value,
        problems=problems,
        locate=locate,
        bom=document.bom,
        body_start=body,
    )
