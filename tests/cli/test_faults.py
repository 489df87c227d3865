"""What happens to a run from outside: it is killed, the disk is full, others write as well.

What was there before is there still, or all of what is new; whatever fails has its own status.

Runs end at random moments here, and nothing depends on which they are.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

import pytest

from cli.command import PATIENCE, clean_environment
from cli.contracts import TOOL, UNREACHABLE, contract

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from cli.command import Command

BROKEN = UNREACHABLE.replace('"1.0"', "1.0")
"""One error, and a warning with a safe fix."""

FIXED = UNREACHABLE
COUNT = 12
LONGEST = 1.2
"""Seconds within which a run is ended; most are over by then."""

BASELINE = "phaselint-baseline.json"
RUNS = {
    "fix": ("--fix",),
    "baseline": ("--write-baseline",),
    "report": ("--output-file=json:report.json",),
    "jobs": ("--jobs=2", "--fix"),
}
NONE_LEFT = "phaselint: interrupted"


@pytest.fixture
def project(phaselint: Command) -> Path:
    """A project with contracts in which there is something to fix, a baseline and a report."""
    folder = phaselint.folder
    (folder / "phaselint.toml").write_text("")
    for number in range(COUNT):
        contract(folder / f"c{number:02}", BROKEN)
    (folder / BASELINE).write_text('{"version": 1, "findings": []}\n')
    (folder / "report.json").write_text('{"findings": []}\n')
    return folder


def ended(project: Path, arguments: tuple[str, ...], number: int, wait: float) -> tuple[int, str]:
    """Start a run, send it a signal after a while, and wait for its end: status, standard error."""
    run = subprocess.Popen(
        [sys.executable, "-m", "phaselint", "lint", "-q", "--exit-zero", *arguments],
        cwd=project,
        env=clean_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(wait)
    run.send_signal(number)
    _, said = run.communicate(timeout=PATIENCE)
    return run.returncode, said


def whole(project: Path) -> None:
    """Every file is what it was or what it was to be."""
    for number in range(COUNT):
        assert (project / f"c{number:02}" / "session.yaml").read_text() in (BROKEN, FIXED)
        assert (project / f"c{number:02}" / "answer.yaml").read_text() == TOOL
    assert len(json.loads((project / BASELINE).read_text())["findings"]) in (0, COUNT, 2 * COUNT)
    assert json.loads((project / "report.json").read_text())


def left(project: Path) -> list[str]:
    """Files that a run has left in the middle of its work."""
    return [str(path) for path in project.rglob("*.tmp")]


@pytest.mark.posix
@pytest.mark.parametrize(("what", "seed"), [*product(RUNS, range(2))])
class TestSignals:
    def test_a_run_that_is_killed(self, project: Path, what: str, seed: int) -> None:
        moments = random.Random(f"{what} {seed}")
        ended(project, RUNS[what], signal.SIGKILL, moments.uniform(0.1, LONGEST))
        whole(project)

    def test_a_run_that_is_interrupted(self, project: Path, what: str, seed: int) -> None:
        moments = random.Random(f"{seed} {what}")
        status, said = ended(project, RUNS[what], signal.SIGINT, moments.uniform(0.4, LONGEST))
        whole(project)
        assert left(project) == []
        if status == 2:
            assert said.split() == NONE_LEFT.split()
        elif "Traceback" not in said:  # else Python itself was not up yet
            assert status in (0, -signal.SIGINT)


class TestFullDisk:
    """Nothing is written where nothing more can be, and the status is no finding's."""

    @pytest.fixture(params=["limit", "disk"])
    def full(self, request: pytest.FixtureRequest, phaselint: Command) -> Iterator[str]:
        """What stands before a command for which the disk is full, in a project on it."""
        folder = phaselint.folder
        if request.param == "limit":
            if os.name == "nt":
                pytest.skip("the system limits no sizes of files")
            contract(folder, BROKEN)
            yield "ulimit -f 0"
            return
        options = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
        try:
            made = subprocess.run(["mount", *options], capture_output=True, check=False).returncode
        except FileNotFoundError:
            made = 1
        if made != 0:
            pytest.skip("no small file system can be mounted here")
        try:
            contract(folder, BROKEN)
            with (folder / "filler").open("wb", buffering=0) as file, suppress(OSError):
                while file.write(bytes(512)):
                    pass
            yield "cd ."
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)

    @pytest.mark.posix
    @pytest.mark.parametrize("option", ["--fix", "--write-baseline", "--output-file=json:r.json"])
    def test_it_is_said_and_nothing_is_lost(
        self, phaselint: Command, full: str, option: str
    ) -> None:
        run = phaselint.shell(f"{full}; phaselint lint {option} session.yaml")
        assert run.status == 2
        assert run.err.startswith("phaselint: can't write ")
        assert run.err.count("\n") == 1
        assert (phaselint.folder / "session.yaml").read_text() == BROKEN
        assert not (phaselint.folder / BASELINE).exists()
        assert left(phaselint.folder) == []


