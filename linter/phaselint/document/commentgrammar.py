"""What a suppression comment says: its instruction, the rules that it names and why."""

from __future__ import annotations

import re

from phaselint.document.commented import Comment
from phaselint.vocabulary.message import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document.commented import CommentKind
    from phaselint.document.model import Document
    from phaselint.vocabulary.message import Message

_BODY = re.compile(r"\s*(ignore-file|ignore)\[([^\[\]]*)\](?:\s+(.*))?", re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_./-]*")

_USAGE = message("write `# phaselint: ignore[rule-name] reason`")


def parse_comment(document: Document, body: str, span: tuple[int, int], offset: int) -> Comment:
    """Read what is after `phaselint:`, from `offset` on; the lines are the comment's own."""
    first, last = document.lines_between(*span)
    parts = _BODY.fullmatch(body)
    if parts is None:
        blank = Comment("line", (), "", *span, first_line=first, last_line=last)
        return blank._replace(error=_complaint(body))
    kind: CommentKind = "file" if parts[1] == "ignore-file" else "line"
    names = tuple(_names(parts[2], offset + parts.start(2)))
    reason = " ".join((parts[3] or "").split())
    wrong = [name for name, _, _ in names if not _NAME.fullmatch(name)]
    error = _wrong_name(wrong[0]) if wrong else ""
    return Comment(kind, names, reason, *span, first_line=first, last_line=last, error=error)


def _names(words: str, offset: int) -> Iterator[tuple[str, int, int]]:
    """Give the names between commas, with their places; `offset` is that of the words."""
    for word in words.split(","):
        start = offset + len(word) - len(word.lstrip())
        name = word.strip()
        yield name, start, start + len(name)
        offset += len(word) + 1


def _wrong_name(name: str) -> Message:
    said = message("`{}` isn't a rule name or code", name) if name else "a rule name is missing"
    return message("{} between the brackets; {}", said, _USAGE)


def _complaint(body: str) -> Message:
    """Say why the text after `phaselint:` isn't a suppression."""
    word = re.match(r"[ \t]*([\w-]*)", body)
    name = word[1] if word else ""
    if name not in ("ignore", "ignore-file"):
        said = message("`{}` isn't an instruction", name) if name else "an instruction is missing"
        return message("{}; {}", said, _USAGE)
    if "[" not in body:
        return message("`{}` needs the rule names in brackets; {}", name, _USAGE)
    if "]" not in body:
        return message("`[` is never closed; {}", _USAGE)
    return message("this isn't a valid suppression; {}", _USAGE)
