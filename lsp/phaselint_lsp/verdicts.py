"""What there is to report in files of a project: the findings of its contracts, judged as the
command judges them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.batch import Documents
from phaselint.discover import Unread
from phaselint.finding import SEVERITIES
from phaselint.judge import judge
from phaselint.linting import assemble, lost
from phaselint.record import NamedTuple
from phaselint.sweep import Swept
from phaselint_lsp.reader import Substituting

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from phaselint.discover import Workspace
    from phaselint.finding import Finding
    from phaselint.project.reader import ProjectReader
    from phaselint.request import Request
    from phaselint.rule import Rule
    from phaselint_lsp.checking import State


class Court(NamedTuple):
    """What findings are judged by: `rules` are those that are needed here, `known` all there
    are."""

    workspace: Workspace
    reader: ProjectReader
    request: Request
    rules: tuple[Rule, ...]
    known: Sequence[Rule]


def verdicts(
    court: Court,
    states: Sequence[State],
    unread: Collection[str],
    paths: Collection[str],
    *,
    everywhere: bool = False,
) -> dict[str, tuple[Finding, ...]]:
    """What there is to report in files, by file; each gets an entry.

    Args:
        states: the contracts that say something of the files, in the order of a walk.
        unread: files of no contract that cannot be read.
        everywhere: whether to give what is reported in other files as well.
    """
    wanted = frozenset(paths)
    if not (unread or everywhere or any(_says(state, wanted) for state in states)):
        return dict.fromkeys(paths, ())
    substitutes = {path: doc for state in states for path, doc in state.repaired.items()}
    reasons = court.reader.unopened
    batch = assemble(
        court.workspace,
        court.rules,
        court.known,
        court.request,
        [_swept(state, wanted) for state in states],
        Documents(
            Substituting(court.reader, substitutes),
            wanted.intersection(path for state in states for path in state.files),
        ),
        lost((Unread(court.workspace, path, reasons[path]) for path in unread), court.rules),
        steps=False,
    )
    found: dict[str, list[Finding]] = {path: [] for path in paths}
    lowest = SEVERITIES.index(court.request.min_severity)
    for finding in judge((batch,), court.request, outward=False).shown:
        path = finding.place.file
        if (path in wanted or everywhere) and SEVERITIES.index(finding.level) <= lowest:
            found.setdefault(path, []).append(finding)
    return {path: tuple(findings) for path, findings in found.items()}


def _says(state: State, wanted: frozenset[str]) -> bool:
    if not state.commented.isdisjoint(wanted):
        return True
    return any(finding.place.file in wanted for finding in state.findings)


def _swept(state: State, wanted: frozenset[str]) -> Swept:
    """What a contract says of some files."""
    return Swept(
        state.target.path,
        findings=tuple(finding for finding in state.findings if finding.place.file in wanted),
        files=tuple(sorted(state.files & wanted)),
        commented=tuple(sorted(state.commented & wanted)),
        verified=0,
        unasked=state.unasked,
        cost=None,
    )
