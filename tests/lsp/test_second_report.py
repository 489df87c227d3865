"""What takes long to find out about a contract comes in a second report; the rest does not wait."""

from __future__ import annotations

import asyncio
from io import BytesIO
from pathlib import Path  # noqa: TC003 (pytest-lsp looks at annotations)
from typing import TYPE_CHECKING

import pytest

from benchmarks.hostile import checked_patterns, write
from benchmarks.pipelines import write_pipelines
from cli.contracts import contract, tool
from lsp.desks import Editor
from phaselint.api import builtin_rules
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.vocabulary.time_budget import Interrupted
from phaselint_lsp.inlet import Inlet
from phaselint_lsp.textstore import Change
from phaselint_lsp.worker import MOST_TRIES, Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phaselint_lsp.server_state import Job

SLOW = "order-trap"
"""What is wrong with the tools of `ordered`, and takes long to find out."""


def ordered(folder: Path) -> Path:
    """A tool with a field that nobody knows, in a contract with tools of which each bans another
    while the way on waits for some of them: runs are in one of very many states."""
    names = [f"tool_{number}" for number in range(10)]
    banning = {
        name: tool(name, "intake", more=f"forbids_after: [{names[number ^ 1]}]\n")
        for number, name in enumerate(names)
    }
    waits = "preconditions:\n" + "".join(f"  - requires_prior_tool: {n}\n" for n in names[::2])
    banning["tool_1"] += "surprise: 1\n"
    contract(folder, answer=tool("answer", "intake", "done", waits), **banning)
    return folder / "tool_1.yaml"


def patterned(folder: Path) -> Path:
    """A workflow with patterns that take many steps to compare."""
    write(str(folder / ".sweny" / "workflows"), checked_patterns(8_000))
    (path,) = (folder / ".sweny" / "workflows").iterdir()
    return path


def netted(folder: Path) -> Path:
    """A pipeline with very many runs, where all are explored."""
    write_pipelines(str(folder), 1, 40)
    (folder / "phaselint.toml").write_text("sound = true\n")
    (path,) = folder.glob("*/*.stud.yaml")
    return path


def by_command(folder: Path) -> list[tuple[str, str]]:
    """What the command reports: code and message of each finding."""
    found = run(Request((str(folder),), jobs=1), builtin_rules()).findings
    return sorted((each.code, str(each.message)) for each in found)


def by_server(editor: Editor) -> list[tuple[str, str]]:
    """The same as the server has it."""
    (project,) = editor.desk.projects.values()
    listed = [each for path in project.reported() for each in project.findings(path)]
    return sorted((each.code, str(each.message)) for each in listed)


def opened(folder: Path, make: Callable[[Path], Path]) -> tuple[Editor, Path, list[Job]]:
    """An editor with a contract open of which the first report has been made, the file, and what
    is to be done after that."""
    (folder / ".git").mkdir()
    path = make(folder)
    editor = Editor(folder)
    jobs = editor.desk.opened(editor.uri(path), 1, path.read_text())
    return editor, path, list(first(editor, jobs))


def first(editor: Editor, jobs: list[Job]) -> Iterator[Job]:
    """Do jobs for the first report; gives those for the second."""
    waiting = list(jobs)
    while waiting:
        more, _ = editor.desk.work(waiting.pop(0))
        waiting += [job for job in more if not job.whole]
        yield from (job for job in more if job.whole)


class TestReports:
    @pytest.mark.parametrize("make", [ordered, patterned, netted])
    def test_both_together_are_what_the_command_reports(
        self, tmp_path: Path, make: Callable[[Path], Path]
    ) -> None:
        editor, _, later = opened(tmp_path, make)
        whole = by_command(tmp_path)
        (job,) = set(later)
        assert set(by_server(editor)) <= set(whole)
        assert editor.do([job]) is not None
        assert by_server(editor) == whole
        assert editor.desk.work(job)[0] == []

    def test_the_first_has_all_that_is_quick(self, tmp_path: Path) -> None:
        editor, path, later = opened(tmp_path, ordered)
        before = editor.names(path)
        assert "unknown-field" in before
        assert SLOW not in before
        editor.do(later)
        assert SLOW in editor.names(path)

    def test_a_suppression_of_what_is_not_known_yet_is_not_unused(self, tmp_path: Path) -> None:
        path = ordered(tmp_path)
        comment = f"# phaselint: ignore-file[{SLOW}] no case gets there\n"
        path.write_text(comment + path.read_text())
        (tmp_path / ".git").mkdir()
        editor = Editor(tmp_path)
        jobs = editor.desk.opened(editor.uri(path), 1, path.read_text())
        later = list(first(editor, jobs))
        assert "unused-suppression" not in editor.names(path)
        editor.do(later)
        assert "unused-suppression" not in editor.names(path)
        assert SLOW not in editor.names(path)

    def test_an_ordinary_contract_has_one_report(self, tmp_path: Path) -> None:
        _, _, later = opened(tmp_path, lambda folder: contract(folder) / "session.yaml")
        assert later == []

    def test_whoever_is_busy_has_the_first_one_on(self, tmp_path: Path) -> None:
        editor, path, (job, *_) = opened(tmp_path, ordered)
        before = editor.names(path)
        with pytest.raises(Interrupted):
            editor.desk.work(job, lambda: True)
        assert editor.names(path) == before


class TestTurns:
    def worker(self, editor: Editor, busy: Callable[[], bool]) -> Worker:
        async def nothing(*_: object) -> None:
            pass

        def failed(error: Exception) -> None:
            pytest.fail(str(error))

        return Worker(editor.desk, nothing, nothing, failed, busy)

    @pytest.mark.asyncio
    async def test_whoever_waits_for_the_first_report_gets_it_first(self, tmp_path: Path) -> None:
        editor, path, _ = opened(tmp_path, ordered)
        worker = self.worker(editor, lambda: False)
        worker.add(editor.desk.edited(editor.uri(path), 2, [Change(path.read_text() + "\n")]))
        working = asyncio.ensure_future(worker.run())
        await worker.done_with(str(path))
        assert SLOW not in editor.names(path)
        await worker.wholly_done_with(str(path))
        assert SLOW in editor.names(path)
        worker.stop()
        await working

    @pytest.mark.asyncio
    async def test_a_client_that_never_ends_gets_it_all_the_same(self, tmp_path: Path) -> None:
        editor, path, (job, *_) = opened(tmp_path, ordered)
        asked = 0

        def busy() -> bool:  # not before a check begins, but once it is under way
            nonlocal asked
            asked += 1
            return asked % 2 == 0

        worker = self.worker(editor, busy)
        worker.add([job._replace(whole=False)])
        working = asyncio.ensure_future(worker.run())
        await worker.all_done()
        assert asked == 2 * MOST_TRIES - 1
        assert SLOW in editor.names(path)
        worker.stop()
        await working

    def test_a_message_is_there_until_it_is_handled(self) -> None:
        class Stream(BytesIO):
            def readline(self, size: int | None = -1, /) -> bytes:
                seen.append(inlet.is_busy())
                return super().readline(size)

        seen: list[bool] = []
        body = b"Content-Length: 2\r\n\r\n{}"
        inlet = Inlet(Stream(body * 2))
        for _ in range(2):
            assert inlet.readline() == b"Content-Length: 2\r\n"
            assert inlet.is_busy()
            assert inlet.readline() == b"\r\n"
            assert inlet.read(2) == b"{}"
            assert inlet.is_busy()
        assert seen == [False, True, False, True]
