"""Findings measured against a baseline, and the baseline written anew (design §10)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from phaselint.suppression import baseline
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.linting.batch import Batch
    from phaselint.linting.request import Request
    from phaselint.suppression.baseline import Entry
    from phaselint.vocabulary.diagnostic import Diagnostic


class Measured(NamedTuple):
    """What was found, with those suppressed that the baseline lists; the entries that match nothing
    any more; what is to be said."""

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
    entries = _entries(path, request)
    outcome = baseline.apply(diagnostics, entries)
    unmatched = frozenset(outcome.stale)
    stale = tuple(each for each in entries if each in unmatched and _settled(each, batches))
    if not request.write_baseline:
        return Measured(outcome.diagnostics, stale)
    own = baseline.entries_of(diagnostics)
    count = baseline.write(path, (*unmatched.difference(stale), *own))
    notice = f"wrote {os.path.relpath(path)} with {plural(count, 'finding')}"
    return Measured(baseline.apply(diagnostics, own).diagnostics, notices=(notice,))


def _entries(path: str, request: Request) -> tuple[Entry, ...]:
    """The entries of a baseline. Only one that the user names has to be there."""
    if not request.baseline:
        if request.isolated or not os.path.lexists(path):
            return ()
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
