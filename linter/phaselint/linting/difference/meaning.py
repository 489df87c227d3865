"""What files in a folder mean by a name: one of their own, or one far away.

`stages/a.md` in `one/` is `one/stages/a.md` where that exists, and not `two/stages/a.md`, unless
something there speaks of `two`, too.
"""

from __future__ import annotations

from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

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
        self._told: dict[str, Mapping[bytes, frozenset[bytes]]] = {}

    def words(self, paths: frozenset[str], folder: str) -> Mapping[bytes, frozenset[bytes]]:
        """The words by which files in a folder speak of some others: those of which at least one is
        there, each with names, of which one must be there as well."""
        key = "" if self.is_vague else folder
        if paths is not self._asked:
            self._asked, self._told = paths, {}
        if key not in self._told:
            self._told[key] = self._words(paths, folder)
        return self._told[key]

    def _words(self, paths: frozenset[str], folder: str) -> Mapping[bytes, frozenset[bytes]]:
        found: dict[bytes, set[bytes]] = {}
        for path in paths:
            name = called(path)
            if name:
                for word in (() if self.is_vague else self._above(path, folder)) or (name,):
                    found.setdefault(word.encode(), set()).add(name.encode())
        return {word: frozenset(names) for word, names in found.items()}

    def _above(self, path: str, folder: str) -> tuple[str, ...]:
        """The folders in a path that tell it from the file that goes by the same name where it is
        mentioned; none where there is no other."""
        parts, inner = path.split("/"), folder.split("/") if folder else []
        alike = 0
        while alike < min(len(parts) - 1, len(inner)) and parts[alike] == inner[alike]:
            alike += 1
        around = ["/".join(inner[:depth]) for depth in range(alike + 1, len(inner) + 1)]
        for start in range(alike + 1, len(parts)):
            end = "/".join(parts[start:])
            if any(f"{each}/{end}" in self._files for each in around):
                return tuple(parts[alike:start])
        return ()


def called(path: str) -> str:
    """The name by which other files speak of a file: of a Python module without its ending."""
    folder, name = split(path)
    word = name.removesuffix(".py")
    return split(folder)[1] if word == "__init__" else word
