"""Checking one contract, also while a document of it does not parse (core D.4).

What is broken is repaired by blanking lines, and the contract is checked unchanged and as
repaired. The syntax error comes from the one, the rest from the other. A repair may take away what
others refer to, so only what cannot come from that is new; findings that a proof could confirm are
those there were before, marked as stale.
"""

from __future__ import annotations

import re
from contextlib import nullcontext
from typing import TYPE_CHECKING

from phaselint.document.repair import repair
from phaselint.linting.locate import locate, map_places
from phaselint.linting.policy_results import ASKED
from phaselint.project.substituting import Substituting
from phaselint.vocabulary.cache import Memory
from phaselint.vocabulary.finding import Related
from phaselint.vocabulary.message import names_in
from phaselint.vocabulary.record import NamedTuple
from phaselint_lsp.reader import Tracing
from phaselint_lsp.snapshot import CheckedContract

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from phaselint.dialects.base import Dialect, Target
    from phaselint.dialects.reader import Reader
    from phaselint.document import Document
    from phaselint.linting.check import Checked
    from phaselint.linting.checker import Checker
    from phaselint.vocabulary.hit import Hit

VIOLATED = "policy-violated"

SEEN = "what the run does"
"""What a violated policy says about the place in the contract."""

STALE = "stale"
"""The tag of a finding that was true when the documents parsed the last time."""


class State(NamedTuple):
    """A contract after its last check.

    Attributes:
        hits: what its rules say, located.
        files: the documents it is made of.
        commented: those of them with suppression comments.
        unasked: rules that were not run.
        read: paths whose content decides about the findings, whether there are such files or not.
        listed: folders whose listing does.
        settled: the hits when all documents parsed the last time; none before that.
        repaired: documents that stand for broken ones.
        kept: what features work on, as long as a document of it is open.
        memory: the known answers about its schemas, as long.
        late: whether a slower, complete check may find more.
    """

    target: Target
    hits: tuple[Hit, ...]
    files: frozenset[str]
    commented: frozenset[str]
    unasked: frozenset[str]
    read: frozenset[str]
    listed: frozenset[str]
    settled: tuple[Hit, ...] | None
    repaired: Mapping[str, Document]
    kept: CheckedContract | None
    memory: Memory
    late: bool = False


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
    memory = Memory() if before is None else before.memory
    edited = before is not None and before.kept is not None
    tracing = Tracing(reader)
    with memory.used() if edited else nullcontext():
        checked = whole = checker.check(target, tracing)
        repairs = _repairs(checked.documents, opened)
        if repairs.documents:
            whole = checker.check(target, Substituting(tracing, repairs.documents))
        hits, unasked = _located(checked.hits, checked.documents), checked.unasked
    settled = None if before is None else before.settled
    if all(document.readable for document in checked.documents.values()):
        settled = hits
    elif repairs.documents and settled is not None:
        hits = tuple(_alive(hits, whole, settled, repairs))
        unasked = frozenset(rule.name for rule in checker.task(target.dialect).rules)
    late = checked.late or whole.late
    return State(
        target,
        tuple(_with_policies(hits, before if late else None, whole)),
        files=frozenset(checked.files) | frozenset(whole.files),
        commented=frozenset(whole.commented),
        unasked=unasked,
        read=frozenset(tracing.files),
        listed=frozenset(tracing.listed),
        settled=settled,
        repaired=repairs.documents,
        kept=_kept(checker.dialect(target.dialect), target, whole, frozenset(repairs.documents)),
        memory=memory,
        late=late,
    )


def _with_policies(hits: Sequence[Hit], before: State | None, whole: Checked) -> Iterator[Hit]:
    """The findings, with what is said where policies are written. `before` is what the last check
    gave, if policies are still to be asked."""
    shown = hits if before is None else (*hits, *_awaited(before, hits, whole))
    yield from shown
    yield from _mirrored(shown)


