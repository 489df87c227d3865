"""The shell blocks of pages, tried by running them in a clean copy of the checkout.

A page is run as its reader would: all its `sh` blocks in their order, in one shell that starts at
the top of the copy, with the `phaselint` of this environment, of which it sees nothing else. A
command that ends in a comment `# status 1` has to end with that status, every other one with 0.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from handbook import ROOT, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from handbook.reading import Block

COMMAND = "phaselint"
LANGUAGES = ("sh", "shell", "bash")
NOT_RUN = re.compile(r"<!-- not run: \S.*-->")
"""What stands in front of a block that is not run, with the reason."""

LAST = 20
"""So many lines of what a block that fails has printed are shown."""

PATIENCE = 600
"""So many seconds a page may take; the limit ends what hangs."""

_STATUS = re.compile(r"^(\s*)(\S.*?)\s+# status (\d+)\b.*$", re.MULTILINE)
_IF = r"\1if \2; then test 0 -eq \3; else test $? -eq \3; fi"


class Failure(NamedTuple):
    """A block that does not do what its page says: the number of its line, and the end of what was
    printed."""

    line: int
    output: str


def runnable(text: str) -> list[Block]:
    """The shell blocks of a page that are run."""
    return [block for block in _all(text) if not NOT_RUN.fullmatch(block.before)]


def _all(text: str) -> Iterator[Block]:
    return (block for block in reading.blocks(text) if block.language in LANGUAGES)


class Copy:
    """A copy of the checkout in a new folder: what git has, or would have. Of thousands of files
    there is one, which is as new again for each page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        listed = _git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)
        _git(folder, "init", "--quiet")
        _git(folder, "add", "--all", "--force")

    def renewed(self) -> Path:
        """The folder, without the changes of a page."""
        _git(self.folder, "clean", "-ffdxq")
        _git(self.folder, "checkout-index", "--all", "--force", "--quiet")
        return self.folder


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


def failure(text: str, folder: Path, home: Path) -> Failure | None:
    """Run the blocks of a page in a folder, and return the first that fails.

    Args:
        home: an empty folder, which is the user's home while they run.
    """
    blocks = runnable(text)
    if not blocks:
        return None
    reached = home / "reached"
    script = "set -euo pipefail\n" + "".join(
        f"echo {block.line} > '{reached}'\n{_STATUS.sub(_IF, block.text)}" for block in blocks
    )
    try:
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=folder,
            env=_environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Failure(int(reached.read_text()), f"it takes more than {PATIENCE} seconds\n")
    if done.returncode == 0:
        return None
    printed = done.stdout.decode("utf-8", "replace").splitlines(keepends=True)
    return Failure(int(reached.read_text()), "".join(printed[-LAST:]))


def _environment(home: Path) -> dict[str, str]:
    """That of a new user who has installed phaselint; nothing is installed but into environments
    that a page makes itself."""
    commands = home / "bin"
    commands.mkdir()
    (commands / COMMAND).symlink_to(Path(sys.executable).parent / COMMAND)
    kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
    path = os.pathsep.join((str(commands), *_elsewhere()))
    return {**kept, "PATH": path, "HOME": str(home), "PIP_REQUIRE_VIRTUALENV": "1"}


def _elsewhere() -> list[str]:
    """Where commands are found, this environment left out."""
    own = Path(sys.prefix) / "bin"
    return [
        each for each in os.environ.get("PATH", os.defpath).split(os.pathsep) if Path(each) != own
    ]
