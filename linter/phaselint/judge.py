"""Which findings are shown: selection, suppressions, baseline, and whose paths (design §10)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from phaselint.engine import rule_named
from phaselint.finding import WHOLE_FILE, Finding, Place
from phaselint.locate import map_places, places
from phaselint.message import say
from phaselint.project.paths import below
from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from phaselint.batch import Batch
    from phaselint.discover import Workspace
    from phaselint.document import Document
    from phaselint.request import Request
    from phaselint.suppression.baseline import Entry
    from phaselint.suppression.hide import Outcome

STALE = "stale-baseline-entry"
DEFAULT_BASELINE = "phaselint-baseline.json"


class Judged(NamedTuple):
    """Findings with paths relative to the working directory, and the documents they are in by
    the same paths."""

    shown: tuple[Finding, ...] = ()
    suppressed: tuple[Finding, ...] = ()
    documents: Mapping[str, Document] = {}
    notices: tuple[str, ...] = ()


def judge(
    batches: Sequence[Batch],
    request: Request,
    *,
    outward: bool = True,
) -> Judged:
    """Decide about every finding of every project. With `outward` unset paths stay as they are,
    below the project root, and there are no documents in the outcome.

    Raises:
        UsageError: a baseline cannot be read or written.
    """
    if not any(_has_something(batch, request) for batch in batches):
        return Judged()
    from phaselint.suppression.measure import Measured, measure

    outcomes = [_suppress(batch) for batch in batches]
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
            named = _outward(batches[number].workspace.root) if outward else _as_it_is
            shown += map(named, outcome.kept)
            hidden += map(named, (*outcomes[number].suppressed, *outcome.suppressed))
        first = own[0].batch
        named = _outward(first.workspace.root) if outward else _as_it_is
        shown += map(named, _stale(path, measured.stale, first))
        notices += measured.notices
    documents: dict[str, Document] = {}
    for batch in batches if outward else ():
        show = relative(batch.workspace.root)
        paths = {place.file for finding in batch.findings for place in places(finding)}
        with_lines = batch.documents.some((*paths, *batch.commented))
        documents |= {show(path): document for path, document in with_lines.items()}
    return Judged(tuple(shown), tuple(hidden), documents, tuple(notices))


def _has_something(batch: Batch, request: Request) -> bool:
    """Whether there is anything to decide: a finding, a suppression, a baseline."""
    return bool(
        batch.findings
        or batch.workspace.config.suppress
        or request.write_baseline
        or request.baseline
        or batch.commented
        or (not request.isolated and os.path.lexists(_baseline_path(batch.workspace, request)))
    )


def _baseline_path(workspace: Workspace, request: Request) -> str:
    """The baseline in force: named on the command line, in the configuration, or the default
    one in the project root."""
    if request.baseline:
        return request.baseline
    return os.path.join(workspace.root, workspace.config.baseline or DEFAULT_BASELINE)


def _stale(path: str, stale: Sequence[Entry], batch: Batch) -> tuple[Finding, ...]:
    rule = rule_named(batch.rules, STALE)
    if not stale or not batch.selection.selected(rule):
        return ()
    more = f" and {len(stale) - 1} more" if len(stale) > 1 else ""
    return (
        Finding(
            Place(below(batch.workspace.root, path), (), "document", WHOLE_FILE),
            say(
                "the baseline lists what is no longer found: `{}` in {}{}",
                stale[0].rule,
                stale[0].path,
                more,
            ),
            "run with `--write-baseline` to remove it",
            rule=rule,
        ),
    )


def _suppress(batch: Batch) -> Outcome:
    """Comments and configuration; then the selection, which never changes what they see."""
    from phaselint.suppression import baseline, hide

    config, selection = batch.workspace.config, batch.selection
    # An entry of the configuration may be for any file, a comment for its own alone.
    marked = batch.documents.paths if config.suppress else batch.commented
    named = {finding.place.file for finding in batch.findings}
    outcome = hide.apply(
        baseline.stamp(batch.findings, batch.documents.some(named)),
        batch.documents.some(marked),
        rules=batch.known if marked else batch.rules,
        ran=batch.ran,
        entries=config.suppress,
        config_file=below(batch.workspace.root, config.path) if config.path else "",
    )

    def chosen(findings: Iterable[Finding]) -> tuple[Finding, ...]:
        return tuple(
            f._replace(severity=selection.severity(f.rule) or f.severity)
            for f in findings
            if f.rule is not None and selection.shown(f.rule, f.place.file)
        )

    extra = baseline.stamp(outcome.extra, batch.documents.some(batch.commented))
    return hide.Outcome(chosen((*outcome.kept, *extra)), chosen(outcome.suppressed))


def relative(root: str) -> Callable[[str], str]:
    """Project path → path relative to the working directory, with forward slashes."""
    known: dict[str, str] = {}
    prefix = os.path.relpath(root)
    outside = prefix.partition(os.sep)[0] == os.pardir

    def show(path: str) -> str:
        if path not in known:
            joined = os.path.normpath(os.path.join(prefix, path))
            # From a folder in the project, the way up to its root may be longer than needed.
            known[path] = (os.path.relpath(joined) if outside else joined).replace(os.sep, "/")
        return known[path]

    return show


def _as_it_is(finding: Finding) -> Finding:
    return finding


def _outward(root: str) -> Callable[[Finding], Finding]:
    show = relative(root)

    def change(finding: Finding) -> Finding:
        moved = map_places(finding, lambda place: place._replace(file=show(place.file)))
        return moved._replace(contract=show(finding.contract) if finding.dialect else "")

    return change