def _awaited(before: State, hits: Iterable[Hit], whole: Checked) -> Iterator[Hit]:
    """What the last check said about policies, until they are asked again."""
    said = {_key(hit) for hit in hits}
    for hit in before.hits:
        about = hit.rule.name in ASKED and hit.finding.place.file in whole.documents
        if about and _key(hit) not in said and not _is_mirrored(hit):
            old = hit if STALE in hit.finding.tags else _stale(hit)
            yield from _located((_moved(old),), whole.documents)


def _mirrored(hits: Iterable[Hit]) -> Iterator[Hit]:
    """Violated policies where they are written, besides where the contract lets a run through."""
    for hit in hits:
        finding = hit.finding
        if hit.rule.name == VIOLATED and finding.related:
            seen = Related(finding.place, SEEN)
            place = finding.related[0].place
            yield hit._replace(finding=finding._replace(place=place, related=(seen,)))


def _is_mirrored(hit: Hit) -> bool:
    return bool(hit.finding.related) and hit.finding.related[0].message == SEEN


def words(text: str) -> frozenset[str]:
    """The words of a string that may be names."""
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
        if not document.readable and opened(path) and (found := document.derived(repair)):
            repaired[path] = found.document
            gone |= words(" ".join(found.blanked))
            lines |= {(path, number) for number in _changed_lines(document, found.document.text)}
    return _Repairs(repaired, frozenset(gone), frozenset(lines))


def _changed_lines(document: Document, text: str) -> Iterator[int]:
    """The lines of a document that are others in a string whose lines start at the same places."""
    starts = [document.line_start(number) for number in range(1, document.line_count + 1)]
    ends = (*starts[1:], max(len(document.text), len(text)))
    for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
        if document.text[start:end] != text[start:end]:
            yield number


def _alive(
    hits: Iterable[Hit], whole: Checked, settled: tuple[Hit, ...], repairs: _Repairs
) -> Iterator[Hit]:
    """What is reported while documents are broken.

    Args:
        hits: in the contract unchanged.
        whole: the contract as repaired.
        settled: the hits when nothing was broken.
    """
    certain = [hit for hit in hits if hit.finding.place.file in repairs.documents]
    yield from certain
    said = {_key(hit) for hit in certain}
    known = {_key(hit) for hit in settled}
    shown = set(said)
    for hit in _located(whole.hits, whole.documents):
        key = _key(hit)
        if key not in said and (key in known or not _doubtful(hit, repairs)):
            shown.add(key)
            yield _stale(hit) if _of_graph(hit) else hit
    for hit in settled:
        if _of_graph(hit) and _key(hit) not in shown:
            yield from _located((_stale(_moved(hit)),), whole.documents)


def _doubtful(hit: Hit, repairs: _Repairs) -> bool:
    """Whether something new may come from the repair and not from what was written: it is about
    the graph, is on a line that was changed, or names what was taken away."""
    place = hit.finding.place
    if _of_graph(hit) or place.range is None:
        return True
    if (place.file, place.range.start.line) in repairs.lines:
        return True
    names = names_in(hit.finding.message)
    return any(not repairs.gone.isdisjoint(words(name)) for name in names)


def _key(hit: Hit) -> tuple[str, str, str]:
    """What tells hits apart while their places move."""
    return hit.rule.code, hit.finding.place.file, hit.finding.message


def _of_graph(hit: Hit) -> bool:
    """Whether more than what is written at one place makes it true."""
    return hit.rule.prove is not None


def _stale(hit: Hit) -> Hit:
    finding = hit.finding
    return hit._replace(finding=finding._replace(tags=(*finding.tags, STALE)))


def _moved(hit: Hit) -> Hit:
    """A hit whose places must be found anew."""
    finding = map_places(hit.finding, lambda place: place._replace(range=None), steps=False)
    return hit._replace(finding=finding)


def _located(hits: Iterable[Hit], documents: Mapping[str, Document]) -> tuple[Hit, ...]:
    return tuple(hit._replace(finding=locate(hit.finding, documents, steps=False)) for hit in hits)
