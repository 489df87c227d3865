"""The outcome of fixing on disk, or as a unified diff (design §9)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from phaselint.document.reader import read
from phaselint.project.files import NotReadable, read_regular, write_atomically
from phaselint.project.paths import shown
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.fixing.texts import Texts


def write(texts: Texts) -> Iterator[str]:
    """Write the files that fixes have changed, each in one piece; yield a line for each that
    could not be.

    A file that is another one than when it was read, or has become a link, is left alone:
    somebody else is at work on it.
    """
    for path, data in sorted(texts.altered().items()):
        if not _is_still(path, texts.before[path]):
            yield f"{shown(path)}: the file has changed since it was read and was not fixed"
            continue
        try:
            write_atomically(path, data)
        except UsageError as error:
            yield str(error)


def diff(texts: Texts) -> Iterator[str]:
    """Yield what fixes change as a unified diff, in lines with their breaks."""
    from difflib import unified_diff

    for path, data in sorted(texts.altered().items()):
        name = os.path.relpath(path).replace(os.sep, "/")
        old, new = (_lines(path, each) for each in (texts.before[path], data))
        for line in unified_diff(old, new, f"a/{name}", f"b/{name}"):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _is_still(path: str, data: bytes) -> bool:
    try:
        return os.path.realpath(path) == path and read_regular(path, follow=False) == data
    except (FileNotFoundError, NotReadable):
        return False


def _lines(path: str, data: bytes) -> list[str]:
    """The lines of a file with their breaks, the mark that it may start with in the first;
    `\\r` alone ends none, as in other diffs."""
    document = read(path, data)
    text = ("\ufeff" if document.bom else "") + document.text
    return [f"{line}\n" for line in text.split("\n")[:-1]] + [text.rpartition("\n")[2]] * (
        not text.endswith("\n") and bool(text)
    )
