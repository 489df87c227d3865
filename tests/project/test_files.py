from __future__ import annotations

import errno
import os
import socket
import stat
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.project.files import NotReadable, TooLarge, read_regular, write_atomically
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def failing(code: int) -> Any:
    """A system call that fails in one way."""

    def fail(*_arguments: Any, **_options: Any) -> Any:
        raise OSError(code, os.strerror(code))

    return fail


class TestRead:
    def test_whole_file(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(b"abc")
        assert read_regular(str(tmp_path / "a")) == b"abc"

    def test_limit_counts_bytes(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(b"abc")
        assert read_regular(str(tmp_path / "a"), 3) == b"abc"
        with pytest.raises(TooLarge) as caught:
            read_regular(str(tmp_path / "a"), 2)
        assert caught.value.size == 3

    def test_file_that_grows_while_it_is_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "a").write_bytes(b"abc")
        monkeypatch.setattr(os, "read", lambda _descriptor, size: b"x" * size)
        with pytest.raises(TooLarge):
            read_regular(str(tmp_path / "a"), 10)

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            read_regular(str(tmp_path / "a"))

    def test_permission_denied(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "a").touch()
        monkeypatch.setattr(os, "open", failing(errno.EACCES))
        with pytest.raises(NotReadable, match=r"^cannot be opened: permission denied$"):
            read_regular(str(tmp_path / "a"))

    def test_broken_medium(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "a").touch()
        monkeypatch.setattr(os, "read", failing(errno.EIO))
        with pytest.raises(NotReadable, match=r"^cannot be read: input/output error$"):
            read_regular(str(tmp_path / "a"))

    def test_folder(self, tmp_path: Path) -> None:
        with pytest.raises(NotReadable, match=r"^is a directory$"):
            read_regular(str(tmp_path))

    def test_named_pipe(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(NotReadable, match=r"^is a named pipe$"):
            read_regular(str(tmp_path / "pipe"))

    def test_pipe_that_takes_the_place_of_a_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").touch()
        os.mkfifo(tmp_path / "pipe")
        regular = os.stat(tmp_path / "file")
        monkeypatch.setattr(os, "stat", lambda _path, **_options: regular)
        with pytest.raises(NotReadable, match=r"^is a named pipe$"):
            read_regular(str(tmp_path / "pipe"))

    def test_socket(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)  # the path of a socket may not be long
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("socket")
            with pytest.raises(NotReadable, match=r"^is a socket$"):
                read_regular("socket")

    @pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there is no such device here")
    def test_device(self) -> None:
        with pytest.raises(NotReadable, match=r"^is a device$"):
            read_regular("/dev/null")

    def test_circle_of_links(self, tmp_path: Path) -> None:
        (tmp_path / "a").symlink_to("b")
        (tmp_path / "b").symlink_to("a")
        with pytest.raises(NotReadable, match=r"^is a symbolic link that leads back to itself$"):
            read_regular(str(tmp_path / "a"))

    def test_link_where_none_may_be(self, tmp_path: Path) -> None:
        (tmp_path / "a").symlink_to("b")
        (tmp_path / "b").write_bytes(b"x")
        assert read_regular(str(tmp_path / "a")) == b"x"
        with pytest.raises(NotReadable, match=r"^is a symbolic link$"):
            read_regular(str(tmp_path / "a"), follow=False)

    def test_impossible_name(self) -> None:
        with pytest.raises(NotReadable, match=r"^has a name that no file can have$"):
            read_regular("a\0b")


class TestWrite:
    def test_new_file(self, tmp_path: Path) -> None:
        write_atomically(str(tmp_path / "a"), "é\n")
        assert (tmp_path / "a").read_bytes() == "é\n".encode()
        assert os.listdir(tmp_path) == ["a"]

    def test_relative_path(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        write_atomically("a", "x")
        assert (tmp_path / "a").read_text() == "x"

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

    def test_link_keeps_pointing_to_the_file(self, tmp_path: Path) -> None:
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / "real").write_text("old")
        (tmp_path / "a").symlink_to("folder/real")
        write_atomically(str(tmp_path / "a"), "new")
        assert (tmp_path / "a").is_symlink()
        assert (tmp_path / "folder" / "real").read_text() == "new"

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
    def test_full_disk(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "a").write_text("old")
        real_open = os.open

        def open_full(_path: str, flags: int, *_mode: int) -> int:
            return real_open("/dev/full", flags & os.O_ACCMODE)

        monkeypatch.setattr(os, "open", open_full)
        with pytest.raises(UsageError, match=r"^cannot write .*a: no space left on device$"):
            write_atomically(str(tmp_path / "a"), "new")
        monkeypatch.undo()
        assert (tmp_path / "a").read_text() == "old"
        assert os.listdir(tmp_path) == ["a"]

    @pytest.mark.parametrize("call", ["write", "fsync", "chmod", "replace"])
    def test_nothing_is_lost_whatever_fails(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
    ) -> None:
        (tmp_path / "a").write_text("old")
        monkeypatch.setattr(os, call, failing(errno.ENOSPC))
        with pytest.raises(UsageError) as caught:
            write_atomically(str(tmp_path / "a"), "new")
        monkeypatch.undo()
        assert str(caught.value) == f"cannot write {tmp_path / 'a'}: no space left on device"
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
            ("none/a", "its folder does not exist"),
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
        assert str(caught.value) == f"cannot write {path}: {message}"

    def test_named_pipe_is_not_replaced(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(UsageError, match=r"it is a named pipe$"):
            write_atomically(str(tmp_path / "pipe"), "x")
        assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
