"""`phaselint lint`, after its arguments are read (design §9)."""

from __future__ import annotations

import os
import sys

from phaselint import api
from phaselint.cli import streams
from phaselint.cli.common import style_of_screen, write_file, write_lines
from phaselint.cli.emptiness import without_contracts
from phaselint.cli.outcome import FAILURE, FINDINGS, OK
from phaselint.config.select import ALWAYS_SHOWN, REFUTED
from phaselint.linting.request import Request
from phaselint.linting.result import Unjudged
from phaselint.linting.run import run
from phaselint.report import (
    FOR_FILES,
    FOR_PEOPLE,
    STREAMED,
    WITH_NOTICES,
    WITH_PICTURES,
    WITH_TRIALS,
    is_folder,
    pack,
    render,
    write_folder,
)
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.cli.fixing import Repaired
    from phaselint.cli.progress import ProgressLine
    from phaselint.linting.result import Result
    from phaselint.report import Style
    from phaselint.report.folding import Grouping
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Severity


def lint(given: Mapping[str, Any]) -> int:
    """Lint and return the exit status.

    Args:
        given: the paths and the value of each option of `options.LINT`, by name.

    Raises:
        UsageError: options that can't be combined, or what `run` raises.
    """
    asked = {name: value for name, value in given.items() if name in Request._fields}
    outputs = _outputs(given["outputs"])
    options = Options(**{name: given[name] for name in given.keys() - asked})._replace(
        outputs=outputs,
        verbose=given["verbose"],
        fail_on_refuted=given["fail_on_refuted"],
        infos_counted=given["min_severity"] is None,
    )
    wrong = _at_odds(options, asked)
    if wrong:
        raise UsageError(wrong)
    request = _request(asked, options)
    if options.watch:
        from phaselint.cli.watch import LINE, watch

        between = LINE if options.format_ in WITH_NOTICES else ""
        return watch(lambda: _watched(request, options), between)
    if options.fix or options.diff:
        return _fix(request, options)
    if options.format_ in STREAMED and not (options.outputs or request.coverage):
        return _streamed(request, options)
    return _report(_followed(request, options), options)


