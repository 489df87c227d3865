"""The npm package: packed, installed into an empty folder, and used as a command."""

from __future__ import annotations

import os
import pty
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bundle import package
from bundle.build import write
from cases import FIXTURES
from phaselint.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.bundle, pytest.mark.posix]

DESK = FIXTURES / "projects" / "refund-desk"
PLAIN = {"NO_COLOR": "", "FORCE_COLOR": "", "TERM": "xterm"}


@pytest.fixture(scope="session")
def installed(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of the package, installed from its tarball into an empty folder."""
    folder = tmp_path_factory.mktemp("package")
    write(folder / "bundle", pyodide, compiled=True)
    package.write(folder / "phaselint", folder / "bundle")
    tarball = package.packed(folder / "phaselint")
    home = tmp_path_factory.mktemp("empty")
    sources = [str(tarball), str(pyodide)]
    command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(home), *sources]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=home)
    if "ENOTFOUND" in done.stderr or "ETIMEDOUT" in done.stderr:
        pytest.skip("npm can't reach its registry")
    assert done.returncode == 0, done.stderr
    return home / "node_modules" / ".bin" / "phaselint"


def call(
    command: Path, *words: str, cwd: Path = DESK, stdin: str = "", **env: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(command), *words],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **PLAIN, **env},
    )


def native(*words: str, cwd: Path = DESK, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "phaselint", *words],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **PLAIN},
    )


def test_the_version_is_that_of_the_python_package(installed: Path) -> None:
    assert call(installed, "--version").stdout == f"phaselint {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("lint", "--dry-run"),
        ("lint", "--format", "sarif", "refunds"),
        ("lint", "nowhere"),
        ("lint", "--help"),
        ("rule", "order-trap"),
        ("graph", "refunds/session.yaml"),
        ("diff", ".", "../refund-desk-fixed"),
    ],
    ids=" ".join,
)
def test_output_and_status_are_those_of_the_python_package(
    words: tuple[str, ...], installed: Path
) -> None:
    found, expected = call(installed, *words), native(*words)
    assert found.stdout == expected.stdout
    assert (found.returncode, found.stderr) == (expected.returncode, expected.stderr)


def test_a_contract_on_standard_input(installed: Path) -> None:
    words = ("lint", "-", "--stdin-filename", "refunds/session.yaml", "--format", "json")
    text = (DESK / "refunds/session.yaml").read_text("utf-8")
    found, expected = call(installed, *words, stdin=text), native(*words, stdin=text)
    assert (found.returncode, found.stdout) == (expected.returncode, expected.stdout)


def test_fixes_are_written_to_the_files(installed: Path, tmp_path: Path) -> None:
    for name in ("other", "own"):
        shutil.copytree(DESK, tmp_path / name)
    call(installed, "lint", "--fix", "--unsafe-fixes", cwd=tmp_path / "other")
    native("lint", "--fix", "--unsafe-fixes", cwd=tmp_path / "own")
    changed = 0
    for file in (tmp_path / "own").rglob("*.yaml"):
        path = file.relative_to(tmp_path / "own")
        assert (tmp_path / "other" / path).read_bytes() == file.read_bytes()
        changed += file.read_bytes() != (DESK / path).read_bytes()
    assert changed


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("lint", "--jobs", "2"), "more than one of --jobs needs"),
        (("diff", "HEAD"), "git needs"),
        (("server",), "the server needs threads and"),
    ],
)
def test_what_needs_processes_says_so_in_one_line(
    words: tuple[str, ...], what: str, installed: Path
) -> None:
    found = call(installed, *words)
    line = (
        f"phaselint: {what} other processes, which WebAssembly doesn't have; "
        "install phaselint with pip\n"
    )
    assert (found.returncode, found.stdout, found.stderr) == (2, "", line)


def test_node_without_webassembly_is_told_in_one_line(installed: Path) -> None:
    found = subprocess.run(
        ["node", "--jitless", str(installed), "lint"], capture_output=True, text=True, check=False
    )
    own = [line for line in found.stderr.splitlines() if not line.startswith("Warning: ")]
    line = "phaselint: this node has no WebAssembly; run it without --jitless"
    assert (found.returncode, found.stdout, own) == (2, "", [line])


def test_a_damaged_part_is_told_in_one_line(installed: Path, tmp_path: Path) -> None:
    home = tmp_path / "node_modules"
    shutil.copytree(installed.parents[1], home, symlinks=False)
    (home / "phaselint/bundle/core.zip").write_bytes(b"garbage")
    found = call(home / "phaselint/bin/phaselint.mjs", "lint")
    assert found.returncode == 2
    assert found.stderr.startswith("phaselint: core.zip of phaselint is damaged: ")
    assert found.stderr.count("\n") == 1
    (home / "phaselint/bundle/stdlib.zip").unlink()
    found = call(home / "phaselint/bin/phaselint.mjs", "lint")
    assert found.returncode == 2
    assert found.stderr.startswith("phaselint: stdlib.zip of phaselint can't be read: ENOENT")
    assert found.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_failure(installed: Path) -> None:
    line = f"'{installed}' rules --format json | head -c 1; echo \" ${{PIPESTATUS[0]}}\""
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (done.stdout.split()[-1], done.stderr) == ("0", "")


def test_an_interruption_while_it_waits_for_input_is_one_line(installed: Path) -> None:
    command = [str(installed), "lint", "-", "--stdin-filename", "refunds/session.yaml"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=DESK, stdin=pipe, stderr=pipe) as run:
        assert run.stdin is not None
        assert run.stderr is not None
        run.stdin.write(b"#" * 1_000_000)  # more than a pipe holds, so it reads already
        run.send_signal(signal.SIGINT)
        run.wait(timeout=60)
        complaint = run.stderr.read()
    assert (run.returncode, complaint.strip()) == (2, b"phaselint: interrupted")


def test_an_interruption_ends_watching(installed: Path) -> None:
    command = [str(installed), "lint", "--watch"]
    with subprocess.Popen(command, cwd=DESK, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        line = run.stderr.readline()
        run.send_signal(signal.SIGINT)
        _, complaint = run.communicate(timeout=60)
    assert b"press Ctrl-C to stop" in line
    assert (run.returncode, complaint) == (0, b"")


def test_a_terminal_has_colors_and_a_pipe_has_none(installed: Path) -> None:
    assert "\x1b[" not in call(installed, "lint").stdout
    leader, follower = pty.openpty()
    env = {**os.environ, **PLAIN}
    with subprocess.Popen([str(installed), "lint"], cwd=DESK, stdout=follower, env=env) as run:
        os.close(follower)
        shown = b""
        while chunk := _read(leader):
            shown += chunk
        run.wait()
    os.close(leader)
    assert b"\x1b[" in shown


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # the other end is closed
        return b""
