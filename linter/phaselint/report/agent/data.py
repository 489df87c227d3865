"""Findings for a coding agent, as JSON values: by cause, the worst first, as many as fit.

A finding has what is needed to act on it: the rule, the severity, what is wrong, where, with the
text of the line, the shortest run that shows it as numbered steps, and what to do. Fixes are
edits that were tried in a copy; those after which nothing is new come first.
"""

from __future__ import annotations

from phaselint.linting.result import key_of
from phaselint.report.agent.limits import CUT, RUN, cut, cut_list, size
from phaselint.report.folding import folded, told_apart
from phaselint.report.verdicts import in_a_line, verdict
from phaselint.report.wording import extent, spot
from phaselint.vocabulary.diagnostic import FAILED
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.linting.result import Result, Trial
    from phaselint.report.folding import Fold
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Fix, Range, WitnessStep

    Data = dict[str, Any]

LONGEST_EDIT = 1_500
"""How many characters an edit may have to be shown; nobody can use a part of one."""

UNTRIED = "not tried"


class Page(NamedTuple):
    """Which causes are shown: how many are skipped, how many are shown at most (0: as many as
    fit), how to ask for the others, and whether infos are only counted."""

    skip: int = 0
    limit: int = 0
    how: str = ""
    counted: bool = False


def as_data(result: Result, page: Page, budget: int) -> Data:
    """The findings of a result with their fixes, as JSON values.

    Args:
        page: which causes are shown.
        budget: how many bytes the causes and fixes take at most; the first is always shown.
    """
    folds = ordered(result)
    trials = {each.finding: each for each in result.trials}
    shown: list[Data] = []
    fixes: list[Data] = []
    left = budget
    for number, fold in enumerate(folds[page.skip :], page.skip + 1):
        if page.limit and len(shown) == page.limit:
            break
        found = {"number": number, **_cause(fold, result.lines)}
        own = list(_fixes(fold, number, trials))
        left -= size(found) + size(own)
        if left < 0 and shown:
            break
        shown.append(found)
        fixes += own
    fixes.sort(key=_rank)
    data: Data = {"summary": _summary(result), "findings": shown, "fixes": fixes}
    return {**data, **_left_out(folds, page, len(shown))}


def ordered(result: Result) -> Sequence[Fold]:
    """The findings by cause: the worst first, failed scenarios behind what may be their cause."""
    folds = folded(sorted(result.findings, key=_level))
    return sorted(folds, key=lambda each: (_level(each.shown), each.shown.code == FAILED))


def _level(finding: Diagnostic) -> int:
    return SEVERITIES.index(finding.level)


def _left_out(folds: Sequence[Fold], page: Page, shown: int) -> Data:
    """How many causes aren't shown, if any."""
    skipped = min(page.skip, len(folds))
    after = len(folds) - skipped - shown
    if not after and not skipped:
        return {}
    more = f"; skip={skipped + shown} shows the next" if after and page.limit else ""
    return {"left_out": {"before": skipped, "after": after, "how": f"{page.how}{more}"}}


def _summary(result: Result) -> Data:
    counts = result.summary
    data: Data = {
        "contracts": counts.contracts,
        "errors": counts.errors,
        "warnings": counts.warnings,
        "infos": counts.infos,
        "suppressed": counts.suppressed,
        "proved": result.dry_run,
    }
    if result.dry_run and result.findings:
        data["confirmed"] = in_a_line(counts)
    if result.hidden:
        data["hidden"] = result.hidden
    if result.notices:
        data["notes"] = cut_list(result.notices, CUT)
    problems = [*result.wrong, *(f"{each.contract}: {each.reason}" for each in result.unjudged)]
    problems += [f"{each.path}: no contract found" for each in result.empty]
    if problems:
        data["problems"] = cut_list(problems, CUT)
    return data


