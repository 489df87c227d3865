from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.document.limits import SIZE_LIMIT
from phaselint.project.disk import DiskReader, DiskSource
from phaselint.project.memory import DictReader
from phaselint.project.reader import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from phaselint.document import Document
    from phaselint.project.reader import ProjectReader

    Open = Callable[..., ProjectReader]


def put(root: Path, files: Mapping[str, str | bytes]) -> None:
    for path, content in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.fixture(params=["disk", "dictionary"])
def opened(request: pytest.FixtureRequest, root: Path) -> Open:
    """Makes a reader of files; what holds for one kind of reader holds for both."""

    def make(files: Mapping[str, str | bytes], **settings: Any) -> ProjectReader:
        if request.param == "dictionary":
            return DictReader(files, **settings)
        put(root, files)
        return DiskReader(str(root), **settings)

    return make


def problems(document: Document | None) -> list[tuple[str, str]]:
    assert document is not None
    assert document.value is None
    return [(problem.kind, problem.message) for problem in document.problems]


class TestAnyReader:
    def test_documents(self, opened: Open) -> None:
        reader = opened({"a/b.yaml": "k: 1", "c.json": b"[1]"})
        document = reader.document("a/b.yaml")
        assert document is not None
        assert (document.path, document.value) == ("a/b.yaml", {"k": 1})
        other = reader.document("c.json")
        assert other is not None
        assert other.value == [1]

    def test_a_document_is_read_once(self, opened: Open) -> None:
        reader = opened({"a/b.yaml": "k: 1"})
        assert reader.document("a/b.yaml") is reader.document("./a/../a//b.yaml")

    @pytest.mark.parametrize(
        "path",
        ["none.yaml", "a/none.yaml", "none/b.yaml", "a/b.yaml/c", "a\0b", "\ud800", "n" * 999],
    )
    def test_no_such_file(self, opened: Open, path: str) -> None:
        reader = opened({"a/b.yaml": "k: 1"})
        assert reader.document(path) is None
        assert not reader.escapes(path)

    @pytest.mark.parametrize("path", ["..", "../x.yaml", "a/../../x.yaml", "/etc/passwd", "/"])
    def test_paths_out_of_the_project(self, opened: Open, path: str, root: Path) -> None:
        put(root.parent, {"x.yaml": "secret: 1"})
        reader = opened({"a/b.yaml": "k: 1"})
        assert reader.document(path) is None
        assert reader.escapes(path)
        assert reader.names(path) == ()
        assert reader.folders(path) == ()

    def test_folder_in_place_of_a_file(self, opened: Open) -> None:
        reader = opened({"a/session.yaml/x": ""})
        message = "the file is a directory"
        assert problems(reader.document("a/session.yaml")) == [("unreadable-file", message)]
        assert problems(reader.document("")) == [("unreadable-file", message)]

    def test_binary_file(self, opened: Open) -> None:
        [(kind, _)] = problems(opened({"a.yaml": b"\xff\xfe\xfd"}).document("a.yaml"))
        assert kind == "unreadable-file"

    def test_file_over_the_size_limit(self, opened: Open) -> None:
        reader = opened({"a.yaml": b"#" * (SIZE_LIMIT + 1)})
        [(kind, _)] = problems(reader.document("a.yaml"))
        assert kind == "limit-exceeded"

    def test_listings_are_sorted_and_apart(self, opened: Open) -> None:
        reader = opened({"b": "", "a": "", "B": "", "d/x": "", "c/y/z": ""})
        assert reader.names("") == ("B", "a", "b")
        assert reader.folders("") == ("c", "d")
        assert reader.names("c") == ()
        assert reader.folders("./c/") == ("y",)
        assert reader.names("none") == ()
        assert reader.names("a") == ()

    def test_hidden_names_are_left_out(self, opened: Open) -> None:
        reader = opened({".a": "", ".b/x": "", "c": ""})
        assert reader.names("") == ("c",)
        assert reader.folders("") == ()

    def test_hidden_folder_named_by_a_caller_is_listed(self, opened: Open) -> None:
        assert opened({".agent/x/a.json": ""}).folders(".agent") == ("x",)

    def test_hidden_folders_are_listed_apart(self, opened: Open) -> None:
        files = {
            ".gitignore": ".venv/\n",
            ".venv/x": "",
            ".b/x": "",
            ".a/x": "",
            ".c": "",
            "d/x": "",
        }
        reader = opened(files)
        assert reader.hidden("") == (".a", ".b")
        assert reader.hidden("d") == ()
        assert opened(files, exclude=[".a"]).hidden("") == (".b",)

    def test_texts_of_any_files(self, opened: Open) -> None:
        reader = opened({"a.txt": "\ufeffa: [", "b.md": b"\xffb", "c/d": "", "e.yaml": "e: 1"})
        assert reader.text("./a.txt") == "a: ["
        assert reader.text("b.md") == "\ufffdb"
        assert reader.text("e.yaml") == "e: 1"
        assert [reader.text(path) for path in ("c", "", "none", "../x", "/x", "a\0b")] == [None] * 6

    def test_a_text_over_the_size_limit_is_none(self, opened: Open) -> None:
        assert opened({"a.txt": b"#" * (SIZE_LIMIT + 1)}).text("a.txt") is None

    def test_text_of_a_document_is_that_of_its_reading(self, opened: Open, root: Path) -> None:
        reader = opened({"a.yaml": "a: 1"})
        reader.document("a.yaml")
        (root / "a.yaml").write_text("changed")
        assert reader.text("a.yaml") == "a: 1"

    def test_names_the_user_gave_are_never_left_out(self, opened: Open) -> None:
        files = {".gitignore": "b\n", ".a": "", "b": "", "c": "", "d": ""}
        assert opened(files, named=["./.a", "b", "c"], exclude=["c", "d"]).names("") == (
            ".a",
            "b",
            "c",
        )

    def test_excluded_names_are_left_out(self, opened: Open) -> None:
        files = {"a.yaml": "", "old/b.yaml": "", "x/old/c.yaml": "", "x/d.yaml": ""}
        reader = opened(files, exclude=["old", "x/d.yaml"])
        assert list(walk(reader)) == ["", "x"]
        assert reader.names("x") == ()

    def test_excluding_wins_over_ignore_files(self, opened: Open) -> None:
        assert opened({".gitignore": "!a\n", "a": ""}, exclude=["a"]).names("") == ()

    def test_walk_visits_folders_before_their_own_in_order(self, opened: Open) -> None:
        reader = opened({"b/c/x": "", "b/a/x": "", "a/x": "", "ab/x": "", ".h/x": ""})
        assert list(walk(reader)) == ["", "a", "ab", "b", "b/a", "b/c"]
        assert list(walk(reader, "b")) == ["b", "b/a", "b/c"]

    def test_what_is_left_out_is_not_read(
        self, opened: Open, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        reader = opened({".gitignore": "out\n", "out/a.yaml": "", "in/b.yaml": ""})
        listed: list[str] = []
        source = type(reader._source)
        real = source.entries

        def entries(self: Any, folder: str) -> Any:
            listed.append(folder)
            return real(self, folder)

        monkeypatch.setattr(source, "entries", entries)
        assert list(walk(reader)) == ["", "in"]
        assert listed == ["", "in"]


class TestIgnoreFiles:
    @pytest.mark.parametrize(
        ("rules", "shown"),
        [
            ("", ("a.log", "a.yaml", "b.log")),
            ("# a.log\n\n", ("a.log", "a.yaml", "b.log")),
            ("*.log", ("a.yaml",)),
            ("*.log\n!b.log", ("a.yaml", "b.log")),
            ("!b.log\n*.log", ("a.yaml",)),
            ("/a.*", ("b.log",)),
            ("a.log/", ("a.log", "a.yaml", "b.log")),
            ("\ufeff*.log", ("a.yaml",)),
            ("*.log\r\n", ("a.yaml",)),
            ("!\n*.log", ("a.yaml",)),  # a line that means nothing does no harm
            (b"\xff\n*.log", ("a.yaml",)),
        ],
    )
    def test_rules(self, opened: Open, rules: str | bytes, shown: tuple[str, ...]) -> None:
        reader = opened({".gitignore": rules, "a.log": "", "b.log": "", "a.yaml": ""})
        assert reader.names("") == shown

    def test_nearest_ignore_file_decides(self, opened: Open) -> None:
        reader = opened(
            {
                ".gitignore": "*.log\n/a/b/only-here\n",
                "a/.gitignore": "!*.log\n",
                "a/b/.gitignore": "/x.log\n",
                "a/x.log": "",
                "a/b/x.log": "",
                "a/b/y.log": "",
                "a/b/only-here": "",
                "x.log": "",
            }
        )
        assert reader.names("") == ()
        assert reader.names("a") == ("x.log",)
        assert reader.names("a/b") == ("y.log",)

    def test_nothing_below_an_ignored_folder_comes_back(self, opened: Open) -> None:
        reader = opened({".gitignore": "build\n!build/keep\n", "build/keep/a": "", "src/a": ""})
        assert list(walk(reader)) == ["", "src"]

    def test_ignored_folder_that_the_user_named_shows_its_files(self, opened: Open) -> None:
        files = {".gitignore": "build/\n", "build/.gitignore": "x\n", "build/a": "", "build/x": ""}
        reader = opened({**files, "build/sub/b": ""})
        assert reader.names("build") == ("a",)
        assert list(walk(reader, "build")) == ["build", "build/sub"]

    def test_excluded_folder_that_the_user_named_shows_its_files(self, opened: Open) -> None:
        assert opened({"old/a": ""}, exclude=["old"]).names("old") == ("a",)

    def test_enormous_ignore_file_counts_as_absent(self, opened: Open) -> None:
        files = {".gitignore": "a\n" + "#" * 1_000_000, "a": ""}
        assert opened(files).names("") == ("a",)

    def test_ignore_files_up_to_the_root_of_the_repository(self, tmp_path: Path) -> None:
        put(
            tmp_path,
            {
                ".gitignore": "a\n",
                "repo/.git/info/exclude": "b\n!c\n",
                "repo/.gitignore": "c\n/sub/project/d\n/e\n",
                "repo/sub/.gitignore": "!f\n",
                "repo/sub/project/.gitignore": "f\n",
                **{f"repo/sub/project/{name}": "" for name in "abcdefg"},
            },
        )
        reader = DiskReader(str(tmp_path / "repo" / "sub" / "project"))
        assert reader.names("") == ("a", "e", "g")

    def test_without_a_repository_nothing_above_the_project_counts(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(root, {"a": ""})
        put(root.parent, {".gitignore": "a\n"})
        monkeypatch.setattr(os.path, "lexists", lambda _path: False)
        assert DiskReader(str(root)).names("") == ("a",)

    @pytest.mark.posix
    def test_ignore_file_that_cannot_be_read_counts_as_absent(self, root: Path) -> None:
        put(root, {"a": ""})
        os.mkfifo(root / ".gitignore")
        assert DiskReader(str(root)).names("") == ("a",)


class TestDisk:
    def test_enormous_file_is_not_read(self, root: Path) -> None:
        with (root / "a.yaml").open("wb") as file:
            file.truncate(1 << 40)
        [(kind, message)] = problems(DiskReader(str(root)).document("a.yaml"))
        assert kind == "limit-exceeded"
        assert "1099511.6 MB" in message

    @pytest.mark.posix
    def test_link_inside_the_project_is_followed(self, root: Path) -> None:
        put(root, {"real/a.yaml": "k: 1"})
        (root / "b.yaml").symlink_to("real/a.yaml")
        (root / "linked").symlink_to("real")
        reader = DiskReader(str(root))
        assert reader.names("") == ("b.yaml",)
        for path in ("b.yaml", "linked/a.yaml"):
            document = reader.document(path)
            assert document is not None
            assert (document.path, document.value) == (path, {"k": 1})
            assert not reader.escapes(path)

    @pytest.mark.posix
    def test_link_out_of_the_project_is_not_read(self, root: Path) -> None:
        put(root.parent, {"secret.yaml": "k: 1"})
        (root / "a.yaml").symlink_to("../secret.yaml")
        reader = DiskReader(str(root))
        assert reader.names("") == ("a.yaml",)
        message = "the file is a symbolic link to a place outside the project"
        assert problems(reader.document("a.yaml")) == [("unreadable-file", message)]
        assert reader.escapes("a.yaml")

    @pytest.mark.posix
    def test_link_to_a_folder_out_of_the_project_is_not_read(self, root: Path) -> None:
        put(root.parent, {"other/secret.yaml": "k: 1", "project-2/a.yaml": "k: 1"})
        for name, target in (("out", "../other"), ("near", "../project-2")):
            (root / name).symlink_to(target)
        reader = DiskReader(str(root))
        message = "the file is behind a symbolic link to a place outside the project"
        assert problems(reader.document("out/secret.yaml")) == [("unreadable-file", message)]
        assert problems(reader.document("near/a.yaml")) == [("unreadable-file", message)]
        assert reader.names("out") == ()
        assert reader.unlisted == {
            "out": "is behind a symbolic link to a place outside the project"
        }
        assert reader.escapes("out/secret.yaml")

    @pytest.mark.posix
    def test_root_may_itself_be_a_link(self, root: Path) -> None:
        put(root, {"a.yaml": "k: 1"})
        (root.parent / "alias").symlink_to("project")
        document = DiskReader(str(root.parent / "alias")).document("a.yaml")
        assert document is not None
        assert document.value == {"k": 1}

    @pytest.mark.posix
    def test_circle_of_links(self, root: Path) -> None:
        (root / "a.yaml").symlink_to("b.yaml")
        (root / "b.yaml").symlink_to("a.yaml")
        reader = DiskReader(str(root))
        assert reader.names("") == ("a.yaml", "b.yaml")
        message = "the file is a symbolic link to itself"
        assert problems(reader.document("a.yaml")) == [("unreadable-file", message)]

    @pytest.mark.posix
    def test_walk_does_not_go_round_in_circles(self, root: Path) -> None:
        put(root, {"a/b/c.yaml": ""})
        (root / "a" / "b" / "up").symlink_to("..")
        (root / "twice").symlink_to("a")
        reader = DiskReader(str(root))
        assert list(walk(reader)) == ["", "a", "a/b"]
        assert reader.names("a/b") == ("c.yaml",)

    @pytest.mark.posix
    def test_broken_link(self, root: Path) -> None:
        (root / "a.yaml").symlink_to("nowhere")
        message = "the file is a symbolic link to a missing file"
        assert problems(DiskReader(str(root)).document("a.yaml")) == [("unreadable-file", message)]

    @pytest.mark.posix
    @pytest.mark.parametrize("link", [False, True])
    def test_named_pipe_is_not_opened(self, root: Path, link: bool) -> None:
        os.mkfifo(root / "a.yaml")
        (root / "b.yaml").symlink_to("a.yaml")
        reader = DiskReader(str(root))
        document = reader.document("b.yaml" if link else "a.yaml")
        assert problems(document) == [("unreadable-file", "the file is a named pipe")]

    def test_permission_denied(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        put(root, {"a.yaml": "k: 1"})
        reader = DiskReader(str(root))

        def denied(*_arguments: Any, **_more: Any) -> int:
            raise PermissionError(errno.EACCES, "Permission denied")

        monkeypatch.setattr(os, "open", denied)
        message = "the file can't be opened: permission denied"
        assert problems(reader.document("a.yaml")) == [("unreadable-file", message)]

    def test_folder_that_must_not_be_entered(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put(root, {"a/b.yaml": "k: 1", "c/d.yaml": ""})
        reader = DiskReader(str(root))
        real_scan = os.scandir

        def scan(path: str) -> Any:
            if path.endswith("a"):
                raise PermissionError(errno.EACCES, "Permission denied")
            return real_scan(path)

        monkeypatch.setattr(os, "scandir", scan)
        assert list(walk(reader)) == ["", "a", "c"]
        assert reader.unlisted == {"a": "can't be listed: permission denied"}

    def test_root_that_does_not_exist(self, root: Path) -> None:
        reader = DiskReader(str(root / "none"))
        assert reader.names("") == ()
        assert reader.document("a.yaml") is None
        assert list(walk(reader)) == [""]

    def test_a_thousand_folders_are_listed_once_each(
        self, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for number in range(1000):
            os.makedirs(root / f"{number % 10}" / f"{number}")
        reader = DiskReader(str(root))
        scanned: list[str] = []
        real_scan = os.scandir

        def scan(path: str) -> Any:
            scanned.append(path)
            return real_scan(path)

        monkeypatch.setattr(os, "scandir", scan)
        folders = list(walk(reader))
        for folder in folders:
            reader.names(folder)
        assert len(folders) == len(scanned) == 1011


class TestPathTooLong:
    """A path that no file can have is not looked up, however long it is."""

    LONG = ("a/" * 3_000 + "x", "b" * 256, "folder/" + "é" * 128, "c/" * 50_000 + "x")

    @pytest.mark.parametrize("path", LONG, ids=["path", "name", "bytes", "100 kB"])
    def test_there_is_no_such_file(self, root: Path, path: str) -> None:
        reader = DiskReader(str(root))
        assert reader.document(path) is None
        assert reader.text(path) is None
        assert not reader.escapes(path)
        assert reader.real(path) == path
        assert reader.names(path) == ()
        assert reader.is_listed(path)

    def test_what_has_the_longest_name_is_read(self, root: Path) -> None:
        name = "b" * 255
        (root / name).mkdir()
        (root / name / name).write_text("k: 1")
        assert DiskReader(str(root)).text(f"{name}/{name}") == "k: 1"

    def test_folders_that_do_not_exist_are_not_kept(self, root: Path) -> None:
        source = DiskSource(str(root))
        for number in range(100):
            with pytest.raises(FileNotFoundError):
                source.read(f"{number}/" + "a/" * 2_000 + "x")
        assert list(source._real_folders) == [""]
