"""A whole lint run: paths → result (design §3, §9, §10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.batch import Batch, Documents
from phaselint.config import rules_for
from phaselint.config.select import selection_for
from phaselint.dialects.options import Given
from phaselint.discover import Finder
from phaselint.document.model import FATAL
from phaselint.engine import rule_named
from phaselint.finding import SEVERITIES, WHOLE_FILE, Finding, Place
from phaselint.judge import Judged, judge, relative
from phaselint.locate import locate, places, sort_key
from phaselint.message import say
from phaselint.record import NamedTuple
from phaselint.result import Result, Summary
from phaselint.ruleset import RuleSet
from phaselint.suggest import plural
from phaselint.sweep import Plan, sweep

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from phaselint.config import Config
    from phaselint.dialects.base import Cost
    from phaselint.discover import Discovery, Empty, Found, Unread, Workspace
    from phaselint.request import Request
    from phaselint.rule import Rule
    from phaselint.sweep import Swept


class Linted(NamedTuple):
    """The result of a run, lines about paths that could not be linted and plug-ins that could not
    be used, and the paths behind which there is nothing to lint. `workspaces` are the projects
    that were looked into, `read` the paths of the documents that were read in each, by its
    root."""

    result: Result
    wrong: tuple[str, ...]
    empty: tuple[Empty, ...]
    workspaces: tuple[Workspace, ...] = ()
    read: Mapping[str, Collection[str]] = {}


def run(request: Request, rules: Sequence[Rule]) -> Linted:
    """Lint what a request names.

    Raises:
        UsageError: a bad option, configuration or baseline. Paths that cannot be linted do not
            raise; they are in `Linted.wrong`, and the others are linted.
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
    rules_of = {each.root: rules_for(each.config, rules) for each in discovery.workspaces}
    batches = [
        _batch(work, request, rules_of[work.workspace.root]) for work in _by_workspace(discovery)
    ]
    judged = judge(batches, request)
    return Linted(
        _result(judged, batches, request),
        (*discovery.wrong, *discovery.faults),
        discovery.empty,
        discovery.workspaces,
        {batch.workspace.root: batch.documents.paths for batch in batches},
    )


class _Work(NamedTuple):
    """What was discovered in one project."""

    workspace: Workspace
    contracts: list[Found]
    unread: list[Unread]


def _by_workspace(discovery: Discovery) -> Iterable[_Work]:
    groups = {each.root: _Work(each, [], []) for each in discovery.workspaces}
    for found in discovery.found:
        groups[found.workspace.root].contracts.append(found)
    for unread in discovery.unread:
        groups[unread.workspace.root].unread.append(unread)
    return [work for work in groups.values() if work.contracts or work.unread]


def needed(
    rules: Sequence[Rule], dialects: Iterable[str], config: Config, request: Request
) -> tuple[Rule, ...]:
    """The rules to run: those of the dialects at hand, unless somebody names rules, which have
    to be looked up among all."""
    named = (
        request.select,
        request.ignore,
        request.extend_select,
        config.select,
        config.ignore,
        config.extend_select,
        config.per_file_ignores,
        config.severity,
    )
    if isinstance(rules, RuleSet) and not any(named):
        return rules.of(set(dialects))
    return tuple(rules)


def _batch(
    work: _Work,
    request: Request,
    known: Sequence[Rule],
) -> Batch:
    """Check the contracts of one project."""
    workspace, contracts, unread = work
    names = (found.target.dialect for found in contracts)
    rules = needed(known, names, workspace.config, request)
    plan = Plan(
        root=workspace.root,
        config=workspace.config,
        request=request,
        rules=rules,
        given=workspace.given,
        named=workspace.named,
    )
    swept = list(sweep(plan, [found.target for found in contracts], workspace.reader))
    documents = Documents(workspace.reader, (path for each in swept for path in each.files))
    missed = lost((each for each in unread if each.path not in documents.paths), rules)
    return assemble(workspace, rules, known, request, swept, documents, missed)


