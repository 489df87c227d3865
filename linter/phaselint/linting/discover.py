"""Paths on the command line → contracts to load (design §5, §9).

The project root is the nearest folder with a configuration file or `.git`; without one, that
around the nearest folder in which a dialect keeps its contracts (`.sweny`); without one, the
working directory, where it contains what was named; else the folder that was named, or the
contract's folder where a file was.
"""

from __future__ import annotations

import os
from itertools import chain

from phaselint.config import configure, find, home_around, is_marked, project_in
from phaselint.config.model import Config
from phaselint.dialects import BUILTIN, Dialects
from phaselint.dialects.options import Given
from phaselint.linting.detection import YAML, Gathered, Item, Looker, Workspace, unread
from phaselint.linting.discovery import Discovery, Empty, FoundContract, Unread
from phaselint.linting.paths import parted, unusable
from phaselint.linting.probes import Probes
from phaselint.project.disk import DiskReader
from phaselint.project.paths import below, join, split
from phaselint.project.reader import walk
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.base import Target
    from phaselint.linting.begun import Begun
    from phaselint.vocabulary.rule import Rule


class Named(NamedTuple):
    """A path as the user wrote it, its place among all, the same on disk, and the root of its
    project; of `FILE::NAME` the path is that of the file, and `inside` the rest."""

    number: int
    path: str
    full: str
    root: str
    inside: str = ""


