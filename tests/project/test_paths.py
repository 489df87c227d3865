"""Paths below a project root (design §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.project.paths import below, first_below, join, normal, relative, split

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("path", "folder", "name"), [("a", "", "a"), ("a/b", "a", "b"), ("a/b/c", "a/b", "c")]
)
def test_splitting_and_joining_undo_each_other(path: str, folder: str, name: str) -> None:
    assert split(path) == (folder, name)
    assert join(folder, name) == path


def test_a_path_on_disk_below_the_root(tmp_path: Path) -> None:
    assert below(str(tmp_path), str(tmp_path)) == ""
    assert below(str(tmp_path), str(tmp_path / "a" / "b")) == "a/b"


@pytest.mark.parametrize(
    ("place", "root", "expected"),
    [
        (".", "p", "p"),
        (".", "p/q", "p/q"),
        (".", ".", ""),
        ("p", ".", ""),
        ("p/q", ".", ""),
        ("p", "q", "../q"),
        ("p/q", "p-q", "../../p-q"),
        (".", "..p", "..p"),
    ],
)
def test_no_name_below_a_root_sorts_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, root: str, expected: str
) -> None:
    (tmp_path / place).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path / place)
    own = str((tmp_path / root).resolve())
    first = first_below(own)
    assert first == expected
    assert all(relative(own)(path) >= first for path in ("", "-", "!/a", "a", "p/a", "p/q/a"))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", ""),
        (".", ""),
        ("./a//b/", "a/b"),
        ("a/../b", "b"),
        ("..a", "..a"),
        ("...", "..."),
        ("a/..", ""),
        ("..", None),
        ("a/../..", None),
        ("/a", None),
        ("//a", None),
    ],
)
def test_normal_spelling_of_a_path(path: str, expected: str | None) -> None:
    assert normal(path) == expected


@pytest.mark.parametrize(
    ("place", "root", "path", "expected"),
    [
        ("p", ".", "p/a", "a"),
        ("p/q", ".", "p/a", "../a"),
        ("p/q", "p", "b/a", "../b/a"),
        ("p", "q", "p/a", "../q/p/a"),
        (".", "p", "a", "p/a"),
    ],
)
def test_a_file_is_named_by_the_shortest_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, root: str, path: str, expected: str
) -> None:
    (tmp_path / place).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path / place)
    assert relative(str(tmp_path / root))(path) == expected
