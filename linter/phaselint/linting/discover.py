"""Paths on the command line → contracts to load (design §5, §9).

The project root is the nearest folder with a configuration file or `.git`; without one, that
around the nearest folder in which a dialect keeps its contracts (`.sweny`); without one, the
working directory, where it contains what was named; else the folder that was named, or the
contract's folder where a file was.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from phaselint.config import Config, configure, find, home_around, is_marked, project_in
from phaselint.dialects import BUILTIN, Dialects
from phaselint.dialects.options import Given, as_configured
from phaselint.document.model import FATAL
from phaselint.linting.probes import Probes
from phaselint.project.disk import DiskReader
from phaselint.project.files import NotReadable, check_regular
from phaselint.project.paths import below, shown, split
from phaselint.project.reader import walk
from phaselint.vocabulary.errors import PluginError, UsageError
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.base import Dialect, Target
    from phaselint.project.reader import ProjectReader
    from phaselint.vocabulary.rule import Rule

_YAML = (".yaml", ".yml")
_EXTENSIONS = (*_YAML, ".json", ".md")
"""Files that are worth a look even when no dialect wants them, if the user named them."""


class Workspace(NamedTuple):
    """A project: its root on disk, its configuration, the reader of its files, the paths in it
    that the user named, and the options that win over its configuration, by dialect."""

    root: str
    config: Config
    reader: ProjectReader
    named: tuple[str, ...] = ()
    given: Mapping[str, Mapping[str, Any]] = {}


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

    `wrong` are lines about named paths that do not exist or cannot be read, `faults` lines about
    plug-ins that cannot be used or failed. `unread` is what nobody named; some of it may be part
    of a contract.
    """

    found: tuple[Found, ...]
    wrong: tuple[str, ...]
    faults: tuple[str, ...]
    empty: tuple[Empty, ...]
    unread: tuple[Unread, ...]
    workspaces: tuple[Workspace, ...]


