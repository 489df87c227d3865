"""Vim with ALE, in a terminal of its own, with the configuration of the guide."""

from __future__ import annotations

import shlex
import subprocess
from typing import TYPE_CHECKING

import pytest

from editors.driving import HERE, configuration, editor, session

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.editors

PLAIN = """\
set nocompatible noswapfile viminfo=
packadd! ale
filetype on
"""


@pytest.mark.posix
def test_a_session_with_vim_and_ale(tmp_path: Path) -> None:
    vim, script = editor("vim"), editor("script")
    asked = [vim, "-Nesu", "NONE", "-c", "packadd ale", "-c", "qall!"]
    if subprocess.run(asked, capture_output=True, check=False).returncode:
        pytest.skip("this vim has no ALE")
    (block,) = configuration("Vim with ALE", "vim")
    config = tmp_path / "vimrc"
    config.write_text(PLAIN + block, "utf-8")
    work = session(tmp_path)

    command = shlex.join([vim, "-u", str(config), "-S", str(HERE / "drive.vim")])
    seen = work.run([script, "--quiet", "--return", "--command", command, "/dev/null"])

    name = {"code": "VE103", "line": 11, "source": "phaselint"}
    field = {"code": "PL008", "line": 12, "source": "phaselint"}
    assert seen["filetype"] == "yaml"
    assert seen["steps"] == {"opened": [name], "edited": [name, field]}
