"""Findings measured against a baseline, and the baseline written anew (design §10)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from phaselint.record import NamedTuple
from phaselint.suggest import plural
from phaselint.suppression import baseline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.batch import Batch
    from phaselint.discover import Workspace
    from phaselint.finding import Finding
    from phaselint.request import Request


class Measured(NamedTuple):
    """A project and those of its findings that nothing else has hidden."""

    batch: Batch
    findings: tuple[Finding, ...]


class Measurement(NamedTuple):
    """The outcome for each project, in order; entries that match nothing any more; notices."""

    outcomes: tuple[baseline.Outcome, ...]
    stale: tuple[baseline.Entry, ...]
    notices: tuple[str, ...]


def measure(path: str, projects: Sequence[Measured], request: Request) -> Measurement:
    """Hide what the baseline at a path lists, or write it and hide what it lists from now on.

    Raises:
        UsageError: the file cannot be read or written.
    """
    entries = _entries(path, request)
    outcomes = tuple(baseline.apply(project.findings, entries) for project in projects)
    unmatched = [e for e in entries if all(e in outcome.stale for outcome in outcomes)]
    stale = tuple(entry for entry in unmatched if _settled(entry, projects))
    if not request.write_baseline:
        return Measurement(outcomes, stale, ())
    findings = [finding for project in projects for finding in project.findings]
    others = [entry for entry in unmatched if entry not in stale]
    count = baseline.write(path, findings, others)
    outcomes = tuple(
        baseline.apply(project.findings, baseline.entries_of(project.findings))
        for project in projects
    )
    notice = f"wrote {os.path.relpath(path)} with {plural(count, 'finding')}"
    return Measurement(outcomes, (), (notice,))


def _entries(path: str, request: Request) -> tuple[baseline.Entry, ...]:
    """The entries of a baseline. Only one that the user names has to be there."""
    if not request.baseline:
        if request.isolated or not os.path.lexists(path):
            return ()
    elif request.write_baseline and not os.path.lexists(path):
        return ()
    return baseline.read(path)


def _settled(entry: baseline.Entry, projects: Sequence[Measured]) -> bool:
    """Whether this run would have found the entry's finding again."""
    if all(_gone(entry, project.batch.workspace) for project in projects):
        return True
    return any(
        entry.path in project.batch.documents.paths and project.batch.ran(entry.rule, entry.path)
        for project in projects
    )


def _gone(entry: baseline.Entry, workspace: Workspace) -> bool:
    return not os.path.lexists(os.path.join(workspace.root, entry.path))
