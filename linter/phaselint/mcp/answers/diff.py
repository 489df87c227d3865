"""The tool `diff`."""

from __future__ import annotations

import os

from phaselint.behavior.difference.differing import BOUND
from phaselint.cli.diffing import compared, wanted_of
from phaselint.linting.request import Request
from phaselint.mcp.answers import BUDGET, Answer, Told
from phaselint.report.agent.limits import CUT, cut_list, fitted
from phaselint.report.difference import render
from phaselint.report.wording import spot
from phaselint.vocabulary.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.linting.difference.model import Comparison, ContractDifference
    from phaselint.mcp.answers import Arguments, Data, Overlay, Tell
    from phaselint.vocabulary.diagnostic import Diagnostic

MOST = 8
"""How many contracts are listed."""


def answer(arguments: Arguments, overlay: Overlay, tell: Tell) -> Answer:
    """See `phaselint.mcp.answers`. Raises UsageError for what can't be compared."""
    wanted = wanted_of(_versions(arguments))
    if overlay and wanted.new and not wanted.folders:
        raise UsageError("`texts` stand for files on disk; leave out `new` to compare with them")
    paths = tuple(each for each in arguments["paths"] if each != os.curdir)
    request = Request((), arguments.get("dialect", ""), overlay=overlay, jobs=1)
    tell(Told("comparing"))
    comparison = compared(wanted, () if wanted.folders else paths, request, BOUND)
    report = _report(comparison)
    return Answer(report, _data(comparison, report))


def _versions(arguments: Arguments) -> tuple[str, ...]:
    """The versions, as on the command line."""
    old, new = arguments.get("old", ""), arguments.get("new", "")
    return (old or "HEAD", new) if new else (old,) if old else ()


def _report(comparison: Comparison) -> str:
    """The report for people: with all runs where these fit."""
    verbose = "".join(render(comparison, "text", verbose=True))
    if len(verbose.encode()) <= BUDGET - 2_000:
        return verbose
    lines = "".join(render(comparison, "text")).splitlines()
    return fitted(lines, BUDGET - 2_000, "pass one contract in `paths`")


def _data(comparison: Comparison, report: str) -> Data:
    some = sorted(comparison.contracts, key=lambda each: each.behaves_alike)
    data: Data = {
        "old": comparison.old,
        "new": comparison.new,
        "counts": dict(comparison.counts),
        "contracts": [_contract(each) for each in some[:MOST]],
        "report": report,
    }
    problems = [*comparison.wrong, *comparison.defects, *comparison.notes]
    if len(some) > MOST:
        problems.append(f"{len(some) - MOST} more contracts with changed files")
    return {**data, "problems": cut_list(problems, CUT)} if problems else data


def _contract(each: ContractDifference) -> Data:
    data: Data = {
        "contract": each.path,
        "dialect": each.dialect,
        "change": each.change,
        "behaves_alike": each.behaves_alike,
    }
    for key, findings in (("new_findings", each.found), ("fixed_findings", each.fixed)):
        if findings:
            data[key] = cut_list(map(_finding, findings), 2)
    return data


def _finding(finding: Diagnostic) -> str:
    return f"{spot(finding.place)} {finding.level} {finding.name}: {finding.said}"
