"""Which releases of langgraph may run a project (reference langgraph §1.2 F9)."""

from __future__ import annotations

import pytest

from phaselint.dialects.langgraph.reading.versions import allows_later, version_of
from phaselint.project.memory import DictReader


@pytest.mark.parametrize(
    ("name", "text", "version", "later"),
    [
        ("requirements.txt", "langgraph==0.2.76\n", (0, 2), False),
        ("requirements.txt", "langgraph>=0.2\n", (0, 2), True),
        ("requirements.txt", "langgraph>=0.2,<0.3\n", (0, 2), False),
        ("requirements.txt", "langgraph~=0.2.1\n", (0, 2), False),
        ("requirements.txt", "requests\n", (1, 2), True),
        ("pyproject.toml", '[project]\ndependencies = ["langgraph>=0.1.0"]\n', (0, 1), True),
        ("pyproject.toml", '[project]\ndependencies = ["langgraph>0.1, <1"]\n', (0, 1), False),
        ("pyproject.toml", '[tool.poetry.dependencies]\nlanggraph = "^0.2"\n', (0, 2), False),
        ("uv.lock", '[[package]]\nname = "langgraph"\nversion = "0.2.9"\n', (0, 2), False),
    ],
)
def test_releases(name: str, text: str, version: tuple[int, int], later: bool) -> None:
    reader = DictReader({name: text})
    assert version_of(reader, "") == version
    assert allows_later(reader, "") is later


def test_a_release_that_is_given_is_that_one() -> None:
    assert not allows_later(DictReader({}), "", "0.2")
