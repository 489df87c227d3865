"""A contract, a session with an editor over it, and what has to come of that."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from cli.contracts import SESSION, TOOL

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
GUIDE = HERE.parents[1] / "docs" / "how-to" / "editors.md"
TIMEOUT = 300
NEW_NAME = "reception"

BEFORE = TOOL.replace("[intake]", "[intak]")
"""One finding, VE103, at 11:33: a phase that is misspelt."""

AFTER = TOOL.replace("[intake]", f"[{NEW_NAME}]") + "surprise: 1\n"
"""The name corrected, the phase renamed, and a line that somebody has typed: PL008 at 12:1."""

SESSION_AFTER = SESSION.replace("intake", NEW_NAME)


class Session(NamedTuple):
    """A project, and how a session in it is run: `program` is the command that it finds on its
    path, `record` is what the editor writes down."""

    folder: Path
    program: Path
    environment: dict[str, str]
    record: Path

    @property
    def tool(self) -> Path:
        return self.folder / "answer.yaml"

    def run(self, command: Sequence[str]) -> dict[str, Any]:
        """Run an editor until it ends, and read its record."""
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert self.record.is_file(), done.stdout + done.stderr
        record: dict[str, Any] = json.loads(self.record.read_text("utf-8"))
        assert "problem" not in record, f"{record['problem']}\n{done.stderr}"
        return record

    def files_are_as_they_should_be(self) -> None:
        """Assert that what was typed, fixed and renamed is in both files."""
        assert self.tool.read_text("utf-8") == AFTER
        assert (self.folder / "session.yaml").read_text("utf-8") == SESSION_AFTER


def editor(name: str) -> str:
    """The path of an editor; the test is skipped where there is none."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def session(tmp_path: Path) -> Session:
    """A contract in a project, a home without settings, and `phaselint` on the path."""
    folder, home, programs = (tmp_path / name for name in ("project", "home", "programs"))
    for each in (folder, home, programs):
        each.mkdir()
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    (folder / "session.yaml").write_text(SESSION, "utf-8")
    (folder / "answer.yaml").write_text(BEFORE, "utf-8")
    shim = programs / "phaselint"
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m phaselint "$@"\n', "utf-8")
    shim.chmod(0o755)
    record = tmp_path / "record.json"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("XDG_")},
        "HOME": str(home),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PHASELINT_OPEN": str(folder / "answer.yaml"),
        "PHASELINT_NAME": NEW_NAME,
        "PHASELINT_RECORD": str(record),
    }
    return Session(folder, shim, environment, record)


def configuration(heading: str, language: str) -> list[str]:
    """The configurations that the guide shows in a section, as users copy them."""
    text = GUIDE.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
