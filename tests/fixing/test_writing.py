"""What becomes of fixes on disk."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from phaselint.fixing.texts import Texts
from phaselint.fixing.writing import Written, diff, write

if TYPE_CHECKING:
    from pathlib import Path

OLD, NEW = b"a: 1\n", b"a: 2\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.yaml"
    path.write_bytes(OLD)
    return path


def texts(file: Path, new: bytes = NEW) -> Texts:
    """The texts of a project in which one file has been fixed."""
    found = Texts((str(file.parent),), {})
    assert found.get(str(file)) is not None
    found.accept({str(file): new})
    return found


@pytest.mark.posix
def test_a_file_is_replaced_and_keeps_its_permissions(file: Path) -> None:
    file.chmod(0o640)
    assert write(texts(file)) == Written()
    assert file.read_bytes() == NEW
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [path.name for path in file.parent.iterdir()] == ["a.yaml"]


def test_what_did_not_change_is_not_written(file: Path) -> None:
    before = file.stat().st_ino
    assert write(texts(file, OLD)) == Written()
    assert file.stat().st_ino == before


def test_a_file_that_somebody_else_changed_is_left_alone(file: Path) -> None:
    changed = texts(file)
    file.write_bytes(b"a: 3\n")
    assert write(changed).wrong == (
        "a.yaml: the file has changed since it was read and was not fixed",
    )
    assert file.read_bytes() == b"a: 3\n"


def test_what_a_file_loses_is_said(file: Path) -> None:
    os.link(file, file.parent / "b.yaml")
    assert write(texts(file)).lost == ("a.yaml: its other names (hard links) keep the old content",)
    assert (file.parent / "b.yaml").read_bytes() == OLD


@pytest.mark.posix
@pytest.mark.parametrize("instead", ["nothing", "a link"])
def test_a_file_that_is_none_any_more(file: Path, instead: str) -> None:
    changed = texts(file)
    file.unlink()
    if instead == "a link":
        (file.parent / "b.yaml").write_bytes(OLD)
        file.symlink_to("b.yaml")
    assert len(write(changed).wrong) == 1
    assert not (file.parent / "b.yaml").exists() or (file.parent / "b.yaml").read_bytes() == OLD


@pytest.mark.posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do all")
def test_a_folder_that_takes_no_files(file: Path) -> None:
    changed = texts(file)
    file.parent.chmod(0o500)
    try:
        [line] = write(changed).wrong
    finally:
        file.parent.chmod(0o700)
    assert line.startswith("can't write")
    assert file.read_bytes() == OLD


def test_a_diff(file: Path) -> None:
    assert "".join(diff(texts(file))) == ("--- a/a.yaml\n+++ b/a.yaml\n@@ -1 +1 @@\n-a: 1\n+a: 2\n")


def test_a_diff_of_a_file_without_a_last_line_break(file: Path) -> None:
    assert "".join(diff(texts(file, b"a: 2"))).endswith(
        "-a: 1\n+a: 2\n\\ No newline at end of file\n"
    )


def test_a_text_that_does_not_parse_is_not_accepted(file: Path) -> None:
    from phaselint.document.changes import Change

    found = Texts((str(file.parent),), {})
    assert found.changed(str(file), (Change(3, 4, "[1"),)) is None
    assert found.changed(str(file), (Change(3, 4, "\ud800"),)) is None
    assert found.changed(str(file), (Change(3, 4, "2"),)) == NEW
    assert found.changed(str(file.parent / "none.yaml"), ()) is None


def test_only_some_files_may_be_changed(file: Path) -> None:
    assert Texts((str(file.parent),), {}, frozenset({"/else"})).get(str(file)) is None
    assert Texts(("/else",), {}).get(str(file)) is None


def test_a_text_that_stands_for_a_file(file: Path) -> None:
    found = Texts((str(file.parent),), {str(file): b"b: 1\n"})
    document = found.get(str(file))
    assert document is not None
    assert document.value == {"b": 1}
    assert found.overlay({str(file): NEW})[os.path.realpath(file)] == NEW
