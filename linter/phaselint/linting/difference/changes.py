"""Which files differ between two sides, and which contracts they may belong to.

A file that differs in its line ends alone is the same. Files that git knows by the same name are
not read.
"""

from __future__ import annotations

import hashlib
import os

from phaselint.project.files import NotReadable, TooLarge
from phaselint.project.paths import split

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

    A file may belong to those around it, and to those with a file that mentions its name. One that
    isn't in the folder of any contract may belong to any; the main file of a contract in a folder
    of several, to others only where it is mentioned.
    """
    homes = [side.path(each, each.target.folder) for each in side.found]
    stray = (path for path in changed if not any(_is_in(path, home) for home in homes))
    if any(may_be_a_part(path) for path in stray):
        return side.found
    words = tuple({called(path).encode() for path in changed if called(path)})
    mains = {_main(side, each) for each in side.found} - {""}
    shared = [path for path in changed if path not in mains]
    mentioning = _Mentioning(words, mains, side)
    return tuple(
        each
        for each, home in zip(side.found, homes, strict=True)
        if any(_is_in(path, home) for path in (shared if _main(side, each) else changed))
        or _main(side, each) in changed
        or mentioning.has(each)
    )


def _main(side: Side, found: FoundContract) -> str:
    """The path of the main file of a contract, where that is data; else empty."""
    main = found.target.main
    return side.path(found, main) if main.endswith(_DATA) else ""


def may_be_a_part(path: str) -> bool:
    """Whether a contract may read a file outside of its folder."""
    name = split(path)[1]
    return name.endswith(_READ) and name.partition(".")[0] not in _FOR_PEOPLE


def called(path: str) -> str:
    """The name by which other files speak of a file: of a Python module without its ending."""
    folder, name = split(path)
    word = name.removesuffix(".py")
    return split(folder)[1] if word == "__init__" else word


def _is_in(path: str, folder: str) -> bool:
    return not folder or path == folder or path.startswith(f"{folder}/")


class _Mentioning:
    """The files with some words, by the folders of contracts."""

    def __init__(self, words: Iterable[bytes], mains: Collection[str], side: Side) -> None:
        self._words = tuple(words)
        self._mains = mains
        self._side = side
        self._shared: dict[tuple[str, str], bool] = {}

    def has(self, found: FoundContract) -> bool:
        """Whether a file in the folder of a contract, or its main one, has one of the words; the
        main files of others don't count."""
        target = found.target
        place = (found.workspace.root, target.folder)
        if place not in self._shared:
            names = found.workspace.reader.names(target.folder)
            files = (os.path.join(target.folder, name) for name in names)
            others = (each for each in files if self._side.path(found, each) not in self._mains)
            self._shared[place] = any(self._holds(found, each) for each in others)
        return self._shared[place] or (target.main != "" and self._holds(found, target.main))

    def _holds(self, found: FoundContract, file: str) -> bool:
        return any(found.workspace.reader.holds(file, word) for word in self._words)
