"""Which files differ between two sides, and which contracts they may belong to.

A file that differs in its line ends alone is the same. Files that git knows by the same name are
not read.
"""

from __future__ import annotations

import hashlib

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.executor.beside import script_for
from phaselint.linting.difference.meaning import Meaning
from phaselint.project.files import NotReadable, TooLarge
from phaselint.project.paths import below, join, split
from phaselint.vocabulary.errors import PluginError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from phaselint.linting.difference.sides import Side
    from phaselint.linting.discover import FoundContract

_SHA_256 = 64
"""How many digits git's names have where they are SHA-256."""

_READ = (".yaml", ".yml", ".json", ".md", ".py", ".ipynb", ".txt")
"""How the names of files end that contracts are made of."""

_DATA = (".yaml", ".yml", ".json")
"""How the names of main files end that contracts in one folder don't share: what is written in
Python or prose may draw on other contracts unnamed."""

_PROGRAM = (".py", ".ipynb")
"""How the names of files end that draw on others by way of further ones."""

_FOR_PEOPLE = frozenset({"README", "CHANGELOG", "CONTRIBUTING", "LICENSE"})
"""Files that no contract is made of, without what their names end in."""


def changed_files(old: Side, new: Side) -> frozenset[str]:
    """The paths of the files that differ."""
    return frozenset(_changed(old, new))


def _changed(old: Side, new: Side) -> Iterator[str]:
    for path in old.files.keys() | new.files.keys():
        before, after = old.files.get(path), new.files.get(path)
        # What is listed on disk leaves out hidden and ignored files.
        if before is None or after is None:
            if _content(old, path) != _content(new, path):
                yield path
        elif not (before and before == after) and not _is_same(old, new, path, before or after):
            yield path


def _is_same(old: Side, new: Side, path: str, name: str) -> bool:
    """Whether a file has the same content on both sides, given what git calls one of them."""
    if name:
        plain = new if old.files[path] else old
        data = _content(plain, path)
        if data is not None and not plain.files[path] and _name_of(data, len(name)) == name:
            return True
    return _content(old, path) == _content(new, path)


def _content(side: Side, path: str) -> bytes | None:
    """What a file says, its line ends evened out; none where it isn't there or can't be read."""
    try:
        return side.read(path).replace(b"\r\n", b"\n")
    except (OSError, NotReadable, TooLarge):
        return None


def _name_of(data: bytes, digits: int) -> str:
    """What git calls a content."""
    made = hashlib.sha256 if digits == _SHA_256 else hashlib.sha1
    return made(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def concerned(side: Side, changed: Collection[str]) -> tuple[FoundContract, ...]:
    """The contracts that changed files may belong to; which do is known once they are loaded.

    A file may belong to contracts around it, to those with a file that mentions it, and to those
    that use a file that does; and, unless it is in the folder of another contract, to those with
    which its dialect shares files without naming them. The main file of a contract in a folder of
    several belongs to others only where it is mentioned, and a script apart from contracts to the
    one that it names.
    """
    homes = [side.path(each, each.target.folder) for each in side.found]
    owners = _owners(changed, homes)
    stray = {path for path in changed if not owners[path] and may_be_a_part(path)}
    scripts = {path for path in stray if path.endswith(SCRIPT_SUFFIXES)}
    meant = Meaning(side.files, homes, len(changed))
    ways = {*stray.difference(scripts), *(path for path in changed if path.endswith(_PROGRAM))}
    used = _using(side, ways, meant) if ways else set()
    touched = {*changed, *used} - scripts
    owners |= _owners(used, homes)
    mains = {_main(side, each) for each in side.found} - {""}
    shared = touched - mains
    mentioning = _Mentioning(touched, mains, side, meant)

    def may_have(path: str, home: str, reach: str) -> bool:
        return _is_in(path, home) or (
            _is_in(path, reach) and all(_is_in(home, each) for each in owners[path])
        )

    def may_differ(found: FoundContract, home: str) -> bool:
        main, reach = _main(side, found), _reach(side, found)
        return (
            main in touched
            or any(may_have(path, home, reach) for path in (shared if main else touched))
            or any(_names(side, path, found) for path in scripts)
            or mentioning.has(found)
        )

    return tuple(
        each for each, home in zip(side.found, homes, strict=True) if may_differ(each, home)
    )


def _owners(paths: Iterable[str], homes: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each of some files the folders of contracts that it is in."""
    known = {*homes}
    return {path: tuple(each for each in _around(path) if each in known) for path in paths}


def _around(path: str) -> Iterator[str]:
    """The folders around a file; a path that is a folder is one of them."""
    yield path
    while path:
        path = split(path)[0]
        yield path


def _reach(side: Side, found: FoundContract) -> str:
    """The folder around all that a contract may be made of without naming it, from the base."""
    try:
        return side.path(found, found.dialect.root(found.target.folder))
    except PluginError:
        return ""


def _names(side: Side, path: str, found: FoundContract) -> bool:
    """Whether a script that isn't in the folder of a contract is for it."""
    if not found.workspace.config.scripts:
        return False
    inner = below(found.workspace.root, join(side.base, path))
    return script_for(found.workspace.reader, inner, found.target)


def _using(side: Side, paths: Collection[str], meant: Meaning) -> set[str]:
    """The files that mention some others, and those that mention these, and so on."""
    texts = {
        path: data
        for path in side.files
        if path not in paths and may_be_a_part(path) and (data := _content(side, path))
    }
    known: set[str] = set()
    fresh = {*paths}
    while fresh:
        fresh = {
            path
            for path, data in texts.items()
            if path not in known
            and any(
                name in data and any(word in data for word in words)
                for name, words in meant.words(fresh, split(path)[0])
            )
        }
        known |= fresh
    return known


def _main(side: Side, found: FoundContract) -> str:
    """The path of the main file of a contract, where that is data; else empty."""
    main = found.target.main
    return side.path(found, main) if main.endswith(_DATA) else ""


def may_be_a_part(path: str) -> bool:
    """Whether a contract may read a file outside of its folder."""
    name = split(path)[1]
    return name.endswith(_READ) and name.partition(".")[0] not in _FOR_PEOPLE


def _is_in(path: str, folder: str) -> bool:
    return not folder or path == folder or path.startswith(f"{folder}/")


class _Mentioning:
    """Which contracts have files that mention some others."""

    def __init__(
        self, paths: Iterable[str], mains: Collection[str], side: Side, meant: Meaning
    ) -> None:
        self._paths = frozenset(paths)
        self._mains = mains
        self._side = side
        self._meant = meant
        self._shared: dict[tuple[str, str], tuple[str, ...]] = {}

    def has(self, found: FoundContract) -> bool:
        """Whether a file in the folder of a contract, or its main one, mentions one of the files;
        the main files of others don't count."""
        target = found.target
        place = (found.workspace.root, target.folder)
        if place not in self._shared:
            names = found.workspace.reader.names(target.folder)
            inside = (join(target.folder, name) for name in names)
            self._shared[place] = tuple(
                each for each in inside if self._side.path(found, each) not in self._mains
            )
        files = self._shared[place]
        if target.main and target.main not in files:
            files = (*files, target.main)
        home = self._side.path(found, target.folder)
        return any(
            any(self._holds(found, files, word) for word in words)
            and self._holds(found, files, name)
            for name, words in self._meant.words(self._paths, home)
        )

    def _holds(self, found: FoundContract, files: Iterable[str], word: bytes) -> bool:
        return any(found.workspace.reader.holds(file, word) for file in files)
