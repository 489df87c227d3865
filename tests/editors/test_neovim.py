"""Neovim, headless, with the configuration of the guide."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from editors.driving import HERE, configuration, editor, session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.editors

FIRST_WITH_CONFIGURATIONS = (0, 11)


def version(nvim: str) -> tuple[int, int]:
    said = subprocess.run([nvim, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"v(\d+)\.(\d+)", said)
    assert found, said
    return int(found[1]), int(found[2])


def test_a_session_with_neovim(tmp_path: Path) -> None:
    nvim = editor("nvim")
    new, old = configuration("Neovim", "lua")
    config = tmp_path / "init.lua"
    config.write_text(new if version(nvim) >= FIRST_WITH_CONFIGURATIONS else old, "utf-8")
    work = session(tmp_path)

    options = ["--headless", "-n", "-i", "NONE", "-u", str(config)]
    seen = work.run([nvim, *options, "-c", f"luafile {HERE / 'drive.lua'}"])

    name = {"code": "VE103", "line": 11, "source": "phaselint"}
    field = {"code": "PL008", "line": 12, "source": "phaselint"}
    assert seen["filetype"] == "yaml"
    assert seen["steps"] == {
        "opened": [name],
        "edited": [name, field],
        "fixed": [field],
        "renamed": [field],
    }
    assert "`intake`" in seen["actions"][0]
    work.files_are_as_they_should_be()
