"""A desk without a client: jobs are done at once, edits are whole texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.api import builtin_rules
from phaselint_lsp.desk import Desk
from phaselint_lsp.textstore import Change
from phaselint_lsp.uris import uri_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from phaselint.finding import Finding
    from phaselint_lsp.desk import Job
    from phaselint_lsp.settings import Settings
    from phaselint_lsp.snapshot import Snapshot


class Editor:
    """An editor over some folders; `said` are the lines it was shown."""

    def __init__(self, *folders: Path, settings: Settings | None = None) -> None:
        self.said: list[str] = []
        self.desk = Desk(builtin_rules(), self.said.append)
        if settings is not None:
            self.desk.configure(settings)
        self.desk.set_folders(map(str, folders))
        self.versions: dict[str, int] = {}

    def scan(self) -> None:
        for job in self.desk.scan():
            self.do([job])
        self.do(self.desk.reclaim())
        self.desk.settle_rest()

    def do(self, jobs: Iterable[Job]) -> set[str]:
        """Do jobs and what follows from them; the files that changed."""
        waiting, changed = list(jobs), set[str]()
        while waiting:
            more, files = self.desk.work(waiting.pop(0))
            waiting += more
            changed |= files
        return changed

    def open(self, path: Path, text: str | None = None) -> None:
        if text is None:
            text = path.read_bytes().decode("utf-8")
        self.do(self.desk.opened(uri_of(str(path)), 1, text))

    def edit(self, path: Path, text: str) -> set[str]:
        uri = uri_of(str(path))
        version = self.desk.open[uri].version + 1
        return self.do(self.desk.edited(uri, version, [Change(text)]))

    def close(self, path: Path) -> None:
        self.do(self.desk.closed(uri_of(str(path))))

    def on_disk(self, path: Path, *, moved: bool = False) -> None:
        jobs = self.desk.changed_on_disk(str(path), moved=moved)
        if jobs is None:
            self.desk.reset()
            self.do(self.desk.again())
            self.scan()
        else:
            self.do(jobs)

    def snapshot(self, path: Path) -> Snapshot:
        found = self.desk.snapshot(uri_of(str(path)))
        assert found is not None
        return found

    def findings(self, path: Path) -> tuple[Finding, ...]:
        return self.desk.findings(str(path))

    def names(self, path: Path) -> list[str]:
        """The rules that report something in a file, those of stale findings with a `?`."""
        return [f.name + "?" * ("stale" in f.tags) for f in self.findings(path)]
