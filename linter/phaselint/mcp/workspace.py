"""What a client may have read: the folders of its workspace, and nothing outside of them.

A path counts by where it leads in the end, links resolved. The process that answers a call is told
the folders as well (`environment`): it looks for no project, and git for no repository, above them.
"""

from __future__ import annotations

import os

from phaselint.config import CEILING
from phaselint.linting.paths import parted
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

_LISTS, _SINGLE = ("paths",), ("contract", "script")
_VERSIONS = ("old", "new")
"""Arguments that are a revision, or a directory where there is one."""

_ABOUT = "paths"
"""The argument whose default is the unsaved files, or else the whole workspace."""


class Workspace(NamedTuple):
    """Folders, by their real paths; paths count from the first."""

    roots: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The folder in which calls run."""
        return self.roots[0]

    def path(self, path: str) -> str:
        """A path in the workspace, from its first folder; what it names in a file is kept.

        Raises:
            UsageError: it is outside the workspace, or can't be one.
        """
        try:
            file, inside = parted(os.path.normpath(os.path.join(self.folder, path)))
            real = os.path.realpath(file)
        except (OSError, ValueError):  # a name no file can have
            raise UsageError(f"{_shown(path)}: not a path") from None
        if self._contains(real):
            shown = os.path.relpath(self._unlinked(file), self.folder).replace(os.sep, "/")
            return shown + inside
        if self._contains(self._unlinked(file)):
            raise UsageError(f"{_shown(path)}: the link points outside the workspace")
        places = ", ".join(self.roots)
        raise UsageError(f"{_shown(path)}: outside the workspace; its folders are {places}")

    def environment(self) -> dict[str, str]:
        """The variables of a process that must not look above the workspace."""
        roots = os.pathsep.join(self.roots)
        above = os.pathsep.join(map(os.path.dirname, self.roots))
        own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        return {**own, CEILING: roots, "GIT_CEILING_DIRECTORIES": above}

    def _contains(self, real: str) -> bool:
        return any(real == root or real.startswith(os.path.join(root, "")) for root in self.roots)

    def _unlinked(self, full: str) -> str:
        """A path that goes through a folder of the workspace by its real path; what is below that
        keeps its name. Clients may name the folder by a link."""
        above, rest = full, ""
        while os.path.realpath(above) not in self.roots:
            around, name = os.path.split(above)
            if around == above:
                return os.path.realpath(full)
            above, rest = around, os.path.join(name, rest) if rest else name
        return os.path.join(os.path.realpath(above), rest) if rest else os.path.realpath(above)


class Call(NamedTuple):
    """The arguments of a call with paths from the first folder of the workspace, and unsaved files
    by absolute path."""

    arguments: Mapping[str, Any]
    texts: Mapping[str, str]


def workspace_of(folders: Iterable[str]) -> Workspace:
    """The workspace of a client's folders, or else of the current one.

    Raises:
        UsageError: none of the folders exists.
    """
    named = list(folders)
    roots = [os.path.realpath(each) for each in named or [os.curdir]]
    there = [each for each in dict.fromkeys(roots) if os.path.isdir(each)]
    if not there:
        raise UsageError(f"no folder of the workspace exists: {', '.join(map(_shown, named))}")
    return Workspace(tuple(there))


def folders_of(uris: Iterable[str]) -> list[str]:
    """The paths of roots that are files on this machine.

    Raises:
        UsageError: there are roots, and none is.
    """
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    some = list(uris)
    parts = [urlsplit(each) for each in some]
    folders = [
        url2pathname(each.path)
        for each in parts
        if each.scheme == "file" and each.netloc in ("", "localhost")
    ]
    if some and not folders:
        raise UsageError(f"no root is a folder on this machine: {', '.join(map(_shown, some))}")
    return folders


def checked(workspace: Workspace, arguments: Mapping[str, Any], *, about: bool) -> Call:
    """A call whose paths are in the workspace.

    Args:
        about: whether the tool has the argument `paths`.

    Raises:
        UsageError: a path is outside of it.
    """
    given = {workspace.path(path): text for path, text in arguments.get("texts", {}).items()}
    made = {key: value for key, value in arguments.items() if key not in ("texts", "seconds")}
    for key in _LISTS:
        if key in made:
            made[key] = [workspace.path(each) for each in made[key]]
    for key in _SINGLE:
        if key in made:
            made[key] = workspace.path(made[key])
    for key in _VERSIONS:
        value = made.get(key, "")
        if value.startswith("-"):
            raise UsageError(f"{key}: `{_shown(value)}` isn't a revision or a directory")
        if value and _is_folder(os.path.join(workspace.folder, value)):
            made[key] = workspace.path(value)
    if about and not made.get(_ABOUT):
        made[_ABOUT] = list(given) or [workspace.path(each) for each in workspace.roots]
    folder = workspace.folder
    return Call(made, {os.path.join(folder, path): text for path, text in given.items()})


def _is_folder(path: str) -> bool:
    try:
        return os.path.isdir(path)
    except ValueError:  # a name no file can have
        return False


def _shown(text: str) -> str:
    """What a client has written, on one line."""
    return text if text.isprintable() else repr(text)[1:-1]
