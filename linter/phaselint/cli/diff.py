"""`phaselint diff` if click reads its arguments; see `fast_args`."""

from __future__ import annotations

import click

from phaselint.cli.diffing import diff
from phaselint.cli.diffoptions import DIFF
from phaselint.cli.parameters import with_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PATHS = "phaselint.paths"


class _Command(click.Command):
    """A command whose arguments after `--` are paths."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep apart what comes after `--`."""
        if "--" in args:
            at = args.index("--")
            ctx.meta[PATHS] = tuple(args[at + 1 :])
            args = args[:at]
        return super().parse_args(ctx, args)


@click.command("diff", cls=_Command)
@click.argument("versions", nargs=-1, metavar="[OLD [NEW]] [-- PATH...]")
@with_options(DIFF)
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> int:
    """Show what a change to contracts makes possible, and what it rules out.

    OLD and NEW are git revisions, `OLD..NEW`, `OLD...NEW`, or two directories; the defaults are the
    last commit and the working tree. PATHs are files and directories; the default is the current
    directory. The exit status is 0 unless --fail-if is used.
    """
    return diff(given, ctx.meta.get(PATHS, ()))
