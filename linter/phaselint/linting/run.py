"""A whole lint run: paths → result (design §3, §9, §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.options import Given
from phaselint.linting.batch import Batch
from phaselint.linting.defects import REFUTED, rule_named
from phaselint.linting.discover import Finder
from phaselint.linting.judge import judge
from phaselint.linting.result import Result, Summary
from phaselint.linting.sweep import Bench, Job, Ledger
from phaselint.project.paths import relative
from phaselint.vocabulary.diagnostic import Hit, order_of
from phaselint.vocabulary.errors import UsageError
from phaselint.vocabulary.finding import SEVERITIES, WHOLE_FILE, Finding, Place
from phaselint.vocabulary.message import say
from phaselint.vocabulary.suggest import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.linting.check import Checked
    from phaselint.linting.discover import Discovery, Unread
    from phaselint.linting.judge import Judged
    from phaselint.linting.looking import Item, Workspace
    from phaselint.linting.request import Request
    from phaselint.linting.sweep import Swept
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule


FEW = 2
"""Items that are looked at without a thought to where: a contract, and the folder it is in."""


def run(request: Request, rules: Sequence[Rule]) -> Result:
    """Lint what a request names: discover, check, judge.

    Raises:
        UsageError: a bad option, configuration or baseline. Paths that cannot be linted do not
            raise; they are in `Result.wrong`, and the others are linted.
    """
    finder = Finder(
        rules,
        wanted=request.dialect,
        config_file=request.config_file,
        isolated=request.isolated,
        overlay=request.overlay,
        given=Given(request.settings, request.options),
    )
    finder.survey(request.paths)
    bench = Bench(Job(request, rules), finder.workspaces)
    ledger = Ledger()
    try:
        for items in finder.rounds(ledger.gathered.numbers):
            ledger.note(finder.workspaces.values())
            for swept in _swept(items, bench, ledger):
                ledger.add(swept)
    except UsageError:
        # Of several configurations that are wrong it is the first that is complained about, and
        # not that of the first contract.
        for root in tuple(finder.workspaces):
            bench.rules(root)
        raise
    discovery = finder.concluded(ledger.gathered, ledger.unread)
    batches = list(_batches(discovery, bench, ledger))
    return _result(judge(batches, request), batches, discovery, ledger, request)


def _swept(items: Sequence[Item], bench: Bench, ledger: Ledger) -> Iterator[Swept]:
    """What is left of the contracts of items, once they are judged."""
    request = bench.job.request
    if len(items) <= FEW and request.jobs < 2 and not request.executor:
        yield bench.judge(items, ledger.checked)
        return
    from phaselint.linting.spreading import spread

    yield from spread(items, bench, ledger)


def _batches(discovery: Discovery, bench: Bench, ledger: Ledger) -> Iterator[Batch]:
    """What was found, by project."""
    checked: dict[str, list[Checked]] = {each.root: [] for each in discovery.workspaces}
    for root, target in ledger.gathered.found():
        checked[root].append(ledger.checked[root, target])
    for root, own in checked.items():
        bench.rules(root, {each.target.dialect for each in own})
    for workspace in discovery.workspaces:
        own = checked[workspace.root]
        unread = [each for each in discovery.unread if each.workspace.root == workspace.root]
        if own or unread:
            yield _batch(workspace, own, unread, bench, ledger)


def _batch(
    workspace: Workspace,
    checked: Sequence[Checked],
    unread: Sequence[Unread],
    bench: Bench,
    ledger: Ledger,
) -> Batch:
    """What was found in one project."""
    checker = bench.checker(workspace.root, (each.target.dialect for each in checked))
    read = frozenset(path for each in checked for path in each.files) if unread else ()
    said = ((path, why) for _, path, why in unread if path not in read)
    return Batch(
        checker,
        bench.rules(workspace.root),
        checked,
        workspace.reader,
        lost=lost(said, checker.plan.rules),
        show=relative(workspace.root),
        kept=ledger.excerpts.get(workspace.root, {}),
    )


def lost(unread: Iterable[tuple[str, str]], rules: Sequence[Rule]) -> Iterator[Hit]:
    """What cannot be read may hide a contract, even where none is known of (design §9). It comes
    as path and reason."""
    for path, reason in unread:
        finding = Finding(
            Place(path or ".", (), "document", WHOLE_FILE),
            say("{}", reason),
            "make it readable, or exclude it",
        )
        yield Hit(rule_named(rules, "unreadable-file"), finding)


def _result(
    judged: Judged,
    batches: Sequence[Batch],
    discovery: Discovery,
    ledger: Ledger,
    request: Request,
) -> Result:
    lowest = SEVERITIES.index(request.min_severity)
    shown = [each for each in judged.diagnostics if each.suppression is None]
    loud = [each for each in shown if SEVERITIES.index(each.level) <= lowest]
    suppressed = [each for each in judged.diagnostics if each.suppression is not None]
    notices = judged.notices
    if request.verify:
        count = sum(each.verified for batch in batches for each in batch.checked)
        notices = (*notices, f"{plural(count, 'certificate')} checked")
    notices = (*notices, *_unlooked(batches, request))
    return Result(
        findings=tuple(sorted(loud, key=_order)),
        suppressed=tuple(sorted(suppressed, key=_order)),
        summary=_summary(loud, len(suppressed), batches),
        lines=_lines(loud, batches),
        notices=notices,
        hidden=len(shown) - len(loud),
        dry_run=request.dry_run,
        costs={path: cost for batch in batches for path, cost in batch.costs.items()},
        wrong=(*discovery.wrong, *discovery.faults, *ledger.wrong),
        empty=discovery.empty,
        unjudged=tuple(sorted(each for batch in batches for each in batch.unjudged)),
        workspaces=discovery.workspaces,
        listed={
            each.root: {*each.reader.listed, *ledger.listed.get(each.root, ())}
            for each in discovery.workspaces
        },
        read={batch.root: batch.documents.paths for batch in batches},
    )


def _unlooked(batches: Sequence[Batch], request: Request) -> Iterable[str]:
    """Lines about what nobody has looked for, where rules are selected by name or that is asked."""
    if not (request.select or request.extend_select or request.verbose):
        return ()
    from phaselint.linting.unlooked import unlooked

    return unlooked(batches, request)


def _order(diagnostic: Diagnostic) -> tuple[object, ...]:
    return order_of(diagnostic.rule, diagnostic.finding)


def _summary(loud: Sequence[Diagnostic], suppressed: int, batches: Sequence[Batch]) -> Summary:
    levels = [each.level for each in loud]
    # What says that a finding is refuted is no second one.
    judged = [each.proof for each in loud if each.name != REFUTED]
    proofs = [proof.status for proof in judged if proof is not None]
    return Summary(
        files=sum(len(batch.documents.paths) for batch in batches),
        contracts=sum(not each.passed_over for batch in batches for each in batch.checked),
        errors=levels.count("error"),
        warnings=levels.count("warning"),
        infos=levels.count("info"),
        fixable=sum(each.fix is not None and bool(each.fix.edits) for each in loud),
        suppressed=suppressed,
        proved=proofs.count("proved"),
        refuted=proofs.count("refuted"),
        unproved=proofs.count("unproved"),
        found=proofs.count("found"),
    )


def _lines(
    diagnostics: Sequence[Diagnostic], batches: Iterable[Batch]
) -> dict[str, dict[int, str]]:
    """The source lines a report may show, every line a place starts on."""
    if not diagnostics:
        return {}
    from phaselint.linting.locate import places

    homes = {file: batch for batch in batches for file in batch.named}
    lines: dict[str, dict[int, str]] = {}
    for diagnostic in diagnostics:
        for place in places(diagnostic.finding):
            batch = homes[place.file]
            excerpt = batch.documents.excerpt(batch.named[place.file])
            if excerpt is not None and place.range is not None:
                number = place.range.start.line
                lines.setdefault(place.file, {})[number] = excerpt.line(number)
    return lines
