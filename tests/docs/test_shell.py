"""Shell blocks of pages are run as a reader would run them."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from handbook import reading, shell
from handbook.pages import handwritten
from handbook.shell import Failure, failure, runnable

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")


class Tried:
    """Runs each page in new folders below one."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.runs = 0

    def __call__(self, *bodies: str) -> Failure | None:
        self.runs += 1
        for name in ("copy", "home"):
            (self.root / f"{self.runs}" / name).mkdir(parents=True)
        text = "\n".join(f"```sh\n{body}\n```\n" for body in bodies)
        return failure(text, self.copy, self.root / f"{self.runs}" / "home")

    @property
    def copy(self) -> Path:
        """The folder of the last page."""
        return self.root / f"{self.runs}" / "copy"


@pytest.fixture
def tried(tmp_path: Path) -> Tried:
    return Tried(tmp_path)


def test_blocks_of_a_page_are_one_session(tried: Tried) -> None:
    assert tried("mkdir box\ncd box\nname=here", 'echo "$name" > file') is None
    assert (tried.copy / "box" / "file").read_text() == "here\n"


def test_the_block_that_fails_is_named_by_its_line(tried: Tried) -> None:
    found = tried("true", "echo so\nfalse", "touch never")
    assert found == Failure(5, "so\n")
    assert not (tried.copy / "never").exists()


def test_a_status_that_is_announced_has_to_come(tried: Tried) -> None:
    assert tried("false   # status 1: there are findings", "(exit 2)  # status 2") is None
    assert tried("true  # status 1") == Failure(1, "")


def test_phaselint_is_there_and_nothing_is_installed_beside_it(tried: Tried) -> None:
    assert tried("phaselint --version") is None
    refused = tried("python3 -m pip install --no-index phaselint-nothing")
    assert refused is not None
    reasons = ("virtualenv", "No module", "No matching distribution")
    assert any(reason in refused.output for reason in reasons)


def test_a_block_with_a_reason_is_not_run() -> None:
    text = "<!-- not run: it needs npm -->\n```sh\nnpm ci\n```\n\n```sh\ntrue\n```\n"
    assert [block.text for block in runnable(text)] == ["true\n"]


@pytest.mark.parametrize("comment", ["<!-- not run: -->", "<!-- not run -->", "<!-- later -->", ""])
def test_without_a_reason_it_is(comment: str) -> None:
    assert len(runnable(f"{comment}\n```sh\ntrue\n```\n")) == 1


def test_pages_have_blocks_that_are_run() -> None:
    """Whether they work is checked by `python docs/check.py shell`."""
    run = [path for path, text in handwritten().items() if runnable(text)]
    assert len(run) >= 3
    assert all(list(reading.blocks(handwritten()[path])) for path in run)


def test_what_a_page_does_to_the_copy_is_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "checkout" / "box").mkdir(parents=True)
    (tmp_path / "checkout" / "box" / "file").write_text("as it was")
    (tmp_path / "checkout" / ".gitignore").write_text("made\n")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path / "checkout", check=True)
    monkeypatch.setattr(shell, "ROOT", tmp_path / "checkout")
    copy = shell.Copy(tmp_path / "copy")
    (copy.folder / "box" / "file").write_text("changed")
    (copy.folder / "made").mkdir()
    shutil.rmtree(copy.renewed() / "box")
    copy.renewed()
    assert (copy.folder / "box" / "file").read_text() == "as it was"
    assert not (copy.folder / "made").exists()
