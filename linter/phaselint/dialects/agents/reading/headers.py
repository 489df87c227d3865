"""Documents to headers (reference §1.2 F6, §2.3)."""

from __future__ import annotations

from phaselint.dialects.agents.model import Header
from phaselint.document.markdown import FENCE, front_matter
from phaselint.document.model import Document, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.agents.fields import Family
    from phaselint.document.record import Record

_LATE = (
    r"(?:(?:[ \t]*(?:\r\n|\n|\r))+|<!--[^\r\n]*-->[ \t]*(?:\r\n|\n|\r)(?:[ \t]*(?:\r\n|\n|\r))*"
    r"|(?:```|~~~)[^\r\n]*(?:\r\n|\n|\r))(?=---[ \t]*[\r\n])"
)
_KEY = r"(?m)^(?:name|description|tools)[ \t]*:"


def document_of(document: Document, family: Family) -> Document:
    """The document of an agent with the header as its harness reads it, if that differs from
    YAML."""
    if family in ("claude", "plugin") and cut_of(document) >= 0:
        return document.derived(_cut_short, family)
    return whole_of(document, family)


def whole_of(document: Document, family: Family) -> Document:
    """The same up to the line that closes the header. A tag is a plain string to VS Code."""
    if _refused(document):
        return document.derived(_as_read, family)
    if family in ("vscode", "prompt") and any(p.kind == "unknown-tag" for p in document.problems):
        read = document.derived(_as_read, family)
        return read if read.readable else document
    return document


def cut_of(document: Document) -> int:
    """The offset of the first `---` in a closed header before the line that closes it, where Claude
    Code ends the header (2.1.197 and 2.1.332, observed); -1 if there isn't one."""
    text, end = document.text, document.body_start
    if text.count(FENCE, len(FENCE), end) < 2:  # the line that closes it has one
        return -1
    return text.find(FENCE, len(FENCE), end)


def header_of(read: Document, written: Document) -> Header:
    """The header of a document as it is read; `written` is the same without changes."""
    found = front_matter(written.text)
    if found is None:
        if not written.readable:
            return Header(fault="unread")
        late = _late(written.text)
        return Header(fault="late" if late >= 0 else "", late=late)
    if found.body < 0:
        return Header(present=True, fault="unclosed")
    if not read.readable or any(each.kind == "duplicate-key" for each in read.problems):
        return Header(present=True, fault="unread", portable=written.readable)
    value = read.value if isinstance(read.value, dict) else {}
    if read.body_start < written.body_start:
        return _shortened(value, written)
    return Header(value, present=True, portable=written.readable)


def _shortened(value: Mapping[str, Any], written: Document) -> Header:
    """The header that Claude Code ends early, with what it loses of it; a shorter description is no
    loss."""
    whole = whole_of(written, "claude").value
    lost = {
        key: meant
        for key, meant in (whole.items() if isinstance(whole, dict) else ())
        if key not in value or (value[key] != meant and key != "description")
    }
    return Header(value, present=True, portable=written.readable, cut=cut_of(written), lost=lost)


def _late(text: str) -> int:
    """The offset of the `---` of a header that begins after the first line (§7.4); -1 if there
    isn't one."""
    if not text.startswith(("\n", "\r", " ", "\t", "<!--", "```", "~~~")):
        return -1
    import re

    before = re.match(_LATE, text)
    found = front_matter(text[before.end() :]) if before else None
    if before is None or found is None or found.body < 0:
        return -1
    inside = text[before.end() + found.start : before.end() + found.end]
    return before.end() if re.search(_KEY, inside) else -1


def _refused(document: Document) -> bool:
    """Whether a document has a closed header that isn't YAML."""
    if document.readable or document.problems[0].kind != "syntax-error":
        return False
    found = front_matter(document.text)
    return found is not None and found.body >= 0


def _as_read(document: Document, family: Family) -> Document:
    found = front_matter(document.text)
    assert found is not None
    text = document.text[found.start : found.end]
    if family in ("vscode", "prompt"):
        made = _leniently(text, found.start)
    else:
        made = _repaired(text, found.start)
    if made is None:
        return _unread(document, document.problems)
    value, record, problems = made
    return _document(document, value, record, problems, found.body)


def _document(
    document: Document, value: Any, record: Record, problems: tuple[Problem, ...], body: int
) -> Document:
    from phaselint.document.positions import index

    text = document.text
    return Document(
        document.path,
        "markdown",
        text,
        value=value,
        problems=problems,
        locate=lambda: index(record, text),
        bom=document.bom,
        body_start=body,
    )


def _cut_short(document: Document, family: Family) -> Document:
    """The document as Claude Code reads it, which ends the header before the line that closes it;
    the same as without that if it isn't readable anyway."""
    whole, found = whole_of(document, family), front_matter(document.text)
    if not whole.readable or found is None:
        return whole
    from phaselint.document.yamlreader import read

    start, end = found.start, cut_of(document)
    text = document.text[start:end]
    value, problems, record = read(text, start)
    if record is None:
        made = _repaired(text, start)
        if made is None:
            return _nothing_left(document, end)
        value, record, problems = made
    return _document(document, value, record, problems, end + len(FENCE))


def _nothing_left(document: Document, end: int) -> Document:
    """The document of a header that isn't YAML because it ends early."""
    problem = Problem(
        "syntax-error",
        "Claude Code ends the header at this `---`, and what is before it isn't valid YAML",
        end,
        end + len(FENCE),
        "write the `---` in another way, such as `--`",
    )
    return _unread(document, (problem,))


def _unread(document: Document, problems: tuple[Problem, ...]) -> Document:
    """The document without a value, for some problems."""
    path, bom = document.path, document.bom
    return Document(path, "markdown", document.text, problems=problems, bom=bom)


def _leniently(text: str, base: int) -> tuple[Any, Record, tuple[Problem, ...]] | None:
    """The header as VS Code reads it; None if VS Code reports an error."""
    from phaselint.dialects.agents.reading.lenient import read_leniently

    read = read_leniently(text, base)
    if read.error:
        return None
    problems = tuple(
        Problem(
            "duplicate-key",
            f"duplicate key `{pointer[-1]}` in this mapping",
            start + base,
            end + base,
            help="remove one of the two, or rename it",
            pointer=pointer[:-1],
        )
        for pointer, start, end in read.duplicates
    )
    return read.value, read.record, problems


def _repaired(text: str, base: int) -> tuple[Any, Record, tuple[Problem, ...]] | None:
    """The header as Claude Code reads it; None if quotes don't help."""
    from phaselint.dialects.agents.reading.repair import as_it_was, quoted
    from phaselint.document.yamlreader import read

    repaired = quoted(text)
    if repaired is None:
        return None
    reading = read(repaired.text)
    if reading.record is None or any(each.kind == "limit-exceeded" for each in reading.problems):
        return None
    moved = tuple(each for each in reading.problems if each.kind == "duplicate-key")
    problems = tuple(each._replace(start=base, end=base, related=()) for each in moved)
    return reading.value, as_it_was(reading.record, repaired, base), problems
