"""Paths below a project root (design §5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.project.paths import below, join, normal, split

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
