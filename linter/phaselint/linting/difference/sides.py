"""The two sides of a comparison: directories, revisions, the index, the working tree.

A side says which files it has and what contracts there are; the same discovery and the same
loading work on all of them. Contracts of a revision are read under the configuration that is on
disk, so a difference is one of the contracts.
"""

from __future__ import annotations

import os
import stat

from phaselint.config import configure, rules_for
from phaselint.config.model import FILE, PYPROJECT, Config
from phaselint.dialects.options import Given
from phaselint.linting.detection import Gathered, Item, Looker, Workspace
from phaselint.linting.discover import Finder
from phaselint.linting.discovery import FoundContract
from phaselint.project.files import NotReadable, TooLarge, check_regular, read_regular, read_seen
from phaselint.project.ignorefiles import rules_above
from phaselint.project.paths import below, join, split
from phaselint.project.reader import ProjectReader, walk
from phaselint.project.revisions import RevisionSource
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.linting.begun import Needed
    from phaselint.linting.request import Request
    from phaselint.project.revisions import Blob, Git
    from phaselint.vocabulary.rule import Rule

    Found = tuple[tuple[FoundContract, ...], tuple[str, ...]]
    Find = Callable[[Needed | None], Found]

_TABLE = b"[tool.phaselint"


def _forget(_name: str, _data: bytes) -> None:
    """Learn nothing: what is on disk has no names."""


class Side(NamedTuple):
    """One side of a comparison.

    Attributes:
        label: what it is called.
        base: the directory that paths count from, on disk.
        files: its files by their paths from there, each with the name that git has for its
            content; empty where that isn't known.
        read: the content of one. Raises FileNotFoundError, NotReadable or TooLarge.
        learn: takes what a file says that git has by a name; git isn't asked for it then.
        find: its contracts, where they are needed, and lines about paths and plugins that can't be
            used.
        found: its contracts, once they were searched for; `wrong` the lines that go with them.
        modules: submodules by their paths, each with the commit that it is at; known in git alone.
        lacking: the paths of the files whose content was asked for and git doesn't have.
        in_git: whether it is a revision or the index.
    """

    label: str
    base: str
    files: Mapping[str, str]
    read: Callable[[str], bytes]
    find: Find
    found: tuple[FoundContract, ...] = ()
    wrong: tuple[str, ...] = ()
    modules: Mapping[str, str] = {}
    lacking: Callable[[], tuple[str, ...]] = tuple
    learn: Callable[[str, bytes], None] = _forget
    in_git: bool = False

    def searched(self, needed: Needed | None = None) -> Side:
        """The side with its contracts, at least those in folders where they are needed."""
        found, wrong = self.find(needed)
        return self._replace(found=found, wrong=wrong)

    def path(self, found: FoundContract, path: str | None = None) -> str:
        """The path of a file of a contract's project from the base; by default that of the
        contract."""
        inner = found.target.path if path is None else path
        full = os.path.join(found.workspace.root, *inner.split("/"))
        away = os.path.relpath(full, self.base).replace(os.sep, "/")
        return "" if away == "." else away


def on_disk(
    label: str, base: str, paths: Sequence[str], request: Request, rules: Sequence[Rule]
) -> Side:
    """A directory on disk with the contracts below some paths; what the request lays over files is
    in their place.

    Raises:
        UsageError: a bad configuration or option.
    """
    finder = _finder(request, rules)
    overlay = {os.path.realpath(each): text for each, text in request.overlay.items()}
    there = [each for each in paths if os.path.lexists(each) or os.path.realpath(each) in overlay]
    begun = finder.begun(there)
    base = os.path.realpath(base)
    files = {path: "" for each in begun.workspaces for path in _listed(each, base)}

    def data(path: str) -> bytes:
        full = os.path.join(base, path.replace("/", os.sep))
        if full in overlay:
            return overlay[full]
        try:
            mode = os.lstat(full).st_mode
        except (OSError, ValueError):
            return read_regular(full)  # which says what is wrong
        if stat.S_ISLNK(mode):
            return os.fsencode(os.readlink(full))  # git has of a link where it leads
        check_regular(mode)
        return read_seen(full)

    def find(needed: Needed | None) -> Found:
        discovery = begun.found(needed)
        return discovery.found, (*discovery.faults, *discovery.wrong)

    return Side(label, base, files=files, read=data, find=find)


