"""What there is to report in files of a project: the findings in its contracts, judged as the
command judges it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.linting.batch import Batch
from phaselint.linting.check import Checked
from phaselint.linting.filtering import judge
from phaselint.linting.pipeline import unreadable_file_findings
from phaselint.project.substituting import Substituting
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from phaselint.linting.checker import Checker
    from phaselint.linting.request import Request
    from phaselint.project.reader import ProjectReader
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule
    from phaselint_lsp.checking import State


class Court(NamedTuple):
    """What findings are judged by: what contracts are checked by, all rules there are, and the
    reader of the project. `complain` is given lines to show to the user."""

    checker: Checker
    known: Sequence[Rule]
    reader: ProjectReader
    complain: Callable[[str], None] = lambda _line: None


def verdicts(
    court: Court,
    states: Sequence[State],
    unread: Collection[str],
    paths: Collection[str],
    *,
    everywhere: bool = False,
) -> dict[str, tuple[Diagnostic, ...]]:
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
    reasons, plan = court.reader.unopened, court.checker.plan
    batch = Batch(
        court.checker,
        court.known,
        [_saying(state, wanted) for state in states],
        Substituting(court.reader, substitutes),
        lost=unreadable_file_findings(((path, reasons[path]) for path in unread), plan.rules),
        steps=False,
    )
    found: dict[str, list[Diagnostic]] = {path: [] for path in paths}
    lowest = SEVERITIES.index(plan.request.min_severity)
    for each in _judged(batch, plan.request, court.complain):
        told = each.suppression is None and not each.finding.counted
        loud = told and SEVERITIES.index(each.level) <= lowest
        if loud and (each.file in wanted or everywhere):
            found.setdefault(each.file, []).append(each)
    return {path: tuple(diagnostics) for path, diagnostics in found.items()}


def _judged(
    batch: Batch, request: Request, complain: Callable[[str], None]
) -> tuple[Diagnostic, ...]:
    """The findings, as the command judges it; where the baseline cannot be read, and the command
    says no more than that, nothing is hidden by it."""
    try:
        return judge((batch,), request).diagnostics
    except UsageError as error:
        complain(f"phaselint: {error}")
        return judge((batch,), request._replace(baseline="", isolated=True)).diagnostics


def _says(state: State, wanted: frozenset[str]) -> bool:
    if not state.commented.isdisjoint(wanted):
        return True
    return any(hit.finding.place.file in wanted for hit in state.hits)


def _saying(state: State, wanted: frozenset[str]) -> Checked:
    """What a contract says about some files."""
    return Checked(
        state.target,
        tuple(hit for hit in state.hits if hit.finding.place.file in wanted),
        files=tuple(sorted(state.files & wanted)),
        commented=tuple(sorted(state.commented & wanted)),
        unasked=state.unasked,
    )
