"""The command in an empty folder that no configuration or ignore file has a say in."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

import pytest

from cli.command import Command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PR_CAPBSET_DROP, CAPABILITIES = 24, (1, 2)


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


@pytest.fixture
def as_user() -> Callable[[], None]:
    """What a new process does first so that permissions hold for it, even where it is root's:
    it drops the two capabilities of Linux to read everything."""
    if os.geteuid() != 0:
        return lambda: None
    if sys.platform != "linux":
        pytest.skip("root may read everything here")
    import ctypes

    control = ctypes.CDLL(None).prctl

    def drop() -> None:
        for capability in CAPABILITIES:
            control(PR_CAPBSET_DROP, capability, 0, 0, 0)

    return drop
