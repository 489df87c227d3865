"""Files that belong together are replaced all or not at all."""

from __future__ import annotations

import errno
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import pytest

from cli.command import PATHS
from dying import BEGINNING
from phaselint.project.replacing import Changed, Folder
from phaselint.project.together import Rewrite, rewrite_all
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = f"""{BEGINNING}
from phaselint.project.together import Rewrite, rewrite_all
root = sys.argv[2]
rewrite_all([Rewrite(os.path.join(root, name), b"old", b"new", root) for name in "abc"])
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in "abc":
        (tmp_path / name).write_bytes(b"old")
    return tmp_path


def wanted(root: Path, *names: str, old: bytes | None = b"old") -> list[Rewrite]:
    return [Rewrite(str(root / name), old, b"new", str(root)) for name in names]


def state(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in root.iterdir() if path.is_file()}


def test_all_are_replaced(root: Path) -> None:
    assert rewrite_all(wanted(root, "a", "b")) == ()
    assert state(root) == {"a": b"new", "b": b"new", "c": b"old"}


@pytest.mark.posix
def test_permissions_stay(root: Path) -> None:
    (root / "a").chmod(0o640)
    rewrite_all(wanted(root, "a"))
    assert (root / "a").stat().st_mode & 0o777 == 0o640


def test_a_new_file_gets_its_folder(root: Path) -> None:
    rewrite_all(wanted(root, "in/side/d", old=None))
    assert (root / "in" / "side" / "d").read_bytes() == b"new"


class TestNothingHappens:
    def test_when_one_has_changed(self, root: Path) -> None:
        (root / "b").write_bytes(b"other")
        with pytest.raises(Changed, match="b"):
            rewrite_all(wanted(root, "a", "b"))
        assert state(root) == {"a": b"old", "b": b"other", "c": b"old"}

    def test_when_one_has_gone(self, root: Path) -> None:
        (root / "b").unlink()
        with pytest.raises(Changed):
            rewrite_all(wanted(root, "a", "b"))
        assert state(root) == {"a": b"old", "c": b"old"}

    def test_when_a_new_one_is_there_already(self, root: Path) -> None:
        with pytest.raises(Changed):
            rewrite_all([*wanted(root, "a"), *wanted(root, "c", old=None)])
        assert state(root) == dict.fromkeys("abc", b"old")

    @pytest.mark.posix
    def test_when_one_has_become_a_link(self, root: Path) -> None:
        (root / "b").unlink()
        (root / "b").symlink_to(root / "c")
        with pytest.raises((Changed, UsageError)):
            rewrite_all(wanted(root, "a", "b"))
        assert (root / "a").read_bytes() == b"old"

    def test_when_one_is_outside(self, root: Path) -> None:
        inner = root / "inner"
        inner.mkdir()
        outside = Rewrite(str(root / "a"), b"old", b"new", str(inner))
        with pytest.raises(UsageError, match="to a place outside the project"):
            rewrite_all([*wanted(root, "b"), outside])
        assert state(root) == dict.fromkeys("abc", b"old")

    def test_when_a_folder_cannot_be_made(self, root: Path) -> None:
        with pytest.raises(UsageError, match="can't write"):
            rewrite_all([*wanted(root, "new/d", old=None), *wanted(root, "a/d", old=None)])
        assert sorted(os.listdir(root)) == ["a", "b", "c"]

    @pytest.mark.parametrize("number", [1, 2, 3])
    @pytest.mark.parametrize("error", [OSError(errno.EIO, "Broken"), KeyboardInterrupt()])
    def test_when_a_renaming_fails(
        self, root: Path, monkeypatch: pytest.MonkeyPatch, number: int, error: BaseException
    ) -> None:
        rename, count = Folder.rename, 0

        def failing(folder: Folder, old: str, new: str) -> None:
            nonlocal count
            count += 1
            if count == number:
                raise error
            rename(folder, old, new)

        monkeypatch.setattr(Folder, "rename", failing)
        files = [*wanted(root, "a", "b"), *wanted(root, "deep/d", old=None)]
        with pytest.raises((UsageError, KeyboardInterrupt)):
            rewrite_all(files)
        assert state(root) == dict.fromkeys("abc", b"old")
        assert sorted(os.listdir(root)) == ["a", "b", "c"]

    def test_when_there_is_no_room(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_arguments: Any) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(UsageError, match="no space left"):
            rewrite_all(wanted(root, "a", "b"))
        monkeypatch.undo()
        assert state(root) == dict.fromkeys("abc", b"old")


@pytest.mark.posix
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_process_that_is_killed_leaves_whole_files_in_order(root: Path, number: int) -> None:
    import subprocess

    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(number), str(root)],
        env={**os.environ, "PYTHONPATH": PATHS},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    found = {name: data for name, data in state(root).items() if not name.endswith(".tmp")}
    assert found == {
        name: b"new" if place < number - 1 else b"old" for place, name in enumerate("abc")
    }
    for path in root.glob(".*.tmp"):
        path.unlink()
    left = [
        each for each in wanted(root, "a", "b", "c") if found[os.path.basename(each.path)] == b"old"
    ]
    rewrite_all(left)
    assert state(root) == dict.fromkeys("abc", b"new")
