"""The outcome of fixing on disk, or as a unified diff (design §9)."""

from __future__ import annotations

import os

from phaselint.document.reader import read
from phaselint.project.paths import display_path
from phaselint.project.replacing import Changed, rewrite
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.fixing.texts import Texts


class Written(NamedTuple):
    """A line for each file that could not be written, and one for each that has lost something."""

    wrong: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def write(texts: Texts) -> Written:
    """Write the files that fixes have changed, each in one piece.

    A file that is another one than when it was read, or has become a link or is behind one, is
    left alone: somebody else is at work on it.
    """
    wrong: list[str] = []
    lost: list[str] = []
    for path, data in sorted(texts.altered().items()):
        try:
            clauses = rewrite(path, texts.before[path], data, texts.root_of(path))
        except Changed:
            wrong.append(
                f"{display_path(path)}: the file has changed since it was read and was not fixed"
            )
        except UsageError as error:
            wrong.append(str(error))
        else:
            lost += (f"{display_path(path)}: {clause}" for clause in clauses)
    return Written(tuple(wrong), tuple(lost))


def diff(texts: Texts) -> Iterator[str]:
    """Yield what fixes change as a unified diff, in lines with their breaks."""
    for path, data in sorted(texts.altered().items()):
        yield from difference(path, texts.before[path], data)


def difference(path: str, before: bytes | None, after: bytes) -> Iterator[str]:
    """Yield how a file differs from what it was, none if it was not there, as a unified diff."""
    from difflib import unified_diff

    name = os.path.relpath(path).replace(os.sep, "/")
    old, new = (_lines(path, each or b"") for each in (before, after))
    was = "/dev/null" if before is None else f"a/{name}"
    for line in unified_diff(old, new, was, f"b/{name}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(path: str, data: bytes) -> list[str]:
    """The lines of a file with their breaks, the mark that it may start with in the first;
    `\\r` alone ends none, as in other diffs."""
    document = read(path, data)
    text = ("\ufeff" if document.bom else "") + document.text
    return [f"{line}\n" for line in text.split("\n")[:-1]] + [text.rpartition("\n")[2]] * (
        not text.endswith("\n") and bool(text)
    )
