"""`phaselint lint` where click reads its arguments; see `quick`."""

from __future__ import annotations

import click

from phaselint.cli.linting import lint
from phaselint.cli.options import LINT
from phaselint.cli.parameters import completed, with_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@click.command("lint")
@click.argument("paths", nargs=-1, metavar="[PATHS]...", shell_complete=completed("files"))
@with_options(LINT)
def command(**given: Any) -> int:
    """Check contracts and report what is wrong with them.

    PATHS are files and directories, by default the current directory; `-` is standard input.
    """
    return lint(given)
