"""Suppression comments (design §10).

Grammar: `# phaselint: ignore[NAMES] REASON` or `# phaselint: ignore-file[NAMES] REASON`, where
NAMES are rule names or codes between commas. In markdown the front matter has such comments,
and `<!-- phaselint: ignore-file[NAMES] REASON -->` may be before the body's first text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from phaselint.document.commentgrammar import parse_comment
from phaselint.document.record import line_end, properties_end
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.document.commented import Comment
    from phaselint.document.model import Document

_YAML = re.compile(r"(?<![^ \t\r\n])#[ \t]*phaselint:([^\r\n]*)")
_MARKDOWN = re.compile(r"^ {0,3}(```+|~~~+)|<!--\s*phaselint:", re.MULTILINE)
_NO_TEXT = r"(?s)(?>(?:\s+|<!--.*?-->)*)"


def find(document: Document) -> tuple[Comment, ...]:
    """The suppression comments of a readable document, in text order."""
    return tuple(_find(document))


def _find(document: Document) -> Iterator[Comment]:
    if document.format == "json":
        return
    if document.format == "python":
        from phaselint.document.pythoncomments import python_comments

        yield from python_comments(document)
        return
    yield from _yaml_comments(document)
    if document.format == "markdown":
        yield from _body_comments(document)


def _yaml_comments(document: Document) -> Iterator[Comment]:
    """Give the comments of YAML text, each with what it covers."""
    positions, text = document.positions, document.text
    if positions is None:
        return
    scalars, entries = tuple(positions.scalars()), tuple(positions.entries())
    end = document.body_start if document.format == "markdown" else len(text)
    for found in _YAML.finditer(text, 0, end):
        before = bisect_right(scalars, (found.start(), len(text)))
        if before and _is_text_of(scalars[before - 1], text, found.start()):
            continue
        comment = parse_comment(document, found[1], found.span(), found.start(1))
        yield comment if comment.error else _covering(document, comment, entries)


def _is_text_of(scalar: tuple[int, int], text: str, offset: int) -> bool:
    """Tell whether a `#` belongs to the scalar that starts before it, or to a comment.

    Comments may be in the range of a scalar: after its tag, and after `|` on its line.
    """
    start, end = scalar
    if offset >= end:
        return False
    content = properties_end(text, start)
    is_block = text.startswith(("|", ">"), content)
    return offset >= (line_end(text, content) if is_block else content)


def _covering(document: Document, comment: Comment, entries: Sequence[tuple[int, int]]) -> Comment:
    """Give a comment with the lines it covers; `entries` are those of the document."""
    if comment.kind == "file":
        if not entries or comment.start < entries[0][0]:
            return comment._replace(first_line=1, last_line=document.line_count)
        return comment._replace(
            error=message("`ignore-file` has no effect after the first key; move it to the top")
        )
    if not _alone_on_line(document, comment):
        return comment
    following = bisect_left(entries, (comment.end, 0))
    if following == len(entries):
        return comment._replace(kind="node", error=message("no key or item follows this comment"))
    first, last = document.lines_between(*entries[following])
    return comment._replace(kind="node", first_line=first, last_line=last)


def _alone_on_line(document: Document, comment: Comment) -> bool:
    """Tell whether nothing but another comment is before this one on its line."""
    column = document.position(comment.start).column
    before = document.line(comment.first_line)[: column - 1].strip()
    return not before or before.startswith("#")


def _body_comments(document: Document) -> Iterator[Comment]:
    """Give the comments of markdown text outside fenced code."""
    text, done, fence = document.text, document.body_start, ""
    leading = re.compile(_NO_TEXT).match(text, done)
    first_text = leading.end() if leading else done
    for found in _MARKDOWN.finditer(text, done):
        if found.start() < done:  # inside the comment before
            continue
        if found[1]:
            closes = bool(fence) and found[1].startswith(fence)
            fence = "" if closes else fence or found[1]
        elif not fence:
            end = text.find("-->", found.end())
            if end < 0:
                return
            done = end + len("-->")
            comment = parse_comment(
                document, text[found.end() : end], (found.start(), done), found.end()
            )
            yield comment if comment.error else _covering_body(document, comment, first_text)


def _covering_body(document: Document, comment: Comment, first_text: int) -> Comment:
    if comment.kind != "file":
        return comment._replace(error=message("only `ignore-file` is allowed in Markdown text"))
    if comment.start >= first_text:
        return comment._replace(
            error=message("`ignore-file` has no effect after the first text; move it to the top")
        )
    return comment._replace(first_line=1, last_line=document.line_count)
