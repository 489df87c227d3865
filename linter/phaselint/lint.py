"""A whole lint run: paths → result (design §3, §9, §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.dialects import NAMES, dialect
from phaselint.discover import Finder
from phaselint.engine import DEFAULT_BOUND, Task, check
from phaselint.errors import UsageError
from phaselint.finding import SEVERITIES, Finding
from phaselint.judge import Batch, Judged, judge, selection_for
from phaselint.locate import locate, places, sort_key
from phaselint.options import find_option, merge, parse_settings
from phaselint.result import Result, Summary
from phaselint.suggest import unknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.dialects.base import Dialect
    from phaselint.discover import Discovery, Found
    from phaselint.document import Document
    from phaselint.request import Request
    from phaselint.rule import Rule


class Linted(NamedTuple):
    """The result of a run, lines about paths that could not be linted, and the paths behind
    which there is nothing to lint."""

    result: Result
    wrong: tuple[str, ...]
    empty: tuple[str, ...]


def run(request: Request, rules: Sequence[Rule]) -> Linted:
    """Lint what a request names.

    Raises:
        UsageError: a bad option, configuration or baseline. Paths that cannot be linted do not
            raise; they are in `Linted.wrong`, and the others are linted.
    """
    dialects = [dialect(name) for name in _dialect_names(request.dialect)]
    given = _given(request)
    finder = Finder(
        dialects,
        forced=bool(request.dialect),
        config_file=request.config_file,
        isolated=request.isolated,
        overlay=request.overlay,
    )
    discovery = finder.discover(request.paths)
    for workspace in discovery.workspaces:
        if workspace.config.path:
            from phaselint.configfile import check_rules

            check_rules(workspace.config, rules)
    batches = [_batch(contracts, request, rules, given) for contracts in _by_workspace(discovery)]
    judged = judge(batches, request, rules)
    return Linted(_result(judged, batches, request), discovery.wrong, discovery.empty)


def _dialect_names(wanted: str) -> tuple[str, ...]:
    if wanted and wanted not in NAMES:
        raise UsageError(f"--dialect: {unknown('dialect', wanted, NAMES)}")
    return (wanted,) if wanted else NAMES


def _given(request: Request) -> dict[str, dict[str, Any]]:
    """The options that win over everything, by dialect."""
    every = [dialect(name) for name in NAMES]
    given: dict[str, dict[str, Any]] = dict(parse_settings(request.settings, every))
    for name, values in request.options.items():
        if name not in NAMES:
            raise UsageError(unknown("dialect", name, NAMES))
        for option, value in values.items():
            try:
                find_option(option, dialect(name))
            except LookupError as error:
                raise UsageError(str(error.args[0])) from None
            given.setdefault(name, {})[option] = value
    return given


def _by_workspace(discovery: Discovery) -> Iterable[list[Found]]:
    groups: dict[str, list[Found]] = {}
    for found in discovery.found:
        groups.setdefault(found.workspace.root, []).append(found)
    return groups.values()


def _batch(
    contracts: Sequence[Found],
    request: Request,
    rules: Sequence[Rule],
    given: Mapping[str, Mapping[str, Any]],
) -> Batch:
    """Check the contracts of one project."""
    workspace = contracts[0].workspace
    selection = selection_for(workspace.config, request, rules)
    findings: list[Finding] = []
    documents: dict[str, Document] = {}
    verified = 0
    for found in contracts:
        checked = check(
            found.dialect,
            workspace.reader,
            found.target,
            Task(
                rules,
                _options(found.dialect, workspace.config.dialects, given),
                request.bound or workspace.config.bound or DEFAULT_BOUND,
                request.dry_run,
                request.verify,
                workspace.config.scripts,
                lambda f: f.rule is not None and selection.shown(f.rule, f.place.file),
            ),
        )
        # Nothing is spent on what is not shown; a rule that is not selected hides nothing.
        findings += (
            locate(finding, checked.documents)
            for finding in checked.findings
            if finding.rule is not None and selection.shown(finding.rule, finding.place.file)
        )
        documents.update(checked.documents)
        verified += checked.verified
    unique = dict.fromkeys(_identity(f) for f in findings)
    first = {_identity(f): f for f in reversed(findings)}
    ordered = sorted((first[key] for key in unique), key=sort_key)
    by_name = {rule.name: rule for rule in rules}

    def shown(name: str, path: str) -> bool:
        return name in by_name and selection.shown(by_name[name], path)

    return Batch(workspace, selection, tuple(ordered), documents, len(contracts), verified, shown)


def _identity(finding: Finding) -> tuple[object, ...]:
    """Contracts may share a document; what it says of itself is said once."""
    return (finding.name, finding.place, finding.message)


def _options(
    chosen: Dialect,
    configured: Mapping[str, Mapping[str, Any]],
    given: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    return merge(chosen, configured.get(chosen.name, {}), {}, given.get(chosen.name, {}))


def _result(judged: Judged, batches: Sequence[Batch], request: Request) -> Result:
    lowest = SEVERITIES.index(request.min_severity)
    loud = [f for f in judged.shown if SEVERITIES.index(f.level) <= lowest]
    status = [f.proof.status for f in loud if f.proof is not None]
    summary = Summary(
        files=sum(len(batch.documents) for batch in batches),
        contracts=sum(batch.contracts for batch in batches),
        errors=sum(f.level == "error" for f in loud),
        warnings=sum(f.level == "warning" for f in loud),
        infos=sum(f.level == "info" for f in loud),
        fixable=sum(f.fix is not None and bool(f.fix.edits) for f in loud),
        suppressed=len(judged.suppressed),
        proved=status.count("proved"),
        refuted=status.count("refuted"),
        unproved=status.count("unproved"),
    )
    notices = list(judged.notices)
    if request.verify:
        count = sum(batch.verified for batch in batches)
        notices.append(f"{count} certificate{'' if count == 1 else 's'} checked")
    return Result(
        tuple(sorted(loud, key=sort_key)),
        tuple(sorted(judged.suppressed, key=sort_key)),
        summary,
        _lines(loud, judged),
        tuple(notices),
        len(judged.shown) - len(loud),
        request.dry_run,
    )


def _lines(findings: Iterable[Finding], judged: Judged) -> dict[str, dict[int, str]]:
    """The source lines a report may show, every line a place starts on."""
    lines: dict[str, dict[int, str]] = {}
    for finding in findings:
        for place in places(finding):
            document = judged.documents.get(place.file)
            if document is not None and place.range is not None:
                number = place.range.start.line
                lines.setdefault(place.file, {})[number] = document.line(number)
    return lines
