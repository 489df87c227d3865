"""Which fixes are made in one go, and which of them stand or fall together."""

from __future__ import annotations

from bisect import bisect_left, insort

from phaselint.document.changes import changes_of, overlap
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from phaselint.document.bypath import DocumentsByPath
    from phaselint.document.changes import Change, Changes
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Safety

SAFE: frozenset[Safety] = frozenset({"safe"})
UNSAFE: frozenset[Safety] = frozenset({"safe", "unsafe"})
"""What `--unsafe-fixes` allows."""


class Group(NamedTuple):
    """Fixes of contracts and files that have to do with one another: what each is for, and
    the changes of all by path."""

    contracts: frozenset[str]
    findings: tuple[Diagnostic, ...]
    changes: Mapping[str, Changes]


def fixable(finding: Diagnostic, allowed: Collection[Safety]) -> bool:
    """Tell whether a finding brings edits that may be made."""
    fix = finding.fix
    return fix is not None and bool(fix.edits) and fix.safety in allowed


def choose(findings: Iterable[Diagnostic], documents: DocumentsByPath) -> tuple[Group, ...]:
    """Choose fixes that do not overlap, by the order of findings, and sort them into groups.

    A fix is taken as a whole or not at all. Two that make the very same changes are one. What
    is left out can be taken once the others are made.
    """
    taken: dict[str, list[Change]] = {}
    chosen: list[_Chosen] = []
    for finding in findings:
        changes = changes_of(finding.fix, documents) if finding.fix else None
        if changes is None:
            continue
        each = [(path, change) for path, some in changes.items() for change in some]
        new = [(path, change) for path, change in each if change not in _near(taken, path, change)]
        if any(overlap(*pair) for pair in _pairs(taken, new)):
            continue
        for path, change in new:
            insort(taken.setdefault(path, []), change)
        chosen.append(_Chosen(finding, changes))
    return _grouped(chosen)


class _Chosen(NamedTuple):
    """A finding and what its fix changes."""

    finding: Diagnostic
    changes: Mapping[str, Changes]

    @property
    def keys(self) -> list[tuple[str, str]]:
        """What ties it to other fixes: its files and its contract."""
        files = [("file", path) for path in self.changes]
        contract = self.finding.contract
        return [*files, ("contract", contract)] if contract else files


def _near(taken: Mapping[str, list[Change]], path: str, change: Change) -> list[Change]:
    """The changes of a file that one could overlap, as those do not overlap themselves."""
    some = taken.get(path, [])
    at = bisect_left(some, change)
    return some[max(at - 1, 0) : at + 2]


def _pairs(
    taken: Mapping[str, list[Change]], new: Iterable[tuple[str, Change]]
) -> Iterator[tuple[Change, Change]]:
    """New changes in addition to those that are near."""
    for path, change in new:
        yield from ((change, other) for other in _near(taken, path, change))


def _grouped(chosen: Sequence[_Chosen]) -> tuple[Group, ...]:
    """Put together what shares a contract or a file, in the order of the first of each."""
    leaders: dict[tuple[str, str], tuple[str, str]] = {}

    def leader(key: tuple[str, str]) -> tuple[str, str]:
        while leaders.setdefault(key, key) != key:
            key = leaders[key]
        return key

    for each in chosen:
        first, *others = each.keys
        for other in others:
            leaders[leader(other)] = leader(first)
    groups: dict[tuple[str, str], list[_Chosen]] = {}
    for each in chosen:
        groups.setdefault(leader(each.keys[0]), []).append(each)
    return tuple(map(_group, groups.values()))


def _group(chosen: Sequence[_Chosen]) -> Group:
    changes: dict[str, set[Change]] = {}
    for each in chosen:
        for path, some in each.changes.items():
            changes.setdefault(path, set()).update(some)
    return Group(
        frozenset(each.finding.contract for each in chosen if each.finding.contract),
        tuple(each.finding for each in chosen),
        {path: tuple(sorted(some)) for path, some in changes.items()},
    )
