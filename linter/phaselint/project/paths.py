"""Project paths: relative to the project root, with forward slashes, the root being `""`."""

from __future__ import annotations

import os
import posixpath


def join(folder: str, name: str) -> str:
    """Put a project path together."""
    return f"{folder}/{name}" if folder else name


def split(path: str) -> tuple[str, str]:
    """The folder of a project path, and the last name in it."""
    folder, _, name = path.rpartition("/")
    return folder, name


def normal(path: str) -> str | None:
    """Give a project path its one spelling; none when it leads out of the project."""
    if os.sep != "/":
        path = path.replace(os.sep, "/")
    if path.startswith("/") or os.path.splitdrive(path)[0]:
        return None
    clean = posixpath.normpath(path) if path else ""
    if clean == ".." or clean.startswith("../"):
        return None
    return "" if clean == "." else clean


def below(root: str, path: str) -> str:
    """The project path of a path on disk, the project root being a path on disk as well."""
    relative = os.path.relpath(path, root)
    return "" if relative == "." else relative.replace(os.sep, "/")


def shown(path: str) -> str:
    """A path on disk as messages name it: from the working directory where it is below that."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative
