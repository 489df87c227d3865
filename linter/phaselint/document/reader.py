"""From the bytes of a file to a document; nothing a file may contain raises (design §4)."""

from __future__ import annotations

from phaselint.document.limits import SIZE_LIMIT, too_large
from phaselint.document.model import Document, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaselint.document.jsonagain import Readable
    from phaselint.document.model import Format
    from phaselint.document.positions import Positions
    from phaselint.document.record import Record

_FORMATS: dict[str, Format] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "json",
    ".md": "markdown",
    ".markdown": "markdown",
    ".py": "python",
    ".ipynb": "python",
}
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""What UTF-16 starts with: no runtime reads it, and as UTF-8 it has no sense."""

_BOM = "\ufeff"


def format_of(path: str) -> Format:
    """Give what a file is read as, by its extension in any case; YAML where that says nothing."""
    _, dot, extension = path.rpartition(".")
    return _FORMATS.get((dot + extension).lower(), "yaml")


def read(path: str, data: bytes) -> Document:
    """Read a file. What is wrong with it is in the document's problems."""
    if len(data) > SIZE_LIMIT:
        return oversized(path, len(data))
    if data.startswith(_UTF_16):
        return unreadable(path, "the file is UTF-16, but must be UTF-8", "save it as UTF-8")
    if b"\0" in data:
        return unreadable(path, "the file holds binary data (a NUL byte)")
    if path.endswith(".py"):
        from phaselint.document.python import read_bytes

        return read_bytes(path, data)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return _undecodable(path, data, error)
    return read_text(path, text)


def read_text(path: str, text: str) -> Document:
    """Read text that is decoded already, such as an editor's; a byte order mark may lead it."""
    if len(text) > SIZE_LIMIT:
        return oversized(path, len(text))
    bom = text.startswith(_BOM)
    text = text.removeprefix(_BOM)
    document = _READERS[format_of(path)](path, text, bom)
    return document if document.readable else _or_conflict(document)


def _or_conflict(document: Document) -> Document:
    """A document that cannot be read, or the one that says it is half merged."""
    from phaselint.document.conflicts import merge_conflict

    conflict = merge_conflict(document.text)
    if conflict is None or document.problems[0].kind != "syntax-error":
        return document
    text, bom = document.text, document.bom
    return Document(document.path, document.format, text, problems=(conflict,), bom=bom)


def unreadable(path: str, reason: str, help: str = "") -> Document:
    """Give the document of a file that has no string, for a reason in plain words."""
    problem = Problem("unreadable-file", reason, help=help)
    return Document(path, format_of(path), "", problems=(problem,))


def oversized(path: str, size: int) -> Document:
    """Give the document of a file of `size` bytes, which is over the limit and is not read."""
    return Document(path, format_of(path), "", problems=(too_large(size),))


def _undecodable(path: str, data: bytes, error: UnicodeDecodeError) -> Document:
    """Give the document of a file in another encoding, with text to show its place in."""
    text = data.decode(errors="replace").removeprefix(_BOM)
    before = data[: error.start].decode().removeprefix(_BOM)
    line = Document(path, "yaml", before).line_count
    message = (
        f"the file isn't UTF-8: byte 0x{data[error.start]:02x} at offset {error.start} "
        f"(line {line})"
    )
    start = len(before)
    problem = Problem("unreadable-file", message, start, start + 1, help="save it as UTF-8")
    return Document(path, format_of(path), text, problems=(problem,))


def _read_yaml(path: str, text: str, bom: bool) -> Document:
    from phaselint.document.yamlreader import read as read_yaml

    value, problems, record = read_yaml(text)
    locate = _locate(record, text)
    return Document(path, "yaml", text, value=value, problems=problems, locate=locate, bom=bom)


def _locate(record: Record | None, text: str) -> Callable[[], Positions] | None:
    """What gives the positions of a record when they are asked for; most documents never are."""
    if record is None:
        return None

    def located() -> Positions:
        from phaselint.document.positions import index

        return index(record, text)

    return located


def _read_json(path: str, text: str, bom: bool) -> Document:
    from phaselint.document.jsonreader import read as read_json

    value, problems = read_json(text)
    return json_document(path, text, value, problems, bom=bom)


def json_document(
    path: str, text: str, value: Any, problems: tuple[Problem, ...] = (), *, bom: bool = False
) -> Document:
    """The document of a string of JSON that has been read."""
    from phaselint.document.jsonreader import locate

    return Document(
        path,
        "json",
        text,
        value=value,
        problems=problems,
        locate=lambda: locate(text),
        bom=bom,
    )


def json_again(path: str, again: Readable) -> Document:
    """The document of a string of JSON that has been read again after an edit."""
    return Document(path, "json", again.text, value=again.value, locate=again.places)


def _read_markdown(path: str, text: str, bom: bool) -> Document:
    """Read the front matter; without it, the value is `None`."""
    from phaselint.document.markdown import front_matter
    from phaselint.document.yamlreader import read as read_yaml

    found = front_matter(text)
    if found is None:
        return Document(path, "markdown", text, bom=bom)
    if found.body < 0:
        message = "the front matter opened by this `---` is never closed"
        problem = Problem("syntax-error", message, 0, 3, help="close it with a `---` line")
        return Document(path, "markdown", text, problems=(problem,), bom=bom)
    value, problems, record = read_yaml(text[found.start : found.end], found.start)
    locate = _locate(record, text)
    return Document(
        path,
        "markdown",
        text,
        value=value,
        problems=problems,
        locate=locate,
        bom=bom,
        body_start=found.body,
    )


def _read_python(path: str, text: str, bom: bool) -> Document:
    from phaselint.document.python import NOTEBOOK, read_text

    if path.endswith(NOTEBOOK):
        from phaselint.document.notebook import read_notebook

        return read_notebook(path, text, bom)
    return read_text(path, text, bom)


_READERS: dict[Format, Callable[[str, str, bool], Document]] = {
    "yaml": _read_yaml,
    "json": _read_json,
    "markdown": _read_markdown,
    "python": _read_python,
}
