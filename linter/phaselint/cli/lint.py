"""`phaselint lint` (design §9)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from phaselint.cli import FAILURE, FINDINGS, OK, streams
from phaselint.cli.common import contract_options, use_colour, words, write_lines
from phaselint.config.select import ALWAYS_SHOWN
from phaselint.errors import UsageError
from phaselint.finding import SEVERITIES
from phaselint.linting import run
from phaselint.record import NamedTuple
from phaselint.report import FORMATS, Style, render
from phaselint.request import Request
from phaselint.sweep import collect_rarely

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.cli.fixing import Repaired
    from phaselint.finding import Severity
    from phaselint.linting import Linted
    from phaselint.result import Result


@click.command("lint")
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("--dry-run", is_flag=True, help="Prove each finding with the executor.")
@click.option("--verify", is_flag=True, help="Check the certificates of the analysis.")
@click.option("--bound", type=click.IntRange(min=1), help="States to expand per contract.")
@contract_options
@click.option("--select", multiple=True, callback=words, metavar="RULES", help="Rules to run.")
@click.option(
    "--ignore", multiple=True, callback=words, metavar="RULES", help="Rules to leave out."
)
@click.option(
    "--extend-select", multiple=True, callback=words, metavar="RULES", help="Rules to add."
)
@click.option(
    "--min-severity", type=click.Choice(SEVERITIES), default="info", help="Lowest to show."
)
@click.option(
    "--fail-on",
    type=click.Choice(SEVERITIES),
    default="error",
    show_default=True,
    help="Lowest for status 1.",
)
@click.option("--exit-zero", is_flag=True, help="Status 0 whatever is found.")
@click.option("--strict", is_flag=True, help="Status 2 when there is nothing to lint.")
@click.option(
    "--format", "format_", type=click.Choice(tuple(FORMATS)), default="text", help="On stdout."
)
@click.option(
    "--output-file",
    "outputs",
    multiple=True,
    metavar="FORMAT:PATH",
    help="Also write a report to a file; repeatable.",
)
@click.option(
    "--statistics",
    is_flag=True,
    help="Count findings by rule; say what runs cost at most.",
)
@click.option("--quiet", "-q", is_flag=True, help="Print findings only.")
@click.option(
    "--color", type=click.Choice(("auto", "always", "never")), default="auto", help="Colours."
)
@click.option("--baseline", metavar="FILE", default="", help="Hide what this file lists.")
@click.option("--write-baseline", is_flag=True, help="List everything found in the baseline.")
@click.option("--fix", is_flag=True, help="Make safe fixes, and report what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="Make unsafe fixes as well.")
@click.option("--diff", is_flag=True, help="Print what --fix would change; write nothing.")
@click.option("--show-fixes", is_flag=True, help="List the fixes that are made.")
@click.option("--watch", is_flag=True, help="Lint again whenever something changes.")
@click.option("--stdin-filename", metavar="NAME", default="", help="What `-` stands for.")
@click.option("--jobs", type=click.IntRange(min=0), default=0, help="Processes; 0 decides itself.")
def command(**given: Any) -> int:
    """Check contracts and report what is wrong with them.

    PATHS are files and directories, by default the current directory; `-` is standard input.
    """
    outputs = [_output(text) for text in given["outputs"]]
    wrong = _at_odds(given)
    if wrong:
        raise UsageError(wrong)
    request = _request(given)
    collect_rarely()
    if given["watch"]:
        from phaselint.cli.watch import watch

        return watch(lambda: _once(request, given, outputs).linted)
    return _once(request, given, outputs).status


class _Once(NamedTuple):
    """One run: what it found, and its exit status."""

    linted: Linted
    status: int


def _once(request: Request, given: dict[str, Any], outputs: Sequence[tuple[str, str]]) -> _Once:
    """Lint, or fix, and report."""
    from phaselint.api import builtin_rules

    if not (given["fix"] or given["diff"]):
        return _report(run(request, builtin_rules()), given, outputs)
    from phaselint.cli import fixing

    wanted = fixing.Wanted(given["unsafe_fixes"], given["show_fixes"], given["diff"])
    repaired = fixing.repair(request, builtin_rules(), wanted)
    if given["diff"]:
        wrong = (*repaired.linted.wrong, *repaired.wrong)
        fixing.show(repaired, wrong)
        return _Once(repaired.linted, FAILURE if wrong else FINDINGS if repaired.diff else OK)
    return _report(fixing.announced(repaired, given["format_"]), given, outputs, repaired)


def _report(
    linted: Linted,
    given: dict[str, Any],
    outputs: Sequence[tuple[str, str]],
    repaired: Repaired | None = None,
) -> _Once:
    """Write the reports and what could not be done."""
    empty = () if given["quiet"] else tuple(_without_contracts(linted))
    # Where a path has a line of its own on stderr, "nothing to check" would say it again.
    said = not linted.result.summary.contracts and bool(empty or linted.wrong)
    style = Style(use_colour(given["color"]), given["quiet"] or said, given["statistics"])
    aside = repaired is not None and repaired.text is not None
    wrong = [*_write(linted.result, outputs, given["format_"], style, aside), *linted.wrong]
    if repaired is not None:
        wrong += repaired.wrong
        if repaired.text is not None:
            streams.write_bytes(repaired.text)
    for line in (*wrong, *empty):
        streams.complain(line)
    if wrong:
        return _Once(linted, FAILURE)
    status = _status(linted.result, given["fail_on"], given["exit_zero"], given["strict"])
    return _Once(linted, status)


def _at_odds(given: dict[str, Any]) -> str:
    """What is wrong with options that belong together or exclude each other."""
    fixes = given["fix"] or given["diff"]
    if given["unsafe_fixes"] and not fixes:
        return "--unsafe-fixes goes with --fix or --diff"
    if given["show_fixes"] and not fixes:
        return "--show-fixes goes with --fix or --diff"
    if given["watch"] and (fixes or "-" in given["paths"]):
        return "--watch goes with neither --fix nor --diff nor `-`"
    return ""


def _output(text: str) -> tuple[str, str]:
    name, colon, path = text.partition(":")
    if not (colon and path and name in FORMATS):
        raise UsageError(f"--output-file {text}: expected FORMAT:PATH, FORMAT {_formats()}")
    return name, "-" if path == "/dev/stdout" else path


def _formats() -> str:
    return "one of " + ", ".join(FORMATS)


def _request(given: dict[str, Any]) -> Request:
    paths, overlay = given["paths"] or (".",), {}
    if "-" in paths:
        name = given["stdin_filename"]
        if not name:
            raise UsageError("`-` needs --stdin-filename, the path its text belongs to")
        overlay[os.path.abspath(name)] = streams.read()
        paths = tuple(name if path == "-" else path for path in paths)
    elif given["stdin_filename"]:
        raise UsageError("--stdin-filename goes with `-`")
    return Request(
        paths,
        given["dialect"],
        given["dry_run"],
        given["verify"],
        given["bound"],
        given["select"] or None,
        given["ignore"],
        given["extend_select"],
        given["settings"],
        {},
        given["config_file"],
        given["isolated"],
        given["min_severity"],
        given["baseline"],
        given["write_baseline"],
        overlay,
        given["jobs"],
        given["statistics"],
    )


def _write(
    result: Result,
    outputs: Sequence[tuple[str, str]],
    stdout: str,
    style: Style,
    aside: bool = False,
) -> Iterator[str]:
    """Write every report, whatever becomes of the others; yield a line for each that fails.
    With `aside`, standard output is for something else, and standard error stands in."""
    plain = style._replace(color=False)
    last = () if aside else ((stdout, "-", style),)
    for name, path, look in (*((*output, plain) for output in outputs), *last):
        try:
            write_lines(render(name, result, look), path)
        except UsageError as error:
            yield str(error)
    if aside:
        streams.write_aside(render(stdout, result, style))


def _without_contracts(linted: Linted) -> Iterator[str]:
    """A line for each folder without a contract. Files, of which pre-commit may name many, get
    one only when nothing at all was linted."""
    nothing = "no contract found, nothing to lint"
    for each in linted.empty:
        if each.is_folder:
            yield f"{each.path}: {nothing}"
    files = [each for each in linted.empty if not each.is_folder]
    if not files or linted.result.summary.contracts:
        return
    for each in files:
        if each.why:
            yield f"{each.path}: {nothing}; it does not parse: {each.why}"
    others = [each.path for each in files if not each.why]
    if others:
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        yield f"{others[0]}{more}: {nothing}"


def _status(result: Result, fail_on: Severity, exit_zero: bool, strict: bool) -> int:
    """The exit status of design §9 where all the work was done."""
    if any(finding.name in ALWAYS_SHOWN for finding in result.findings):
        return FAILURE
    if strict and not result.summary.contracts:
        return FAILURE
    if exit_zero:
        return OK
    return FINDINGS if _counts(result, fail_on) else OK


def _counts(result: Result, fail_on: Severity) -> bool:
    lowest = SEVERITIES.index(fail_on)
    return any(
        SEVERITIES.index(finding.level) <= lowest and not finding.refuted
        for finding in result.findings
    )
