"""Names of tools that are slips of others (reference §4.2)."""

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
"""Letters that both names have at least, if they differ by more than case."""

LONG = 6
"""Letters from which on two edits are a slip, and not one alone."""


class Names(NamedTuple):
    """Names that may be meant, each with what it stands for, and where one is looked up."""

    known: Mapping[str, Hashable]
    lower: Mapping[str, str]
    by_length: Mapping[int, tuple[tuple[str, frozenset[str]], ...]]


def names_in(known: Mapping[str, Hashable]) -> Names:
    """Prepare the names of a mapping for `slip`: by their lower case, and by their length with the
    letters of each."""
    rows: dict[int, list[tuple[str, frozenset[str]]]] = {}
    for each in sorted(known):
        if len(each) >= SHORTEST:
            rows.setdefault(len(each), []).append((each, frozenset(each)))
    lower = {each.lower(): each for each in reversed([*known])}
    return Names(known, lower, {length: tuple(row) for length, row in rows.items()})


def of_vscode(name: str) -> str | None:
    """The name of VS Code's that is meant."""
    return slip(name, _of_vscode())


def of_copilot(name: str) -> str | None:
    """The name that the Copilot runtime documents which is meant."""
    return slip(name, _of_copilot())


def of_claude(name: str) -> str | None:
    """The tool of Claude Code that is meant."""
    return slip(name, _of_claude())


def slip(name: str, names: Names) -> str | None:
    """The one name that is meant; none where several are near that stand for different things."""
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
    """The names that may be so many edits away at most: each edit changes the length by one, and
    two of the letters that only one of both has. Measuring all takes a hundred times as long."""
    letters = frozenset(name)
    for length in range(len(name) - edits, len(name) + edits + 1):
        for each, others in names.by_length.get(length, ()):
            if len(letters ^ others) <= 2 * edits:
                yield each


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
