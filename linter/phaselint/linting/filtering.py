"""What is reported and what is hidden: suppressions, selection, baseline (design §10)."""

from __future__ import annotations

import os

from phaselint.linting.internal_errors import rule_named
from phaselint.project.paths import below
from phaselint.vocabulary.finding import WHOLE_FILE, Finding, Place
from phaselint.vocabulary.hit import Hit
from phaselint.vocabulary.message import message
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.config.model import Config
    from phaselint.linting.batch import Batch
    from phaselint.linting.request import Request
    from phaselint.suppression.baseline import Entry
    from phaselint.vocabulary.diagnostic import Diagnostic

STALE = "stale-baseline-entry"
DEFAULT_BASELINE = "phaselint-baseline.json"


class Judged(NamedTuple):
    """The findings, which of them are hidden, and lines for the person at the terminal."""

    diagnostics: tuple[Diagnostic, ...] = ()
    notices: tuple[str, ...] = ()


def judge(batches: Sequence[Batch], request: Request) -> Judged:
    """Make diagnostics of the findings in every project, and decide which are hidden.

    Raises:
        UsageError: a baseline cannot be read or written.
    """
    if not any(_has_something(batch, request) for batch in batches):
        return Judged()
    sharing: dict[str, list[Batch]] = {}
    for batch in batches:
        sharing.setdefault(baseline_path(batch.root, batch.config, request), []).append(batch)
    found: list[Diagnostic] = []
    notices: list[str] = []
    for path, some in sharing.items():
        diagnostics = [each for batch in some for each in _suppressed(batch)]
        if not is_measured(path, request):
            found += diagnostics
            continue
        from phaselint.suppression.measure import measure

        measured = measure(path, some, diagnostics, request)
        found += (*measured.diagnostics, *_stale(path, measured.stale, some[0]))
        notices += measured.notices
    return Judged(tuple(found), tuple(notices))


def _has_something(batch: Batch, request: Request) -> bool:
    """Whether there is anything to decide: a finding, a suppression, a baseline."""
    return bool(
        batch.hits
        or batch.config.suppress
        or batch.commented
        or is_measured(baseline_path(batch.root, batch.config, request), request)
    )


def is_measured(path: str, request: Request) -> bool:
    """Whether there is a baseline at a path, or should be."""
    if request.write_baseline or request.baseline:
        return True
    return not request.isolated and os.path.lexists(path)


def baseline_path(root: str, config: Config, request: Request) -> str:
    """The effective baseline of a project: named on the command line, in the configuration, or the
    default one in its root."""
    if request.baseline:
        return request.baseline
    return os.path.join(root, config.baseline or DEFAULT_BASELINE)


def _stale(path: str, stale: Sequence[Entry], batch: Batch) -> tuple[Diagnostic, ...]:
    rule = rule_named(batch.rules, STALE)
    if not stale or not batch.selection.selected(rule):
        return ()
    more = f" and {len(stale) - 1} more" if len(stale) > 1 else ""
    finding = Finding(
        Place(below(batch.root, path), (), "document", WHOLE_FILE),
        message(
            "outdated baseline entry: `{}` in {}{} is no longer found",
            stale[0].rule,
            stale[0].path,
            more,
        ),
        "run with `--write-baseline` to remove it",
    )
    return batch.diagnose([Hit(rule, finding)])


def _suppressed(batch: Batch) -> Iterator[Diagnostic]:
    """The findings, and what there is to say about suppressions; suppressed by comments and
    configuration. The selection comes last, and never changes what those see."""
    if not (batch.config.suppress or batch.commented):
        yield from batch.diagnostics()
        return
    from phaselint.suppression import hide
    from phaselint.suppression.excerpt import Linted

    config, documents = batch.config, batch.documents
    outcome = hide.apply(
        batch.diagnostics(),
        Linted(documents.excerpt, documents.paths, batch.commented),
        rules=batch.rules,
        others=batch.known,
        ran=batch.ran,
        entries=config.suppress,
        config_file=below(batch.root, config.path) if config.path else "",
        complete=not config.faults,
    )
    yield from outcome.diagnostics
    said = [each for each in outcome.complaints if batch.shows(each.hit)]
    made = batch.diagnose(each.hit for each in said)
    for diagnostic, complaint in zip(made, said, strict=True):
        yield diagnostic._replace(suppression=complaint.suppression)
