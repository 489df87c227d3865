"""The edit that suppresses a finding with a reason (design §10).

In YAML and front matter it is a comment; JSON has none, and a finding on a string of markdown
cannot have one, so an entry of the configuration is in.
"""

from __future__ import annotations

import json

from phaselint.document.changes import Change, apply
from phaselint.document.commented import comments_of
from phaselint.document.editing import line_break
from phaselint.document.python import NOTEBOOK
from phaselint.document.reader import read_text
from phaselint.suppression.hide import NEVER_HIDDEN
from phaselint.vocabulary.finding import Edit, Place, Position, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.document import Document
    from phaselint.vocabulary.diagnostic import Diagnostic

PROJECT_FILE = "pyproject.toml"
"""Where the configuration is in a table of phaselint's own."""


def suppress_here(document: Document, finding: Diagnostic, reason: str) -> Edit | None:
    """Suppress a located finding by a comment in its document.

    The comment goes to the end of the finding's line; where that is inside of a string, above
    the line. None where no comment does it and changes nothing else: in JSON, in the body of a
    markdown file, in a document that does not parse, and for what cannot be suppressed.
    """
    reason = " ".join(reason.split())
    span = finding.place.range
    if span is None or not reason or finding.name in NEVER_HIDDEN or not document.readable:
        return None
    if not _takes_comments(document) or document.offset(span.start) > _last(document):
        return None
    for change in _attempts(document, span.start.line, finding.name, reason):
        if _works(document, change, finding.name, span.start.line):
            return _edit(document, change)
    return None


def suppress_file(document: Document, finding: Diagnostic, reason: str) -> Edit | None:
    """Suppress a rule in a whole document by a comment before its first key; None as with
    `suppress_here`."""
    reason = " ".join(reason.split())
    if not reason or finding.name in NEVER_HIDDEN or not document.readable:
        return None
    if not _takes_comments(document) or (document.format == "markdown" and not document.body_start):
        return None
    if document.format == "python":
        from phaselint.document.pythoncomments import top

        return _above_all(document, finding.name, reason, top(document))
    # The front matter starts below its first line; a directive or `---` stays on the first one.
    front = document.format == "markdown" or document.text.startswith(("---", "%"))
    at = document.offset(Position(2, 1)) if front else 0
    return _above_all(document, finding.name, reason, at)


def _above_all(document: Document, name: str, reason: str, at: int) -> Edit | None:
    """A comment for a whole document that begins at an offset."""
    text = f"# phaselint: ignore-file[{name}] {reason}{line_break(document.text)}"
    change = Change(at, at, text)
    return _edit(document, change) if _works(document, change, name, 1) else None


def suppress_in_configuration(
    config_file: str, text: str, finding: Diagnostic, file: str, reason: str
) -> Edit | None:
    """Suppress a finding by an entry at the end of the configuration.

    Args:
        config_file: the path of the configuration, which may be missing still.
        text: what is in it.
        file: the path of the finding's document from the folder of the configuration.
    """
    reason = " ".join(reason.split())
    if not reason or finding.name in NEVER_HIDDEN:
        return None
    ending = line_break(text)
    own = config_file.rpartition("/")[2] != PROJECT_FILE
    lines = [
        f"[[{'suppress' if own else 'tool.phaselint.suppress'}]]",
        f"rule = {_quoted(finding.name)}",
        f"path = {_quoted(_literally(file))}",
    ]
    if finding.place.part != "document" and finding.pointer:
        lines.append(f"pointer = {_quoted(finding.pointer)}")
    lines.append(f"reason = {_quoted(reason)}")
    gap = ending * (2 - _breaks_at_end(text, ending)) if text.strip() else ""
    entry = gap + "".join(f"{line}{ending}" for line in lines)
    if not _is_toml(text + entry):
        return None
    from phaselint.document.model import Document

    return _edit(Document(config_file, "yaml", text), Change(len(text), len(text), entry))


def _is_toml(text: str) -> bool:
    """Whether a configuration can be read; an entry cannot follow a list that is closed."""
    import tomllib

    try:
        tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError:
        return False
    return True


def _attempts(document: Document, line: int, name: str, reason: str) -> Iterator[Change]:
    """The comments that may do it, the best first."""
    text = document.text
    for comment in comments_of(document):
        if comment.kind == "line" and comment.first_line == line and comment.names:
            end = comment.names[-1][2]
            yield Change(end, end, f", {name}")
    start = document.offset(Position(line, 1))
    content = document.line(line)
    comment_text = f"# phaselint: ignore[{name}] {reason}"
    end = start + len(content)
    blank = start + len(content.rstrip(" \t"))
    yield Change(blank, end, f"  {comment_text}")
    indent = content[: len(content) - len(content.lstrip(" "))]
    yield Change(start, start, f"{indent}{comment_text}{line_break(text)}")


def _works(document: Document, change: Change, name: str, line: int) -> bool:
    """Whether a comment is one once it is there, covers the line, and changes no value."""
    again = read_text(document.path, apply(document.text, (change,)))
    if not again.readable or not _means_the_same(again, document):
        return False
    down = 1 if change.text.endswith(("\n", "\r")) else 0
    return any(
        not comment.error
        and name in {word for word, _, _ in comment.names}
        and comment.first_line <= line + down <= comment.last_line
        for comment in comments_of(again)
    )


def _takes_comments(document: Document) -> bool:
    """Whether a comment can be put into a file: not into JSON, nor into notebooks."""
    return document.format != "json" and not document.path.endswith(NOTEBOOK)


def _means_the_same(one: Document, other: Document) -> bool:
    """Whether two documents have the same value, or are the same program."""
    if one.format != "python":
        return bool(one.value == other.value)
    from phaselint.document.pythonedit import same_program

    return same_program(one, other)


def _last(document: Document) -> int:
    """The offset up to which comments can stand."""
    return document.body_start if document.format == "markdown" else len(document.text)


def _edit(document: Document, change: Change) -> Edit:
    span = Range(document.position(change.start), document.position(change.end))
    return Edit(Place(document.path, (), "value", span), change.text)


def _quoted(text: str) -> str:
    """A string of TOML: that of JSON, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _literally(path: str) -> str:
    """A path as a pattern that matches nothing else; without a slash it would at any depth."""
    spelt = "".join(f"\\{each}" if each in "*?[]!\\" else each for each in path)
    return spelt if "/" in spelt else f"/{spelt}"


def _breaks_at_end(text: str, ending: str) -> int:
    return 2 if text.endswith(ending * 2) else 1 if text.endswith(ending) else 0
