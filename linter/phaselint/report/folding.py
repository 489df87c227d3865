"""Findings that say the same of several places, as one block (`text`, `--group`)."""

from __future__ import annotations

from phaselint.vocabulary.message import Message
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping
    from typing import Literal

    from phaselint.vocabulary.diagnostic import Diagnostic

    Grouping = Literal["", "rule", "contract", "cause"]


class Fold(NamedTuple):
    """A finding that is shown in full, and those that say the same of other places."""

    shown: Diagnostic
    others: tuple[Diagnostic, ...] = ()

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All of them."""
        return (self.shown, *self.others)


class Group(NamedTuple):
    """Findings that stand together under a heading; it is empty where they have none."""

    heading: str
    folds: tuple[Fold, ...]


def grouped(
    findings: Iterable[Diagnostic], by: Grouping = "", *, apart: bool = False
) -> tuple[Group, ...]:
    """Fold findings, and put them into groups, all in the order in which they first come.

    Ungrouped, and by contract, one is folded under another of its contract; by rule and by cause
    also under one of another contract. Groups by rule and by cause have the largest first. With
    `apart` nothing is folded.
    """
    fold = _apart if apart else _folded
    if not by:
        return (Group("", fold(findings, lambda each: each.contract)),)
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


def _apart(
    findings: Iterable[Diagnostic], _within: Callable[[Diagnostic], str] = lambda _: ""
) -> tuple[Fold, ...]:
    return tuple(map(Fold, findings))


def _folded(
    findings: Iterable[Diagnostic], within: Callable[[Diagnostic], str] = lambda _: ""
) -> tuple[Fold, ...]:
    """Fold what says the same, as far as `within` says the same of it as well."""
    folds: dict[Hashable, list[Diagnostic]] = {}
    for number, finding in enumerate(findings):
        key = (within(finding), *_alike(finding)) if _foldable(finding) else number
        folds.setdefault(key, []).append(finding)
    return tuple(Fold(first, tuple(others)) for first, *others in folds.values())


def _foldable(finding: Diagnostic) -> bool:
    """Whether nothing is shown of a finding but what it says and where: runs, closed ways and
    tables are never folded away."""
    witness = finding.witness
    return witness is None or not (witness.steps or witness.blocked or witness.table)


def _alike(finding: Diagnostic) -> tuple[Hashable, ...]:
    """What findings have in common that say the same."""
    proof = finding.proof
    verdict = (proof.status, proof.method, proof.reason) if proof else None
    raised = tuple(each.message for each in finding.explains if each.raised)
    said = (finding.level, finding.confidence, finding.help, finding.finding.holding)
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
