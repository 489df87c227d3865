"""Teams that are fine have no finding, whether or not there are other agents; their twins have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dialects.agents.never import BROKEN, FILES, LEAD, SECOND, TRAPS, lead
from teams import CLOSED, Said, found, put, to

if TYPE_CHECKING:
    from pathlib import Path

    from dialects.agents.never import Row

ROWS = {**TRAPS, **FILES}


@pytest.mark.parametrize("settings", [(), CLOSED], ids=["open", "closed"])
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_nothing_is_said_of(tmp_path: Path, row: Row, settings: tuple[str, ...]) -> None:
    put(tmp_path, row.files)
    assert found(tmp_path, settings=settings) == []


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_something_is_said_of_the_twin_of(tmp_path: Path, row: Row) -> None:
    files = {**row.files, **row.twin}
    put(tmp_path, {path: text for path, text in files.items() if text is not None})
    assert row.rule in {each.name for each in found(tmp_path)}


@pytest.mark.parametrize("name", ["A", "second"])
def test_a_broken_file_is_all_that_is_said_of_its_names(tmp_path: Path, name: str) -> None:
    put(tmp_path, {**lead(to(name), f"agents: [{name}]"), SECOND: BROKEN})
    assert found(tmp_path, settings=CLOSED) == [Said("error", "syntax-error", SECOND)]
    put(tmp_path, lead(to("B")))
    broken = Said("error", "syntax-error", SECOND)
    assert found(tmp_path) == [Said("warning", "unknown-target", LEAD), broken]