def _cause(fold: Fold, lines: Mapping[str, Mapping[int, str]]) -> Data:
    """A finding, where else the same is said, and its consequences."""
    finding = fold.shown
    start = extent(finding.place).start
    data: Data = {
        "rule": finding.name,
        "code": finding.code,
        "severity": finding.level,
        "message": cut(finding.said),
        "at": spot(finding.place),
    }
    line = lines.get(finding.place.file, {}).get(start.line)
    if line is not None:
        data["line"] = cut(line.strip())
    if finding.contract:
        data["contract"] = finding.contract
    data.update(_evidence(finding))
    if finding.help:
        data["help"] = cut(finding.help)
    if fold.others:
        places = (f"{spot(each.place)} {told_apart(each, finding)}".strip() for each in fold.others)
        data["same"] = cut_list(places, CUT)
    if fold.consequences:
        told = (f"{each.name} {spot(each.place)}" for each in fold.consequences)
        data["consequences"] = cut_list(told, CUT)
    return data


def _evidence(finding: Diagnostic) -> Iterator[tuple[str, Any]]:
    """What shows a finding: related places, the run, closed paths, the verdict."""
    related = [f"{spot(each.place)} {each.message}".strip() for each in finding.related]
    if related:
        yield "see", cut_list(related, CUT)
    run = list(_numbered(_steps(finding)))
    if run:
        yield "run", cut_list(run, RUN)
    if finding.witness and finding.witness.blocked:
        yield "blocked", cut_list(finding.witness.blocked, CUT)
    said = verdict(finding.proof) if finding.proof else None
    if said is not None:
        yield "proof", cut(said.line())
    explains = [f"{each.rule}: {each.message}" for each in finding.explains]
    if explains:
        yield "explains", cut_list(explains, CUT)


def _steps(finding: Diagnostic) -> Sequence[WitnessStep]:
    """The run of a finding: its counterexample, or else the simulated run that confirms it, where
    that was made."""
    if finding.witness and finding.witness.steps:
        return finding.witness.steps
    film = finding.view.film if finding.view else None
    if film is None or not film.replayed:
        return ()
    from phaselint.vocabulary.finding import WitnessStep

    return [WitnessStep(said, frame.place) for frame in film.frames for said in frame.said]


def _numbered(steps: Iterable[WitnessStep]) -> Iterator[str]:
    for number, step in enumerate(steps, 1):
        where = f" ({spot(step.place)})" if step.place else ""
        yield f"{number}. {step.text}{where}"


def _fixes(fold: Fold, number: int, trials: Mapping[tuple[str, str], Trial]) -> Iterator[Data]:
    """The fixes of the findings of a cause."""
    for finding in (fold.shown, *fold.others):
        if finding.fix is not None and finding.fix.edits:
            yield _fix(finding, finding.fix, number, trials.get(key_of(finding)))


def _fix(finding: Diagnostic, fix: Fix, number: int, trial: Trial | None) -> Data:
    data: Data = {
        "finding": number,
        "at": spot(finding.place),
        "title": cut(fix.title),
        "safety": fix.safety,
        "tried": _tried(trial),
    }
    if trial is None:
        edits = [
            {"file": each.place.file, **_span(extent(each.place)), "new": each.text}
            for each in fix.edits
        ]
    else:
        data["findings_before"], data["findings_after"] = trial.before, trial.left
        if trial.why:
            data["why"] = cut(trial.why)
        edits = [
            {"file": each.file, **_span(each.range), "old": each.old, "new": each.new}
            for each in trial.edits
        ]
    longest = max((len(each["new"]) + len(each.get("old", "")) for each in edits), default=0)
    if longest > LONGEST_EDIT or size(edits) > 2 * LONGEST_EDIT:
        data["edits"] = []
        data["too_long"] = "`phaselint lint --fix --diff` shows the edits"
    else:
        data["edits"] = edits
    return data


def _tried(trial: Trial | None) -> str:
    if trial is None:
        return UNTRIED
    return "leaves new findings or the old one" if trial.why else "leaves nothing new"


def _rank(fix: Data) -> tuple[int, int, int]:
    """Fixes that leave nothing new first, of these those that correct most."""
    words = ("leaves nothing new", UNTRIED)
    order = words.index(fix["tried"]) if fix["tried"] in words else len(words)
    return order, fix.get("findings_after", 0), fix["finding"]


def _span(span: Range) -> Data:
    """From where to where, as `line:column`; the end is exclusive."""
    return {
        "start": f"{span.start.line}:{span.start.column}",
        "end": f"{span.end.line}:{span.end.column}",
    }
