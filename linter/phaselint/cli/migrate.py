"""`phaselint migrate`."""

from __future__ import annotations

import click

from phaselint.cli import streams
from phaselint.cli.outcome import FAILURE, FINDINGS, OK
from phaselint.cli.parameters import contract_options
from phaselint.dialects import BUILTIN
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.migration import Migration
    from phaselint.migrating.moving import Moved


@click.command("migrate")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option(
    "--to",
    "name",
    metavar="RELEASE",
    required=True,
    help="Migrate to this release: climpt-1.14 or sweny-next.",
)
@click.option("--diff", is_flag=True, help="Print the changes; write nothing.")
@click.option(
    "--anyway", is_flag=True, help="Migrate even if changes are undecided or findings are new."
)
@click.option("--proposals", is_flag=True, help="Also make the proposed changes.")
@contract_options
def command(  # click passes every option by name
    paths: tuple[str, ...],
    name: str,
    diff: bool,
    anyway: bool,
    proposals: bool,
    dialect: str,
    config_file: str,
    settings: tuple[str, ...],
    isolated: bool,
) -> int:
    """Update contracts to a later release of their format.

    PATHS are files and directories; the default is the current directory. Each contract is migrated
    completely or not at all, and only if it has no new findings in the later release.
    """
    from phaselint import api
    from phaselint.linting.request import Request
    from phaselint.migrating.moving import Leave, migrate

    owner, migration = _migration(name)
    if dialect not in ("", owner):
        raise UsageError(f"--to {name} is a release of {owner}, not {dialect}")
    request = Request(
        paths or (".",),
        dialect,
        settings=settings,
        config_file=config_file,
        isolated=isolated,
    )
    outcome = migrate(request, api.builtin_rules(), owner, migration, Leave(anyway, proposals))
    done = [_done(moved, name, Wanted(diff)) for moved in outcome.moved]
    for line in outcome.wrong:
        streams.complain(line)
    if outcome.wrong or FAILURE in done:
        return FAILURE
    return max(done, default=FAILURE)


class Wanted(NamedTuple):
    """The user's request: a diff instead of writing."""

    diff: bool = False


def _migration(name: str) -> tuple[str, Migration]:
    """The migration of that name, and its dialect.

    Raises:
        UsageError: there is none.
    """
    known = {
        each.name: (dialect.name, each)
        for dialect in BUILTIN
        if dialect.migrations is not None
        for each in dialect.migrations()
    }
    if name not in known:
        raise UsageError(f"--to: {unknown('release', name, tuple(known))}")
    return known[name]


def _done(moved: Moved, name: str, wanted: Wanted) -> int:
    """Write a contract, or show the changes, and report the outcome."""
    if moved.refusal:
        for line in _notes(moved):
            streams.complain(line)
        streams.complain(f"{moved.contract}: {moved.refusal}")
        return OK if moved.already else FAILURE
    if wanted.diff:
        return _show(moved)
    from phaselint.migrating.writing import write

    wrong, lost = write(moved.rewrites)
    if wrong:
        streams.complain(f"{moved.contract}: {wrong}; nothing was migrated")
        return FAILURE
    files = plural(len(moved.rewrites), "file")
    streams.write(
        f"{line}\n"
        for line in (f"{moved.contract}: migrated to {name} ({files})", *_notes(moved), *lost)
    )
    return OK


def _show(moved: Moved) -> int:
    from phaselint.cli.fixing import harmless
    from phaselint.migrating.writing import diff

    streams.write(map(harmless, diff(moved.rewrites)))
    for line in _notes(moved):
        streams.complain(line)
    return FINDINGS


def _notes(moved: Moved) -> Iterator[str]:
    """The places an author should check, and the new findings."""
    from phaselint.report.terminal import escape
    from phaselint.report.wording import spot

    for note in moved.notes:
        yield escape(f"{note.where}: {'undecided: ' if note.undecided else ''}{note.text}")
    for each in moved.brought:
        yield escape(
            f"{spot(each.finding.place)}: {each.level}: {each.finding.message} ({each.name})"
        )
