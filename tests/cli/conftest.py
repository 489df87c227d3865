"""The command in an empty folder that no configuration or ignore file has a say in."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from cli.command import Command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def phaselint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Command]:
    """The command; the working directory is `tmp_path`."""
    threshold = gc.get_threshold()
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    yield Command(tmp_path, capsys.readouterr)
    gc.set_threshold(*threshold)
