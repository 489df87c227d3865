"""Git repositories in which commands are run."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.command import Command, Ended

PERSON = {
    f"GIT_{role}_{key}": value
    for role in ("AUTHOR", "COMMITTER")
    for key, value in (("NAME", "Test"), ("EMAIL", "test@example.com"))
}


class Repository:
    """A git repository in the working directory, and the command in it."""

    def __init__(self, command: Command) -> None:
        self.folder = command.folder
        self.diff: Callable[..., Ended] = lambda *arguments: command("diff", *arguments)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str) -> str:
        """Run git."""
        own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **PERSON}
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def commit(self) -> str:
        """Commit all there is; give the revision."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=all")
        return self.git("rev-parse", "HEAD")

    def data(self, *arguments: str) -> dict[str, Any]:
        """The JSON of the command."""
        found: dict[str, Any] = json.loads(self.diff("--format=json", *arguments).out)
        return found
