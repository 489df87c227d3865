"""`phaselint conform`: what real runs did, against their contracts."""

from __future__ import annotations

import click

from phaselint.cli import streams
from phaselint.cli.common import write_lines
from phaselint.cli.conforming import REQUEST
from phaselint.cli.outcome import FAILURE, FINDINGS, OK
from phaselint.cli.parameters import completed, contract_options, split_words
from phaselint.linting.task import DEFAULT_BOUND
from phaselint.report.conformance import FORMATS, render
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.linting.census import Census
    from phaselint.linting.conforming import JudgedLog

FAILING = ("departures", "policies")
"""The kinds of findings that --fail-if takes."""


@click.command("conform")
@click.argument("logs", nargs=-1, metavar="LOG...", shell_complete=completed("files"))
@click.option(
    "--contract",
    metavar="PATH",
    default="",
    help="Use this contract; the default is the one in the log's working directory.",
    shell_complete=completed("contracts"),
)
@click.option("--at", metavar="COMMIT", default="", help="Read the contract as of this git commit.")
@click.option("--acts", is_flag=True, help="List runs and their acts; no contract is needed.")
@click.option(
    "--policies",
    "policy_files",
    metavar="FILE",
    multiple=True,
    help="Check the policies of this script too.",
    shell_complete=completed("files"),
)
@click.option("--log-format", metavar="NAME", default="", help="Read the logs as this format.")
@click.option(
    "--run",
    "run",
    type=click.Choice(("session", REQUEST)),
    default="session",
    help="Set what counts as a run: a session, or each request of the user.",
)
@click.option("--census", is_flag=True, help="Count over all logs instead of listing runs.")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text")
@click.option("--output", metavar="FILE", default="-", help="Write to a file; `-` is stdout.")
@click.option(
    "--fail-if",
    metavar="KINDS",
    multiple=True,
    callback=split_words,
    help=f"Exit with 1 if there are any of these: {', '.join(FAILING)}.",
)
@click.option("--redact", is_flag=True, help="Hide names behind hashes.")
@click.option("--verbose", "-v", is_flag=True, help="Show all acts, departures and counts.")
@click.option(
    "--bound", type=click.IntRange(min=1), default=DEFAULT_BOUND, help="Limit the states explored."
)
@contract_options
def command(  # click passes every option by name
    logs: tuple[str, ...],
    acts: bool,
    census: bool,
    format_: str,
    output: str,
    fail_if: tuple[str, ...],
    redact: bool,
    verbose: bool,
    **given: Any,
) -> int:
    """Follow logs of real runs through their contract, and judge its policies on them.

    LOGs are files and directories of Claude Code, Copilot CLI, VS Code, OpenTelemetry, LangGraph,
    LangSmith, climpt, SWEny and stud, or JSON lines of acts. Only names, times and counts are read;
    prompts, results and arguments aren't.

    Exit with 1 if a run leaves its contract or breaks a policy, and with 2 if that can't be decided
    for a run. A census exits with 0 unless --fail-if is used.
    """
    from phaselint.cli.conforming import Wanted, judging
    from phaselint.linting.census import counted

    if not logs:
        raise UsageError("missing argument LOG...")
    if acts and (given["contract"] or given["at"] or census):
        raise UsageError("--acts can't be combined with --contract, --at or --census")
    _check_kinds(fail_if)
    with judging(Wanted(logs, acts=acts, pictures=format_ == "html", **given)) as found:
        naming = found.naming(redact=redact)
        counts = counted(found.logs(), found.wrong) if census else None
        judged = [] if census else list(found.logs())
    write_lines(render(judged, counts, format_, naming, verbose=verbose), output)
    for line in found.wrong:
        streams.complain(line)
    if counts is not None:
        return _census_status(counts, fail_if)
    return _status(judged, fail_if, failed=bool(found.wrong))


def _check_kinds(kinds: Sequence[str]) -> None:
    """Raises UsageError for what --fail-if doesn't know."""
    from phaselint.vocabulary.suggest import unknown

    for each in kinds:
        if each not in FAILING:
            raise UsageError(f"--fail-if: {unknown('kind', each, list(FAILING))}")


def _status(logs: Sequence[JudgedLog], kinds: Sequence[str], *, failed: bool) -> int:
    counts = dict.fromkeys(FAILING, 0)
    undecided = failed
    for each in logs:
        other = each.names is not None and each.names.is_other
        undecided = undecided or other or any(run.is_undecided for run in each.runs)
        for run in each.runs if not other else ():
            counts["departures"] += run.leaves
            counts["policies"] += any(one.policy.severity == "error" for one in run.broken)
    if any(counts[each] for each in kinds or FAILING):
        return FINDINGS
    return FAILURE if undecided else OK


def _census_status(census: Census, kinds: Sequence[str]) -> int:
    counts = {"departures": census.leaving, "policies": census.breaking}
    return FINDINGS if any(counts[each] for each in kinds) else OK
