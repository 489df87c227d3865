"""A broken document made readable by blanking lines, for an editor while its user types (core D.4).

Characters are blanked one for one, or moved within their line, so whatever is read of the
repaired text has its place in the broken one.
"""

from __future__ import annotations

import re

from phaselint.document.model import FATAL
from phaselint.document.reader import read_text
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document.model import Document, Format, Problem

ROUNDS = 4
"""How many lines may be changed, one after the other."""

ATTEMPTS = 24
"""How many strings are read in all."""

MOST_OF_PYTHON = 200_000
"""Code points of a string of Python that is tried to be repaired: each attempt parses all of it."""

_PASS = "pass"

_YAML_HEAD = re.compile(r"[ ]*(?:- +)*(?:[\w.-]+:(?=\s|$))?")
_JSON_HEAD = re.compile(r'\s*(?:(?:"(?:[^"\\]|\\.)*+"\s*:\s*)?[{\[]|[}\]]+,?)')
_JSON_WITHOUT_COLON = re.compile(r'\s*"(?:[^"\\]|\\.)*+"(?=\s+["{\[\w-])')
_CLOSERS = {"{": "}", "[": "]"}


class Repaired(NamedTuple):
    """A document that could be read, and the pieces of the broken text that are blank in it."""

    document: Document
    blanked: tuple[str, ...]


def repair(broken: Document) -> Repaired | None:
    """Change the lines that stop the reader until it reads to the end.

    In each round these are the lines the problem names and those around it; the change that
    takes away least and makes the text readable wins, else the one that gets furthest. None when
    that does not help, or there is no syntax error.
    """
    document, gone, left = broken, list[str](), ATTEMPTS
    if broken.format == "python" and len(broken.text) > MOST_OF_PYTHON:
        return None
    for _ in range(ROUNDS):
        problem = _stopper(document)
        if problem is None or problem.kind != "syntax-error":
            return None
        best, furthest = ("", ""), -1
        for text, piece in _changes(document, problem):
            if not left:
                return None
            left -= 1
            reached = _reach(document.format, text)
            if reached > len(text):
                whole = read_text(document.path, text)
                if whole.readable:
                    return Repaired(whole, (*gone, piece))
                reached = whole.problems[0].start
            if reached > furthest:
                best, furthest = (text, piece), reached
        if furthest < 0:
            return None
        document = read_text(document.path, best[0])
        gone.append(best[1])
    return None


def _reach(format: Format, text: str) -> int:
    """How far a string can be read; behind its end where nothing stops the reader."""
    if format == "json":
        return _reach_of_json(text)
    if format == "python":
        from phaselint.document.pythontree import reach as reach_of_python

        return reach_of_python(text)
    from phaselint.document.markdown import front_matter
    from phaselint.document.yamlreader import reach

    start, end = 0, len(text)
    if format == "markdown":
        found = front_matter(text)
        if found is None or found.body < 0:
            return 0
        start, end = found.start, found.end
    reached = reach(text[start:end])
    return len(text) + 1 if reached is None else start + reached


def _reach_of_json(text: str) -> int:
    import json

    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):  # a number of far too many digits; far too deep
        return 0
    return len(text) + 1


def _stopper(document: Document) -> Problem | None:
    return next((each for each in document.problems if each.kind in FATAL), None)


def _changes(document: Document, problem: Problem) -> Iterator[tuple[str, str]]:
    """The strings to try, each with what it lacks of the document's, those that lack least first:
    of every suspect line its end, then the lines as a whole."""
    text, wholes = document.text, list[tuple[str, str]]()
    seen = {text}
    for number in _suspects(document, problem):
        line = document.line(number)
        if not line.strip() or (document.format == "markdown" and line.rstrip() == "---"):
            continue
        start = document.line_start(number)
        before, after = text[:start], text[start + len(line) :]
        for other, gone in _lesser(document, number, line):
            changed = before + other + after
            if changed not in seen:
                seen.add(changed)
                yield changed, gone
        wholes.append((before + " " * len(line) + after, line))
    yield from wholes
    if document.format != "json":
        yield from _without_block(document, document.position(problem.start).line)
    if document.format == "json":
        yield from _closed(text)


def _suspects(document: Document, problem: Problem) -> Iterator[int]:
    """The lines a problem names, then the written line above it and the one below."""
    number = document.position(problem.start).line
    named = [number, *(document.position(start).line for start, _, _ in problem.related)]
    around = (_written(document, number, step) for step in (-1, 1))
    yield from dict.fromkeys((*named, *around))


def _written(document: Document, number: int, step: int) -> int:
    """The nearest line above or below one that is not blank; 0 or behind the last without one."""
    number += step
    while 0 < number <= document.line_count and not document.line(number).strip():
        number += step
    return number


def _lesser(document: Document, number: int, line: str) -> Iterator[tuple[str, str]]:
    """What a line may have been before it was broken, each with what it lacks."""
    head = (_JSON_HEAD if document.format == "json" else _YAML_HEAD).match(line)
    end = head.end() if head else 0
    if document.format == "python":
        own = len(line) - len(line.lstrip())
        if len(line) - own >= len(_PASS):
            yield f"{line[:own]}{_PASS}".ljust(len(line)), line
        return
    if document.format == "json":
        if without := _JSON_WITHOUT_COLON.match(line):
            yield line[: without.end()] + ":" + line[without.end() + 1 :], ""
        written = len(line.rstrip())
        yield line[: written - 1].ljust(len(line)), line[written - 1 : written]
    else:
        yield from _indented(document, number, line)
    if line[:end].strip():
        yield line[:end].ljust(len(line)), line[end:]


def _indented(document: Document, number: int, line: str) -> Iterator[tuple[str, str]]:
    """The line without tabs in front, and indented as its neighbors or the first key of an item
    above it, as far as that makes it no longer; first what moves it least."""
    written = line.lstrip()
    own = len(line) - len(written)
    indents = {line[:own].count(" ")}
    for step in (-1, 1):
        other = document.line(_written(document, number, step))
        indents |= {len(other) - len(other.lstrip(" ")), len(other) - len(other.lstrip(" -"))}
    for indent in sorted(indents, reverse=True):
        if indent < own:
            yield (" " * indent + written).ljust(len(line)), ""


def _without_block(document: Document, number: int) -> Iterator[tuple[str, str]]:
    """The document without a line and what is indented below it, or listed below it."""
    line = document.line(number)
    own = len(line) - len(line.lstrip())
    last = number
    for other in range(number + 1, document.line_count + 1):
        below = document.line(other)
        inner = below.lstrip()
        depth = len(below) - len(inner)
        if inner and depth <= own and not (depth == own and inner.startswith("- ")):
            break
        last = other
    start = document.line_start(number)
    end = document.line_start(last) + len(document.line(last))
    gone = document.text[start:end]
    if gone.strip():
        blank = "".join(char if char in "\r\n" else " " for char in gone)
        yield document.text[:start] + blank + document.text[end:], gone


def _closed(text: str) -> Iterator[tuple[str, str]]:
    """JSON with what is open at the end of the text closed there."""
    from phaselint.document.jsontokens import CLOSE, OPEN, tokens

    opened: list[str] = []
    for token in tokens(text):
        if token.kind == OPEN:
            opened.append(text[token.start])
        elif token.kind == CLOSE and opened:
            opened.pop()
    if opened:
        yield text + "".join(_CLOSERS[bracket] for bracket in reversed(opened)), ""