class Finder:
    """Finds contracts for one run.

    `survey`, `rounds` and `concluded` are the steps of it for those who look at what there is
    elsewhere, or at another time; `discover` takes them all, and what it has opened is kept.

    Args:
        rules: the built-in rules.
        wanted: the name of the one dialect to look for, so nothing is detected; empty for
            all that a project knows.
        config_file, isolated: see `phaselint.config.configure`.
        overlay: strings that stand for files, absolute path → content.
        given: options that win over the configuration.
        exclude: patterns besides those of each configuration.

    Raises:
        UsageError: an option that is given for a built-in dialect cannot be understood.

    Attributes:
        workspaces: the projects that were come across so far, by root.
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
        exclude: tuple[str, ...] = (),
    ) -> None:
        self.workspaces: dict[str, Workspace] = {}
        self._rules = rules
        self._wanted = wanted
        self._config_file = config_file
        self._isolated = isolated
        self._overlay = overlay or {}
        self._exclude = exclude
        self._given = given or Given()
        self._given.options(BUILTIN)
        self._looker = Looker(wanted)
        self._wrong: list[str] = []
        self._paths: tuple[Named, ...] = ()
        self._named: dict[str, list[str]] = {}
        self._later: tuple[Named, ...] = ()
        self._told: set[str] = set()

    def discover(self, paths: Iterable[str]) -> Discovery:
        """The contracts behind the paths.

        Raises:
            UsageError: a bad configuration, or a dialect that no project knows.
        """
        return self.begun(paths).found()

    def begun(self, paths: Iterable[str]) -> Begun:
        """The search for them, before any folder is looked at. Raises as `discover` does."""
        from phaselint.linting.begun import Begun

        self.survey(paths)
        gathered = Gathered()
        rounds = self.rounds(gathered.numbers)
        first = next(rounds, [])
        return Begun(self.workspaces, self._looker, self.discovered, gathered, first, rounds)

    def discovered(self, gathered: Gathered) -> Discovery:
        """The contracts that a search has gathered. Raises as `discover` does."""
        said = {root: unread(each.reader) for root, each in self.workspaces.items()}
        found = (self._found(self.workspaces[root], each) for root, each in gathered.found())
        missed = (each for root in said for each in self.unread_in(root, said[root]))
        return self.concluded(gathered)._replace(found=tuple(found), unread=tuple(missed))

    def passing(self, path: str) -> Iterator[tuple[FoundContract, ...]]:
        """The contracts below a folder, one folder after the other: whoever asks may stop.

        Raises:
            UsageError: as `discover`.
        """
        self.survey((path,))
        for named in self._paths:
            for item in self._walked(named):
                workspace = self.workspaces[item.root]
                targets = self._looker.look(workspace, item).targets
                yield tuple(self._found(workspace, target) for target in targets)

    def survey(self, paths: Iterable[str]) -> None:
        """Take the paths to find contracts behind, and find their projects.

        Raises:
            UsageError: as `discover`.
        """
        usable = []
        for path in paths:
            file, inside = parted(path)
            reason = "" if os.path.abspath(file) in self._overlay else unusable(file)
            if reason:
                self._wrong.append(f"{path}: {reason}")
            else:
                usable.append((path, file, inside))
        probes = self._probes(file for _, file, _ in usable)
        self._paths = tuple(
            Named(number, path, os.path.abspath(file), self._register(file, probes), inside)
            for number, (path, file, inside) in enumerate(usable)
        )
        self._check_wanted(each.root for each in self._paths)

    def rounds(self, found: Collection[int]) -> Iterator[list[Item]]:
        """What to look at for the contracts behind the paths, in rounds: of a path behind which
        one round finds any, there is nothing in the next, unless `_is_open` says so.

        Args:
            found: the numbers of the paths with contracts behind them, once the items of a
                round have been looked at.

        Raises:
            UsageError: as `discover`.
        """
        for step in range(2):
            open_ = [named for named in self._paths if self._is_open(named, found)]
            items = [item for named in open_ for item in self._step(named, step)]
            self._later = tuple(each for each in open_ if len(self._ways(each)) > step + 1)
            if not self._wanted:  # else the next round may come across further projects
                self.check_given()
            if items:
                yield items

    def may_look_again(self, root: str, found: Collection[int]) -> bool:
        """Whether a round after this one may look into a project.

        Args:
            found: the numbers of the paths with contracts behind them, so far.
        """
        self._later = tuple(each for each in self._later if self._is_open(each, found))
        return any(self._wanted or each.root == root for each in self._later)

    def _is_open(self, named: Named, found: Collection[int]) -> bool:
        """Below a folder that counts as a wanted contract there may be others."""
        return named.number not in found or (bool(self._wanted) and os.path.isdir(named.full))

    def concluded(self, gathered: Gathered) -> Discovery:
        """What has come of the paths, next to contracts and what could not be read.

        Raises:
            UsageError: as `discover`.
        """
        wrong = list(self._wrong)
        empty = []
        for named in self._paths:
            if named.number not in gathered.numbers:
                reason, why = gathered.problems.get(named.number, ("", ""))
                if reason:
                    wrong.append(f"{named.path}: {reason}")
                else:
                    empty.append(Empty(named.path, os.path.isdir(named.full), why))
        workspaces = tuple(self.workspaces.values())
        self.check_given()
        faults = (line for each in workspaces for line in each.config.faults)
        configs = [each.config for each in workspaces]
        older = [(*each.respelled, *self._given.respelled(each.dialects)) for each in configs]
        return Discovery(
            (),
            tuple(wrong),
            faults=(*dict.fromkeys(faults), *gathered.failures()),
            empty=tuple(empty),
            workspaces=workspaces,
            respelled=(*chain(*older),),
        )

    def _found(self, workspace: Workspace, target: Target) -> FoundContract:
        dialects = {each.name: each for each in self._looker.dialects(workspace)}
        return FoundContract(workspace, dialects[target.dialect], target)

    def _step(self, named: Named, step: int) -> Iterator[Item]:
        """What to look at for a path in a round."""
        ways = self._ways(named)
        return ways[step](named) if step < len(ways) else iter(())

    def _ways(self, named: Named) -> Sequence[Callable[[Named], Iterator[Item]]]:
        """What to look at for a path, round by round."""
        if not os.path.isdir(named.full):
            return (self._claimed,)
        return (self._claimed, self._walked) if self._wanted else (self._walked, self._broken)

    def _claimed(self, named: Named) -> Iterator[Item]:
        self._workspace(named.root)
        path = below(named.root, named.full) + named.inside
        yield Item((named.number, 0), named.root, path, "claim")

    def _walked(self, named: Named) -> Iterator[Item]:
        path = below(named.root, named.full)
        folders = walk_projects(self._workspace(named.root), path, self._workspace)
        for count, (inner, nearest) in enumerate(folders):
            yield Item((named.number, count), nearest.root, inner, "detect")

    def _broken(self, named: Named) -> Iterator[Item]:
        """The YAML files in a named folder in which no contract is found: of one that does not
        parse, name and place tell what it was meant as, as if it was named."""
        folder = below(named.root, named.full)
        for count, name in enumerate(self.workspaces[named.root].reader.names(folder)):
            if name.endswith(YAML):
                yield Item((named.number, count), named.root, join(folder, name), "broken")

    def _check_wanted(self, roots: Iterable[str]) -> None:
        """Every project that was named has to know the dialect that is wanted."""
        known = [self._workspace(root).config for root in roots] if self._wanted else []
        for config in known or [Config()]:
            try:
                config.dialects.select(self._wanted)
            except UsageError as error:
                raise UsageError("; ".join((str(error), *config.faults[:1]))) from None

    def check_given(self) -> None:
        """What is given must be for dialects that some project knows.

        Raises:
            UsageError: it is not.
        """
        self._given.check([each.config.dialects for each in self.workspaces.values()] or [BUILTIN])

    def unread_in(self, root: str, said: Mapping[str, str]) -> Iterator[Unread]:
        """What could not be read in a project and was not named. A project inside another knows
        it too: it is given for the first that is asked about.

        Args:
            said: what could not be read there while contracts were looked for.
        """
        workspace = self.workspaces[root]
        for path, why in said.items():
            full = os.path.join(root, path)
            if full not in self._told:
                self._told.add(full)
                yield Unread(workspace, path, why)

    def _probes(self, paths: Iterable[str]) -> Probes:
        dialects = self._unmarked_dialects()
        return Probes(
            (os.path.abspath(path) for path in paths),
            self._looker.sought(dialects),
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

    def _register(self, path: str, probes: Probes) -> str:
        """The root of a named path, which is never ignored."""
        full = os.path.abspath(path)
        folder = full if os.path.isdir(full) else os.path.dirname(full)
        project = find(folder)
        root = project.root if is_marked(project) else self._unmarked_root(full, folder, probes)
        inner = below(root, full)
        self._named.setdefault(root, []).append(inner)
        self._told.add(os.path.join(root, inner))
        return root

    def _unmarked_root(self, full: str, folder: str, probes: Probes) -> str:
        """The root for a named path where no folder around it is marked as a project."""
        homes = frozenset(home for each in probes.dialects for home in each.homes)
        around = home_around(full, homes) or _working_directory(full)
        return around or (folder if full == folder else probes.root_of(full))

    def _workspace(self, root: str) -> Workspace:
        if root not in self.workspaces:
            file, isolated = self._config_file, self._isolated
            config = configure(root, self._rules, config_file=file, isolated=isolated)
            named = tuple(self._named.get(root, ()))
            config = config._replace(root=root, exclude=(*config.exclude, *self._exclude))
            reader = DiskReader(root, exclude=config.exclude, named=named, overlay=self._overlay)
            given = self._given.options(config.dialects)
            self.workspaces[root] = Workspace(root, config, reader, named, given)
        return self.workspaces[root]


def walk_projects(
    outer: Workspace, start: str, workspace_of: Callable[[str], Workspace]
) -> Iterator[tuple[str, Workspace]]:
    """The folders below one of a project, as project paths of the workspace they are in: a
    project may contain further ones, which `workspace_of` gives by their root, and a folder that
    isn't a project's root is in that of the folder around it. The outer one forgets those."""
    nearest: dict[str, Workspace] = {}
    last = start
    for folder in walk(outer.reader, start):
        if last in nearest and nearest[last] is not outer:
            outer.reader.leave(last)
        last = folder
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
