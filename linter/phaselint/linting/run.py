"""A whole lint run: paths → result (design §3, §9, §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.config import rules_for
from phaselint.config.select import is_known, named_by
from phaselint.dialects.options import Given
from phaselint.linting.batch import Batch
from phaselint.linting.defects import REFUTED, rule_named
from phaselint.linting.discover import Finder
from phaselint.linting.judge import judge
from phaselint.linting.result import Result, Summary
from phaselint.linting.sweep import Checker, plan_for, sweep
from phaselint.project.paths import relative
from phaselint.vocabulary.diagnostic import Hit, order_of
from phaselint.vocabulary.finding import SEVERITIES, WHOLE_FILE, Finding, Place
from phaselint.vocabulary.message import say
from phaselint.vocabulary.ruleset import of_dialects
from phaselint.vocabulary.suggest import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaselint.config import Config
    from phaselint.dialects.base import Target
    from phaselint.linting.discover import Discovery, Unread, Workspace
    from phaselint.linting.judge import Judged
    from phaselint.linting.request import Request
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule


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
    discovery = finder.discover(request.paths)
    targets: dict[str, list[Target]] = {each.root: [] for each in discovery.workspaces}
    for found in discovery.found:
        targets[found.workspace.root].append(found.target)
    known = {
        each.root: rules_for(each.config, rules, {target.dialect for target in targets[each.root]})
        for each in discovery.workspaces
    }
    batches = []
    for workspace in discovery.workspaces:
        own = targets[workspace.root]
        unread = [each for each in discovery.unread if each.workspace.root == workspace.root]
        if own or unread:
            batches.append(_checked(workspace, own, unread, known[workspace.root], request))
    return _result(judge(batches, request), batches, discovery, request)


def _checked(
    workspace: Workspace,
    targets: Sequence[Target],
    unread: Iterable[Unread],
    known: Sequence[Rule],
    request: Request,
) -> Batch:
    """Check the contracts of one project."""
    rules = needed(known, (target.dialect for target in targets), workspace.config, request)
    checker = Checker(plan_for(workspace, request, rules, targets))
    checked = tuple(sweep(checker, workspace.reader))
    read = frozenset(path for each in checked for path in each.files)
    return Batch(
        checker,
        known,
        checked,
        workspace.reader,
        lost=lost(((path, why) for _, path, why in unread if path not in read), rules),
        show=relative(workspace.root),
    )


def needed(
    rules: Sequence[Rule], dialects: Iterable[str], config: Config, request: Request
) -> tuple[Rule, ...]:
    """The rules to run: those of the dialects at hand, and all there are where somebody names a
    rule that is not among these, since what a name stands for is settled among all."""
    near = of_dialects(rules, set(dialects))
    settled = all(is_known(selector, near) for selector in named_by(config, request))
    return near if settled else tuple(rules)


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
    judged: Judged, batches: Sequence[Batch], discovery: Discovery, request: Request
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
        wrong=(*discovery.wrong, *discovery.faults),
        empty=discovery.empty,
        unjudged=tuple(sorted(each for batch in batches for each in batch.unjudged)),
        workspaces=discovery.workspaces,
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
        contracts=sum(len(batch.checked) for batch in batches),
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
            document = batch.documents.get(batch.named[place.file])
            if document is not None and place.range is not None:
                number = place.range.start.line
                lines.setdefault(place.file, {})[number] = document.line(number)
    return lines
