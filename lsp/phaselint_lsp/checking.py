"""Checking one contract, also while a document of it does not parse (core D.4).

What is broken is repaired by blanking lines, and the contract is checked as it stands and as
repaired. The syntax error comes from the one, the rest from the other. A repair may take away what
others refer to, so only what cannot come from that is new; findings that a proof could confirm are
those there were before, marked as stale.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.document.repair import repair
from phaselint.locate import locate, map_places
from phaselint.message import names_in
from phaselint.record import NamedTuple
from phaselint_lsp.reader import Substituting, Tracing
from phaselint_lsp.snapshot import CheckedContract

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from phaselint.dialects.base import Dialect, Reader, Target
    from phaselint.document import Document
    from phaselint.engine import Checked
    from phaselint.finding import Finding
    from phaselint.sweep import Checker

STALE = "stale"
"""The tag of a finding that was true when the documents parsed the last time."""


class State(NamedTuple):
    """A contract after its last check.

    Attributes:
        findings: located, not judged yet.
        files: the documents it is made of.
        commented: those of them with suppression comments.
        unasked: rules that were not run.
        read: paths whose content decides about the findings, whether there are such files or not.
        listed: folders whose listing does.
        settled: the findings when all documents parsed the last time; none before that.
        repaired: documents that stand for broken ones.
        kept: what features work on, as long as a document of it is open.
    """

    target: Target
    findings: tuple[Finding, ...]
    files: frozenset[str]
    commented: frozenset[str]
    unasked: frozenset[str]
    read: frozenset[str]
    listed: frozenset[str]
    settled: tuple[Finding, ...] | None
    repaired: Mapping[str, Document]
    kept: CheckedContract | None


class _Repairs(NamedTuple):
    """Documents that stand for broken ones, the words that are gone from them, and the lines that
    are not as they were written."""

    documents: Mapping[str, Document]
    gone: frozenset[str]
    lines: frozenset[tuple[str, int]]


def check(
    target: Target,
    checker: Checker,
    reader: Reader,
    opened: Callable[[str], bool],
    before: State | None,
) -> State:
    """Check a contract. `opened` tells whether a file is open in the editor: only that is repaired.
    `before` is what the last check gave."""
    tracing = Tracing(reader)
    checked = checker.check(target, tracing)
    repairs = _repairs(checked.documents, opened)
    broken = any(not document.readable for document in checked.documents.values())
    findings = _located(checked.findings, checked.documents)
    settled = None if before is None else before.settled
    unasked, whole = checked.unasked, checked
    if not broken:
        settled = findings
    elif repairs.documents:
        whole = checker.check(target, Substituting(tracing, repairs.documents))
        if settled is not None:
            findings = tuple(_alive(findings, whole, settled, repairs))
            unasked = frozenset(rule.name for rule in checker.task(target.dialect).rules)
    return State(
        target,
        findings,
        files=frozenset(checked.documents) | frozenset(whole.documents),
        commented=frozenset(
            path for path, document in whole.documents.items() if document.comments
        ),
        unasked=unasked,
        read=frozenset(tracing.files),
        listed=frozenset(tracing.listed),
        settled=settled,
        repaired=repairs.documents,
        kept=_kept(checker.dialect(target.dialect), target, whole, frozenset(repairs.documents)),
    )


def words(text: str) -> frozenset[str]:
    """The words of a text that may be names."""
    return frozenset(re.findall(r"[\w.-]+", text))


def _kept(
    dialect: Dialect, target: Target, checked: Checked, repaired: frozenset[str]
) -> CheckedContract | None:
    if checked.facts is None:
        return None
    return CheckedContract(
        dialect,
        target,
        contract=checked.facts.contract,
        facts=checked.facts,
        documents=checked.documents,
        repaired=repaired,
    )


def _repairs(documents: Mapping[str, Document], opened: Callable[[str], bool]) -> _Repairs:
    """Repair the broken documents that are open in the editor."""
    repaired: dict[str, Document] = {}
    gone: set[str] = set()
    lines: set[tuple[str, int]] = set()
    for path, document in documents.items():
        if not document.readable and opened(path) and (found := repair(document)):
            repaired[path] = found.document
            gone |= words(" ".join(found.blanked))
            lines |= {(path, number) for number in _changed_lines(document, found.document.text)}
    return _Repairs(repaired, frozenset(gone), frozenset(lines))


def _changed_lines(document: Document, text: str) -> Iterator[int]:
    """The lines of a document that are others in a text whose lines start at the same places."""
    starts = [document.line_start(number) for number in range(1, document.line_count + 1)]
    ends = (*starts[1:], max(len(document.text), len(text)))
    for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
        if document.text[start:end] != text[start:end]:
            yield number


def _alive(
    findings: Iterable[Finding], whole: Checked, settled: tuple[Finding, ...], repairs: _Repairs
) -> Iterator[Finding]:
    """What is reported while documents are broken.

    Args:
        findings: of the contract as it stands.
        whole: the contract as repaired.
        settled: the findings when nothing was broken.
    """
    certain = [finding for finding in findings if finding.place.file in repairs.documents]
    yield from certain
    said = {_key(finding) for finding in certain}
    known = {_key(finding) for finding in settled}
    shown = set(said)
    for finding in _located(whole.findings, whole.documents):
        key = _key(finding)
        if key not in said and (key in known or not _doubtful(finding, repairs)):
            shown.add(key)
            yield _stale(finding) if _of_graph(finding) else finding
    for finding in settled:
        if _of_graph(finding) and _key(finding) not in shown:
            moved = map_places(finding, lambda place: place._replace(range=None), steps=False)
            yield from _located((_stale(moved),), whole.documents)


def _doubtful(finding: Finding, repairs: _Repairs) -> bool:
    """Whether a new finding may come from the repair and not from what was written: it is about
    the graph, is on a line that was changed, or names what was taken away."""
    place = finding.place
    if _of_graph(finding) or place.range is None:
        return True
    if (place.file, place.range.start.line) in repairs.lines:
        return True
    names = names_in(finding.message)
    return any(not repairs.gone.isdisjoint(words(name)) for name in names)


def _key(finding: Finding) -> tuple[str, str, str]:
    """What tells findings apart while their places move."""
    return finding.code, finding.place.file, finding.message


def _of_graph(finding: Finding) -> bool:
    """Whether more than what is written at one place makes the finding true."""
    return finding.rule is not None and finding.rule.prove is not None


def _stale(finding: Finding) -> Finding:
    return finding._replace(tags=(*finding.tags, STALE))


def _located(findings: Iterable[Finding], documents: Mapping[str, Document]) -> tuple[Finding, ...]:
    return tuple(locate(finding, documents, steps=False) for finding in findings)
