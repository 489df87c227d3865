"""A desk without a client: jobs are done at once, edits are whole texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from phaselint.api import builtin_rules
from phaselint_lsp.document_cache import DocumentCache
from phaselint_lsp.hover import hover_at
from phaselint_lsp.server_state import ServerState
from phaselint_lsp.textstore import Change, LineIndex
from phaselint_lsp.uris import path_of, uri_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lsprotocol import types

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint_lsp.server_state import Job
    from phaselint_lsp.settings import Settings
    from phaselint_lsp.snapshot import Snapshot
    from phaselint_lsp.textstore import Encoding


class Editor:
    """An editor over some folders, of which the first is what names of files count from; `said`
    are the lines it was shown."""

    def __init__(self, *folders: Path, settings: Settings | None = None) -> None:
        self.root = folders[0] if folders else Path("/")
        self.said: list[str] = []
        self.desk = ServerState(builtin_rules(), self.said.append)
        if settings is not None:
            self.desk.configure(settings)
        self.desk.set_folders(map(str, folders))

    def scan(self) -> None:
        for job in self.desk.scan():
            self.do([job])
        self.do(self.desk.reclaim())
        self.desk.judge_project()

    def do(self, jobs: Iterable[Job]) -> set[str]:
        """Do jobs and what follows from them; the files that changed."""
        waiting, changed = list(jobs), set[str]()
        while waiting:
            more, files = self.desk.work(waiting.pop(0))
            waiting += more
            changed |= files
        return changed

    def uri(self, file: Path | str) -> str:
        return uri_of(str(self.root / file))

    def open(self, file: Path | str, text: str | None = None) -> Snapshot:
        if text is None:
            text = (self.root / file).read_bytes().decode("utf-8")
        self.do(self.desk.opened(self.uri(file), 1, text))
        return self.snapshot(file)

    def edit(self, file: Path | str, text: str) -> set[str]:
        """Put another text in the place of an open one; the files whose findings changed."""
        uri = self.uri(file)
        version = self.desk.open[uri].version + 1
        return self.do(self.desk.edited(uri, version, [Change(text)]))

    def replace(self, file: Path | str, text: str) -> Snapshot:
        """Put another text in the place of an open one."""
        self.edit(file, text)
        return self.snapshot(file)

    def close(self, file: Path | str) -> None:
        self.do(self.desk.closed(self.uri(file)))

    def on_disk(self, file: Path | str, *, moved: bool = False) -> None:
        jobs = self.desk.changed_on_disk(str(self.root / file), moved=moved)
        if jobs is None:
            self.desk.reset()
            self.do(self.desk.again())
            self.scan()
        else:
            self.do(jobs)

    def snapshot(self, file: Path | str) -> Snapshot:
        """What features see of an open document."""
        found = self.desk.snapshot(self.uri(file))
        assert found is not None
        return found

    def hover(self, snapshot: Snapshot, offset: int) -> str:
        """What is said of what is at an offset; empty where there is nothing to say."""
        rules = self.desk.project_of(snapshot.path).rules
        found = hover_at(snapshot, DocumentCache(self.desk, snapshot), offset, rules)
        return "" if found is None else found.contents.value  # type: ignore[union-attr]

    def shelf(self, file: Path | str) -> DocumentCache:
        """What navigation needs beside that."""
        return DocumentCache(self.desk, self.snapshot(file))

    def findings(self, file: Path | str) -> tuple[Diagnostic, ...]:
        return self.desk.findings(str(self.root / file))

    def names(self, file: Path | str) -> list[str]:
        """The rules that report something in a file, those of stale findings with a `?`."""
        return [f.name + "?" * ("stale" in f.tags) for f in self.findings(file)]

    def text_at(self, location: types.Location) -> str:
        """The text of a location."""
        index = self.desk.index_of(path_of(location.uri))
        return text_in(index, location.range, self.desk.encoding)

    def file_of(self, uri: str) -> str:
        """The name of a file in the first folder."""
        return path_of(uri).removeprefix(f"{self.root}/")


def over(folder: Path, *, encoding: Encoding = "utf-16") -> Editor:
    """An editor that has looked at everything in a folder."""
    editor = Editor(folder)
    editor.desk.encoding = encoding
    editor.scan()
    return editor


def text_in(index: LineIndex, range: types.Range, encoding: Encoding) -> str:
    """The text in a range."""
    start, end = (
        index.offset(place.line, place.character, encoding) for place in (range.start, range.end)
    )
    return index.text[start:end]
