"""What a file of a side says, where it is, and whether contracts are made of such files."""

from __future__ import annotations

from phaselint.project.files import NotReadable, TooLarge
from phaselint.project.paths import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint.linting.difference.sides import Side

_READ = (".yaml", ".yml", ".json", ".md", ".py", ".ipynb", ".txt")
"""How the names of files end that contracts are made of."""

_FOR_PEOPLE = frozenset({"README", "CHANGELOG", "CONTRIBUTING", "LICENSE"})
"""Files that no contract is made of, without what their names end in."""


MOST_KEPT = 1 << 26
"""How many bytes of files are kept at a time; others are read each time somebody asks."""


class Kept:
    """Reads files, each once as long as there is room.

    Args:
        read: reads one; see `Side.read`.
    """

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._kept: dict[str, bytes] = {}
        self._left = MOST_KEPT

    def __call__(self, path: str) -> bytes:
        """The content of a file, as `read` gives it."""
        data = self._kept.get(path)
        if data is None:
            data = self._read(path)
            if len(data) <= self._left:
                self._kept[path] = data
                self._left -= len(data)
        return data


def content(side: Side, path: str) -> bytes | None:
    """What a file says, its line ends evened out; none where it isn't there or can't be read."""
    try:
        data = side.read(path)
    except (OSError, NotReadable, TooLarge):
        return None
    return data.replace(b"\r\n", b"\n") if b"\r" in data else data


def may_be_a_part(path: str) -> bool:
    """Whether a contract may read a file outside of its folder."""
    name = split(path)[1]
    return name.endswith(_READ) and not is_for_people(path)


def is_for_people(path: str) -> bool:
    """Whether no contract is made of a file, by its name."""
    return split(path)[1].partition(".")[0] in _FOR_PEOPLE


def is_in(path: str, folder: str) -> bool:
    """Whether a path is a folder, or in it; all are in the one that has no name."""
    return not folder or path == folder or path.startswith(f"{folder}/")


def around(path: str) -> Iterator[str]:
    """A path and the folders around it, up to the one that has no name."""
    yield path
    while path:
        path = split(path)[0]
        yield path
