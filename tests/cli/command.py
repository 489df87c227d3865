"""Running the command in a folder of its own, as a process or in this one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SOURCE = Path(__file__).parents[2]
PATHS = os.pathsep.join(str(SOURCE / name) for name in ("linter", "rules", "lsp"))
PATIENCE = 60
"""Seconds after which a command counts as hung."""


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()


class Command:
    """The command, run in one folder."""

    def __init__(self, folder: Path, capture: Callable[[], Any]) -> None:
        self.folder = folder
        self._capture = capture

    def __call__(self, *arguments: str) -> Ended:
        """Run the command in this process."""
        from phaselint.cli import main

        self._capture()
        status = main(arguments)
        out, err = self._capture()
        return Ended(status, out, err)

    def process(
        self,
        *arguments: str,
        text: str = "",
        environment: Mapping[str, str] | None = None,
        program: tuple[str, ...] = ("-m", "phaselint"),
        **more: Any,
    ) -> Ended:
        """Run `python -m phaselint` with a clean environment; `more` goes to the system."""
        ended = subprocess.run(
            [sys.executable, *program, *arguments],
            cwd=more.pop("cwd", self.folder),
            env=clean_environment() | dict(environment or {}),
            input=None if "stdin" in more else text.encode(),
            stdout=more.pop("stdout", subprocess.PIPE),
            stderr=more.pop("stderr", subprocess.PIPE),
            timeout=PATIENCE,
            check=False,
            **more,
        )
        return Ended(ended.returncode, _decoded(ended.stdout), _decoded(ended.stderr))

    def shell(self, line: str) -> Ended:
        """Run a line of shell in which `phaselint` is the command."""
        script = f'phaselint() {{ "{sys.executable}" -m phaselint "$@"; }}; {line}'
        ended = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=clean_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return Ended(ended.returncode, _decoded(ended.stdout), _decoded(ended.stderr))


def clean_environment() -> dict[str, str]:
    """An environment in which nothing changes what the command does."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return kept | {"PYTHONPATH": PATHS, "PYTHONDONTWRITEBYTECODE": "1"}


def _decoded(data: bytes | None) -> str:
    return (data or b"").decode("utf-8", "surrogateescape")
