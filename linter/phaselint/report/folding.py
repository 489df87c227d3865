"""Findings by their cause: those that say the same, and those that go with another one (`text`)."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from phaselint.behavior.telling import REASON
from phaselint.report.wording import extent
from phaselint.vocabulary.diagnostic import FAILED
from phaselint.vocabulary.finding import SEVERITIES
from phaselint.vocabulary.message import Message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Literal

    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Place, Position

    Grouping = Literal["", "none", "rule", "contract", "cause"]

UNREACHABLE, UNKNOWN = "PL101", "PL106"
"""The codes of what no path leads to, and of a reference to what doesn't exist."""

_NAMES = re.compile("`[^`]*`")


class Fold(NamedTuple):
    """A finding that is shown, those that say the same of other places, and the consequences of
    all of these, which disappear with them."""

    shown: Diagnostic
    others: tuple[Diagnostic, ...] = ()
    consequences: tuple[Diagnostic, ...] = ()

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All of them."""
        return (self.shown, *self.others, *self.consequences)


class Group(NamedTuple):
    """Findings under one heading; it is empty where they have none."""

    heading: str
    folds: tuple[Fold, ...]


def grouped(
    findings: Iterable[Diagnostic], by: Grouping = "", *, apart: bool = False
) -> tuple[Group, ...]:
    """Fold findings, and put them into groups, all in the order in which they first come.

    A finding is folded under another one that says the same, by contract under one of its contract
    only; and under one of its group whose consequence it is. Groups by rule and by cause have the
    largest first. With `apart`, and with `none`, each finding is a fold of its own.
    """
    fold = _apart if apart or by == "none" else folded
    if by in ("", "none"):
        return (Group("", fold(findings)),)
    if by == "contract":
        parts = _parts(findings, lambda each: each.contract or each.place.file)
        return tuple(Group(_counted(str(name), some), fold(some)) for name, some in parts.items())
    parts = _parts(findings, _rule if by == "rule" else _saying)
    groups = [
        Group(_counted(" ".join(_rule(some[0])), some), fold(some)) for some in parts.values()
    ]
    return tuple(sorted(groups, key=_size, reverse=True))


def _counted(name: str, findings: list[Diagnostic]) -> str:
    return f"{name}: {plural(len(findings), 'finding')}"


def told_apart(finding: Diagnostic, shown: Diagnostic) -> str:
    """What a finding says that the one it is folded under does not: the names that are others, or
    the whole message where not only names are."""
    pairs = zip(_parts_of(finding), _parts_of(shown), strict=True)
    other = [str(part) for part, before in pairs if part != before]
    if all(part.startswith("`") and part.endswith("`") for part in other):
        return ", ".join(other)
    return finding.said


def _parts_of(finding: Diagnostic) -> tuple[object, ...]:
    message = finding.message
    return message.parts if isinstance(message, Message) else ()


def _parts(
    findings: Iterable[Diagnostic], key: Callable[[Diagnostic], Hashable]
) -> Mapping[Hashable, list[Diagnostic]]:
    parts: dict[Hashable, list[Diagnostic]] = {}
    for finding in findings:
        parts.setdefault(key(finding), []).append(finding)
    return parts


def _apart(findings: Iterable[Diagnostic]) -> tuple[Fold, ...]:
    return tuple(map(Fold, findings))


def folded(findings: Iterable[Diagnostic]) -> tuple[Fold, ...]:
    """Fold what says the same, and what goes with another one."""
    every = tuple(findings)
    causes = _causes(every)
    folds: dict[Hashable, list[Diagnostic]] = {}
    after: dict[Hashable, list[Diagnostic]] = {}
    for number, finding in enumerate(every):
        cause = every[causes[number]] if number in causes else None
        part = folds if cause is None else after
        part.setdefault(_alike(finding if cause is None else cause), []).append(finding)
    return tuple(
        Fold(first, tuple(others), tuple(after.get(key, ())))
        for key, (first, *others) in folds.items()
    )


def _causes(findings: Sequence[Diagnostic]) -> Mapping[int, int]:
    """The number of the cause of each finding that is the consequence of another one: the first of
    a chain."""
    at = _Places(findings)
    found: dict[int, int] = {}
    for number, finding in enumerate(findings):
        cause = next((each for each in at.causes(finding) if each != number), None)
        if cause is not None:
            found[number] = cause
    roots = {number: _root(found, number) for number in found}
    return {number: root for number, root in roots.items() if root != number}


def _root(causes: Mapping[int, int], number: int) -> int:
    """The first of the chain of causes behind a finding; where they go in a circle, such as two
    that would remove each other, the first of these in order."""
    chain = [number]
    while chain[-1] in causes:
        cause = causes[chain[-1]]
        if cause in chain:
            return min(chain[chain.index(cause) :])
        chain.append(cause)
    return chain[-1]


class _Places:
    """Where findings are, and what their fixes would remove.

    A failed scenario is the consequence of the error that it names. A finding inside what the fix
    of another one removes is a consequence of that; so is what the fix of a wrong reference makes
    reachable. The cause must be as severe.
    """

    def __init__(self, findings: Sequence[Diagnostic]) -> None:
        self._errors: dict[Place, int] = {}
        removals: dict[str, list[_Removal]] = {}
        self._restored: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for number, finding in enumerate(findings):
            level = SEVERITIES.index(finding.level)
            if not level and finding.code != FAILED:
                self._errors.setdefault(finding.place, number)
            for place in _removed(finding):
                span = extent(place)
                removals.setdefault(place.file, []).append(
                    _Removal(span.start, span.end, level, number)
                )
            if finding.code == UNKNOWN and finding.fix is not None:
                for edit in finding.fix.edits:
                    named = finding.contract, quote(edit.text.strip("'\""))
                    self._restored.setdefault(named, []).append((level, number))
        self._removals = {file: _Removals(some) for file, some in removals.items()}

    def causes(self, finding: Diagnostic) -> Iterator[int]:
        """The numbers of the causes of a finding, also its own."""
        if finding.code == FAILED:
            for related in finding.related:
                if related.place in self._errors:
                    yield self._errors[related.place]
        level = SEVERITIES.index(finding.level)
        if finding.place.file in self._removals:
            for each in self._removals[finding.place.file].around(finding.place):
                if each.level <= level:
                    yield each.number
        if finding.code == UNREACHABLE:
            for name in _parts_of(finding):
                for worst, number in self._restored.get((finding.contract, str(name)), ()):
                    if worst <= level:
                        yield number


def _removed(finding: Diagnostic) -> Iterator[Place]:
    """What the fix of a finding removes."""
    if finding.fix is not None:
        yield from (each.place for each in finding.fix.edits if not each.text)


class _Removal(NamedTuple):
    """What a fix removes: from where to where, and the severity and number of its finding."""

    start: Position
    end: Position
    level: int
    number: int


class _Removals:
    """What fixes remove from one file, by where it starts."""

    def __init__(self, removals: Iterable[_Removal]) -> None:
        self._all = sorted(
            removals, key=lambda each: (each.start, -each.end.line, -each.end.column)
        )
        self._starts = [each.start for each in self._all]
        self._farthest = list(accumulate((each.end for each in self._all), max))

    def around(self, place: Place) -> Iterator[_Removal]:
        """Those that a place is inside, and not the same; what is around all others first."""
        return reversed([*self._around(place)])

    def _around(self, place: Place) -> Iterator[_Removal]:
        start, end = extent(place)
        for at in range(bisect_right(self._starts, start) - 1, -1, -1):
            if self._farthest[at] < end:
                return
            each = self._all[at]
            if each.end >= end and (each.start, each.end) != (start, end):
                yield each


def _alike(finding: Diagnostic) -> tuple[Hashable, ...]:
    """What findings have in common that have one cause."""
    proof = finding.proof
    reason = _NAMES.sub("", proof.reason) if proof else ""
    verdict = (proof.status, proof.method, reason) if proof else None
    raised = tuple(each.message for each in finding.explains if each.raised)
    remedy = _NAMES.sub("", finding.help).partition(REASON)[0]
    said = (finding.level, finding.confidence, remedy, finding.finding.holding)
    return (*_saying(finding), *said, verdict, raised)


def _rule(finding: Diagnostic) -> tuple[str, str]:
    return finding.code, finding.name


def _saying(finding: Diagnostic) -> tuple[str, ...]:
    """The rule and the sentence of a finding, without the names in it."""
    message = finding.message
    template = message.template if isinstance(message, Message) else ""
    # A sentence that another part has made has no words of its own.
    own = any(character.isalpha() for character in template)
    return finding.code, finding.name, template if own else message


def _size(group: Group) -> int:
    return sum(len(fold.findings) for fold in group.folds)
