"""The processes of a large run: none outlives the command, and none speaks for itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.command import PATHS
from cli.contracts import contract

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 60
PROC = Path("/proc")
pytestmark = pytest.mark.skipif(not PROC.is_dir(), reason="the system shows no processes")


def marked(mark: str) -> list[int]:
    """The processes that have a mark in their environment."""
    found = []
    for each in PROC.iterdir():
        if each.name.isdigit():
            try:
                environment = (each / "environ").read_bytes()
            except OSError:
                continue
            if f"PHASELINT_TEST={mark}".encode() in environment.split(b"\0"):
                found.append(int(each.name))
    return found


def until(count: int, mark: str) -> bool:
    """Wait until at least so many processes are there, or none for a count of 0."""
    for _ in range(PATIENCE * 10):
        number = len(marked(mark))
        if number >= count if count else not number:
            return True
        time.sleep(0.1)
    return False


def send(number: int, mark: str) -> None:
    """Send a signal to all processes with a mark. Those it ends may end others meanwhile."""
    for process in marked(mark):
        with suppress(ProcessLookupError):
            os.kill(process, number)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A large run in two processes of its own that goes on for long, and its mark."""
    for number in range(400):
        contract(tmp_path / f"c{number}")
    mark = str(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-m", "phaselint", "lint", "--dry-run", "--jobs=2"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PATHS, "PHASELINT_TEST": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert until(4, mark)  # itself, the server of processes, and two that work
        yield run, mark
        send(signal.SIGKILL, mark)


def test_nothing_outlives_a_run_that_is_killed(
    running: tuple[subprocess.Popen[str], str],
) -> None:
    run, mark = running
    run.kill()
    run.communicate()
    assert until(0, mark)


@pytest.mark.posix
def test_an_interruption_is_one_line(running: tuple[subprocess.Popen[str], str]) -> None:
    run, mark = running
    send(signal.SIGINT, mark)  # as a terminal does it
    _, said = run.communicate(timeout=PATIENCE)
    assert said.split("\n") == ["", "phaselint: interrupted", ""]
    assert run.returncode == 2
    assert until(0, mark)
