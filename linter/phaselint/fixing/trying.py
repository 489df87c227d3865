"""Fixes tried one by one: each is made in a copy in memory, which is linted and proved again.

`phaselint.fixing.rounds` makes as many fixes as go together; here each is judged by itself, and by
more: no finding may be new, not even a milder one, nor one that only a dry run shows.
"""

from __future__ import annotations

from phaselint.document.changes import changes_of
from phaselint.fixing.choosing import Group
from phaselint.fixing.rounds import doubled, made_of, verdicts
from phaselint.fixing.texts import Texts
from phaselint.linting.result import Trial, TriedEdit, key_of
from phaselint.linting.run import run
from phaselint.vocabulary.finding import Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaselint.document.changes import Change, Changes
    from phaselint.linting.request import Request
    from phaselint.linting.result import Result
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.rule import Rule


def with_trials(result: Result, request: Request, rules: Sequence[Rule]) -> Result:
    """A result with what came of the fixes of its findings.

    Raises:
        UsageError: as `phaselint.linting.run.run` does.
    """
    return result._replace(trials=tuple(tried(result.findings, request, rules, result)))


def tried(
    findings: Iterable[Diagnostic],
    request: Request,
    rules: Sequence[Rule],
    result: Result | None = None,
) -> Iterator[Trial]:
    """Try the fix of each finding that has edits, in the order of the findings.

    Args:
        findings: some of what the request finds.
        result: what the request finds, if that is known; a dry run is made again unless it was one.

    Raises:
        UsageError: as `phaselint.linting.run.run` does.
    """
    some = [each for each in findings if each.fix is not None and each.fix.edits]
    if not some:
        return
    deep = _deep(request)
    before = result if result is not None and _is_deep(request) else run(deep, rules)
    texts = Texts([each.root for each in before.workspaces], request.overlay)
    for finding in some:
        yield _tried(finding, before, texts, deep, rules)


def _deep(request: Request) -> Request:
    """The same with a dry run, with all severities, and with nothing besides."""
    return request._replace(
        dry_run=True,
        verify=False,
        write_baseline=False,
        cost=False,
        verbose=False,
        pictures=False,
        coverage=False,
        min_severity="info",
        jobs=1,
    )


def _is_deep(request: Request) -> bool:
    """Whether what a request finds is all that is compared."""
    return request.dry_run and request.min_severity == "info"


def _tried(
    finding: Diagnostic, before: Result, texts: Texts, deep: Request, rules: Sequence[Rule]
) -> Trial:
    changes = None if finding.fix is None else changes_of(finding.fix, texts)
    count = len(before.findings)
    trial = Trial(key_of(finding), before=count, left=count)
    if changes is None:
        return trial._replace(why="its edits can't be made in the files as they are")
    contracts = frozenset((finding.contract,)) if finding.contract else frozenset()
    group = Group(contracts, (finding,), changes)
    trial = trial._replace(edits=tuple(_edits(changes, texts)))
    made = made_of(group, texts)
    if made is None:
        return trial._replace(why="the file would no longer parse")
    why = doubled(made, texts)
    if why:
        return trial._replace(why=why)
    after = run(deep._replace(overlay=texts.overlay(made)), rules)
    return trial._replace(
        left=len(after.findings), why=verdicts(before, after, [group], frozenset())[0]
    )


def _edits(changes: Mapping[str, Changes], texts: Texts) -> Iterator[TriedEdit]:
    for path, some in changes.items():
        document = texts.get(path)
        if document is not None:
            for change in some:
                span = Range(document.position(max(change.start, 0)), document.position(change.end))
                yield TriedEdit(path, span, _old(change, document.text), change.text)


def _old(change: Change, text: str) -> str:
    """What is written where a change is made; a byte order mark isn't a part of the text."""
    return "\ufeff" if change.start < 0 else text[change.start : change.end]
