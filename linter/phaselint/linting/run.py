"""A whole lint run: paths → result (design §3, §9, §10)."""

from __future__ import annotations

from phaselint.config.select import REFUTED
from phaselint.linting.pipeline import Pipeline
from phaselint.linting.result import Result, Summary
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from phaselint.diagram.model import Drawing
    from phaselint.linting.batch import Batch
    from phaselint.linting.discovery import Discovery
    from phaselint.linting.pipeline import Portion, Progress
    from phaselint.linting.request import Request
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule


class Shown(NamedTuple):
    """What is shown of some diagnostics and what is hidden, sorted, how many are below the lowest
    severity, and those that are only counted."""

    findings: tuple[Diagnostic, ...]
    suppressed: tuple[Diagnostic, ...]
    hidden: int
    counted: tuple[Diagnostic, ...] = ()


def run(request: Request, rules: Sequence[Rule], progress: Progress | None = None) -> Result:
    """Lint what a request names: discover, check, judge.

    Args:
        progress: see `Pipeline`.

    Raises:
        UsageError: a bad option, configuration or baseline. Paths that cannot be linted do not
            raise; they are in `Result.wrong`, and the others are linted.
    """
    course = Pipeline(request, rules, progress)
    portions = list(course.portions())
    discovery, ledger = course.concluded(), course.ledger
    batches = [batch for each in portions for batch in each.batches]
    found = (each for portion in portions for each in portion.judged.diagnostics)
    shown = shown_of(found, request)
    drawings = {key: drawing for batch in batches for key, drawing in batch.drawings.items()}
    return Result(
        findings=shown.findings,
        suppressed=shown.suppressed,
        summary=summary_of(shown, batches),
        lines=_lines(shown.findings, drawings.values(), batches),
        notices=tuple(_notices(portions, discovery, request)),
        hidden=shown.hidden,
        counted=shown.counted,
        dry_run=request.dry_run,
        dialects=_dialects(batches),
        costs={path: cost for batch in batches for path, cost in batch.costs.items()},
        bounds=dict(sorted(pair for batch in batches for pair in batch.bounds.items())),
        tallies={key: each for batch in batches for key, each in batch.tallies.items()},
        policies=dict(sorted(pair for batch in batches for pair in batch.policies.items())),
        coverages={key: each for batch in batches for key, each in batch.coverages.items()},
        drawings=drawings,
        wrong=(*discovery.wrong, *discovery.faults, *ledger.wrong),
        empty=discovery.empty,
        unjudged=tuple(sorted(each for batch in batches for each in batch.unjudged)),
        workspaces=discovery.workspaces,
        listed=_listed(discovery, ledger.listed),
        read={batch.root: batch.documents.paths for batch in batches},
    )


def _dialects(batches: Iterable[Batch]) -> dict[str, int]:
    """How many contracts of each dialect there are."""
    found: dict[str, int] = {}
    for each in (checked for batch in batches for checked in batch.checked):
        if not each.passed_over:
            found[each.target.dialect] = found.get(each.target.dialect, 0) + 1
    return found


def _listed(
    discovery: Discovery, elsewhere: Mapping[str, Collection[str]]
) -> dict[str, Collection[str]]:
    """The folders that were listed in each project, here and in other processes."""
    return {
        each.root: {*each.reader.listed, *elsewhere.get(each.root, ())}
        for each in discovery.workspaces
    }


def _notices(portions: Sequence[Portion], discovery: Discovery, request: Request) -> Iterator[str]:
    """Lines for the person at the terminal, in addition to findings."""
    batches = [batch for each in portions for batch in each.batches]
    for portion in portions:
        yield from portion.judged.notices
    if request.verify:
        count = sum(each.verified for batch in batches for each in batch.checked)
        yield f"{plural(count, 'certificate')} checked"
    older = [*discovery.respelled, *(each for batch in batches for each in batch.respelled)]
    if older:
        from phaselint.dialects.spelling import spelling_lines

        yield from spelling_lines(older)
    yield from _unlooked(batches, request)


def shown_of(diagnostics: Iterable[Diagnostic], request: Request) -> Shown:
    """What a request has shown of diagnostics."""
    lowest = SEVERITIES.index(request.min_severity)
    loud, suppressed, counted, hidden = [], [], [], 0
    for each in diagnostics:
        if each.finding.counted:
            counted += [each] if each.suppression is None else []
        elif each.suppression is not None:
            suppressed.append(each)
        elif SEVERITIES.index(each.level) <= lowest:
            loud.append(each)
        else:
            hidden += 1
    shown, unseen = (tuple(sorted(some, key=_order)) for some in (loud, suppressed))
    return Shown(shown, unseen, hidden, tuple(counted))


def _unlooked(batches: Sequence[Batch], request: Request) -> Iterable[str]:
    """Lines about what nobody has looked for, where rules are selected by name or that is asked."""
    if not (request.select or request.extend_select or request.verbose):
        return ()
    from phaselint.linting.skipped_notes import unlooked

    return unlooked(batches, request)


def _order(diagnostic: Diagnostic) -> tuple[object, ...]:
    from phaselint.vocabulary.diagnostic import order_of

    return order_of(diagnostic.rule, diagnostic.finding)


def summary_of(shown: Shown, batches: Sequence[Batch]) -> Summary:
    """The counts of what is shown of projects."""
    loud = shown.findings
    levels = [each.level for each in loud]
    # What says that a finding is refuted isn't a second one.
    judged = [each.proof for each in loud if each.name != REFUTED]
    proofs = [proof.status for proof in judged if proof is not None]
    return Summary(
        files=sum(len(batch.documents.paths) for batch in batches),
        contracts=sum(not each.passed_over for batch in batches for each in batch.checked),
        errors=levels.count("error"),
        warnings=levels.count("warning"),
        infos=levels.count("info"),
        fixable=sum(each.fix is not None and bool(each.fix.edits) for each in loud),
        suppressed=len(shown.suppressed),
        proved=proofs.count("proved"),
        refuted=proofs.count("refuted"),
        unproved=proofs.count("unproved"),
        found=proofs.count("found"),
    )


def _lines(
    diagnostics: Sequence[Diagnostic], drawings: Collection[Drawing], batches: Iterable[Batch]
) -> dict[str, dict[int, str]]:
    """The source lines a report may show."""
    if not diagnostics and not drawings:
        return {}
    from phaselint.linting.locate import shown_lines

    homes = {file: batch for batch in batches for file in batch.named}
    lines: dict[str, dict[int, str]] = {}
    for file, number in shown_lines(diagnostics, drawings):
        batch = homes[file]
        excerpt = batch.documents.excerpt(batch.named[file])
        if excerpt is not None:
            lines.setdefault(file, {})[number] = excerpt.line(number)
    return lines
