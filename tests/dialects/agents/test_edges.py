"""Where a check of teams begins to speak, and where it does not yet: each row is the files of a
team, in which a line says in `⟦…⟧` what is reported of it (reference §7)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from dialects.agents.edges import FIELDS, GRAPH, HEADERS, NAMES, TOOLS
from teams import located, put

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from dialects.agents.edges import Edge

MARK = re.compile(r" *⟦(.*?)⟧")
LEVELS = {"E": "error", "W": "warning", "I": "info"}

ROWS = {**NAMES, **GRAPH, **FIELDS, **HEADERS, **TOOLS}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_what_is_reported_of(tmp_path: Path, row: Edge) -> None:
    put(tmp_path, {path: MARK.sub("", text) for path, text in row.files.items()})
    assert sorted(located(tmp_path, row.settings)) == sorted(wanted(row.files))


def wanted(files: Mapping[str, str]) -> Iterator[tuple[str, int, str, str]]:
    """What the marks say: file, line, level, rule."""
    for path, text in files.items():
        for number, line in enumerate(text.split("\n"), 1):
            for each in ", ".join(MARK.findall(line)).split(", "):
                if each:
                    level, rule = each.split()
                    yield path, number, LEVELS[level], rule
