"""`phaselint lint --watch`, with time that passes as the test says."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cli.command import PATIENCE, clean_environment
from cli.contracts import BROKEN, SESSION, UNREACHABLE, contract
from phaselint.cli import watch as command
from phaselint.linting.watch import stamp, watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cli.command import Command


class Clock:
    """Runs one step per wait, and ends the watch when there are none left."""

    def __init__(self, *steps: Callable[[], object]) -> None:
        self.steps = [*steps]

    def __call__(self) -> bool:
        if not self.steps:
            return False
        self.steps.pop(0)()
        return True


def nothing() -> None:
    """What happens while nothing happens."""


class TestLoop:
    """`watching.watch`."""

    def test_nothing_changes(self, tmp_path: Path) -> None:
        acts: list[int] = []

        def act() -> tuple[str]:
            acts.append(1)
            return (str(tmp_path),)

        watch(act, Clock(nothing, nothing))
        assert len(acts) == 1

    def test_it_acts_once_things_have_settled(self, tmp_path: Path) -> None:
        file = tmp_path / "a"
        acts: list[str] = []

        def act() -> tuple[str, str]:
            acts.append(file.read_text() if file.exists() else "")
            return str(file), str(tmp_path)

        steps = (
            lambda: file.write_text("1"),
            lambda: file.write_text("12"),
            lambda: file.write_text("123"),
        )
        watch(act, Clock(nothing, *steps, nothing, nothing))
        assert acts == ["", "123"]

    def test_what_changes_while_it_acts_counts(self, tmp_path: Path) -> None:
        file = tmp_path / "a"
        file.write_text("1")
        acts: list[int] = []

        def act() -> tuple[str]:
            acts.append(1)
            if len(acts) == 2:
                file.write_text("123")
            return (str(file),)

        watch(act, Clock(lambda: file.write_text("12"), nothing, nothing, nothing, nothing))
        assert len(acts) == 3

    def test_a_file_that_goes_is_a_change(self, tmp_path: Path) -> None:
        file = tmp_path / "a"
        file.write_text("1")
        assert stamp(str(file)) is not None
        file.unlink()
        assert stamp(str(file)) is None
        assert stamp("a\0b") is None


def lint(
    phaselint: Command, monkeypatch: pytest.MonkeyPatch, *steps: Callable[[], object]
) -> list[str]:
    """Watch the folder while steps are taken; gives the last line of every report."""
    monkeypatch.setattr(command, "_pause", Clock(*steps))
    ended = phaselint("lint", "--watch", "--format=concise")
    assert ended.status == 0
    return [line for line in ended.lines if line.startswith(("Checked", "No findings", "Nothing"))]


def test_every_change_is_linted(phaselint: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = contract(phaselint.folder)
    ends = lint(
        phaselint,
        monkeypatch,
        nothing,
        lambda: contract(folder, UNREACHABLE),
        nothing,
        lambda: contract(folder, SESSION),
        nothing,
    )
    assert ends == [
        "No findings in 1 contract (2 files).",
        "Checked 1 contract (2 files): 1 error.",
        "No findings in 1 contract (2 files).",
    ]


def test_new_files_and_folders_are_seen(
    phaselint: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = lint(phaselint, monkeypatch, lambda: contract(phaselint.folder / "new"), nothing)
    assert ends[-1] == "No findings in 1 contract (2 files)."


def test_a_broken_configuration_is_said_and_outlived(
    phaselint: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = contract(phaselint.folder)
    config = folder / "phaselint.toml"
    ends = lint(
        phaselint,
        monkeypatch,
        lambda: config.write_text("bund = 1\n"),
        nothing,
        config.unlink,
        nothing,
    )
    assert len(ends) == 2


@pytest.mark.parametrize(("format_", "count"), [("text", 1), ("concise", 1), ("json", 0)])
def test_a_line_parts_reports_for_people(
    phaselint: Command, monkeypatch: pytest.MonkeyPatch, format_: str, count: int
) -> None:
    folder = contract(phaselint.folder)
    steps = Clock(lambda: contract(folder, UNREACHABLE), nothing)
    monkeypatch.setattr(command, "_pause", steps)
    ended = phaselint("lint", "--watch", f"--format={format_}")
    assert ended.out.count(command.LINE) == count


def test_a_first_run_that_fails_ends_it(phaselint: Command) -> None:
    contract(phaselint.folder)
    (phaselint.folder / "phaselint.toml").write_text("bund = 1\n")
    assert phaselint("lint", "--watch").status == 2


def test_a_file_that_does_not_parse_any_more(
    phaselint: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = contract(phaselint.folder)
    ends = lint(phaselint, monkeypatch, lambda: contract(folder, BROKEN), nothing)
    assert "1 error" in ends[-1]


@pytest.mark.posix
def test_an_interrupt_ends_it_well(phaselint: Command) -> None:
    contract(phaselint.folder)
    process = subprocess.Popen(
        [sys.executable, "-m", "phaselint", "lint", "--watch"],
        cwd=phaselint.folder,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert line.startswith(b"phaselint: watching ")
    assert (process.returncode, err) == (0, b"")
    assert b"No findings" in out
