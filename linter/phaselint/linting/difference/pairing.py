"""Which contract of the old side is which of the new one.

Contracts of the same path are one. Of those that are left, two of one dialect are one, renamed,
where their files have the same content, or the most in common and at least half of their lines.
"""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.linting.difference.sides import Side
    from phaselint.linting.discovery import FoundContract

LEAST = 0.5
"""How much of their lines two contracts have in common that are taken for one."""

MOST_COMPARED = 4_000_000
"""How many pairs of lines are compared to find renamed contracts."""


class Pair(NamedTuple):
    """A contract on both sides; none on a side that doesn't have it."""

    old: FoundContract | None
    new: FoundContract | None


def paired(
    old: Side, new: Side, olds: Iterable[FoundContract], news: Iterable[FoundContract]
) -> list[Pair]:
    """Contracts in pairs, in the order of the new side; removed ones come last.

    Args:
        olds: the contracts of the old side that changed files may belong to.
        news: those of the new side.
    """
    before, after = _by_key(old, old.found), _by_key(new, new.found)
    keys = dict.fromkeys((*_by_key(new, news), *_by_key(old, olds)))
    both = [Pair(before.get(key), after.get(key)) for key in keys]
    gone = [each.old for each in both if each.old is not None and each.new is None]
    added = [each.new for each in both if each.new is not None and each.old is None]
    renamed = _renamed(gone, added) if gone and added else {}
    moved = {id(each) for each in renamed.values()}
    found = []
    for each in both:
        if each.new is not None and id(each.new) in renamed:
            found.append(Pair(renamed[id(each.new)], each.new))
        elif each.old is None or each.new is not None or id(each.old) not in moved:
            found.append(each)
    return sorted(found, key=lambda each: each.new is None)


def _by_key(side: Side, found: Iterable[FoundContract]) -> dict[tuple[str, str], FoundContract]:
    return {(each.dialect.name, side.path(each)): each for each in found}


def _renamed(
    gone: Sequence[FoundContract], added: Sequence[FoundContract]
) -> Mapping[int, FoundContract]:
    """For new contracts the old ones that they were, by the identity of the new ones."""
    ranked = sorted(
        (
            (-_common(_lines(one), _lines(two)), number, place)
            for number, one in enumerate(gone)
            for place, two in enumerate(added)
            if one.dialect.name == two.dialect.name
        )
    )
    found: dict[int, FoundContract] = {}
    taken: set[int] = set()
    for share, number, place in ranked:
        new = added[place]
        if -share >= LEAST and number not in taken and id(new) not in found:
            found[id(new)] = gone[number]
            taken.add(number)
    return found


def _lines(found: FoundContract) -> tuple[str, ...]:
    """The lines of a contract: of its main file, or of the files in its folder."""
    reader, target = found.workspace.reader, found.target
    folder = f"{target.folder}/" if target.folder else ""
    files = (
        [target.main]
        if target.main
        else [f"{folder}{name}" for name in reader.names(target.folder)]
    )
    texts = (reader.text(file) or "" for file in files)
    return tuple(line for text in texts for line in text.splitlines() if line.strip())


def _common(one: Sequence[str], two: Sequence[str]) -> float:
    """The share of the lines of both that both have, in one order."""
    if one == two:
        return 1.0
    if not one or not two or len(one) * len(two) > MOST_COMPARED:
        return 0.0
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, two, autojunk=False).ratio()
