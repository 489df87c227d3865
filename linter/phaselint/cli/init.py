"""`phaselint init`: set up a project."""

from __future__ import annotations

import click

from phaselint.cli import streams
from phaselint.cli.outcome import FINDINGS, OK
from phaselint.cli.parameters import completed
from phaselint.report.terminal import escape
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.starting.planning import Plan, Wanted

_OFFERS = {
    "hooks": ("--pre-commit", "to check before each commit"),
    "workflow": ("--github", "to check on GitHub"),
    "examples": ("--example DIALECT", "for a first contract with a script"),
}
"""What there is besides, by the field of what is wanted."""


@click.command("init")
@click.argument("folder", default=".", metavar="[FOLDER]")
@click.option(
    "--example",
    "examples",
    multiple=True,
    metavar="DIALECT",
    help="Also write a first contract with a script; repeatable.",
    shell_complete=completed("dialects"),
)
@click.option("--pre-commit", "hooks", is_flag=True, help="Also write a hook of pre-commit.")
@click.option("--github", "workflow", is_flag=True, help="Also write a workflow of GitHub.")
@click.option(
    "--manifest", "manifests", is_flag=True, help="Also write manifests of stages without one."
)
@click.option("--diff", is_flag=True, help="Print what would be written; write nothing.")
def command(  # click hands over every option by name
    folder: str,
    examples: tuple[str, ...],
    hooks: bool,
    workflow: bool,
    manifests: bool,
    diff: bool,
) -> int:
    """Set up a project: write a configuration with comments, and what else is asked for.

    FOLDER is by default the current directory. No file that is there is changed, and either all
    that is new is written or nothing.
    """
    from phaselint.api import builtin_rules
    from phaselint.starting.planning import Wanted, plan

    wanted = Wanted(examples, hooks, workflow, manifests)
    planned = plan(folder, wanted, builtin_rules())
    if diff:
        return _show(planned)
    _write(planned)
    streams.write(_planned_lines(planned, wanted))
    return OK


def _show(planned: Plan) -> int:
    from phaselint.cli.fixing import harmless
    from phaselint.migrating.writing import diff

    streams.write(map(harmless, diff(planned.rewrites)))
    for note in planned.notes:
        for line in note.splitlines():
            streams.complain(line)
    return FINDINGS if planned.rewrites else OK


def _write(planned: Plan) -> None:
    """Write all files or none.

    Raises:
        UsageError: one cannot be written, or is there by now.
    """
    from phaselint.migrating.writing import write

    wrong, _ = write(planned.rewrites)
    if wrong:
        raise UsageError(f"{wrong}; nothing was written")


def _planned_lines(planned: Plan, wanted: Wanted) -> Iterator[str]:
    from phaselint.project.paths import display_path

    for each in planned.rewrites:
        yield f"wrote {escape(display_path(each.path))}\n"
    for note in planned.notes:
        yield from (f"{escape(line)}\n" for line in note.splitlines())
    if not planned.rewrites:
        yield "nothing to write\n"
        return
    offers = [words for field, words in _OFFERS.items() if not getattr(wanted, field)]
    if offers:
        yield "there is more: " + "; ".join(f"{option} {why}" for option, why in offers) + "\n"
    yield "`phaselint lint --dry-run` checks the project\n"
