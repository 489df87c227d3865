"""What is recognized behind some paths, and near misses: for a person who wonders why a file is
checked or not."""

from __future__ import annotations

import os

from phaselint.dialects.options import in_force
from phaselint.linting.detection import Item, Looker
from phaselint.linting.discover import walk_projects
from phaselint.linting.pipeline import finder_of
from phaselint.project.disk import DiskReader
from phaselint.project.globs import compile_globs
from phaselint.project.ignorefiles import NAME
from phaselint.project.paths import below, relative
from phaselint.vocabulary.errors import PluginError, blamed
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.base import Contract
    from phaselint.dialects.records import Audience
    from phaselint.linting.detection import Workspace
    from phaselint.linting.discovery import FoundContract
    from phaselint.linting.request import Request
    from phaselint.vocabulary.message import Message
    from phaselint.vocabulary.rule import Rule


class Recognised(NamedTuple):
    """A contract: what it is called, its dialect, the files it was read from, its scripts, and the
    programs that it is for, where several read such files."""

    path: str
    dialect: str
    files: tuple[str, ...]
    scripts: tuple[str, ...]
    readers: tuple[Audience, ...] = ()
    known: tuple[str, ...] = ()
    """What is known of it and what is not, in a dialect that may have to leave parts unread."""


class Missed(NamedTuple):
    """What looks like a contract of a dialect and isn't treated as one, and why not."""

    path: str
    dialect: str
    why: Message


class Inventory(NamedTuple):
    """What is behind some paths, named from the working directory. `wrong` are lines about paths
    that cannot be looked at, and about plugins that fail."""

    contracts: tuple[Recognised, ...]
    missed: tuple[Missed, ...]
    wrong: tuple[str, ...]


def recognise(request: Request, rules: Sequence[Rule]) -> Inventory:
    """Look for the contracts behind the paths of a request, and for near misses.

    Raises:
        UsageError: a bad configuration, or a dialect that no project knows.
    """
    finder = finder_of(request, rules)
    discovery = finder.discover(request.paths)
    wrong = [*discovery.wrong, *discovery.faults]
    contracts: list[Recognised] = []
    taken: set[str] = set()
    for found in discovery.found:
        try:
            contracts.append(_recognised(found, taken))
        except PluginError as error:
            wrong.append(str(error))
    search = _Search(finder.workspaces, Looker(request.dialect), frozenset(taken), wrong)
    missed = sorted({*_missed(search, request.paths)})
    return Inventory(tuple(contracts), tuple(missed), tuple(dict.fromkeys(wrong)))


def _recognised(found: FoundContract, taken: set[str]) -> Recognised:
    """A contract with its files, which are noted as taken by their paths on disk."""
    from phaselint.executor.scripts import scripts_of

    workspace, target = found.workspace, found.target
    contract = found.dialect.load(workspace.reader, target)
    scripts = scripts_of(workspace.reader, target, workspace.config.scripts)
    files, beside = sorted(contract.documents), [path for path, _, _ in scripts]
    taken.update(os.path.join(workspace.root, path) for path in (target.path, *files, *beside))
    show = relative(workspace.root)
    return Recognised(
        show(target.path),
        target.dialect,
        tuple(show(path) for path in files),
        tuple(show(path) for path in beside),
        _readers(found, contract),
        known=tuple(found.dialect.told(contract)) if found.dialect.told is not None else (),
    )


def _readers(found: FoundContract, contract: Contract) -> tuple[Audience, ...]:
    """The programs that a contract is for under the effective options."""
    dialect, workspace = found.dialect, found.workspace
    if dialect.readers is None:
        return ()
    options = in_force(dialect, workspace.config.options, workspace.given)
    return tuple(dialect.readers(contract, options))


class _Search(NamedTuple):
    """Where to look: the projects by their roots, who asks their dialects, what is taken by
    contracts, by its path on disk, and where lines go about plugins that fail."""

    workspaces: dict[str, Workspace]
    looker: Looker
    taken: frozenset[str]
    wrong: list[str]


