"""The tutorial, typed line by line into one shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pages import Page, is_shown

TUTORIAL = Page("docs/tutorial.md")
BLOCKS = [
    each
    for each in TUTORIAL.all
    if each.language in {"sh", "console"} and "pip install" not in each.text
]


def typed(block: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What comes of the lines of a block in a shell."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=folder,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.posix
def test_every_block_works_and_prints_what_is_shown(tmp_path: Path) -> None:
    for language, block in BLOCKS:
        if language == "console":  # a command that ends with another status, and what it prints
            prompt, shown = block.split("\n", 1)
            assert typed(prompt.removeprefix("$ "), tmp_path).stdout == shown
            continue
        ended = typed(block, tmp_path)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        if TUTORIAL.after(block) in TUTORIAL.blocks("text"):
            assert is_shown(TUTORIAL.after(block), ended.stdout), ended.stdout