class Finder:
    """Finds contracts for one run; what it has opened is kept.

    Args:
        rules: the built-in rules.
        wanted: the name of the one dialect to look for, so that nothing is detected; empty for
            all that a project knows.
        config_file, isolated: see `phaselint.config.configure`.
        overlay: texts that stand for files, absolute path → content.
        given: options that win over the configuration.

    Raises:
        UsageError: an option that is given for a built-in dialect cannot be understood.
    """

    def __init__(
        self,
        rules: Sequence[Rule] = (),
        *,
        wanted: str = "",
        config_file: str = "",
        isolated: bool = False,
        overlay: Mapping[str, bytes] | None = None,
        given: Given | None = None,
    ) -> None:
        self._rules = rules
        self._wanted = wanted
        self._config_file = config_file
        self._isolated = isolated
        self._overlay = overlay or {}
        self._given = given or Given()
        self._given.options(BUILTIN)
        self._configured: dict[str, tuple[Dialect, ...]] = {}
        self._workspaces: dict[str, Workspace] = {}
        self._named: dict[str, list[str]] = {}
        self._failures: dict[str, str] = {}

    def discover(self, paths: Iterable[str]) -> Discovery:
        """The contracts behind the paths.

        Raises:
            UsageError: a bad configuration, or a dialect that no project knows.
        """
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
        self._check_wanted(roots)
        for path, root in zip(usable, roots, strict=True):
            full = os.path.abspath(path)
            contracts = list(self._behind(full, root)) or list(self._broken(full, root))
            for contract in contracts:
                found.setdefault((contract.workspace.root, contract.target), contract)
            reason, why = ("", "") if contracts else self._problem(full, root)
            if reason:
                wrong.append(f"{path}: {reason}")
            elif not contracts:
                empty.append(Empty(path, os.path.isdir(path), why))
        workspaces = tuple(self._workspaces.values())
        self._given.check([each.config.dialects for each in workspaces] or [BUILTIN])
        return Discovery(
            tuple(found.values()),
            tuple(wrong),
            faults=tuple(self._faults(workspaces)),
            empty=tuple(empty),
            unread=tuple(self._unread(workspaces)),
            workspaces=workspaces,
        )

    def _check_wanted(self, roots: Iterable[str]) -> None:
        """Every project that was named has to know the dialect that is wanted."""
        known = [self._workspace(root).config for root in roots] if self._wanted else []
        for config in known or [Config()]:
            try:
                config.dialects.wanted(self._wanted)
            except UsageError as error:
                raise UsageError("; ".join((str(error), *config.faults[:1]))) from None

    def _faults(self, workspaces: Iterable[Workspace]) -> Iterator[str]:
        """Lines about plug-ins, each once."""
        yield from dict.fromkeys(line for each in workspaces for line in each.config.faults)
        yield from (f"{path}: {line}" for line, path in self._failures.items())

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
        dialects = self._unmarked_dialects()
        return Probes(
            (os.path.abspath(path) for path in paths),
            self._sought(dialects),
            forced=bool(self._wanted),
            overlay=self._overlay,
            given=self._given.options(dialects),
        )

    def _unmarked_dialects(self) -> Dialects:
        """The dialects whose contracts tell how far a project reaches that nothing marks."""
        if self._isolated or not self._config_file:
            return BUILTIN
        from phaselint.config.file import load_config

        return load_config(self._config_file, self._rules).dialects

    def _sought(self, dialects: Dialects) -> tuple[Dialect, ...]:
        """Those of the dialects to look for; none where the wanted one is not among them."""
        known = not self._wanted or self._wanted in dialects
        return dialects.wanted(self._wanted) if known else ()

    def _register(self, path: str, probes: Probes) -> str:
        """The root of a named path, which is never ignored."""
        full = os.path.abspath(path)
        folder = full if os.path.isdir(full) else os.path.dirname(full)
        project = find(folder)
        root = project.root if is_marked(project) else self._unmarked_root(full, folder, probes)
        self._named.setdefault(root, []).append(below(root, full))
        return root

    def _unmarked_root(self, full: str, folder: str, probes: Probes) -> str:
        """The root for a named path where no folder around it is marked as a project."""
        homes = frozenset(home for each in probes.dialects for home in each.homes)
        around = home_around(full, homes) or _working_directory(full)
        return around or (folder if full == folder else probes.root_of(full))

    def _workspace(self, root: str) -> Workspace:
        if root not in self._workspaces:
            config = configure(
                root,
                self._rules,
                config_file=self._config_file,
                isolated=self._isolated,
            )
            named = tuple(self._named.get(root, ()))
            reader = DiskReader(root, exclude=config.exclude, named=named, overlay=self._overlay)
            given = self._given.options(config.dialects)
            config = config._replace(root=root)
            self._workspaces[root] = Workspace(root, config, reader, named, given)
        return self._workspaces[root]

    def _behind(self, full: str, root: str) -> Iterator[Found]:
        workspace = self._workspace(root)
        path = below(root, full)
        if self._wanted or not os.path.isdir(full):
            forced = bool(self._wanted)
            for dialect in self._asked(workspace):
                targets = self._targets(workspace, path, dialect.claim, path, forced)
                yield from (Found(workspace, dialect, target) for target in targets)
                if targets:
                    return
            if not os.path.isdir(full):
                return
        for inner, nearest in walk_projects(workspace, path, self._workspace):
            for dialect in self._asked(nearest):
                for target in self._targets(nearest, inner, dialect.detect, inner):
                    yield Found(nearest, dialect, target)

    def _broken(self, full: str, root: str) -> Iterator[Found]:
        """The contracts in a named folder in which none is found, by YAML files that do not
        parse: name and place tell what they were meant as, as if they were named."""
        if self._wanted or not os.path.isdir(full):
            return
        reader = self._workspaces[root].reader
        for name in reader.names(below(root, full)):
            path = os.path.join(full, name)
            document = reader.document(below(root, path)) if name.endswith(_YAML) else None
            if document is not None and not document.readable:
                yield from self._behind(path, root)

    def _targets(
        self,
        workspace: Workspace,
        path: str,
        find: Callable[..., Iterable[Target]],
        *arguments: Any,
    ) -> tuple[Target, ...]:
        """The contracts that a dialect finds; none where it fails, which is noted."""
        try:
            return tuple(find(workspace.reader, *arguments))
        except PluginError as error:
            self._failures.setdefault(str(error), shown(os.path.join(workspace.root, path)))
            return ()

    def _asked(self, workspace: Workspace) -> tuple[Dialect, ...]:
        """The dialects as the options of a project have them look for contracts."""
        if workspace.root not in self._configured:
            self._configured[workspace.root] = tuple(self._configure(workspace))
        return self._configured[workspace.root]

    def _configure(self, workspace: Workspace) -> Iterator[Dialect]:
        for dialect in self._sought(workspace.config.dialects):
            try:
                yield as_configured(dialect, workspace.config.options, workspace.given)
            except PluginError as error:
                self._failures.setdefault(str(error), shown(workspace.root))


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


def _working_directory(full: str) -> str:
    """The working directory, where it contains a path; that of a whole file system is no
    project."""
    current = os.getcwd()
    inside = full == current or full.startswith(os.path.join(current, ""))
    return current if inside and os.path.dirname(current) != current else ""


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
