"""Paths on the command line → contracts to load (design §5, §9).

The project root is the nearest folder with a configuration file or `.git`; without one, the
folder that was named, or the contract's folder where a file was.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from phaselint.config import Config, configure, find, project_in
from phaselint.dialects.options import as_configured
from phaselint.document.model import FATAL
from phaselint.probing import Probes
from phaselint.project.disk import DiskReader
from phaselint.project.files import NotReadable, check_regular
from phaselint.project.paths import below, split
from phaselint.project.reader import walk
from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.base import Dialect, Target
    from phaselint.project.reader import ProjectReader

_EXTENSIONS = (".yaml", ".yml", ".json", ".md")
"""Files that are worth a look even when no dialect wants them, if the user named them."""


class Workspace(NamedTuple):
    """A project: its root on disk, its configuration, the reader of its files, and the paths
    in it that the user named."""

    root: str
    config: Config
    reader: ProjectReader
    named: tuple[str, ...] = ()


class Found(NamedTuple):
    """A contract and the project it is in."""

    workspace: Workspace
    dialect: Dialect
    target: Target


class Unread(NamedTuple):
    """A file or folder that was come across and that the system did not let us read."""

    workspace: Workspace
    path: str
    reason: str


class Empty(NamedTuple):
    """A named path behind which there is no contract; `why` is about a file that does not
    parse and may have been meant as one."""

    path: str
    is_folder: bool
    why: str = ""


class Discovery(NamedTuple):
    """The contracts behind some paths, in order and each once.

    `wrong` are lines about named paths that do not exist or cannot be read. `unread` is what
    nobody named; some of it may be part of a contract.
    """

    found: tuple[Found, ...]
    wrong: tuple[str, ...]
    empty: tuple[Empty, ...]
    unread: tuple[Unread, ...]
    workspaces: tuple[Workspace, ...]


class Finder:
    """Finds contracts for one run; what it has opened is kept.

    Args:
        dialects: those to look for.
        forced: the dialects were named by the user, so that nothing is detected.
        config_file, isolated: see `phaselint.config.configure`.
        overlay: texts that stand for files, absolute path → content.
        given: options that win over the configuration, by dialect.
    """

    def __init__(
        self,
        dialects: Sequence[Dialect],
        *,
        forced: bool,
        config_file: str = "",
        isolated: bool = False,
        overlay: Mapping[str, bytes] | None = None,
        given: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._dialects = dialects
        self._forced = forced
        self._config_file = config_file
        self._isolated = isolated
        self._overlay = overlay or {}
        self._given = given or {}
        self._configured: dict[tuple[str, str], Dialect] = {}
        self._workspaces: dict[str, Workspace] = {}
        self._named: dict[str, list[str]] = {}

    def discover(self, paths: Iterable[str]) -> Discovery:
        """The contracts behind the paths. Raises UsageError for a bad configuration."""
        wrong: list[str] = []
        empty: list[Empty] = []
        found: dict[tuple[str, Target], Found] = {}
        usable = []
        for path in paths:
            reason = "" if os.path.abspath(path) in self._overlay else _unusable(path)
            if reason:
                wrong.append(f"{path}: {reason}")
            else:
                usable.append(path)
        probes = self._probes(usable)
        roots = [self._register(path, probes) for path in usable]
        for path, root in zip(usable, roots, strict=True):
            contracts = list(self._behind(os.path.abspath(path), root))
            for contract in contracts:
                found.setdefault((contract.workspace.root, contract.target), contract)
            if contracts:
                continue
            reason, why = self._problem(os.path.abspath(path), root)
            if reason:
                wrong.append(f"{path}: {reason}")
            else:
                empty.append(Empty(path, os.path.isdir(path), why))
        workspaces = tuple(self._workspaces.values())
        unread = tuple(self._unread(workspaces))
        return Discovery(tuple(found.values()), tuple(wrong), tuple(empty), unread, workspaces)

    def _problem(self, full: str, root: str) -> tuple[str, str]:
        """Why a named file in no contract could not be read, and why not parsed; else empty."""
        if os.path.isdir(full) or not full.endswith(_EXTENSIONS):
            return "", ""
        document = self._workspaces[root].reader.document(below(root, full))
        if document is None:
            return "no such file or directory", ""
        for problem in document.problems:
            if problem.kind == "syntax-error":
                start = document.position(problem.start)
                return "", f"line {start.line}, column {start.column}: {problem.message}"
            if problem.kind in FATAL:
                return problem.message.removeprefix("the file "), ""
        return "", ""

    def _unread(self, workspaces: Iterable[Workspace]) -> Iterator[Unread]:
        """What could not be read and was not named; a project inside another knows it too."""
        seen = {os.path.join(root, path) for root, paths in self._named.items() for path in paths}
        for workspace in workspaces:
            folders = workspace.reader.unlisted.items()
            said = [(path, f"the folder {why}") for path, why in folders]
            for path, why in (*said, *workspace.reader.unopened.items()):
                full = os.path.join(workspace.root, path)
                if full not in seen:
                    seen.add(full)
                    yield Unread(workspace, path, why)

    def _probes(self, paths: Iterable[str]) -> Probes:
        return Probes(
            (os.path.abspath(path) for path in paths),
            self._dialects,
            forced=self._forced,
            overlay=self._overlay,
            given=self._given,
        )

    def _register(self, path: str, probes: Probes) -> str:
        """The root of a named path, which is never ignored."""
        full = os.path.abspath(path)
        folder = full if os.path.isdir(full) else os.path.dirname(full)
        project = find(folder)
        root = project.root
        if full != folder and not project.config:
            marked = os.path.lexists(os.path.join(root, ".git"))
            root = root if marked else probes.root_of(full)
        self._named.setdefault(root, []).append(below(root, full))
        return root

    def _workspace(self, root: str) -> Workspace:
        if root not in self._workspaces:
            config = configure(
                root,
                self._dialects,
                config_file=self._config_file,
                isolated=self._isolated,
            )
            named = tuple(self._named.get(root, ()))
            reader = DiskReader(root, exclude=config.exclude, named=named, overlay=self._overlay)
            self._workspaces[root] = Workspace(root, config._replace(root=root), reader, named)
        return self._workspaces[root]

    def _behind(self, full: str, root: str) -> Iterator[Found]:
        workspace = self._workspace(root)
        path = below(root, full)
        if self._forced or not os.path.isdir(full):
            for dialect in self._dialects:
                asked = self._asked(dialect, workspace)
                targets = list(asked.claim(workspace.reader, path, self._forced))
                yield from (Found(workspace, dialect, target) for target in targets)
                if targets:
                    return
            if not os.path.isdir(full):
                return
        for inner, nearest in walk_projects(workspace, path, self._workspace):
            for dialect in self._dialects:
                for target in self._asked(dialect, nearest).detect(nearest.reader, inner):
                    yield Found(nearest, dialect, target)

    def _asked(self, dialect: Dialect, workspace: Workspace) -> Dialect:
        """A dialect as the options of a project have it look for contracts."""
        key = (workspace.root, dialect.name)
        if key not in self._configured:
            configured = workspace.config.dialects
            self._configured[key] = as_configured(dialect, configured, self._given)
        return self._configured[key]


def walk_projects(
    outer: Workspace, start: str, workspace_of: Callable[[str], Workspace]
) -> Iterator[tuple[str, Workspace]]:
    """The folders below one of a project, as project paths of the workspace they are in: a
    project may contain further ones, which `workspace_of` gives by their root, and a folder that
    is no project's root is in that of the folder around it."""
    nearest: dict[str, Workspace] = {}
    for folder in walk(outer.reader, start):
        full = os.path.join(outer.root, folder)
        if folder == start:
            nearest[folder] = outer
        else:
            project = project_in(full)
            around = nearest[split(folder)[0]]
            nearest[folder] = workspace_of(project.root) if project else around
        yield below(nearest[folder].root, full), nearest[folder]


def _unusable(path: str) -> str:
    """Why a named path cannot be linted at all, or nothing."""
    if not os.path.lexists(path):
        return "no such file or directory"
    if os.path.isdir(path):
        return "" if os.access(path, os.R_OK | os.X_OK) else "permission denied"
    try:
        check_regular(os.stat(path).st_mode)
    except NotReadable as error:
        return str(error)
    except OSError:
        return "is a symbolic link to a file that does not exist, or to itself"
    return "" if os.access(path, os.R_OK) else "permission denied"
