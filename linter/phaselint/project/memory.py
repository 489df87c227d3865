"""The reader of projects whose files are in memory (design §5)."""

from __future__ import annotations

from phaselint.document.limits import SIZE_LIMIT
from phaselint.project.files import NotReadable, TooLarge
from phaselint.project.paths import split
from phaselint.project.reader import Entry, ProjectReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class DictSource:
    """Files in memory: path → content."""

    __slots__ = ("_files", "_folders")

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self._files = files
        self._folders: dict[str, set[Entry]] = {"": set()}
        for path in files:
            self._add(path)

    def read(self, path: str) -> bytes:
        """See Source."""
        if path in self._folders:
            raise NotReadable("is a directory")
        content = self._files.get(path)
        if content is None:
            raise FileNotFoundError(path)
        data = content.encode() if isinstance(content, str) else content
        if len(data) > SIZE_LIMIT:
            raise TooLarge(len(data))
        return data

    def entries(self, folder: str) -> Iterable[Entry]:
        """See Source."""
        return self._folders.get(folder, ())

    def escapes(self, _path: str, /) -> bool:
        """See Source; a dictionary has no links."""
        return False

    def real(self, path: str, /) -> str:
        """See Source; a dictionary has no links."""
        return path

    def place(self, _folder: str, /) -> str:
        """See Source; nothing was found out."""
        return ""

    def put(self, _folder: str, _place: str, /) -> None:
        """See Source; a dictionary has no links."""

    def renew(self) -> None:
        """See Source; a dictionary has no links."""

    def close(self) -> None:
        """See Source; nothing was found out."""

    def _add(self, path: str) -> None:
        is_folder = False
        while path:
            folder, name = split(path)
            self._folders.setdefault(folder, set()).add(Entry(name, is_folder))
            path, is_folder = folder, True


class DictReader(ProjectReader):
    """A reader of files in memory, with the behavior of the one on disk."""

    __slots__ = ()

    def __init__(
        self,
        files: Mapping[str, str | bytes],
        *,
        exclude: Iterable[str] = (),
        named: Iterable[str] = (),
    ) -> None:
        super().__init__(DictSource(files), exclude=exclude, named=named)
