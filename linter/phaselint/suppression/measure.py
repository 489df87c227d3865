"""Findings measured against a baseline, and the baseline written anew (design §10)."""

from __future__ import annotations

import os

from phaselint.project.paths import display_path
from phaselint.suppression import baseline
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.linting.batch import Batch
    from phaselint.linting.request import Request
    from phaselint.suppression.baseline import Entry, Outcome
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule


OF_DRY_RUNS = frozenset(
    {
        *("failed-expectation", "script-not-run", "answer-against-schema", "refuted-finding"),
        *("refused-without-reason", "failing-run", "dead-element", "no-way-to-complete"),
        *("no-possible-answer", "limit-leaves-no-run", "blocked-by-conditions"),
        *("policy-violated", "policy-never-tested", "policy-undecided"),
    }
)
"""Rules that report something in dry runs that other runs can't find: an entry for one isn't stale
without a dry run."""

AGAIN = "phaselint lint --dry-run --write-baseline"
"""The command that lists everything."""


class Measured(NamedTuple):
    """The findings, with those suppressed that the baseline lists; the entries that match nothing
    any longer; what should be said."""

    diagnostics: tuple[Diagnostic, ...]
    stale: tuple[Entry, ...] = ()
    notices: tuple[str, ...] = ()


def measure(
    path: str, batches: Sequence[Batch], diagnostics: Sequence[Diagnostic], request: Request
) -> Measured:
    """Hide what the baseline at a path lists, or write it and hide what it lists from now on.

    Args:
        batches: the projects that have this baseline.
        diagnostics: theirs.

    Raises:
        UsageError: the file cannot be read or written.
    """
    if request.write_baseline:
        from phaselint.project.replacing import alone

        with alone(path):  # what another run lists in between would be lost
            return _rewritten(path, batches, diagnostics, request)
    outcome, stale = _compared(path, batches, diagnostics, request)
    notices = tuple(_without_dry_run(path, outcome, batches[0].root, request))
    return Measured(outcome.diagnostics, stale, notices)


def _without_dry_run(path: str, outcome: Outcome, root: str, request: Request) -> Iterator[str]:
    """The remark that a baseline was written without the dry run that it is now compared with."""
    if not request.dry_run or any(e.rule in OF_DRY_RUNS for e in entries_at(path, root, request)):
        return
    left = [
        each
        for each in outcome.diagnostics
        if each.suppression is None and each.name in OF_DRY_RUNS and not each.finding.counted
    ]
    if left:
        yield (
            f"{os.path.relpath(path)} lists no findings of dry runs; "
            f"to accept {'this one' if len(left) == 1 else f'these {len(left)}'}, run `{AGAIN}`"
        )


def _rewritten(
    path: str, batches: Sequence[Batch], diagnostics: Sequence[Diagnostic], request: Request
) -> Measured:
    """List in the baseline the findings, and keep what this run can't judge."""
    outcome, stale = _compared(path, batches, diagnostics, request)
    own = baseline.entries_of(diagnostics)
    kept = frozenset(outcome.stale).difference(stale)
    kept |= {*baseline.counted_among(diagnostics, entries_at(path, batches[0].root, request))}
    root = "" if request.baseline else batches[0].root
    written = baseline.write(path, (*kept, *own), root)
    name = os.path.relpath(path)
    notices = (
        f"wrote {name} with {plural(written.entries, 'finding')}",
        *_hint(request, kept),
        *(f"{name}: {lost}" for lost in written.lost),
    )
    return Measured(baseline.apply(diagnostics, own).diagnostics, notices=notices)


def _hint(request: Request, kept: Iterable[Entry]) -> Iterator[str]:
    """The remark that a baseline doesn't hold in dry runs, unless it keeps what an earlier one
    found."""
    if not request.dry_run and not any(entry.rule in OF_DRY_RUNS for entry in kept):
        yield f"dry runs can find more; to accept that, too, run `{AGAIN}`"


def _compared(
    path: str, batches: Sequence[Batch], diagnostics: Sequence[Diagnostic], request: Request
) -> tuple[Outcome, tuple[Entry, ...]]:
    """What the baseline hides, and those of its entries that match nothing any longer."""
    entries = entries_at(path, batches[0].root, request)
    outcome = baseline.apply(diagnostics, entries, _by_code(batches))
    unmatched = frozenset(outcome.stale)
    stale = (each for each in entries if each in unmatched and _settled(each, batches, request))
    return outcome, tuple(stale)


def _by_code(batches: Sequence[Batch]) -> Mapping[str, Rule]:
    """The rules of some projects, by their codes."""
    return {rule.code: rule for batch in batches for rule in batch.rules}


def entries_at(path: str, root: str, request: Request) -> tuple[Entry, ...]:
    """The entries of a baseline. Only one that the user names must be there; any other has to
    be in the project with this root.

    Raises:
        UsageError: the file cannot be read.
    """
    if not request.baseline:
        if request.isolated or not os.path.lexists(path):
            return ()
        real = os.path.realpath(path)
        if not real.startswith(os.path.join(os.path.realpath(root), "")):
            where = "is behind a symbolic link to a place outside the project"
            raise UsageError(f"{display_path(path)}: the file {where}")
    elif request.write_baseline and not os.path.lexists(path):
        return ()
    return baseline.read(path)


def _settled(entry: Entry, batches: Sequence[Batch], request: Request) -> bool:
    """Whether this run would have found the entry's finding again."""
    if entry.rule in OF_DRY_RUNS and not request.dry_run:
        return False
    if not any(os.path.lexists(os.path.join(batch.root, entry.path)) for batch in batches):
        return True
    return any(
        entry.path in batch.documents.paths and batch.ran(entry.rule, entry.path)
        for batch in batches
    )
