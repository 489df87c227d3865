"""The tutorial, typed line by line into one shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pages import Page, missing

TUTORIAL = Page("docs/tutorial.md")
BLOCKS = [each for each in TUTORIAL.blocks("sh") if "pip install" not in each]


@pytest.mark.posix
def test_every_block_works_and_prints_what_is_shown(tmp_path: Path) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    for block in BLOCKS:
        ended = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block],
            cwd=tmp_path,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        if TUTORIAL.after(block) in TUTORIAL.blocks("text"):
            assert missing(TUTORIAL.after(block), ended.stdout) == ""
