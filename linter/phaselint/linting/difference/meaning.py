"""What files in a folder mean by a name: one of their own, or one far away.

`stages/a.md` in `one/` is `one/stages/a.md` where that exists, and not `two/stages/a.md`, unless
something there speaks of `two`, too.
"""

from __future__ import annotations

from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    Words = tuple[bytes, frozenset[bytes]]

MOST = 100_000
"""How many pairs of a folder and a file are looked at for what is meant; of more, names alone
count."""


class Meaning:
    """What names mean.

    Args:
        files: all there are, by their paths.
        folders: those of contracts, and `paths` how many files may be meant: whether they are few
            enough to be looked at.
    """

    def __init__(self, files: Collection[str], folders: Collection[str], paths: int) -> None:
        self._files = files
        self._plain = len({*folders}) * paths > MOST
        self._known: dict[tuple[str, str], Words] = {}

    def words(self, paths: Collection[str], folder: str) -> frozenset[Words]:
        """The words by which files in a folder speak of some others: the name of one, and with it
        at least one of some further words."""
        return frozenset(self._of(path, folder) for path in paths if called(path))

    def _of(self, path: str, folder: str) -> Words:
        key = (path, "" if self._plain else folder)
        if key not in self._known:
            name = called(path)
            above = () if self._plain else self._above(path, folder)
            words = frozenset(each.encode() for each in above or (name,))
            self._known[key] = (name.encode(), words)
        return self._known[key]

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