def assemble(
    workspace: Workspace,
    rules: tuple[Rule, ...],
    known: Sequence[Rule],
    request: Request,
    swept: Sequence[Swept],
    documents: Documents,
    missed: Iterable[Finding] = (),
    *,
    steps: bool = True,
) -> Batch:
    """Put together what checking the contracts of a project gave; see `Batch`. `missed` are
    findings about what could not be read; `steps` as in `locate`."""
    selection = selection_for(workspace.config, request, rules)
    unasked = _unasked(swept)
    by_name = {rule.name: rule for rule in rules}

    def ran(name: str, path: str) -> bool:
        document = documents.get(path)
        asked = document is None or document.readable or name in FATAL
        return (
            asked
            and name not in unasked.get(path, ())
            and name in by_name
            and selection.shown(by_name[name], path)
        )

    return Batch(
        workspace=workspace,
        rules=rules,
        known=known,
        selection=selection,
        findings=_located(
            (*missed, *(f for each in swept for f in each.findings)), documents, steps=steps
        ),
        documents=documents,
        commented=tuple(path for each in swept for path in each.commented),
        contracts=len(swept),
        verified=sum(each.verified for each in swept),
        ran=ran,
        costs={each.contract: each.cost for each in swept if each.cost is not None},
    )


def _unasked(swept: Iterable[Swept]) -> dict[str, frozenset[str]]:
    """The rules that were not run on a file of some contract, by file."""
    unasked: dict[str, frozenset[str]] = {}
    for each in swept:
        for path in each.files if each.unasked else ():
            unasked[path] = unasked.get(path, frozenset()) | each.unasked
    return unasked


def _located(
    findings: Iterable[Finding], documents: Documents, *, steps: bool
) -> tuple[Finding, ...]:
    """Findings with their ranges, sorted. Contracts may share a document; what it says of itself
    is said once."""
    first: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        located = locate(finding, documents, steps=steps)
        first.setdefault((located.name, located.place, located.message), located)
    return tuple(sorted(first.values(), key=sort_key))


def lost(unread: Iterable[Unread], rules: Sequence[Rule]) -> Iterable[Finding]:
    """What cannot be read may hide a contract, even where none is known of (design §9)."""
    for each in unread:
        yield Finding(
            Place(each.path or ".", (), "document", WHOLE_FILE),
            say("{}", each.reason),
            "make it readable, or exclude it",
            rule=rule_named(rules, "unreadable-file"),
        )


def _result(judged: Judged, batches: Sequence[Batch], request: Request) -> Result:
    lowest = SEVERITIES.index(request.min_severity)
    loud = [f for f in judged.shown if SEVERITIES.index(f.level) <= lowest]
    status = [f.proof.status for f in loud if f.proof is not None]
    summary = Summary(
        files=sum(len(batch.documents.paths) for batch in batches),
        contracts=sum(batch.contracts for batch in batches),
        errors=sum(f.level == "error" for f in loud),
        warnings=sum(f.level == "warning" for f in loud),
        infos=sum(f.level == "info" for f in loud),
        fixable=sum(f.fix is not None and bool(f.fix.edits) for f in loud),
        suppressed=len(judged.suppressed),
        proved=status.count("proved"),
        refuted=status.count("refuted"),
        unproved=status.count("unproved"),
    )
    notices = list(judged.notices)
    if request.verify:
        count = sum(batch.verified for batch in batches)
        notices.append(f"{plural(count, 'certificate')} checked")
    return Result(
        tuple(sorted(loud, key=sort_key)),
        tuple(sorted(judged.suppressed, key=sort_key)),
        summary,
        _lines(loud, judged),
        tuple(notices),
        len(judged.shown) - len(loud),
        request.dry_run,
        _costs(batches),
    )


def _costs(batches: Sequence[Batch]) -> dict[str, Cost]:
    """What runs cost, by the path of the contract from the working directory."""
    found: dict[str, Cost] = {}
    for batch in batches:
        show = relative(batch.workspace.root)
        found |= {show(contract): cost for contract, cost in batch.costs.items()}
    return found


def _lines(findings: Iterable[Finding], judged: Judged) -> dict[str, dict[int, str]]:
    """The source lines a report may show, every line a place starts on."""
    lines: dict[str, dict[int, str]] = {}
    for finding in findings:
        for place in places(finding):
            document = judged.documents.get(place.file)
            if document is not None and place.range is not None:
                number = place.range.start.line
                lines.setdefault(place.file, {})[number] = document.line(number)
    return lines