def in_git(
    label: str,
    git: Git,
    files: Mapping[str, Blob],
    paths: Sequence[str],
    request: Request,
    rules: Sequence[Rule],
) -> Side:
    """A revision, or the index, with the contracts below some paths.

    Raises:
        UsageError: a bad configuration or option.
    """
    looking = _Looking(git, files, request, rules)

    def find(needed: Needed | None) -> Found:
        some = (looking.below(below(git.root, path), needed) for path in paths)
        found = {(each.workspace.root, each.target): each for own in some for each in own}
        return tuple(found.values()), ()

    def data(path: str) -> bytes:
        if path not in files:
            raise FileNotFoundError(path)
        return git.read(files[path])

    def lacking() -> tuple[str, ...]:
        missing = git.missing
        return tuple(path for path in files if files[path].name in missing) if missing else ()

    return Side(
        label,
        git.root,
        files={path: blob.name for path, blob in files.items() if not blob.is_module},
        read=data,
        find=find,
        modules={path: blob.name for path, blob in files.items() if blob.is_module},
        lacking=lacking,
        learn=git.learn,
        in_git=True,
    )


def _finder(request: Request, rules: Sequence[Rule]) -> Finder:
    return Finder(
        rules,
        wanted=request.dialect,
        config_file=request.config_file,
        isolated=request.isolated,
        given=Given(request.settings, request.options),
        exclude=request.exclude,
        overlay=request.overlay,
    )


def _listed(workspace: Workspace, base: str) -> Iterator[str]:
    """The files of a project below a folder, by their paths from there, hidden folders included."""
    reader, root = workspace.reader, os.path.realpath(workspace.root)
    is_inside = root == base or root.startswith(os.path.join(base, ""))
    waiting = ["" if is_inside else below(root, base)]
    while waiting:
        folder = waiting.pop()
        away = below(base, os.path.join(root, folder))
        for name in reader.names(folder):
            yield join(away, name)
        inner = (*reader.folders(folder), *reader.hidden(folder))
        waiting += (join(folder, name) for name in inner if name != ".git")


class _Looking:
    """Looks for contracts in a revision, project by project, as a finder does on disk."""

    def __init__(
        self, git: Git, files: Mapping[str, Blob], request: Request, rules: Sequence[Rule]
    ) -> None:
        self._git = git
        self._files = files
        self._request = request
        self._rules = rules
        self._given = Given(request.settings, request.options)
        self._looker = Looker(request.dialect)
        self._homes = frozenset(_homes(git, files))
        self._workspaces: dict[str, Workspace] = {}

    def below(self, path: str, needed: Needed | None) -> Iterator[FoundContract]:
        """The contracts below a folder, in those that are needed, or those of a file."""
        path = "" if path == "." else path
        home = self._home(path)
        inner = path.removeprefix(home).removeprefix("/")
        workspace = self._workspace(home)
        if path in self._files:
            yield from self._found(workspace, Item((0, 0), workspace.root, inner, "claim"))
            return
        nearest = {inner: workspace}
        for folder in walk(workspace.reader, inner):
            full = join(home, folder) if folder else home
            if folder != inner:
                around = nearest[split(folder)[0]]
                nearest[folder] = self._workspace(full) if full in self._homes else around
            own = nearest[folder]
            place = os.path.join(self._git.root, full)
            there = below(own.root, place)
            if needed is not None:
                reach = self._looker.root_of(own, there)
                if not needed(place, os.path.join(own.root, reach)):
                    continue
            yield from self._found(own, Item((0, 0), own.root, there, "detect"))

    def _found(self, workspace: Workspace, item: Item) -> Iterator[FoundContract]:
        gathered = Gathered()
        gathered.add([self._looker.look(workspace, item)])
        dialects = {each.name: each for each in self._looker.dialects(workspace)}
        for target in gathered.found_in(workspace.root):
            yield FoundContract(workspace, dialects[target.dialect], target)

    def _home(self, path: str) -> str:
        """The folder of the project that a path is in."""
        while path and path not in self._homes:
            path = split(path)[0]
        return path

    def _workspace(self, home: str) -> Workspace:
        if home not in self._workspaces:
            root = os.path.join(self._git.root, *home.split("/")) if home else self._git.root
            config = self._config(root)
            exclude = (*config.exclude, *self._request.exclude)
            source = RevisionSource(self._git, self._files, home)
            reader = ProjectReader(source, exclude=exclude, above=lambda: rules_above(root))
            given = self._given.options(config.dialects)
            self._workspaces[home] = Workspace(root, config, reader, (), given)
        return self._workspaces[home]

    def _config(self, root: str) -> Config:
        """The configuration on disk, as far as the project is there."""
        if not os.path.isdir(root):
            return Config(root=root)
        request = self._request
        config = configure(
            root, self._rules, config_file=request.config_file, isolated=request.isolated
        )
        rules_for(config, self._rules)
        return config._replace(root=root)


def _homes(git: Git, files: Mapping[str, Blob]) -> Iterable[str]:
    """The folders of a revision that are the roots of projects: the top folder, and those with a
    configuration."""
    yield ""
    for path, blob in files.items():
        folder, name = split(path)
        if name == FILE or (name == PYPROJECT and _concerns_us(git, blob)):
            yield folder


def _concerns_us(git: Git, blob: Blob) -> bool:
    try:
        return _TABLE in git.read(blob)
    except (NotReadable, TooLarge):
        return False
