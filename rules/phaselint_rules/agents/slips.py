"""Misspelled names of tools (reference §4.2)."""

from __future__ import annotations

from functools import cache

from phaselint.dialects.agents.enabling import aliases, enabling
from phaselint.dialects.agents.tables import claude
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import distance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

SHORTEST = 4
"""The minimum length of both names if they differ in more than case."""

LONG = 6
"""The length from which two edits count as a misspelling, not just one."""


class Names(NamedTuple):
    """Known names with their meanings, prepared for lookup."""

    known: Mapping[str, Hashable]
    lower: Mapping[str, str]
    by_length: Mapping[int, tuple[tuple[str, int], ...]]


def names_in(known: Mapping[str, Hashable]) -> Names:
    """Prepare the names of a mapping for `slip`: by their lower case, and by their length with the
    letters of each."""
    rows: dict[int, list[tuple[str, int]]] = {}
    for each in sorted(known):
        if len(each) >= SHORTEST:
            rows.setdefault(len(each), []).append((each, _letters(each)))
    lower = {each.lower(): each for each in reversed([*known])}
    return Names(known, lower, {length: tuple(row) for length, row in rows.items()})


def of_vscode(name: str) -> str | None:
    """The intended name in VS Code."""
    return slip(name, _of_vscode())


def of_copilot(name: str) -> str | None:
    """The intended name in the Copilot runtime's documentation."""
    return slip(name, _of_copilot())


def of_claude(name: str) -> str | None:
    """The intended tool of Claude Code."""
    return slip(name, _of_claude())


def slip(name: str, names: Names) -> str | None:
    """The one intended name; None if several similar names have different meanings."""
    same = names.lower.get(name.lower())
    if same is not None or len(name) < SHORTEST:
        return same
    limit = 3 if len(name) >= LONG else 2
    apart = {each: distance(name, each, limit) for each in _may_be(name, names, limit - 1)}
    near = [each for each, edits in apart.items() if edits < limit]
    if len({names.known[each] for each in near}) != 1:
        return None
    return min(near, key=lambda each: (apart[each], each))


def _may_be(name: str, names: Names, edits: int) -> Iterator[str]:
    """The names within so many edits: each edit changes the length by one, and the letters found in
    only one of both by two. Measuring all takes a hundred times as long."""
    letters = _letters(name)
    for length in range(len(name) - edits, len(name) + edits + 1):
        for each, others in names.by_length.get(length, ()):
            if (letters ^ others).bit_count() <= 2 * edits:
                yield each


def _letters(name: str) -> int:
    """A set of the letters of a name, as bits; some letters share one."""
    found = 0
    for each in name:
        found |= 1 << (ord(each) % 64)
    return found


@cache
def _of_vscode() -> Names:
    return names_in(enabling())


@cache
def _of_copilot() -> Names:
    return names_in(aliases())


@cache
def _of_claude() -> Names:
    accepted = (name for name, former in claude.FORMER.items() if former.accepted)
    return names_in({each: each for each in (*claude.PRESENT, *accepted, *claude.UNLISTED)})
