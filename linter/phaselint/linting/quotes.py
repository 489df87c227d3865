"""Edits that replace one string by another keep the quotes it is written in (design §9).

Rules say which string a node gets. In what quotes it is written is the choice of the author, so the
edit spans the text inside them; and one that is written without gets none where it needs none.
"""

from __future__ import annotations

import json

from phaselint.document.plain import NOT_PLAIN
from phaselint.document.python import NOTEBOOK
from phaselint.document.reader import read
from phaselint.document.spans import written
from phaselint.vocabulary.finding import Edit, Fix, Place, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.document import Document
    from phaselint.document.bypath import DocumentsByPath
    from phaselint.vocabulary.finding import Finding


def within_quotes(finding: Finding, documents: DocumentsByPath) -> Finding:
    """A finding whose edits of quoted strings leave the quotes as they are."""
    fix = finding.fix
    if fix is None or not fix.edits:
        return finding
    if any(edit.place.file.endswith(NOTEBOOK) for edit in fix.edits):
        return finding._replace(fix=None)  # its text isn't a piece of the file
    edits = tuple(_within(edit, documents.get(edit.place.file)) for edit in fix.edits)
    if edits == fix.edits:
        return finding
    return finding._replace(fix=Fix(fix.safety, fix.title, edits))


def _within(edit: Edit, document: Document | None) -> Edit:
    """An edit of a whole quoted string as one of the text in its quotes. One that writes the same
    string in another way stays, and so does one that writes something other than a string."""
    place = edit.place
    if place.range is not None or document is None or document.format == "json":
        return edit
    if document.format == "python":
        return _in_python(edit, document)
    start, end = written(document, place.pointer, place.part)
    source = document.text[start:end]
    quote = source[:1]
    if quote not in "'\"":
        return _bare(edit, source)
    if len(source) < 2 or quote not in "'\"" or source[-1] != quote or "\n" in edit.text:
        return edit
    before, after = _string(source), _string(edit.text)
    inner = None if after is None or before in (None, after) else _inside(after, quote)
    if inner is None:
        return edit
    span = Range(document.position(start + 1), document.position(end - 1))
    return Edit(Place(place.file, place.pointer, place.part, span), inner)


def _in_python(edit: Edit, document: Document) -> Edit:
    """An edit of a literal of Python as one in the quotes, and with the prefix, that it has."""
    from phaselint.document.pythonedit import respelt, string_of

    source = document.text_of(edit.place.pointer, edit.place.part)
    before, after = (string_of(text) for text in (source, edit.text))
    inner = None if after is None or before in (None, after) else respelt(source, after)
    return edit if inner is None else edit._replace(text=inner)


def _bare(edit: Edit, source: str) -> Edit:
    """An edit of a string without quotes as one that brings none, where YAML takes the new text as
    it
    is: by itself, and between brackets if it takes the old one there."""
    after = _string(edit.text) if edit.text[:1] == '"' else None
    if after is None or edit.place.part != "value" or after.lower() in NOT_PLAIN:
        return edit
    ways = [way for way in ("{}", "[{}]") if _reads(way.format(source), source, way)]
    alike = bool(ways) and all(_reads(way.format(after), after, way) for way in ways)
    return edit._replace(text=after) if alike and after[0].isalpha() else edit


def _reads(source: str, text: str, way: str) -> bool:
    """Whether a piece of YAML is read as a string, or as a list with that alone."""
    found = read("edit.yaml", f"a: {source}\n".encode(errors="surrogatepass"))
    return not found.problems and found.value == {"a": text if way == "{}" else [text]}


def _string(source: str) -> str | None:
    """The string that a piece of YAML is read as; None where it isn't one."""
    found = read("edit.yaml", source.encode(errors="surrogatepass"))
    return found.value if isinstance(found.value, str) and not found.problems else None


def _inside(text: str, quote: str) -> str | None:
    """A string as written in quotes; None where these cannot hold it."""
    if quote == '"':
        return json.dumps(text, ensure_ascii=False)[1:-1]
    return text.replace("'", "''") if text.isprintable() else None
