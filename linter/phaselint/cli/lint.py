"""`phaselint lint` if click reads its arguments; see `fast_args`."""

from __future__ import annotations

import click

from phaselint.cli.linting import lint
from phaselint.cli.options import GROUPS, LINT
from phaselint.cli.parameters import completed, with_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.cli.options import Option

COLUMN = 26
"""The width of the names of options in the help, the same in all groups."""


class GroupedCommand(click.Command):
    """A command whose help has its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each group; the option for help is in the last one."""
        last = self.get_help_option(ctx)
        for number, (title, options) in enumerate(GROUPS, 1):
            rows = [*_rows(options)]
            if number == len(GROUPS) and last is not None:
                rows += [record] if (record := last.get_help_record(ctx)) else []
            with formatter.section(title):
                formatter.write_dl([(name.ljust(COLUMN), text) for name, text in rows], COLUMN)


def _rows(options: Sequence[Option]) -> Iterator[tuple[str, str]]:
    """The names and the help of options."""
    for option in options:
        names = ", ".join(sorted(option.spellings, key=len))
        default = f"  [default: {option.default}]" if option.show_default else ""
        yield f"{names} {option.metavar}".rstrip(), option.help + default


@click.command("lint", cls=GroupedCommand)
@click.argument("paths", nargs=-1, metavar="[PATHS]...", shell_complete=completed("files"))
@with_options(LINT)
def command(**given: Any) -> int:
    """Check contracts and report findings.

    PATHS are files and directories; the default is the current directory, and `-` reads standard
    input. A file stands for the whole contract it belongs to.

    \b
    Examples:
      phaselint lint                              check this project
      phaselint lint --dry-run                    also confirm each finding
      phaselint lint --fix --diff                 preview safe fixes
      phaselint lint --select unknown-target .    run one rule
      phaselint lint --format sarif > r.sarif     report for code scanning
    """
    return lint(given)
