"""Files are replaced as a whole, where they are, and with what belongs to them."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.project import replacing
from phaselint.project.replacing import Changed, alone, rewrite, write_atomically
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

STRANGER = 12345
"""The number of a user and a group that nobody has."""

as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away"
)


def failing(code: int) -> Any:
    """A system call that fails in one way."""

    def fail(*_arguments: Any, **_options: Any) -> Any:
        raise OSError(code, os.strerror(code))

    return fail


class TestWrite:
    def test_new_file(self, tmp_path: Path) -> None:
        write_atomically(str(tmp_path / "a"), "é\n")
        assert (tmp_path / "a").read_bytes() == "é\n".encode()
        assert os.listdir(tmp_path) == ["a"]

    def test_relative_path(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        write_atomically("a", "x")
        assert (tmp_path / "a").read_text() == "x"

    @pytest.mark.posix
    def test_permissions_stay(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_text("old")
        (tmp_path / "a").chmod(0o640)
        write_atomically(str(tmp_path / "a"), "new")
        assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640
        assert (tmp_path / "a").read_text() == "new"

    def test_a_new_file_has_the_usual_permissions(self, tmp_path: Path) -> None:
        (tmp_path / "usual").touch()
        write_atomically(str(tmp_path / "a"), "x")
        assert (tmp_path / "a").stat().st_mode == (tmp_path / "usual").stat().st_mode

    @pytest.mark.posix
    def test_link_keeps_pointing_to_the_file(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / "real").write_text("old")
        (tmp_path / "a").symlink_to("folder/real")
        write_atomically(str(tmp_path / "a"), "new")
        assert (tmp_path / "a").is_symlink()
        assert (tmp_path / "folder" / "real").read_text() == "new"

    @pytest.mark.posix
    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
    def test_full_disk(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "a").write_text("old")
        real_open = os.open

        def open_full(path: str, flags: int, *mode: int, **more: Any) -> int:
            if path.endswith(".tmp"):
                real_open(path, flags, *mode, **more)
                return real_open("/dev/full", flags & os.O_ACCMODE)
            return real_open(path, flags, *mode, **more)

        monkeypatch.setattr(os, "open", open_full)
        with pytest.raises(UsageError, match=r"^can't write .*a: no space left on device$"):
            write_atomically(str(tmp_path / "a"), "new")
        monkeypatch.undo()
        assert (tmp_path / "a").read_text() == "old"
        assert os.listdir(tmp_path) == ["a"]

    @pytest.mark.parametrize("call", ["write", "fsync", "fchmod", "replace"])
    def test_nothing_is_lost_whatever_fails(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
    ) -> None:
        (tmp_path / "a").write_text("old")
        monkeypatch.setattr(os, call, failing(errno.ENOSPC))
        with pytest.raises(UsageError) as caught:
            write_atomically(str(tmp_path / "a"), "new")
        monkeypatch.undo()
        assert str(caught.value) == f"can't write {tmp_path / 'a'}: no space left on device"
        assert (tmp_path / "a").read_text() == "old"
        assert os.listdir(tmp_path) == ["a"]

    def test_short_writes_are_continued(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real_write = os.write
        monkeypatch.setattr(os, "write", lambda descriptor, data: real_write(descriptor, data[:1]))
        write_atomically(str(tmp_path / "a"), "abc")
        assert (tmp_path / "a").read_text() == "abc"

    def test_a_folder_that_cannot_be_synced_is_no_failure(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real_sync = os.fsync

        def sync(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(errno.EINVAL, "not here")
            real_sync(descriptor)

        monkeypatch.setattr(os, "fsync", sync)
        write_atomically(str(tmp_path / "a"), "x")
        assert (tmp_path / "a").read_text() == "x"

    @pytest.mark.parametrize(
        ("path", "message"),
        [
            ("none/a", "its directory doesn't exist"),
            (".", "it is a directory"),
            ("a\0b", "embedded null byte"),
        ],
    )
    def test_places_that_cannot_be_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, message: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        with pytest.raises(UsageError) as caught:
            write_atomically(path, "x")
        assert str(caught.value) == f"can't write {path}: {message}"

    @pytest.mark.posix
    def test_named_pipe_is_not_replaced(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(UsageError, match=r"it is a named pipe$"):
            write_atomically(str(tmp_path / "pipe"), "x")
        assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)

    @pytest.mark.posix
    def test_an_unreadable_folder_can_be_written_into(self, tmp_path: Path) -> None:
        folder = tmp_path / "box"
        folder.mkdir()
        folder.chmod(0o300)
        try:
            write_atomically(str(folder / "a"), "x")
        finally:
            folder.chmod(0o700)
        assert (folder / "a").read_text() == "x"

    def test_a_long_name(self, tmp_path: Path) -> None:
        name = "a" * 255
        write_atomically(str(tmp_path / name), "x")
        assert os.listdir(tmp_path) == [name]

    def test_what_a_process_of_the_same_number_left_is_not_touched(self, tmp_path: Path) -> None:
        left = tmp_path / f".a.{os.getpid()}.tmp"
        left.write_text("of another")
        write_atomically(str(tmp_path / "a"), "x")
        assert left.read_text() == "of another"

    @pytest.mark.posix
    def test_a_link_out_of_the_root(self, tmp_path: Path) -> None:
        (tmp_path / "project").mkdir()
        (tmp_path / "project" / "a").symlink_to("../b")
        with pytest.raises(UsageError, match=r"to a place outside the project$"):
            write_atomically(str(tmp_path / "project" / "a"), "x", str(tmp_path / "project"))
        assert not (tmp_path / "b").exists()


class TestOwner:
    @as_root
    def test_owner_and_group_stay(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_text("old")
        os.chown(tmp_path / "a", STRANGER, STRANGER)
        assert write_atomically(str(tmp_path / "a"), "new") == ()
        status = (tmp_path / "a").stat()
        assert (status.st_uid, status.st_gid) == (STRANGER, STRANGER)

    @as_root
    def test_what_cannot_be_kept_is_said(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "a").write_text("old")
        os.chown(tmp_path / "a", STRANGER, STRANGER)
        monkeypatch.setattr(os, "fchown", failing(errno.EPERM))
        lost = write_atomically(str(tmp_path / "a"), "new")
        assert lost == (replacing.OTHER_GROUP, replacing.OTHER_OWNER)
        assert (tmp_path / "a").read_text() == "new"

    def test_other_names_of_a_file_are_said(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_text("old")
        os.link(tmp_path / "a", tmp_path / "b")
        assert write_atomically(str(tmp_path / "a"), "new") == (replacing.OTHER_NAMES,)
        assert (tmp_path / "b").read_text() == "old"

    @pytest.mark.posix
    def test_nobody_may_read_more_at_any_moment(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "a").write_text("old")
        (tmp_path / "a").chmod(0o600)
        before = os.umask(0)
        modes: list[int] = []
        real_write = os.write

        def write(descriptor: int, data: bytes) -> int:
            modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
            return real_write(descriptor, data)

        monkeypatch.setattr(os, "write", write)
        monkeypatch.setattr(os, "fchmod", failing(errno.EPERM))
        with pytest.raises(UsageError):
            write_atomically(str(tmp_path / "a"), "new")
        monkeypatch.undo()
        monkeypatch.setattr(os, "write", write)
        try:
            write_atomically(str(tmp_path / "a"), "new")
        finally:
            os.umask(before)
        assert modes == [0o600]


class TestRewrite:
    def test_a_file_that_is_what_it_was(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(b"old")
        assert rewrite(str(tmp_path / "a"), b"old", b"new", str(tmp_path)) == ()
        assert (tmp_path / "a").read_bytes() == b"new"

    @pytest.mark.posix
    @pytest.mark.parametrize("instead", ["another", "nothing", "a link", "a folder", "a pipe"])
    def test_anything_else_is_left_alone(self, tmp_path: Path, instead: str) -> None:
        path = tmp_path / "a"
        (tmp_path / "b").write_bytes(b"old")
        if instead == "another":
            path.write_bytes(b"mine")
        elif instead == "a link":
            path.symlink_to("b")
        elif instead == "a folder":
            path.mkdir()
        elif instead == "a pipe":
            os.mkfifo(path)
        with pytest.raises(Changed):
            rewrite(str(path), b"old", b"new", str(tmp_path))
        assert (tmp_path / "b").read_bytes() == b"old"

    @pytest.mark.posix
    def test_a_folder_that_is_a_link_now(self, tmp_path: Path) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "a").write_bytes(b"old")
        (tmp_path / "root").mkdir()
        (tmp_path / "root" / "inner").symlink_to(outside)
        with pytest.raises(Changed):
            rewrite(str(tmp_path / "root/inner/a"), b"old", b"new", str(tmp_path / "root"))
        assert (outside / "a").read_bytes() == b"old"

    @pytest.mark.posix
    @pytest.mark.skipif(
        os.open not in os.supports_dir_fd, reason="the system opens nothing in an open folder"
    )
    def test_a_folder_that_becomes_a_link_on_the_way(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        inner, outside, moved = (tmp_path / name for name in ("inner", "outside", "moved"))
        for folder in (inner, outside):
            folder.mkdir()
            (folder / "a").write_bytes(b"old")

        def swap(count: int) -> bytes:  # it is asked for between the look and the writing
            inner.rename(moved)
            inner.symlink_to(outside)
            return bytes(count)

        monkeypatch.setattr(os, "urandom", swap)
        rewrite(str(inner / "a"), b"old", b"new", str(tmp_path))
        monkeypatch.undo()
        assert os.listdir(outside) == ["a"]
        assert (outside / "a").read_bytes() == b"old"
        assert (moved / "a").read_bytes() == b"new"

    def test_one_is_done_before_the_next_looks(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pytest.importorskip("fcntl")
        (tmp_path / "a").write_bytes(b"old")
        monkeypatch.setattr(replacing, "ATTEMPTS", 2)
        with alone(str(tmp_path / "b")), pytest.raises(UsageError, match="another process is"):
            rewrite(str(tmp_path / "a"), b"old", b"new", str(tmp_path))
        rewrite(str(tmp_path / "a"), b"old", b"new", str(tmp_path))
        assert (tmp_path / "a").read_bytes() == b"new"
