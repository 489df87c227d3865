"""`phaselint scripts` (design §8)."""

from __future__ import annotations

import json
import os

import click

from phaselint.cli.common import find_contract, options_for, write_made
from phaselint.cli.parameters import completed, contract_options
from phaselint.cli.script_context import script_context, tell_missing
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.vocabulary.errors import UsageError, blamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.linting.discovery import FoundContract


FORMATS = ("yaml", "json")
"""The formats of scripts; the first is the default."""


@click.command("scripts")
@click.argument("contract", default="", shell_complete=completed("contracts"))
@click.option("--output", metavar="FILE", default="-", help="Write to this file; `-` is stdout.")
@click.option(
    "--update",
    metavar="FILE",
    default="",
    help="Update the assertions of a script, and add missing scenarios.",
    shell_complete=completed("files"),
)
@click.option(
    "--from-log",
    metavar="LOG",
    default="",
    help="Write a scenario for each run in this log.",
    shell_complete=completed("files"),
)
@click.option(
    "--diff", is_flag=True, help="Print the changes that --update would make; write nothing."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    help=f"Set the format.  [default: {FORMATS[0]}]",
)
@click.option(
    "--bound", type=click.IntRange(min=1), default=DEFAULT_BOUND, help="Limit the states explored."
)
@contract_options
def command(  # click passes every option by name
    contract: str,
    output: str,
    update: str,
    from_log: str,
    diff: bool,
    format_: str | None,
    bound: int,
    **given: Any,
) -> int:
    """Generate scenarios that together cover every reachable transition.

    Each scenario asserts today's behavior, so a later change makes it fail. With --update, the
    assertions of a script are updated to today's behavior, and the rest stays unchanged; CONTRACT
    is optional then. With --from-log, each run of a log that `phaselint conform` reads becomes a
    scenario.
    """
    _check_usage(contract, output, update, format_, diff=diff, from_log=from_log)
    if update:
        from phaselint.cli.updating import File, update_script

        file = File(update)
        return update_script(file, _found(contract or file.contract, given), bound, diff=diff)
    found = _found(contract, given)
    if from_log:
        from phaselint.cli.retelling import scenarios_from

        scenarios = scenarios_from(from_log, contract, found, bound)
    else:
        scenarios = _generated(contract, found, bound)
    document = {"version": 1, **_named(found, output), "scenarios": scenarios}
    write_made((_dump(document, format_ or FORMATS[0]),), output, found)
    return 0


def _found(path: str, given: Mapping[str, Any]) -> FoundContract:
    """The contract of a path, under the options that commands share."""
    return find_contract(
        path,
        given["dialect"],
        given["config_file"],
        given["settings"],
        isolated=given["isolated"],
    )


def _generated(contract: str, found: FoundContract, bound: int) -> list[dict[str, Any]]:
    """Scenarios that cover every transition; those that are missing are reported."""
    from phaselint.executor.coverage_scenarios import scenario, tour

    with blamed(found.dialect.origin, "runtime"):
        lab = script_context(contract, found, options_for(found), bound)
        planned = tour(lab)
        scenarios = [scenario(lab, number, run) for number, run in enumerate(planned.runs, 1)]
    tell_missing(lab, planned)
    return scenarios


def _check_usage(
    contract: str, output: str, update: str, format_: str | None, *, diff: bool, from_log: str
) -> None:
    """Raise UsageError for options that can't be combined."""
    if update and output != "-":
        raise UsageError("--update writes the script; it can't be combined with --output")
    if update and format_:
        raise UsageError(
            "--update keeps the format of the script; it can't be combined with --format"
        )
    if update and from_log:
        raise UsageError("--update can't be combined with --from-log")
    if diff and not update:
        raise UsageError("--diff requires --update")
    if not contract and not update:
        raise UsageError("missing argument CONTRACT")


def _named(found: FoundContract, output: str) -> dict[str, str]:
    """The contract as the script names it, if it is a file: others can be next to it. A script for
    standard output is treated as if it were next to the contract."""
    if not found.target.main:
        return {}
    full = os.path.join(found.workspace.root, found.target.path)
    folder = os.path.dirname(full if output in ("", "-") else output)
    return {"contract": os.path.relpath(full, folder or ".").replace(os.sep, "/")}


def _dump(document: dict[str, Any], format_: str) -> str:
    if format_ == "json":
        return json.dumps(document, indent=2) + "\n"
    from phaselint.executor.script import as_yaml

    return as_yaml(document)
