"""The outcome of one lint run, for every report format and for what goes on from it (design §9)."""

from __future__ import annotations

from os.path import join

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from phaselint.behavior.costs import Bound
    from phaselint.behavior.standing import Standing
    from phaselint.diagram.model import Drawing
    from phaselint.dialects.base import Cost
    from phaselint.executor.coverage import Coverage
    from phaselint.executor.soundness.census import Tally
    from phaselint.linting.detection import Workspace
    from phaselint.linting.discovery import Empty
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Range


class Summary(NamedTuple):
    """Counts of one run. `errors`, `warnings` and `infos` count the findings that are shown;
    `found` are those that exploration came upon, in addition to those that are proved."""

    files: int = 0
    contracts: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    fixable: int = 0
    suppressed: int = 0
    proved: int = 0
    refuted: int = 0
    unproved: int = 0
    found: int = 0


class Unjudged(NamedTuple):
    """A contract that nobody could judge: its path as the user names it, its dialect where that
    is known, and why."""

    contract: str
    dialect: str
    reason: str


class TriedEdit(NamedTuple):
    """One replacement of a fix: where, the text there, and the new text."""

    file: str
    range: Range
    old: str
    new: str


def key_of(finding: Diagnostic) -> tuple[str, str]:
    """What tells a finding from others: its file, since fingerprints do so within one project only,
    and its fingerprint."""
    return finding.place.file, finding.fingerprint


class Trial(NamedTuple):
    """What came of the fix of a finding in a copy (see `phaselint.fixing.trying`).

    Attributes:
        finding: the key of the finding, as `key_of` gives it.
        edits: what the fix replaces.
        left: how many findings were left afterwards, of how many `before`.
        why: why it isn't a good fix: what it would cause, or that the finding would remain; empty
            where the finding is gone and nothing is new.
    """

    finding: tuple[str, str]
    edits: tuple[TriedEdit, ...] = ()
    before: int = 0
    left: int = 0
    why: str = ""


class Result(NamedTuple):
    """The outcome of one run.

    Attributes:
        findings: what is shown, sorted by file, position and code; files are named relative to
            the working directory, with forward slashes.
        suppressed: what is hidden, in the same way.
        lines: the source lines that findings, related places and witness steps start on: file →
            line number (from 1) → text without its line break; of the places in pictures too,
            where these are asked for.
        notices: single lines for the person at the terminal.
        hidden: how many findings are below the lowest severity shown.
        counted: what isn't a finding, and only counted, in a line at the end: what does nothing in
            a program that files may be for, unless that is named.
        dialects: how many contracts of each dialect there are.
        costs: what a run of each contract costs at most, where that was asked and is known.
        bounds: the same as bounds, for every dialect that counts anything, by dialect and contract
            as the user names it.
        tallies: what becomes of what contracts declare, where that was asked in a dry run, by
            dialect and contract as the user names it.
        policies: how policies stand, where they were asked, by dialect and contract as the user
            names it.
        coverages: what scripts take of contracts, where that was asked, by dialect and contract
            as the user names it.
        drawings: the graphs of contracts, where pictures are asked for and there is a graph, by
            dialect and contract, as a `Diagnostic` names them.
        wrong: lines about paths that could not be linted and plugins that could not be used.
        empty: the named paths behind which there is nothing to lint.
        unjudged: the contracts that could not be judged, by path.
        workspaces: the projects that were looked into.
        listed: the folders that were listed in each project, by its root.
        read: the paths of the documents that were read in each project, by its root.
        trials: what came of fixes in a copy, where that was asked.
    """

    findings: tuple[Diagnostic, ...] = ()
    suppressed: tuple[Diagnostic, ...] = ()
    summary: Summary = Summary()
    lines: Mapping[str, Mapping[int, str]] = {}
    notices: tuple[str, ...] = ()
    hidden: int = 0
    counted: tuple[Diagnostic, ...] = ()
    dry_run: bool = False
    dialects: Mapping[str, int] = {}
    costs: Mapping[str, Cost] = {}
    bounds: Mapping[tuple[str, str], tuple[Bound, ...]] = {}
    tallies: Mapping[tuple[str, str], Tally] = {}
    policies: Mapping[tuple[str, str], tuple[Standing, ...]] = {}
    coverages: Mapping[tuple[str, str], Coverage] = {}
    drawings: Mapping[tuple[str, str], Drawing] = {}
    wrong: tuple[str, ...] = ()
    empty: tuple[Empty, ...] = ()
    unjudged: tuple[Unjudged, ...] = ()
    workspaces: tuple[Workspace, ...] = ()
    listed: Mapping[str, Collection[str]] = {}
    read: Mapping[str, Collection[str]] = {}
    trials: tuple[Trial, ...] = ()

    def files(self) -> Iterator[str]:
        """The configuration files and documents that were read, as paths on disk."""
        for workspace in self.workspaces:
            if workspace.config.path:
                yield workspace.config.path
        for root, paths in self.read.items():
            for path in paths:
                yield join(root, path)
