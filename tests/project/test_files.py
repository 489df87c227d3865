from __future__ import annotations

import errno
import os
import socket
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.project.files import NotReadable, TooLarge, read_regular

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
        with pytest.raises(NotReadable, match=r"^can't be opened: permission denied$"):
            read_regular(str(tmp_path / "a"))

    def test_broken_medium(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "a").touch()
        monkeypatch.setattr(os, "read", failing(errno.EIO))
        with pytest.raises(NotReadable, match=r"^can't be read: input/output error$"):
            read_regular(str(tmp_path / "a"))

    def test_folder(self, tmp_path: Path) -> None:
        with pytest.raises(NotReadable, match=r"^is a directory$"):
            read_regular(str(tmp_path))

    @pytest.mark.posix
    def test_named_pipe(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(NotReadable, match=r"^is a named pipe$"):
            read_regular(str(tmp_path / "pipe"))

    @pytest.mark.posix
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

    @pytest.mark.posix
    @pytest.mark.skipif(not os.path.exists("/dev/null"), reason="there is no such device here")
    def test_device(self) -> None:
        with pytest.raises(NotReadable, match=r"^is a device$"):
            read_regular("/dev/null")

    @pytest.mark.posix
    def test_circle_of_links(self, tmp_path: Path) -> None:
        (tmp_path / "a").symlink_to("b")
        (tmp_path / "b").symlink_to("a")
        with pytest.raises(NotReadable, match=r"^is a symbolic link to itself$"):
            read_regular(str(tmp_path / "a"))

    @pytest.mark.posix
    def test_link_where_none_may_be(self, tmp_path: Path) -> None:
        (tmp_path / "a").symlink_to("b")
        (tmp_path / "b").write_bytes(b"x")
        assert read_regular(str(tmp_path / "a")) == b"x"
        with pytest.raises(NotReadable, match=r"^is a symbolic link$"):
            read_regular(str(tmp_path / "a"), follow=False)

    def test_impossible_name(self) -> None:
        with pytest.raises(NotReadable, match=r"^has an impossible file name$"):
            read_regular("a\0b")
