"""The sample distribution beside phaselint, both installed in an environment of their own."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.command import Ended
from plugins.editing import codes_of, session
from plugins.sites import BOARD, LANES, UNREACHED, UNSTAMPED, board

pytestmark = pytest.mark.installs

ROOT = Path(__file__).parents[2]
OFFLINE = "No matching distribution found"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with nothing but the two in it."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    wanted = (f"{ROOT}[lsp]", str(LANES))
    command = [str(python), "-m", "pip", "install", "--quiet", *wanted]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if OFFLINE in done.stderr:
        pytest.skip("what is needed to build cannot be downloaded")
    assert done.returncode == 0, done.stderr
    return python


class Installed:
    """The command of that environment, in a folder with a board."""

    def __init__(self, python: Path, folder: Path) -> None:
        self.python = python
        self.folder = folder

    def __call__(self, *arguments: str) -> Ended:
        command = [str(self.python.parent / "phaselint"), *arguments]
        ended = subprocess.run(
            command, cwd=self.folder, env={}, capture_output=True, text=True, check=False
        )
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def findings(self, *arguments: str) -> list[Any]:
        ended = self("lint", "--format=json", *arguments)
        assert ended.err == ""
        return list(json.loads(ended.out)["findings"])


@pytest.fixture
def command(python: Path, tmp_path: Path) -> Installed:
    """The command in an empty folder."""
    return Installed(python, tmp_path)


def test_it_lints_and_proves(command: Installed) -> None:
    board(command.folder, UNREACHED)
    board(command.folder / "inner", UNSTAMPED)
    found = command.findings("--dry-run", "--verify")
    assert [(each["code"], each["proof"]["status"]) for each in found] == [
        ("LA201", "proved"),
        ("PL101", "proved"),
    ]


def test_nothing_is_there_where_no_configuration_names_it(command: Installed) -> None:
    board(command.folder)
    assert "no contract found" in command("lint", "--isolated").err


def test_workers_know_it(command: Installed) -> None:
    for number in range(4):
        board(command.folder / str(number), UNREACHED)
    assert len(command.findings("--jobs=2")) == 4


def test_it_fixes(command: Installed) -> None:
    path = board(command.folder, BOARD.replace("close]", "close, repair]"))
    assert command("lint", "--fix").status == 0
    assert path.read_text() == BOARD


def test_its_boards(command: Installed) -> None:
    found = command.findings("--dry-run", str(LANES / "boards"))
    assert [each["code"] for each in found] == ["LA101", "LA201", "PL020", "PL101"]


def test_a_rule_names_the_distribution(command: Installed) -> None:
    board(command.folder)
    assert "phaselint-lanes 1.0" in command("rule", "missing-stamp").out


def test_the_language_server_serves_it(command: Installed) -> None:
    path = board(command.folder, UNREACHED)
    assert asyncio.run(served(command, path)) == ["PL101"]


async def served(command: Installed, path: Path) -> list[Any]:
    """The codes of what the server has to say about a file."""
    async with session([str(command.python)], command.folder, {}) as client:
        codes = await codes_of(client, path)
        assert client.messages == []
    return codes
