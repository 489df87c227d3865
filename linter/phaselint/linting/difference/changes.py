"""Which files differ between two sides, and which contracts they may belong to.

A file that differs in its line ends alone is the same. Files that git knows by the same name are
not read.
"""

from __future__ import annotations

import hashlib

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.executor.beside import script_for
from phaselint.linting.difference.parts import around, content, is_in
from phaselint.project.paths import below, join
from phaselint.vocabulary.errors import PluginError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from phaselint.linting.difference.affected import Affected
    from phaselint.linting.difference.meaning import Meaning
    from phaselint.linting.difference.sides import Side
    from phaselint.linting.discovery import FoundContract

_SHA_256 = 64
"""How many digits git's names have where they are SHA-256."""

_DATA = (".yaml", ".yml", ".json")
"""How the names of main files end that contracts in one folder don't share: what is written in
Python or prose may draw on other contracts unnamed."""


def changed_files(old: Side, new: Side) -> frozenset[str]:
    """The paths of the files that differ."""
    return frozenset(_changed(old, new))


def _changed(old: Side, new: Side) -> Iterator[str]:
    for path in old.files.keys() | new.files.keys():
        before, after = old.files.get(path), new.files.get(path)
        # What is listed on disk leaves out hidden and ignored files.
        if before is None or after is None:
            if content(old, path) != content(new, path):
                yield path
        elif not (before and before == after) and not _is_same(old, new, path, before or after):
            yield path


def _is_same(old: Side, new: Side, path: str, name: str) -> bool:
    """Whether a file has the same content on both sides, given what git calls one of them."""
    if name:
        plain, named = (new, old) if old.files[path] else (old, new)
        data = content(plain, path)
        if data is not None and not plain.files[path] and _name_of(data, len(name)) == name:
            named.learn(name, data)
            return True
    return content(old, path) == content(new, path)


def _name_of(data: bytes, digits: int) -> str:
    """What git calls a content."""
    made = hashlib.sha256 if digits == _SHA_256 else hashlib.sha1
    return made(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def concerned(side: Side, affected: Affected) -> tuple[FoundContract, ...]:
    """The contracts that changed files may belong to; which do is known once they are loaded.

    A file may belong to contracts around it, to those with a file that mentions it, and to those
    that use a file that does; and, unless it is in the folder of another contract, to those with
    which its dialect shares files without naming them. The main file of a contract in a folder of
    several belongs to others only where it is mentioned, and a script apart from contracts to the
    one that it names.
    """
    homes = [side.path(each, each.target.folder) for each in side.found]
    owners = _owners(affected.touched, homes)
    scripts = {
        path for path, inside in owners.items() if not inside and path.endswith(SCRIPT_SUFFIXES)
    }
    touched = affected.touched - scripts
    mains = {_main(side, each) for each in side.found} - {""}
    shared = touched - mains
    mentioning = _Mentioning(touched, mains, side, affected.meaning)

    def may_have(path: str, home: str, reach: str) -> bool:
        return is_in(path, home) or (
            is_in(path, reach) and all(is_in(home, each) for each in owners[path])
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
    return {path: tuple(each for each in around(path) if each in known) for path in paths}


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


def _main(side: Side, found: FoundContract) -> str:
    """The path of the main file of a contract, where that is data; else empty."""
    main = found.target.main
    return side.path(found, main) if main.endswith(_DATA) else ""


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
            self._holds(found, files, word)
            and any(name == word or self._holds(found, files, name) for name in names)
            for word, names in self._meant.words(self._paths, home).items()
        )

    def _holds(self, found: FoundContract, files: Iterable[str], word: bytes) -> bool:
        return any(found.workspace.reader.holds(file, word) for file in files)
