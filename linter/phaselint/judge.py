"""Which findings are shown: selection, suppressions, baseline, and whose paths (design §10)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from phaselint.engine import rule_named
from phaselint.finding import WHOLE_FILE, Finding, Place
from phaselint.locate import map_places
from phaselint.select import build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from phaselint.baseline import Entry
    from phaselint.config import Config
    from phaselint.discover import Workspace
    from phaselint.document import Document
    from phaselint.request import Request
    from phaselint.rule import Rule
    from phaselint.select import Selection
    from phaselint.suppress import Outcome

STALE = "stale-baseline-entry"
DEFAULT_BASELINE = "phaselint-baseline.json"


class Batch(NamedTuple):
    """The contracts of one project, checked. Findings are located and sorted; `shown` tells
    whether findings of a rule, by its name, are shown for a file."""

    workspace: Workspace
    selection: Selection
    findings: tuple[Finding, ...]
    documents: Mapping[str, Document]
    contracts: int
    verified: int
    shown: Callable[[str, str], bool]


class Judged(NamedTuple):
    """Findings with paths relative to the working directory, and the documents by the same
    paths."""

    shown: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]
    documents: Mapping[str, Document]
    notices: tuple[str, ...]


def selection_for(config: Config, request: Request, rules: Sequence[Rule]) -> Selection:
    """The selection in force: the command line replaces the base and adds to the rest."""
    return build(
        rules,
        select=config.select if request.select is None else request.select,
        ignore=(*config.ignore, *request.ignore),
        extend_select=(*config.extend_select, *request.extend_select),
        per_file_ignores=config.per_file_ignores,
        severity=config.severity,
    )


def judge(batches: Sequence[Batch], request: Request, rules: Sequence[Rule]) -> Judged:
    """Decide about every finding of every project.

    Raises:
        UsageError: a baseline cannot be read or written.
    """
    documents: dict[str, Document] = {}
    for batch in batches:
        show = _relative(batch.workspace.root)
        documents |= {show(name): document for name, document in batch.documents.items()}
    if not any(_has_something(batch, request) for batch in batches):
        return Judged((), (), documents, ())
    from phaselint.baselined import Measured, measure

    outcomes = [_suppress(batch, rules) for batch in batches]
    groups: dict[str, list[int]] = {}
    for number, batch in enumerate(batches):
        groups.setdefault(_baseline_path(batch.workspace, request), []).append(number)
    shown: list[Finding] = []
    hidden: list[Finding] = []
    notices: list[str] = []
    for path, numbers in groups.items():
        own = [Measured(batches[n], outcomes[n].kept) for n in numbers]
        measured = measure(path, own, request)
        for number, outcome in zip(numbers, measured.outcomes, strict=True):
            outward = _outward(batches[number].workspace.root)
            shown += map(outward, outcome.kept)
            hidden += map(outward, (*outcomes[number].suppressed, *outcome.suppressed))
        shown += _stale(path, measured.stale, own[0].batch.selection, rules)
        notices += measured.notices
    return Judged(tuple(shown), tuple(hidden), documents, tuple(notices))


def _has_something(batch: Batch, request: Request) -> bool:
    """Whether there is anything to decide: a finding, a suppression, a baseline."""
    return bool(
        batch.findings
        or batch.workspace.config.suppress
        or request.write_baseline
        or request.baseline
        or any(document.comments for document in batch.documents.values())
        or (not request.isolated and os.path.lexists(_baseline_path(batch.workspace, request)))
    )


def _baseline_path(workspace: Workspace, request: Request) -> str:
    """The baseline in force: named on the command line, in the configuration, or the default
    one in the project root."""
    if request.baseline:
        return request.baseline
    return os.path.join(workspace.root, workspace.config.baseline or DEFAULT_BASELINE)


def _stale(
    path: str, stale: Sequence[Entry], selection: Selection, rules: Sequence[Rule]
) -> tuple[Finding, ...]:
    rule = rule_named(rules, STALE)
    if not stale or not selection.selected(rule):
        return ()
    more = f" and {len(stale) - 1} more" if len(stale) > 1 else ""
    return (
        Finding(
            Place(os.path.relpath(path).replace(os.sep, "/"), (), "document", WHOLE_FILE),
            f"the baseline lists what is no longer found: `{stale[0].rule}` in "
            f"{stale[0].path}{more}",
            "run with `--write-baseline` to remove it",
            rule=rule,
        ),
    )


def _suppress(batch: Batch, rules: Sequence[Rule]) -> Outcome:
    """Comments and configuration; then the selection, which never changes what they see."""
    from phaselint import baseline, suppress

    config, selection = batch.workspace.config, batch.selection
    outcome = suppress.apply(
        baseline.stamp(batch.findings, batch.documents),
        batch.documents,
        rules=rules,
        ran=batch.shown,
        entries=config.suppress,
        config_file=_inside(batch.workspace.root, config.path) if config.path else "",
    )

    def chosen(findings: Iterable[Finding]) -> tuple[Finding, ...]:
        return tuple(
            f._replace(severity=selection.severity(f.rule) or f.severity)
            for f in findings
            if f.rule is not None and selection.shown(f.rule, f.place.file)
        )

    extra = baseline.stamp(outcome.extra, batch.documents)
    return suppress.Outcome(chosen((*outcome.kept, *extra)), chosen(outcome.suppressed))


def _inside(root: str, path: str) -> str:
    return os.path.relpath(path, root).replace(os.sep, "/")


def _relative(root: str) -> Callable[[str], str]:
    """Project path → path relative to the working directory, with forward slashes."""
    known: dict[str, str] = {}
    prefix = os.path.relpath(root).replace(os.sep, "/")

    def show(path: str) -> str:
        if path not in known:
            joined = os.path.normpath(f"{prefix}/{path}") if path else prefix
            known[path] = joined.replace(os.sep, "/")
        return known[path]

    return show


def _outward(root: str) -> Callable[[Finding], Finding]:
    show = _relative(root)

    def change(finding: Finding) -> Finding:
        moved = map_places(finding, lambda place: place._replace(file=show(place.file)))
        return moved._replace(contract=show(finding.contract) if finding.dialect else "")

    return change
