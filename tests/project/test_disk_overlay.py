"""Texts that stand for files on disk: what an editor has not saved, or standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.document.limits import SIZE_LIMIT
from phaselint.project.disk import DiskReader, DiskSource
from phaselint.project.reader import walk

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from phaselint.document import Document


def opened(root: Path, texts: Mapping[str, str]) -> DiskReader:
    """A reader with texts laid over; their paths are relative to the root."""
    overlay = {str(root / path): text.encode() for path, text in texts.items()}
    return DiskReader(str(root), overlay=overlay)


def value(document: Document | None) -> object:
    assert document is not None
    assert not document.problems
    return document.value


def problem(document: Document | None) -> str:
    assert document is not None
    [found] = document.problems
    return found.message


class TestFileThatIsThere:
    def test_text_replaces_the_file(self, root: Path) -> None:
        (root / "a.yaml").write_text("disk: 1")
        (root / "b.yaml").write_text("disk: 1")
        reader = opened(root, {"a.yaml": "laid: over"})
        assert value(reader.document("a.yaml")) == {"laid": "over"}
        assert value(reader.document("b.yaml")) == {"disk": 1}
        assert reader.names("") == ("a.yaml", "b.yaml")

    def test_empty_text_is_a_text(self, root: Path) -> None:
        (root / "a.yaml").write_text("disk: 1")
        document = opened(root, {"a.yaml": ""}).document("a.yaml")
        assert document is not None
        assert document.value is None

    def test_ignore_file(self, root: Path) -> None:
        (root / ".gitignore").write_text("a.yaml")
        (root / "a.yaml").touch()
        (root / "b.yaml").touch()
        assert opened(root, {".gitignore": "b.yaml"}).names("") == ("a.yaml",)

    def test_file_that_is_binary(self, root: Path) -> None:
        (root / "a.yaml").write_bytes(b"\xff\xfe\xfd")
        assert value(opened(root, {"a.yaml": "k: 1"}).document("a.yaml")) == {"k": 1}

    def test_text_over_the_size_limit(self, root: Path) -> None:
        (root / "a.yaml").touch()
        document = opened(root, {"a.yaml": "#" * (SIZE_LIMIT + 1)}).document("a.yaml")
        assert "limit" in problem(document)


class TestFileThatIsNotThere:
    def test_in_a_folder_that_is(self, root: Path) -> None:
        (root / "a").mkdir()
        (root / "a" / "x.yaml").touch()
        reader = opened(root, {"a/new.yaml": "k: 1"})
        assert value(reader.document("a/new.yaml")) == {"k": 1}
        assert reader.names("a") == ("new.yaml", "x.yaml")

    def test_in_folders_that_are_not(self, root: Path) -> None:
        (root / "a").mkdir()
        reader = opened(root, {"a/b/c/new.yaml": "k: 1", "a/b/other.yaml": ""})
        assert list(walk(reader)) == ["", "a", "a/b", "a/b/c"]
        assert reader.names("a/b") == ("other.yaml",)
        assert reader.names("a/b/c") == ("new.yaml",)
        assert value(reader.document("a/b/c/new.yaml")) == {"k": 1}
        assert reader.unlisted == {}

    def test_in_a_root_that_is_not(self, root: Path) -> None:
        reader = opened(root / "none", {"a/new.yaml": "k: 1"})
        assert list(walk(reader)) == ["", "a"]
        assert value(reader.document("a/new.yaml")) == {"k": 1}

    def test_ignored_like_any_other(self, root: Path) -> None:
        (root / ".gitignore").write_text("build/\n")
        reader = opened(root, {"build/new.yaml": "", ".hidden/new.yaml": "", "src/new.yaml": ""})
        assert list(walk(reader)) == ["", "src"]

    def test_outside_the_project(self, root: Path) -> None:
        reader = opened(root, {"../beside.yaml": "k: 1", "../project-2/x.yaml": "k: 1"})
        assert reader.document("../beside.yaml") is None
        assert list(walk(reader)) == [""]
        assert reader.names("") == ()

    def test_folder_in_its_place(self, root: Path) -> None:
        (root / "a").mkdir()
        reader = opened(root, {"a": "k: 1"})
        assert (reader.folders(""), reader.names("")) == (("a",), ())

    def test_file_in_the_place_of_its_folder(self, root: Path) -> None:
        (root / "a").touch()
        reader = opened(root, {"a/new.yaml": "k: 1"})
        assert (reader.folders(""), reader.names("")) == ((), ("a",))


class TestLinks:
    @pytest.mark.posix
    def test_text_of_the_file_behind_a_link(self, root: Path) -> None:
        (root / "real.yaml").write_text("disk: 1")
        (root / "link.yaml").symlink_to("real.yaml")
        reader = opened(root, {"real.yaml": "laid: over"})
        assert value(reader.document("link.yaml")) == {"laid": "over"}

    @pytest.mark.posix
    def test_text_given_for_the_link(self, root: Path) -> None:
        (root / "real.yaml").write_text("disk: 1")
        (root / "link.yaml").symlink_to("real.yaml")
        reader = opened(root, {"link.yaml": "laid: over"})
        assert value(reader.document("link.yaml")) == {"laid": "over"}
        assert value(reader.document("real.yaml")) == {"laid": "over"}
        assert reader.names("") == ("link.yaml", "real.yaml")

    @pytest.mark.posix
    def test_link_to_a_folder(self, root: Path) -> None:
        (root / "real").mkdir()
        (root / "link").symlink_to("real")
        reader = opened(root, {"link/a.yaml": "laid: over"})
        assert value(reader.document("link/a.yaml")) == {"laid": "over"}
        assert value(reader.document("real/a.yaml")) == {"laid": "over"}
        assert (reader.folders(""), reader.names("real")) == (("real",), ("a.yaml",))

    @pytest.mark.posix
    def test_link_to_the_root(self, root: Path) -> None:
        (root.parent / "alias").symlink_to("project")
        overlay = {str(root.parent / "alias" / "a.yaml"): b"laid: over"}
        reader = DiskReader(str(root), overlay=overlay)
        assert value(reader.document("a.yaml")) == {"laid": "over"}
        assert reader.names("") == ("a.yaml",)

    @pytest.mark.posix
    def test_broken_link(self, root: Path) -> None:
        (root / "link.yaml").symlink_to("new.yaml")
        reader = opened(root, {"link.yaml": "laid: over"})
        assert value(reader.document("link.yaml")) == {"laid": "over"}
        assert reader.names("") == ("link.yaml", "new.yaml")

    @pytest.mark.posix
    def test_link_out_of_the_project_stays_closed(self, root: Path) -> None:
        (root.parent / "secret.yaml").write_text("disk: 1")
        (root / "link.yaml").symlink_to("../secret.yaml")
        reader = opened(root, {"link.yaml": "laid: over"})
        message = "the file is a symbolic link to a place outside the project"
        assert problem(reader.document("link.yaml")) == message
        assert reader.escapes("link.yaml")


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "n" * 999])
def test_name_that_no_file_can_have(root: Path, name: str) -> None:
    source = DiskSource(str(root), {str(root / "a.yaml"): b""})
    with pytest.raises(FileNotFoundError):
        source.read(name)