class TestLimits:
    @pytest.mark.posix
    @pytest.mark.skipif(sys.platform != "linux", reason="limits differ from system to system")
    @pytest.mark.parametrize("limit", ["-n 8", "-n 12", "-n 40", "-v 400000", "-v 150000"])
    def test_little_of_everything(self, phaselint: Command, limit: str) -> None:
        for number in range(4):
            contract(phaselint.folder / f"c{number}", UNREACHABLE)
        run = phaselint.shell(f"ulimit {limit}; phaselint lint --jobs 3 --format=concise")
        assert run.status == 1
        assert run.lines[-1] == "Checked 4 contracts (8 files): 4 errors."

    @pytest.mark.posix
    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
    def test_no_output_and_no_more_files(self, phaselint: Command) -> None:
        contract(phaselint.folder, UNREACHABLE)
        run = phaselint.shell("ulimit -n 6; phaselint lint > /dev/full")
        assert (run.status, run.err.count("\n")) == (2, 1)


class TestConcurrent:
    """Several runs at once."""

    def all_of(self, project: Path, *runs: tuple[str, ...]) -> list[int]:
        """Start runs together, and wait for all; their statuses."""
        started = [
            subprocess.Popen(
                [sys.executable, "-m", "phaselint", "lint", "-q", "--exit-zero", *each],
                cwd=project,
                env=clean_environment(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for each in runs
        ]
        return [each.wait(PATIENCE) for each in started]

    def test_no_entry_of_a_baseline_is_lost(self, project: Path) -> None:
        pytest.importorskip("fcntl")
        runs = [("--write-baseline", f"c{number:02}") for number in range(6)]
        assert self.all_of(project, *runs) == [0] * 6
        found = json.loads((project / BASELINE).read_text())["findings"]
        assert {each["path"].split("/")[0] for each in found} == {path for _, path in runs}

    def test_a_file_is_fixed_once(self, project: Path) -> None:
        statuses = self.all_of(project, *[("--fix",)] * 4)
        assert 0 in statuses
        assert set(statuses) <= {0, 2}  # who comes late says that a file has changed
        assert (project / "c00" / "session.yaml").read_text() == FIXED
        assert left(project) == []


@pytest.mark.posix
@pytest.mark.parametrize("option", ["--fix", "--write-baseline", "--output-file=json:r.json"])
def test_a_folder_in_which_nothing_may_be_written(
    phaselint: Command, as_user: Callable[[], None], option: str
) -> None:
    folder = contract(phaselint.folder, BROKEN)
    folder.chmod(0o555)
    try:
        run = phaselint.process("lint", option, preexec_fn=as_user)
    finally:
        folder.chmod(0o755)
    assert run.status == 2
    assert run.err.startswith("phaselint: can't write ")
    assert (folder / "session.yaml").read_text() == BROKEN
