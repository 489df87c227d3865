"""Command lines in the bundle, which runs in node, and the same ones here."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.embedding.command import run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HERE = Path(__file__).parent


class Run(NamedTuple):
    """A command line in a folder, which is one of those that are mounted or below it."""

    cwd: str
    arguments: tuple[str, ...]


class Outcome(NamedTuple):
    """What a command line gave."""

    status: int
    stdout: str
    stderr: str


class Bundled(NamedTuple):
    """The folders of a bundle and of Pyodide."""

    bundle: Path
    pyodide: Path

    def run(self, mounts: Mapping[str, Path], runs: Sequence[Run]) -> list[dict[str, Any]]:
        """What runs give in one process of node: `status`, `stdout`, `stderr`, `loaded`."""
        order = {"mounts": {at: str(path) for at, path in mounts.items()}}
        listed = [{"cwd": each.cwd, "arguments": each.arguments} for each in runs]
        command = ["node", str(HERE / "running.mjs"), str(self.bundle), str(self.pyodide)]
        done = subprocess.run(
            command,
            input=json.dumps({**order, "runs": listed}),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]


def here(mounts: Mapping[str, Path], runs: Sequence[Run]) -> list[Outcome]:
    """What the same runs give in this process."""
    before = Path.cwd()
    found = []
    try:
        for cwd, arguments in runs:
            at = next(at for at in mounts if cwd == at or cwd.startswith(f"{at}/"))
            os.chdir(str(mounts[at]) + cwd.removeprefix(at))
            outcome = run(arguments)
            found.append(Outcome(outcome.status, outcome.stdout.decode(), outcome.stderr.decode()))
    finally:
        os.chdir(before)
    return found
