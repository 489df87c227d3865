"""Where contracts can be that a change concerns: only there they are searched for.

A contract is made of files around it, of those that it mentions, and of those that these use. So
it can differ only if files changed in its folder, in one around or below it or in one with which
its dialect shares files, or if it mentions a file that changed, or one that uses such a file.
"""

from __future__ import annotations

import os

from phaselint.dialects.base import SCRIPT_SUFFIXES
from phaselint.linting.difference.meaning import Meaning, called
from phaselint.linting.difference.parts import (
    MOST_KEPT,
    around,
    content,
    is_for_people,
    may_be_a_part,
)
from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from phaselint.linting.difference.sides import Side


class Affected:
    """What a change affects.

    Args:
        side: the new side. Folders without changed files around or below them are the same in both.
        changed: the files that differ.

    Attributes:
        touched: those, and the files that use one of them.
        meaning: what files mean by names.
    """

    def __init__(self, side: Side, changed: Collection[str]) -> None:
        self._base = side.base
        self._texts = _Texts(side)
        folders = {_folder(path) for path in side.files}
        self.meaning = Meaning(side.files.keys() - changed, folders, len(changed))
        self.touched = frozenset({*changed, *self._using(changed)})
        parts = frozenset(path for path in self.touched if not is_for_people(path))
        self._places = {_folder(path) for path in parts}
        self._holding = {folder for path in parts for folder in around(path)}
        self._mentioning = {*self._mentions(parts)}
        self._needed: dict[tuple[str, str], bool] = {}

    def needs(self, folder: str, outer: str) -> bool:
        """Whether a contract may differ that is found in a folder on disk, where it shares files
        only with what is in another one around it."""
        known = self._needed.get((folder, outer))  # both sides have most folders
        if known is None:
            known = self._needed[folder, outer] = self._needs(folder, outer)
        return known

    def _needs(self, folder: str, outer: str) -> bool:
        if self.meaning.is_vague:
            return True
        inner = self._inner(folder)
        far = inner if outer == folder else self._inner(outer)
        return (
            far is None
            or inner is None
            or inner in self._holding
            or far in self._holding
            or inner in self._mentioning
            or not self._places.isdisjoint(around(inner))
        )

    def _inner(self, path: str) -> str | None:
        """A path on disk from the base, as sides have it; none where it is outside."""
        start = os.path.join(self._base, "")
        if path.startswith(start):
            return path.removeprefix(start).rstrip(os.sep).replace(os.sep, "/")
        return "" if path == self._base else None

    def _using(self, changed: Iterable[str]) -> set[str]:
        """The files that use changed ones by their names, and those that use these, and so on."""
        known: set[str] = set()
        fresh = {path for path in changed if may_be_a_part(path) and not _is_script(path)}
        while fresh and not self.meaning.is_vague:
            asked = frozenset(fresh)
            names = {called(path).encode() for path in asked} - {b""}
            fresh = {
                path
                for path, data in self._texts.naming(names)
                if path not in known
                and _mention((data,), self.meaning.words(asked, _seen(_folder(path))))
            }
            known |= fresh
        return known

    def _mentions(self, parts: frozenset[str]) -> Iterator[str]:
        """The folders with files that mention one of some, together with what is hidden in them."""
        if self.meaning.is_vague:
            return
        names = {called(path).encode() for path in parts} - {b""}
        naming = {_seen(_folder(path)) for path, _ in self._texts.naming(names)}
        inside: dict[str, list[bytes]] = {folder: [] for folder in naming}
        for path, data in self._texts.all():
            if (own := inside.get(_seen(_folder(path)))) is not None:
                own.append(data)
        for folder in naming:
            if _mention(inside[folder], self.meaning.words(parts, folder)):
                yield folder


def _mention(files: Collection[bytes], words: Mapping[bytes, Iterable[bytes]]) -> bool:
    """Whether files have some word and a name that goes with it."""
    return any(
        any(word in data for data in files)
        and any(name in data for name in names for data in files)
        for word, names in words.items()
    )


def _folder(path: str) -> str:
    return split(path)[0]


def _is_script(path: str) -> bool:
    return path.endswith(SCRIPT_SUFFIXES)


def _seen(folder: str) -> str:
    """The folder, or the one around it, that isn't in a hidden one."""
    if not folder.startswith(".") and "/." not in folder:  # as nearly always
        return folder
    parts = folder.split("/")
    hidden = next((at for at, part in enumerate(parts) if part.startswith(".")), len(parts))
    return "/".join(parts[:hidden])


class _Texts:
    """The files of a side that contracts may be made of."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._paths = tuple(filter(may_be_a_part, side.files))
        self._kept: tuple[tuple[str, bytes], ...] | None = None
        self._is_much = False
        self._naming: dict[bytes, frozenset[int]] = {}

    def all(self) -> Iterable[tuple[str, bytes]]:
        """Each with what it says; kept for the next time where that isn't much."""
        if self._is_much:
            return self._read()
        if self._kept is None:
            size, kept = 0, []
            for path in self._paths:
                data = content(self._side, path) or b""
                size += len(data)
                if size > MOST_KEPT:
                    self._is_much = True
                    return self._read()
                kept.append((path, data))
            self._kept = tuple(kept)
        return self._kept

    def naming(self, names: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
        """Those that hold one of some names, each with what it says."""
        every = self.all()
        if self._kept is None:
            return (each for each in every if any(map(each[1].__contains__, names)))
        found: set[int] = set()
        for name in names:
            if name not in self._naming:
                files = enumerate(self._kept)
                self._naming[name] = frozenset([n for n, (_, data) in files if name in data])
            found |= self._naming[name]
        return map(self._kept.__getitem__, sorted(found))

    def _read(self) -> Iterator[tuple[str, bytes]]:
        return ((path, content(self._side, path) or b"") for path in self._paths)
