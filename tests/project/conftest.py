"""What the tests of files on disk share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project root with room beside it, in no repository."""
    (tmp_path / "project").mkdir()
    return tmp_path / "project"
