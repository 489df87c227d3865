"""`phaselint scripts` (design §8)."""

from __future__ import annotations

import json
import os

import click

from phaselint.cli import streams
from phaselint.cli.common import find_contract, options_for, write_lines
from phaselint.cli.parameters import completed, contract_options
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.vocabulary.errors import UsageError, blamed
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.executor.proof import Lab
    from phaselint.executor.tour import Tour
    from phaselint.linting.discover import Found


@click.command("scripts")
@click.argument("contract", default="", shell_complete=completed("contracts"))
@click.option("--output", metavar="FILE", default="-", help="Where to write; `-` is stdout.")
@click.option(
    "--update",
    metavar="FILE",
    default="",
    help="Bring a script up to date, and add the scenarios that it lacks.",
    shell_complete=completed("files"),
)
@click.option("--diff", is_flag=True, help="Print what --update would change; write nothing.")
@click.option("--format", "format_", type=click.Choice(("yaml", "json")), default="yaml")
@click.option(
    "--bound", type=click.IntRange(min=1), default=DEFAULT_BOUND, help="States to expand."
)
@contract_options
def command(  # click hands over every option by name
    contract: str,
    output: str,
    update: str,
    diff: bool,
    format_: str,
    bound: int,
    dialect: str,
    config_file: str,
    settings: tuple[str, ...],
    isolated: bool,
) -> int:
    """Write scenarios that together take every reachable move at least once.

    Each expects what the executor does today, so that a later change shows. With --update, what
    the scenarios of a script expect becomes what the executor does today, and the rest of it stays
    as it is; CONTRACT need not be named then.
    """
    from phaselint.executor.tour import scenario, tour

    _check_usage(contract, output, update, diff=diff)
    if update:
        from phaselint.cli.updating import File, update_script

        file = File(update)
        path = contract or file.contract
        found = find_contract(path, dialect, config_file, settings, isolated=isolated)
        return update_script(file, found, bound, diff=diff)
    found = find_contract(contract, dialect, config_file, settings, isolated=isolated)
    with blamed(found.dialect.origin, "runtime"):
        lab = bench(contract, found, options_for(found), bound)
        planned = tour(lab)
        scenarios = [scenario(lab, number, run) for number, run in enumerate(planned.runs, 1)]
    document = {"version": 1, **_named(found, output), "scenarios": scenarios}
    write_lines((_dump(document, format_),), output)
    tell_missing(lab, planned)
    return 0


def _check_usage(contract: str, output: str, update: str, *, diff: bool) -> None:
    """Raise UsageError for options that do not go together."""
    if update and output != "-":
        raise UsageError("--update writes the script; it goes without --output")
    if diff and not update:
        raise UsageError("--diff goes with --update")
    if not contract and not update:
        raise UsageError("Missing argument 'CONTRACT'.")


def bench(contract: str, found: Found, options: Mapping[str, Any], bound: int) -> Lab[Any]:
    """The contract on the bench, under options.

    Raises:
        UsageError: the executor does not start it.
    """
    from phaselint.executor.proof import Lab, Setting

    loaded = found.dialect.load(found.workspace.reader, found.target)
    facts = found.dialect.study(loaded, options, bound)
    runtime = found.dialect.runtime()
    setting = Setting(runtime.sample_input(loaded))
    lab: Lab[Any] = Lab(runtime, facts, options, {}, bound, setting)
    refusal = lab.runtime.outcome(lab.refused)
    if refusal.kind == "refused":
        why = f"the executor refuses this contract: {refusal.detail}"
        raise UsageError(f"{contract}: {why}; `phaselint lint` says more")
    return lab


def tell_missing(lab: Lab[Any], planned: Tour) -> None:
    """Say which moves no scenario takes, and why."""
    if not planned.complete:
        streams.complain(f"cut off at {lab.atlas.reason}; some moves are missing")
    if planned.left_out:
        streams.complain(f"session limits keep {plural(planned.left_out, 'move')} from a run")


def _named(found: Found, output: str) -> dict[str, str]:
    """The contract as the script names it, where it is a file: others may be beside it. A script
    for standard output is taken to stand beside the contract."""
    if not found.target.main:
        return {}
    full = os.path.join(found.workspace.root, found.target.main)
    folder = os.path.dirname(full if output in ("", "-") else output)
    return {"contract": os.path.relpath(full, folder or ".").replace(os.sep, "/")}


def _dump(document: dict[str, Any], format_: str) -> str:
    if format_ == "json":
        return json.dumps(document, indent=2) + "\n"
    from phaselint.executor.script import as_yaml

    return as_yaml(document)
