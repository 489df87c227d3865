"""What is told of folders and paths at a glance is what looking at each name tells."""

from __future__ import annotations

import os

from hypothesis import given
from hypothesis import strategies as st

from phaselint.project.memory import DictReader
from phaselint.project.paths import below
from phaselint.project.reader import walk

PARTS = st.sampled_from(("", "a", "b", ".", "..", ".git", "a:b", "a\\b", "c d", "..."))
PATHS = st.lists(PARTS, min_size=1, max_size=4).map("/".join)
NAMES = st.sampled_from(("a", "b", ".c", "d.yaml", ".e.yaml"))
FILES = st.lists(st.lists(NAMES, min_size=1, max_size=3).map("/".join), max_size=8)


@given(PATHS, PATHS, st.booleans(), st.sampled_from(("", "/", "x")))
def test_a_path_below_a_root_is_the_relative_one(
    root: str, path: str, absolute: bool, between: str
) -> None:
    start = "/" if absolute else ""
    for full in (start + path, start + root + between + path):
        if full and start + root:
            told = os.path.relpath(full, start + root).replace(os.sep, "/")
            assert below(start + root, full) == ("" if told == "." else told)


@given(FILES)
def test_patterns_that_match_nothing_leave_out_nothing(paths: list[str]) -> None:
    """With an ignore file each name is looked at, without one none is."""
    files = {path: "" for path in paths if not any(each.startswith(f"{path}/") for each in paths)}
    plain, asked = DictReader(files), DictReader({**files, ".gitignore": "nothing-like-it\n"})
    folders = [*walk(plain)]
    assert folders == [*walk(asked)]
    for folder in folders:
        assert plain.listing(folder) == asked.listing(folder)