def _outputs(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The formats of further reports, and where to write them."""
    if not texts:
        return ()
    from phaselint.cli.outputs import outputs_of

    return outputs_of(texts)


class Options(NamedTuple):
    """How the command was called, besides what it asks of a run (see `Request`): under the names
    of the table of options. `outputs` are formats and where to write them; `infos_counted`, that
    reports for people count infos, since nobody has said which severity is the lowest to show."""

    fail_on: Severity
    exit_zero: bool
    strict: bool
    format_: str
    outputs: tuple[tuple[str, str], ...]
    statistics: bool
    group: Grouping | None
    quiet: bool
    color: str
    fix: bool
    unsafe_fixes: bool
    diff: bool
    show_fixes: bool
    show_folded: bool
    watch: bool
    stdin_filename: str
    fail_under: int | None
    verbose: bool = False
    fail_on_refuted: bool = False
    infos_counted: bool = False


def _followed(request: Request, options: Options) -> Result:
    """Lint, with a progress line on a terminal."""
    line = _progress(options)
    try:
        return _found(request, options, line)
    finally:
        if line:
            line.erase()


def _found(request: Request, options: Options, line: ProgressLine | None = None) -> Result:
    """Lint, and try fixes in a copy if a report shows what comes of them."""
    result = run(request, api.builtin_rules(), line)
    if _written(options).isdisjoint(WITH_TRIALS):
        return result
    from phaselint.fixing.trying import with_trials

    return with_trials(result, request, api.builtin_rules())


def _progress(options: Options) -> ProgressLine | None:
    """The progress line, if it is useful."""
    if options.quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return None
    from phaselint.cli.progress import ProgressLine

    return ProgressLine()


def _watched(request: Request, options: Options) -> Result:
    """Lint and report once of several times."""
    result = _found(request, options)
    _report(result, options)
    return result


def _fix(request: Request, options: Options) -> int:
    """Fix, or show the changes fixing would make, and report what remains."""
    from phaselint.cli import fixing

    wanted = fixing.Wanted(options.unsafe_fixes, options.show_fixes, options.diff)
    line = _progress(options)
    try:
        repaired = fixing.repair(request, api.builtin_rules(), wanted, line)
    finally:
        if line:
            line.erase()
    if options.diff:
        wrong = (*repaired.result.wrong, *repaired.wrong)
        fixing.show(repaired, wrong)
        return FAILURE if wrong else FINDINGS if repaired.diff else OK
    return _report(fixing.announced(repaired, options.format_), options, repaired)


def _report(result: Result, options: Options, repaired: Repaired | None = None) -> int:
    """Write the reports and the failures; return the exit status.

    Raises:
        UsageError: a report would overwrite a linted file; no report is written.
    """
    if options.outputs:
        from phaselint.cli.outputs import check_unread

        check_unread(result, options.outputs)
    empty = () if options.quiet else tuple(without_contracts(result))
    # Where a path has a line of its own on stderr, "nothing to check" would say it again.
    said = not result.summary.contracts and bool(empty or result.wrong or result.empty)
    style = style_of_screen(options.color)._replace(
        quiet=options.quiet or said,
        statistics=options.statistics,
        group=options.group or "",
        apart=options.verbose or options.show_folded,
    )
    aside = repaired is not None and repaired.text is not None
    worst = max(_worst(result.findings, options), _covered(result, options))
    if worst == OK and not options.exit_zero and options.format_ == "text":
        from phaselint.cli.hints import with_hint

        result = with_hint(result)
    wrong = [*_write(result, options, style, aside), *result.wrong]
    if repaired is not None:
        wrong += repaired.wrong
        if repaired.text is not None:
            streams.write_bytes(repaired.text)
    return _end(result, worst, wrong, empty, options)


def _covered(result: Result, options: Options) -> int:
    """The status by the coverage of scripts; complain if it is too low."""
    if options.fail_under is None:
        return OK
    from phaselint.report.coverage import percent

    share = percent(result.coverages.values())
    if share is None or share >= options.fail_under:
        return OK
    told = min(round(share, 1), options.fail_under - 0.1)  # what is too little reads so
    streams.complain(
        f"scripts cover {told:.1f}% of the reachable transitions, less than {options.fail_under}%"
    )
    return FINDINGS


def _end(
    result: Result, worst: int, wrong: Sequence[str], empty: Sequence[str], options: Options
) -> int:
    """Report failures, and paths without contracts; return the exit status.

    Args:
        worst: the status for the findings alone.
    """
    for line in (*wrong, *empty):
        streams.complain(line)
    return FAILURE if wrong else _status(result, worst, options)


def _streamed(request: Request, options: Options) -> int:
    """Write findings during the run; return the exit status."""
    from importlib import import_module

    from phaselint.linting.streaming import Stream

    form = import_module(STREAMED[options.format_])
    line = _progress(options)
    stream = Stream(request, api.builtin_rules(), line)
    worst = OK
    wrong: list[str] = []
    try:
        for some in stream.lines():
            worst = max(worst, _worst(some, options))
            if line:
                line.erase()
            wrong += _printed(map(form.line, some))
    finally:
        if line:
            line.erase()
    result = stream.result()
    wrong += _printed([form.last(result.summary)])
    empty = () if options.quiet else tuple(without_contracts(result))
    return _end(result, worst, [*dict.fromkeys(wrong), *result.wrong], empty, options)


def _printed(text: Iterable[str]) -> Iterator[str]:
    """Print a part of a report; yield a line if that fails."""
    try:
        streams.write(text)
    except UsageError as error:
        yield str(error)


def _at_odds(options: Options, asked: Mapping[str, Any]) -> str:
    """The error of options that require or exclude each other."""
    fixes = options.fix or options.diff
    if options.unsafe_fixes and not fixes:
        return "--unsafe-fixes requires --fix or --diff"
    if options.show_fixes and not fixes:
        return "--show-fixes requires --fix or --diff"
    if options.watch and (fixes or "-" in asked["paths"]):
        return "--watch can't be combined with --fix, --diff or `-`"
    if options.group and (options.statistics or "text" not in _written(options)):
        return "--group requires --format text, and can't be combined with --statistics"
    if options.diff and options.outputs:
        return "--output-file can't be combined with --diff, which doesn't write a report"
    if asked["executor"] and (fixes or options.watch or asked["jobs"]):
        return "--cluster can't be combined with --fix, --diff, --watch or --jobs"
    return _coverage_at_odds(options, asked)


def _coverage_at_odds(options: Options, asked: Mapping[str, Any]) -> str:
    if asked["coverage"] and not asked["dry_run"]:
        return "--coverage requires --dry-run"
    if options.fail_on_refuted and not asked["dry_run"]:
        return "--fail-on-refuted requires --dry-run"
    if options.fail_under is not None and not asked["coverage"]:
        return "--fail-under requires --coverage"
    if (options.fail_under or 0) > 100:
        return f"--fail-under {options.fail_under}: expected 100 or less"
    return ""


def _written(options: Options) -> frozenset[str]:
    """The formats in which a report is written."""
    return frozenset((options.format_, *(form for form, _ in options.outputs)))


def _request(asked: Mapping[str, Any], options: Options) -> Request:
    """The request of a run, from the options."""
    paths = asked["paths"] or (".",)
    name = options.stdin_filename
    overlay: dict[str, bytes] = {}
    if "-" in paths:
        if not name:
            raise UsageError("`-` requires --stdin-filename, the path of its text")
        overlay[os.path.abspath(name)] = streams.read()
        paths = tuple(name if path == "-" else path for path in paths)
    elif name:
        raise UsageError("--stdin-filename requires `-`")
    written = _written(options)
    runs = asked["dry_run"] and (options.verbose or not written.isdisjoint(WITH_TRIALS))
    return Request(**asked)._replace(
        paths=paths,
        select=asked["select"] or None,
        min_severity=asked["min_severity"] or "info",
        overlay=overlay,
        cost=options.statistics,
        pictures=runs or not written.isdisjoint(WITH_PICTURES),
    )


def _write(result: Result, options: Options, style: Style, aside: bool) -> Iterator[str]:
    """Write every report, even if others fail; yield a line for each failure.
    With `aside`, standard error is used instead of standard output."""
    plain = style._replace(color=False, links=False, columns=0)
    last = () if aside else ((options.format_, "-", style),)
    for name, path, look in (*((*output, plain) for output in options.outputs), *last):
        try:
            if is_folder(name, path):
                write_folder(name, _seen(name, result, options), path)
            elif name in FOR_FILES:
                write_file(pack(name, result), path)
            else:
                write_lines(render(name, _seen(name, result, options), look), path)
        except UsageError as error:
            yield str(error)
    if aside:
        seen = _seen(options.format_, result, options)
        streams.write_stderr(render(options.format_, seen, style))


def _seen(name: str, result: Result, options: Options) -> Result:
    """The part of a result that a report shows. Statistics count everything."""
    if name not in FOR_PEOPLE or not result.findings:
        return result
    from phaselint.report.forpeople import for_people

    return for_people(result, counted=options.infos_counted and not options.statistics)


def _status(result: Result, worst: int, options: Options) -> int:
    """The exit status of design §9 if all work was done."""
    if worst == FAILURE or (options.strict and not result.summary.contracts):
        return FAILURE
    return OK if options.exit_zero else worst


def _worst(lines: Iterable[Diagnostic | Unjudged], options: Options) -> int:
    """The status for the findings alone."""
    lowest = SEVERITIES.index(options.fail_on)
    worst = OK
    for each in lines:
        if isinstance(each, Unjudged):
            continue
        if each.name in ALWAYS_SHOWN:
            if each.name != REFUTED or options.fail_on_refuted:
                return FAILURE
        elif SEVERITIES.index(each.level) <= lowest:
            worst = FINDINGS
    return worst
