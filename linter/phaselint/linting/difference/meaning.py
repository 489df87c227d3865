"""What files in a folder mean by a name: one of their own, or one far away.

`stages/a.md` in `one/` is `one/stages/a.md` where that exists, and not `two/stages/a.md`, unless
something there speaks of `two`, too.
"""

from __future__ import annotations

from phaselint.project.paths import split
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

MOST = 100_000
"""How many pairs of a folder and a file are looked at for what is meant; of more, names alone
count."""


class Meaning:
    """What names mean.

    Args:
        files: all that names may stand for besides, by their paths.
        folders: those where names are used, and `paths` how many files may be meant: whether they
            are few enough to be looked at.

    Attributes:
        is_vague: whether they aren't; then names alone count.
    """

    def __init__(self, files: Collection[str], folders: Collection[str], paths: int) -> None:
        self._files = files
        self.is_vague = len({*folders}) * paths > MOST
        self._asked: frozenset[str] = frozenset()
        self._named: tuple[_Meant, ...] = ()
        self._told: dict[str, Mapping[bytes, frozenset[bytes]]] = {}
        self._meant: dict[str, _Meant] = {}

    def words(self, paths: frozenset[str], folder: str) -> Mapping[bytes, frozenset[bytes]]:
        """The words by which files in a folder speak of some others: those of which at least one is
        there, each with names, of which one must be there as well."""
        key = "" if self.is_vague else folder
        if paths is not self._asked:
            self._asked, self._told = paths, {}
            meant = (self._meant.get(path) or self._take(path) for path in paths)
            self._named = tuple(each for each in meant if each.name)
        if key not in self._told:
            self._told[key] = self._words(folder)
        return self._told[key]

    def _words(self, folder: str) -> Mapping[bytes, frozenset[bytes]]:
        found: dict[bytes, set[bytes]] = {}
        around = [*_grown(folder)]
        for meant in self._named:
            above = () if self.is_vague else self._above(meant, around)
            for word in above or (meant.name,):
                names = found.get(word)
                if names is None:
                    found[word] = {meant.name}
                else:
                    names.add(meant.name)
        return {word: frozenset(names) for word, names in found.items()}

    def _take(self, path: str) -> _Meant:
        parts = tuple(path.split("/"))
        ends = tuple("/".join(parts[start:]) for start in range(len(parts)))
        starts = ("", *_grown(split(path)[0]))
        made = _Meant(called(path).encode(), tuple(map(str.encode, parts)), starts, ends)
        self._meant[path] = made
        return made

    def _above(self, meant: _Meant, around: Sequence[str]) -> tuple[bytes, ...]:
        """The folders in a path that tell it from the file that goes by the same name where it is
        mentioned; none where there is no other. `around` are the folders around that place, from
        the outermost to itself."""
        alike, most = 0, min(len(meant.starts) - 1, len(around))
        while alike < most and meant.starts[alike + 1] == around[alike]:
            alike += 1
        for start in range(alike + 1, len(meant.parts)):
            end = meant.ends[start]
            for each in around[alike:]:  # a loop, as this is asked of each pair of both
                if f"{each}/{end}" in self._files:
                    return meant.parts[alike:start]
        return ()


class _Meant(NamedTuple):
    """A file that may be meant: the name it is called by, the parts of its path, the folders around
    it from the outermost, which has no name, and what its path ends with from each part on."""

    name: bytes
    parts: tuple[bytes, ...]
    starts: tuple[str, ...]
    ends: tuple[str, ...]


def _grown(folder: str) -> Iterator[str]:
    """The folders around a folder that have names, from the outermost, and itself."""
    end = folder.find("/")
    while end >= 0:
        yield folder[:end]
        end = folder.find("/", end + 1)
    if folder:
        yield folder


def called(path: str) -> str:
    """The name by which other files speak of a file: of a Python module without its ending."""
    folder, name = split(path)
    word = name.removesuffix(".py")
    return split(folder)[1] if word == "__init__" else word
