"""The outcome of one lint run, as every report format reads it (design §9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaselint.dialects.base import Cost
    from phaselint.finding import Finding


class Summary(NamedTuple):
    """Counts of one run. `errors`, `warnings` and `infos` count the findings that are shown."""

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


class Result(NamedTuple):
    """Everything a report may show.

    `findings` and `suppressed` are located (every place has a range), sorted by file, position
    and code, and name files relative to the working directory with forward slashes. `lines`
    holds the source lines that findings, related places and witness steps start on: file →
    line number (from 1) → text without its line break. `notices` are single lines for the
    person at the terminal. `hidden` counts findings below the lowest severity shown. `costs`
    are what a run of each contract costs at most, where that was asked and is known.
    """

    findings: tuple[Finding, ...] = ()
    suppressed: tuple[Finding, ...] = ()
    summary: Summary = Summary()
    lines: Mapping[str, Mapping[int, str]] = {}
    notices: tuple[str, ...] = ()
    hidden: int = 0
    dry_run: bool = False
    costs: Mapping[str, Cost] = {}
