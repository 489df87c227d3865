"""Contracts in memory as files that commands read: in Pyodide, of its virtual file system."""

from __future__ import annotations

import os
import shutil

from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def put(folder: str, files: Mapping[str, str | bytes]) -> None:
    """Write files into a folder, which is made where there is none; others stay.

    Args:
        folder: where the files are written.
        files: path below the folder, with `/`, → content; a string is written as UTF-8.

    Raises:
        UsageError: a path outside the folder, or one that can't be a file; then none is written.
    """
    places = {path: _place(folder, path) for path in files}
    os.makedirs(folder, exist_ok=True)
    for path, content in files.items():
        data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        try:
            os.makedirs(os.path.dirname(places[path]), exist_ok=True)
            with open(places[path], "wb") as file:
                file.write(data)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise UsageError(f"{path}: can't be written: {why}") from None


def replace(folder: str, files: Mapping[str, str | bytes]) -> None:
    """Make these files all that is in a folder. Arguments and errors are those of `put`."""
    for path in files:
        _place(folder, path)
    shutil.rmtree(folder, ignore_errors=True)
    put(folder, files)


def held(folder: str) -> dict[str, bytes]:
    """All files in a folder, by their paths below it, sorted. Raises OSError."""
    found = {}
    for path, folders, names in os.walk(folder):
        folders.sort()
        for name in names:
            file = os.path.join(path, name)
            with open(file, "rb") as opened:
                found[os.path.relpath(file, folder).replace(os.sep, "/")] = opened.read()
    return dict(sorted(found.items()))


def _place(folder: str, path: str) -> str:
    words = path.split("/")
    if not path or "\0" in path or any(word in {"", ".", ".."} for word in words):
        raise UsageError(f"`{path}` isn't a path below the folder: use `/` and no `..`")
    return os.path.join(folder, *words)
