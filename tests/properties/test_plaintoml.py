"""TOML that is read without the parser of the standard library says what it says to that."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.config import plaintoml

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"

LINES = (
    "[a]\n",
    "[b]\n",
    "[a.b]\n",
    "[[a]]\n",
    "[[a.b]]\n",
    'k = "v"\n',
    'l = ["x", "y,"]\n',
    'm = [\n  "x",\n\n  "y",\n]\n',
    "a = true\n",
    "b = 100\n",
    '"a/*" = []\r\n',
    "# why\n",
)
PIECES = (
    *("a", "k-1", ".", "=", " = ", "[", "]", "[[", "]]", '"', "'", '""', '"x"', '"a]"', "true"),
    *("0", "01", "1_0", "-1", "1.5", "1979-05-27", ",", ", ", "{", "}", "#", "\\", "\\n"),
    *("\n", "\r\n", "\r", " ", "\t", "é", "\N{NO-BREAK SPACE}", "\x01", "\N{LINE SEPARATOR}"),
)


def by_tomllib(text: str) -> dict[str, Any] | None:
    """What the parser of the standard library makes of a text; none where it refuses it."""
    try:
        return tomllib.loads(text)
    except ValueError:
        return None


@given(st.lists(st.sampled_from((*LINES, *PIECES)), max_size=12).map("".join))
def test_it_is_none_or_what_tomllib_reads(text: str) -> None:
    read = plaintoml.read(text)
    assert read is None or repr(read) == repr(by_tomllib(text))


@given(st.lists(st.sampled_from(LINES), max_size=6).map("".join))
def test_whole_lines_that_are_toml_are_mostly_plain(text: str) -> None:
    """All but a table that is opened again, which is for the parser to judge."""
    expected = by_tomllib(text)
    if expected is not None and text.count("[a") < 2:
        assert plaintoml.read(text) == expected


@pytest.mark.parametrize(
    "path", sorted(PROJECTS.glob("*/phaselint.toml")), ids=lambda p: p.parent.name
)
def test_configurations_of_projects_are_plain(path: Path) -> None:
    text = path.read_text()
    assert plaintoml.read(text) == tomllib.loads(text)
