"""Contracts in memory as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.embedding.files import held, put, replace
from phaselint.vocabulary.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

OUTSIDE = ("../b", "a/../../b", "/b", "a//b", "a/", ".", "./a", "", "a\0b")


def test_what_is_put_is_held(tmp_path: Path) -> None:
    put(str(tmp_path / "new"), {"b/c.yaml": "ä: 1\n", "a": b"\xff"})
    assert held(str(tmp_path / "new")) == {"a": b"\xff", "b/c.yaml": "ä: 1\n".encode()}


def test_other_files_stay_unless_all_are_replaced(tmp_path: Path) -> None:
    put(str(tmp_path), {"a": "1", "b/c": "2"})
    put(str(tmp_path), {"b/d": "3"})
    assert held(str(tmp_path)) == {"a": b"1", "b/c": b"2", "b/d": b"3"}
    replace(str(tmp_path), {"a": "4"})
    assert held(str(tmp_path)) == {"a": b"4"}


@pytest.mark.parametrize("path", OUTSIDE, ids=repr)
def test_a_path_outside_the_folder_is_refused_before_anything_is_written(
    path: str, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    put(str(folder), {"old": "1"})
    for write in (put, replace):
        with pytest.raises(UsageError, match="isn't a path below the folder") as error:
            write(str(folder), {"first": "2", path: "3"})
        assert "\n" not in str(error.value)
    assert {file.name for file in tmp_path.rglob("*")} == {"folder", "old"}


def test_a_file_in_place_of_a_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a/b: can't be written: ") as error:
        put(str(tmp_path), {"a": "1", "a/b": "2"})
    assert "\n" not in str(error.value)


def test_half_of_a_character_that_javascript_allows_is_written(tmp_path: Path) -> None:
    put(str(tmp_path), {"a": "\ud800"})
    assert held(str(tmp_path)) == {"a": b"\xed\xa0\x80"}
