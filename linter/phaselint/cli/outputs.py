"""The reports of `--output-file`, and errors that prevent them, reported before linting if
possible."""

from __future__ import annotations

import os

from phaselint.report import FOR_FILES, FORMATS, belongs, check_folder, is_folder, require
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.linting.result import Result

    Outputs = tuple[tuple[str, str], ...]


def outputs_of(texts: Iterable[str]) -> Outputs:
    """The formats and paths of reports on the command line.

    Raises:
        UsageError: one is malformed, can't be written there, or would overwrite another.
    """
    outputs = tuple(map(_output, texts))
    _check_apart(outputs)
    return outputs


def check_unread(result: Result, outputs: Outputs) -> None:
    """Refuse to write a report over a file it describes, under any name.

    Raises:
        UsageError: it would.
    """
    there = [path for _, path in outputs if os.path.isfile(path)]
    if not there:
        return
    read = {_identity(path) for path in result.files() if os.path.exists(path)}
    for path in there:
        if _identity(path) in read:
            raise UsageError(f"can't write {path}: this run has read that file")


def _output(text: str) -> tuple[str, str]:
    name, colon, path = text.partition(":")
    if not (colon and path and name in {**FORMATS, **FOR_FILES}):
        raise UsageError(f"--output-file {text}: expected FORMAT:PATH, FORMAT {_formats()}")
    path = "-" if path == "/dev/stdout" else path
    if name in FOR_FILES:
        if path == "-":
            raise UsageError(f"--output-file {text}: {name} isn't text and must go to a file")
        require(name)
    if is_folder(name, path):
        check_folder(name, path)
    return name, path


def _formats() -> str:
    return "one of " + ", ".join((*FORMATS, *FOR_FILES))


def _check_apart(outputs: Sequence[tuple[str, str]]) -> None:
    """Refuse a report whose folder doesn't exist, and two reports of which one would overwrite the
    other or a part of it."""
    folders = {os.path.realpath(path): name for name, path in outputs if is_folder(name, path)}
    taken: dict[str | tuple[int, int], str] = {}
    for name, path in outputs:
        if path == "-":
            continue
        whole, real = f"--output-file {name}:{path}", os.path.realpath(path)
        where = _identity(path) if os.path.isfile(path) else real
        if where in taken:
            raise UsageError(f"{whole}: {taken[where]} is already written there")
        around, last = os.path.split(real)
        if around in folders and belongs(folders[around], last):
            raise UsageError(f"{whole}: the report in that folder can contain a file of this name")
        home = os.path.dirname(path) or os.curdir
        if not (around in folders or real in folders or os.path.lexists(home)):
            raise UsageError(f"can't write {path}: its directory doesn't exist")
        taken[where] = f"{name}:{path}"


def _identity(path: str) -> tuple[int, int]:
    """A key that is the same for all names of a file."""
    status = os.stat(path)
    return status.st_dev, status.st_ino
