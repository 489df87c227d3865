"""An editor without an editor: a desk over a folder, and documents opened in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint_lsp.desk import Desk
from phaselint_lsp.shelf import Shelf
from phaselint_lsp.textstore import Change, LineIndex
from phaselint_lsp.uris import path_of, uri_of
from phaselint_rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

    from lsprotocol import types

    from phaselint_lsp.desk import Job
    from phaselint_lsp.snapshot import Snapshot


class Editor:
    """Opens and edits the files of a folder; every job is done at once."""

    def __init__(self, root: Path, *, encoding: str = "utf-16") -> None:
        self.root = root
        self.desk = Desk(RULES)
        self.desk.encoding = encoding  # type: ignore[assignment]
        self.desk.set_folders([str(root)])
        self._work(list(self.desk.scan()))

    def _work(self, jobs: list[Job]) -> None:
        while jobs:
            more, _ = self.desk.work(jobs.pop(0))
            jobs += more

    def open(self, name: str) -> Snapshot:
        """Open a file."""
        path = self.root / name
        text = path.read_bytes().decode()
        self._work(self.desk.opened(uri_of(str(path)), 1, text))
        return self.snapshot(name)

    def replace(self, name: str, text: str) -> Snapshot:
        """Put another text in the place of an open one."""
        uri = uri_of(str(self.root / name))
        version = self.desk.open[uri].version + 1
        self._work(self.desk.edited(uri, version, [Change(text)]))
        return self.snapshot(name)

    def snapshot(self, name: str) -> Snapshot:
        """What features see of an open document."""
        found = self.desk.snapshot(uri_of(str(self.root / name)))
        assert found is not None
        return found

    def shelf(self, name: str) -> Shelf:
        """What navigation needs beside that."""
        return Shelf(self.desk, self.snapshot(name))

    def text_at(self, location: types.Location) -> str:
        """The text of a location."""
        index = self.desk.index_of(path_of(location.uri))
        return text_in(index, location.range, self.desk.encoding)

    def file_of(self, uri: str) -> str:
        """The name of a file in the folder."""
        return path_of(uri).removeprefix(f"{self.root}/")


def text_in(index: LineIndex, range: types.Range, encoding: str) -> str:
    """The text in a range."""
    ends = (index.offset(p.line, p.character, encoding) for p in (range.start, range.end))  # type: ignore[arg-type]
    start, end = ends
    return index.text[start:end]
