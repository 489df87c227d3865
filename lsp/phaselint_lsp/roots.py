"""Which project a file is in."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from phaselint.config import find, home_around, is_marked
from phaselint.dialects import BUILTIN
from phaselint.project.paths import below
from phaselint.vocabulary.errors import UsageError
from phaselint_lsp.reader import editor_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_HOMES = frozenset(home for dialect in BUILTIN for home in dialect.homes)


class Roots:
    """The project roots of files, found once for each folder.

    Args:
        folders: the workspace folders.
        strings: those of open documents, absolute path → content.
        complain: is given lines to show to the user.
    """

    def __init__(
        self,
        folders: Sequence[str],
        texts: Mapping[str, bytes],
        complain: Callable[[str], None],
    ) -> None:
        self._folders = folders
        self._texts = texts
        self._complain = complain
        self._found: dict[str, str] = {}

    def of(self, path: str) -> str:
        """The project root of a file: a marked folder above it, else the workspace folder it is in,
        or the one around that where it is a folder in which a dialect keeps its contracts; outside
        of all, what the command has for a file that is named."""
        folder = os.path.dirname(path)
        if folder not in self._found:
            self._found[folder] = self._find(path, folder)
        return self._found[folder]

    def _find(self, path: str, folder: str) -> str:
        try:
            project = find(folder)
        except UsageError as error:
            self._complain(str(error))
            return folder
        if is_marked(project):
            return project.root
        for workspace in self._folders:
            if inside(folder, workspace):
                return home_around(workspace, _HOMES) or workspace
        return home_around(path, _HOMES) or self._unmarked(path, folder)

    def _unmarked(self, path: str, folder: str) -> str:
        """A file may be part of a contract whose folder is the one above its own."""
        parent, _ = os.path.split(folder)
        probe = editor_reader(parent, self._texts)
        for dialect in BUILTIN:
            for target in dialect.claim(probe, below(parent, path), False):
                return os.path.join(parent, target.folder) if target.folder else parent
        return folder


def inside(path: str, folder: str) -> bool:
    """Whether a path is that of a folder, or of something in it."""
    return path == folder or path.startswith(os.path.join(folder, ""))
