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
    "examples": ("--example DIALECT", "for an example contract with a script"),
}
"""The other things init can write, by their field in the plan."""


@click.command("init")
@click.argument("folder", default=".", metavar="[FOLDER]")
@click.option(
    "--example",
    "examples",
    multiple=True,
    metavar="DIALECT",
    help="Also write an example contract with a script. Repeatable.",
    shell_complete=completed("dialects"),
)
@click.option("--pre-commit", "hooks", is_flag=True, help="Also write a pre-commit hook.")
@click.option("--github", "workflow", is_flag=True, help="Also write a GitHub workflow.")
@click.option(
    "--manifest", "manifests", is_flag=True, help="Also write manifests for stages without one."
)
@click.option("--diff", is_flag=True, help="Print the files that would be written; write nothing.")
def command(  # click passes every option by name
    folder: str,
    examples: tuple[str, ...],
    hooks: bool,
    workflow: bool,
    manifests: bool,
    diff: bool,
) -> int:
    """Create a configuration with comments, and the requested hooks and examples.

    FOLDER is a directory; the default is the current one. Existing files are never changed, and
    either all new files are written or none.
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
        UsageError: one can't be written, or already exists.
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
        yield "also available: " + "; ".join(f"{option} {why}" for option, why in offers) + "\n"
    yield "`phaselint lint --dry-run` checks the project\n"
