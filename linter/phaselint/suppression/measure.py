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
    from collections.abc import Mapping, Sequence

    from phaselint.linting.batch import Batch
    from phaselint.linting.request import Request
    from phaselint.suppression.baseline import Entry, Outcome
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule


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
    return Measured(outcome.diagnostics, stale)


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
        *(f"{name}: {lost}" for lost in written.lost),
    )
    return Measured(baseline.apply(diagnostics, own).diagnostics, notices=notices)


def _compared(
    path: str, batches: Sequence[Batch], diagnostics: Sequence[Diagnostic], request: Request
) -> tuple[Outcome, tuple[Entry, ...]]:
    """What the baseline hides, and those of its entries that match nothing any longer."""
    entries = entries_at(path, batches[0].root, request)
    outcome = baseline.apply(diagnostics, entries, _by_code(batches))
    unmatched = frozenset(outcome.stale)
    stale = (each for each in entries if each in unmatched and _settled(each, batches))
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


def _settled(entry: Entry, batches: Sequence[Batch]) -> bool:
    """Whether this run would have found the entry's finding again."""
    if not any(os.path.lexists(os.path.join(batch.root, entry.path)) for batch in batches):
        return True
    return any(
        entry.path in batch.documents.paths and batch.ran(entry.rule, entry.path)
        for batch in batches
    )
