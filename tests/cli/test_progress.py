"""The line on a terminal that says how far a run is (design §9)."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cli.command import PATIENCE, clean_environment
from cli.contracts import SESSION, TOOL, UNREACHABLE, contract
from phaselint.cli.progress import ProgressLine
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint_rules import RULES

if TYPE_CHECKING:
    from cli.command import Command

IMPATIENT = """
import sys
from phaselint.cli import main, progress
progress.PATIENCE = progress.BETWEEN = 0
sys.exit(main(sys.argv[1:]))
"""
"""The command, with a line from the first moment on."""


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_short_run_has_no_line(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = ProgressLine(clock)
    clock.now = 0.9
    line(8, 9)
    line.erase()
    assert capsys.readouterr().err == ""


def test_it_is_written_ten_times_a_second_at_most(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = ProgressLine(clock)
    for moment in (1.0, 1.05, 1.09, 1.2):
        clock.now = moment
        line(int(moment * 100), 1000)
    assert capsys.readouterr().err == (
        "\rchecked 100 of 1,000 folders and files\rchecked 120 of 1,000 folders and files"
    )


def test_nothing_of_it_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    line = ProgressLine(clock)
    clock.now = 2
    line(10_000, 10_000)
    clock.now = 3
    line(1, 2)
    line.erase()
    line.erase()
    first, second, blank, end = capsys.readouterr().err.split("\r")[1:]
    assert len(first) == len(second) == len("checked 10,000 of 10,000 folders and files")
    assert blank == " " * len(second.rstrip())
    assert end == ""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_says_how_far_it_is(phaselint: Command, jobs: int) -> None:
    for number in range(40):
        contract(phaselint.folder / f"c{number}", SESSION)
    told: list[tuple[int, int]] = []
    request = Request(isolated=True, jobs=jobs)
    result = run(request, RULES, lambda done, known: told.append((done, known)))
    assert result.summary.contracts == 40
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (41, 41)


class TestTerminal:
    """The command, with standard error on a terminal."""

    def ended(self, phaselint: Command, *arguments: str, term: str = "xterm") -> tuple[str, str]:
        """What the command writes to standard output and to the terminal."""
        here, there = pty.openpty()
        ended = subprocess.run(
            [sys.executable, "-c", IMPATIENT, "lint", *arguments],
            cwd=phaselint.folder,
            env=clean_environment() | {"TERM": term},
            stdout=subprocess.PIPE,
            stderr=there,
            timeout=PATIENCE,
            check=False,
        )
        os.close(there)
        shown = b""
        try:
            while part := os.read(here, 65536):
                shown += part
        except OSError:  # the end of a terminal that nobody has open
            pass
        os.close(here)
        return ended.stdout.decode(), shown.decode()

    @pytest.mark.parametrize("format_", ["text", "jsonl"])
    def test_the_line_comes_and_goes(self, phaselint: Command, format_: str) -> None:
        contract(phaselint.folder, UNREACHABLE)
        out, shown = self.ended(phaselint, f"--format={format_}", ".", "gone")
        assert "PL101" in out
        line, blank, complaint = shown.split("\r", 3)[1:]
        assert line == "checked 1 of 1 folders and files"
        assert blank.strip() == ""
        assert complaint == "phaselint: gone: no such file or directory\r\n"

    @pytest.mark.parametrize("how", ["--fix", "--diff"])
    def test_fixing_says_how_far_each_lint_is(self, phaselint: Command, how: str) -> None:
        contract(phaselint.folder, answer=TOOL.replace("[intake]", "[intaek]"))
        _, shown = self.ended(phaselint, "--unsafe-fixes", how, ".", "gone")
        line = "checked 1 of 1 folders and files"
        assert shown.count(f"\r{line}") > 1
        assert shown.rpartition(line)[2].startswith(f"\r{' ' * len(line)}\r")

    def test_no_line_where_nobody_wants_one(self, phaselint: Command) -> None:
        contract(phaselint.folder, UNREACHABLE)
        assert self.ended(phaselint, "--quiet")[1] == ""
        assert self.ended(phaselint, term="dumb")[1] == ""

    def test_no_line_in_a_pipe(self, phaselint: Command) -> None:
        contract(phaselint.folder, UNREACHABLE)
        ended = phaselint.process("lint", program=("-c", IMPATIENT))
        assert ended.err == ""
