"""Files that the server reads again and again: never read twice as they were, never told as they
were once something has been written."""

from __future__ import annotations

import os
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from phaselint.project.disk import DiskSource
from phaselint.project.files import NotReadable
from phaselint_lsp.reader import EditorSource, editor_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from phaselint.project.reader import ProjectReader


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that were read, where files may be old as they are written."""
    found: list[str] = []
    whole = DiskSource.read

    def read(source: DiskSource, path: str) -> bytes:
        if path.endswith(".md"):
            found.append(path)
        return whole(source, path)

    monkeypatch.setattr(EditorSource, "read", read)
    monkeypatch.setattr("phaselint_lsp.reader._SETTLED", -1 << 62)
    return found


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "f.md").write_text("one")
    return tmp_path


def opened(home: Path, texts: Mapping[str, bytes] = MappingProxyType({})) -> ProjectReader:
    """A reader that has listed the folder and read the file in it."""
    reader = editor_reader(str(home), texts)
    assert reader.folders("") == ("a",)
    assert reader.text("a/f.md") == "one"
    return reader


def test_a_file_that_is_the_same_is_read_once(home: Path, reads: list[str]) -> None:
    reader = opened(home)
    assert [reader.text("a/f.md") for _ in range(3)] == ["one"] * 3
    assert reads == ["a/f.md"]


def test_one_that_has_changed_just_now_is_read_each_time(
    home: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phaselint_lsp.reader._SETTLED", 1 << 62)
    reader = opened(home)
    assert [reader.text("a/f.md") for _ in range(2)] == ["one"] * 2
    assert reads == ["a/f.md"] * 3


def _written(file: Path) -> None:
    file.write_text("two")


def _replaced(file: Path) -> None:
    """As editors save: another file of the same size and time takes the place."""
    other = file.with_name("other")
    other.write_text("two")
    times = file.stat()
    os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))
    other.replace(file)


def _linked(file: Path) -> None:
    other = file.with_name("other")
    other.write_text("two")
    file.unlink()
    file.symlink_to(other)


def _moved_below(file: Path) -> None:
    """The folder is gone, and another one has its name."""
    file.parent.rename(file.parent.with_name("b"))
    file.parent.mkdir()
    file.write_text("two")


@pytest.mark.parametrize("change", [_written, _replaced, _linked, _moved_below])
@pytest.mark.usefixtures("reads")
def test_what_is_written_is_read(home: Path, change: Callable[[Path], None]) -> None:
    reader = opened(home)
    change(home / "a" / "f.md")
    assert [reader.text("a/f.md") for _ in range(2)] == ["two", "two"]


@pytest.mark.usefixtures("reads")
def test_what_is_gone_is_gone(home: Path) -> None:
    reader = opened(home)
    (home / "a" / "f.md").unlink()
    assert reader.text("a/f.md") is None
    (home / "a" / "f.md").write_text("new")
    assert reader.text("a/f.md") == "new"
    (home / "a" / "f.md").unlink()
    (home / "a").rmdir()
    assert reader.text("a/f.md") is None


@pytest.mark.usefixtures("reads")
def test_what_is_open_counts(home: Path) -> None:
    texts: dict[str, bytes] = {}
    reader = opened(home, texts)
    path = os.path.realpath(home / "a" / "f.md")
    texts[path] = b"typed"
    assert reader.text("a/f.md") == "typed"
    del texts[path]
    assert reader.text("a/f.md") == "one"


def test_who_is_told_of_a_change_reads_again(home: Path, reads: list[str]) -> None:
    reader = opened(home)
    reader.drop("a/f.md")
    assert reader.text("a/f.md") == "one"
    assert reads == ["a/f.md"] * 2


def test_so_many_bytes_are_kept(
    home: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("phaselint_lsp.reader._MOST", 5)
    (home / "a" / "g.md").write_text("two")
    (home / "a" / "h.md").write_text("larger")
    source = EditorSource(str(home), {})
    assert len(list(source.entries(""))) == 1
    for name in ("f", "g", "h", "f"):
        source.again(f"a/{name}.md")
    assert reads == ["a/f.md", "a/g.md", "a/h.md", "a/f.md"]
    assert source.again("a/f.md").data == b"one"
    assert len(reads) == 4
    with pytest.raises(NotReadable):
        source.again("a")


@pytest.mark.posix
@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything may be read")
@pytest.mark.usefixtures("reads")
def test_what_may_not_be_read_any_more(home: Path) -> None:
    reader = opened(home)
    (home / "a" / "f.md").chmod(0)
    assert reader.text("a/f.md") is None
