"""Teams that are fine have no finding, also where there are no agents but theirs; their twins do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dialects.agents.never import BROKEN, FILES, TRAPS
from teams import CLOSED, found, put

if TYPE_CHECKING:
    from pathlib import Path

    from dialects.agents.never import Row

ROWS = {**TRAPS, **FILES}


@pytest.mark.parametrize("settings", [(), CLOSED], ids=["open", "closed"])
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_nothing_is_said_of(tmp_path: Path, row: Row, settings: tuple[str, ...]) -> None:
    put(tmp_path, row.files)
    own = {each.file for each in found(tmp_path, settings=settings) if each.name != "syntax-error"}
    broken = {path for path, text in row.files.items() if text.startswith(BROKEN[:10])}
    assert own | (broken and set()) == set()


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_something_is_said_of_the_twin_of(tmp_path: Path, row: Row) -> None:
    files = {**row.files, **row.twin}
    put(tmp_path, {path: text for path, text in files.items() if text is not None})
    assert row.rule in {each.name for each in found(tmp_path)}
