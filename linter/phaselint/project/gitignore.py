"""The patterns of one ignore file, with the meaning git gives them (design §9, §11).

It is our own because of what it costs. Nearly every project has an ignore file, so nearly every
run needs a matcher. Importing pathspec takes about twice as long as starting Python, and under
GitHub's ignore file for Python it needs about twenty times as long for a path. Git and pathspec
are the judges in the tests; git is the one that counts.

Git matches bytes: `?` is half of an `ä`. So patterns are kept as Latin-1, one character for
each byte, and a path that is not plain ASCII is looked at in the same way. Case always counts,
since a project must lint the same on every machine.
"""

from __future__ import annotations

import os
from itertools import groupby

from phaselint.project.globs import any_of, expression
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Sequence

    Match = Callable[[str], re.Match[str] | None]

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class _Pattern(NamedTuple):
    """One line. `anywhere`: it is matched with names, in any folder; else with paths."""

    ignored: bool
    folders_only: bool
    anywhere: bool
    text: str


class _Block:
    """Neighbouring patterns that say the same, sorted by what it takes to match them: most are
    plain names or a star with an ending."""

    __slots__ = ("endings", "ignored", "match_name", "match_path", "names", "paths")

    def __init__(self, ignored: bool, patterns: Iterable[_Pattern]) -> None:
        names: list[str] = []
        paths: list[str] = []
        endings, by_name, by_path = [], [], []
        for pattern in patterns:
            text = pattern.text
            if _plain(text):
                (names if pattern.anywhere else paths).append(text)
            elif not pattern.anywhere:
                by_path.append(text)
            elif text[0] == "*" and _plain(text[1:]):
                endings.append(text[1:])
            else:
                by_name.append(text)
        self.ignored = ignored
        self.names = frozenset(names)
        self.endings = tuple(endings)
        self.paths = frozenset(paths)
        self.match_name = _any_of(by_name)
        self.match_path = _any_of(by_path)


class Patterns:
    """An ignore file, ready to decide: what holds for files and what for folders, last first."""

    __slots__ = ("_files", "_folders")

    def __init__(self, files: Sequence[_Block], folders: Sequence[_Block]) -> None:
        self._files = files
        self._folders = folders

    def verdict(self, path: str, *, folder: bool) -> bool | None:
        """Is a path, relative to the folder of the ignore file, ignored (true), expressly not
        ignored (false), or not mentioned?"""
        if not path.isascii():
            path = os.fsencode(path).decode("latin-1")
        name = path[path.rfind("/") + 1 :]
        for block in self._folders if folder else self._files:
            if (
                name in block.names
                or name.endswith(block.endings)
                or path in block.paths
                or (block.match_name and block.match_name(name))
                or (block.match_path and block.match_path(path))
            ):
                return block.ignored
        return None


def compile_patterns(data: bytes) -> Patterns | None:
    """Read an ignore file; none when it says nothing. What means nothing to git is skipped."""
    text = data.removeprefix(_BYTE_ORDER_MARK).decode("latin-1")
    lines = (line.removesuffix("\r") for line in text.split("\n"))
    patterns = [_pattern(line) for line in lines if not line.startswith("#")]
    files: list[_Block] = []
    folders: list[_Block] = []
    meant = [pattern for pattern in reversed(patterns) if pattern.text]
    for ignored, alike in groupby(meant, lambda pattern: pattern.ignored):
        for_all, for_folders = _parted(alike)
        if for_all:
            files.append(_Block(ignored, for_all))
            folders.append(files[-1])
        if for_folders:
            folders.append(_Block(ignored, for_folders))
    return Patterns(files, folders) if folders else None


def _pattern(line: str) -> _Pattern:
    text = _without_spaces(line.partition("\0")[0])  # a line ends there for git
    ignored = not text.startswith("!")
    text = text.removeprefix("!")
    folders_only = text.endswith("/")
    text = text.removesuffix("/")
    if text.startswith("**/") and "/" not in text[3:]:
        text = text[3:]  # in any folder is where names are looked for anyway
    return _Pattern(ignored, folders_only, "/" not in text, text.removeprefix("/"))


def _without_spaces(line: str) -> str:
    """Cut off the spaces at the end, but not one that is escaped."""
    bare = line.rstrip(" ")
    backslashes = len(bare) - len(bare.rstrip("\\"))
    return line[: len(bare) + backslashes % 2]


def _parted(patterns: Iterable[_Pattern]) -> tuple[list[_Pattern], list[_Pattern]]:
    """Those for files and folders, and those for folders only."""
    parts: tuple[list[_Pattern], list[_Pattern]] = ([], [])
    for pattern in patterns:
        parts[pattern.folders_only].append(pattern)
    return parts


def _any_of(patterns: Sequence[str]) -> Match | None:
    expressions = [each for each in map(expression, patterns) if each is not None]
    return any_of(expressions) if expressions else None


def _plain(text: str) -> bool:
    return not any(special in text for special in "*?[\\")