def _missed(search: _Search, paths: Sequence[str]) -> Iterator[Missed]:
    """The near misses behind some paths, and what would be one but for the
    configuration."""
    for path in paths:
        full = os.path.abspath(path)
        if os.path.isdir(full):
            yield from _near_below(search, full)
            yield from _excluded(search, full)
            yield from _ignored(search, full)
        elif os.path.isfile(full):
            folder = os.path.dirname(full)
            outer = _workspace_of(search, folder)
            near = _near(search, outer, below(outer.root, folder))
            yield from (each for each in near if os.path.abspath(each.path) == full)


def _workspace_of(search: _Search, folder: str) -> Workspace:
    """The project that a named folder was looked for in: the nearest around it."""
    inside = [r for r in search.workspaces if folder == r or folder.startswith(os.path.join(r, ""))]
    return search.workspaces[max(inside, key=len)]


def _near_below(search: _Search, folder: str) -> Iterator[Missed]:
    """The near misses in a folder and below it."""
    outer = _workspace_of(search, folder)

    def open_(root: str) -> Workspace:
        return search.workspaces.get(root, outer)

    for each, workspace in walk_projects(outer, below(outer.root, folder), open_):
        yield from _near(search, workspace, each)


def _near(search: _Search, workspace: Workspace, folder: str) -> Iterator[Missed]:
    """The near misses in a folder of a project, and part of none."""
    show = relative(workspace.root)
    for dialect in search.looker.dialects(workspace):
        if dialect.setup is None:
            continue
        try:
            with blamed(dialect.origin, "setup"):
                some = tuple(dialect.setup().near(workspace.reader, folder))
        except PluginError as error:
            search.wrong.append(str(error))
            continue
        for each in some:
            if os.path.join(workspace.root, each.path) not in search.taken:
                yield Missed(show(each.path), dialect.name, each.why)


def _excluded(search: _Search, folder: str) -> Iterator[Missed]:
    """The contracts in a folder and below it that a configuration keeps from being read."""
    outer = _workspace_of(search, folder)
    opened: dict[str, Workspace] = {}

    def open_(root: str) -> Workspace:
        """A project as it would be if nothing in it was excluded."""
        known = search.workspaces.get(root, outer)
        if known.root not in opened:
            opened[known.root] = known._replace(reader=DiskReader(known.root, named=known.named))
        return opened[known.root]

    for each, workspace in walk_projects(open_(outer.root), below(outer.root, folder), open_):
        if workspace.config.exclude:
            item = Item((0, 0), workspace.root, each, "detect")
            show = relative(workspace.root)
            for target in search.looker.look(workspace, item).targets:
                if pattern := _pattern(workspace.config.exclude, target.path):
                    why = message("is excluded by `{}`", pattern)
                    yield Missed(show(target.path), target.dialect, why)


def _ignored(search: _Search, folder: str) -> Iterator[Missed]:
    """The contracts in a folder and below it that ignore files keep from being read. Folders that
    are ignored themselves are not looked into, unless they are hidden ones of a dialect."""
    outer = _workspace_of(search, folder)
    seeing: dict[str, Workspace] = {}

    def open_(root: str) -> Workspace:
        return search.workspaces.get(root, outer)

    for each, known in walk_projects(outer, below(outer.root, folder), open_):
        if known.root not in seeing:
            reader = DiskReader(
                known.root, exclude=known.config.exclude, named=known.named, all_files=True
            )
            seeing[known.root] = known._replace(reader=reader)
        workspace = seeing[known.root]
        show = relative(workspace.root)
        item = Item((0, 0), workspace.root, each, "detect")
        for target in search.looker.look(workspace, item).targets:
            if os.path.join(workspace.root, target.path) not in search.taken:
                why = message("is ignored by `{}`", NAME)
                yield Missed(show(target.path), target.dialect, why)


def _pattern(patterns: Sequence[str], path: str) -> str:
    """The first pattern that leaves a path out; empty where none does."""
    return next((each for each in patterns if compile_globs((each,))(path)), "")
