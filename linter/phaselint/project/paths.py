"""Project paths: relative to the project root, with forward slashes, the root being `""`."""

from __future__ import annotations

import os
import posixpath

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

PATH_LIMIT, NAME_LIMIT = 4096, 255
"""Bytes that a path, and a name in it, may have."""


def join(folder: str, name: str) -> str:
    """Put a project path together."""
    return f"{folder}/{name}" if folder else name


def split(path: str) -> tuple[str, str]:
    """The folder of a project path, and the last name in it."""
    folder, _, name = path.rpartition("/")
    return folder, name


def normal(path: str) -> str | None:
    """Give a project path its one spelling; none when it leaves the project."""
    if _is_normal(path):
        return path
    if os.sep != "/":
        path = path.replace(os.sep, "/")
    if path.startswith("/") or os.path.splitdrive(path)[0]:
        return None
    clean = posixpath.normpath(path) if path else ""
    if clean == ".." or clean.startswith("../"):
        return None
    return "" if clean == "." else clean


def too_long(path: str) -> bool:
    """Whether no file can have a project path, since it or a name in it is too long: such a path is
    not looked up."""
    if len(path) <= NAME_LIMIT:
        return False
    data = path.encode(errors="surrogatepass")
    return len(data) > PATH_LIMIT or len(max(data.split(b"/"), key=len)) > NAME_LIMIT


def outside(path: str, names: Collection[str]) -> str:
    """The folder around the outermost part of a project path that has one of some names; the path
    itself where none has."""
    parts = path.split("/")
    for depth, part in enumerate(parts):
        if part in names:
            return "/".join(parts[:depth])
    return path


def is_below(path: str, folder: str) -> bool:
    """Whether a file is below a folder of these parts, wherever in the project that is."""
    return f"/{folder}/" in f"/{path}"


def _is_normal(path: str) -> bool:
    """Whether a path surely is as it should be, told at a glance: most are, and this takes a tenth
    of the time."""
    return (
        path[:1] not in ("", "/")
        and (path[0] != "." or path[1:2] not in ("", ".", "/"))
        and path[-1] != "/"
        and "/." not in path
        and "//" not in path
        and "\\" not in path
        and ":" not in path
    )


def below(root: str, path: str) -> str:
    """The project path of a path on disk, the project root being a path on disk as well."""
    if root and path.startswith(root) and os.sep == "/":  # as nearly always
        inner = path[len(root) + 1 :]
        if path == root or (path[len(root)] == "/" and _is_normal(inner)):
            return inner
    relative = os.path.relpath(path, root)
    return "" if relative == "." else relative.replace(os.sep, "/")


def relative(root: str) -> Callable[[str], str]:
    """Project path → path relative to the working directory, with forward slashes."""
    known: dict[str, str] = {}
    prefix = os.path.relpath(root)
    inside = set(prefix.split(os.sep)) == {os.pardir}

    def show(path: str) -> str:
        if path not in known:
            joined = os.path.normpath(os.path.join(prefix, path))
            # From a folder in the project, the way up to its root may be longer than needed.
            known[path] = (os.path.relpath(joined) if inside else joined).replace(os.sep, "/")
        return known[path]

    return show


def first_below(root: str) -> str:
    """What no name that `relative` gives of a file below a root sorts before."""
    name = relative(root)("")
    ways_up = {os.curdir, os.pardir}
    return "" if ways_up.issuperset(name.split("/")) else name


def display_path(path: str) -> str:
    """A path on disk as messages name it: from the working directory where it is below that."""
    relative = os.path.relpath(path)
    return path if relative.startswith(os.pardir) else relative
