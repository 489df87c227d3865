"""What becomes of each thing that a contract declares: a run uses it, a finding is about it, or it
is not decided."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable

    from phaselint.dialects.records import Doubt, Element


class Census(NamedTuple):
    """The ids of all declared elements, each in one of three: runs were found that use it; none
    does, of which it or what leads to it is reported; it isn't known."""

    used: frozenset[Hashable] = frozenset()
    reported: frozenset[Hashable] = frozenset()
    undecided: frozenset[Hashable] = frozenset()

    @property
    def tally(self) -> Tally:
        """How many there are of each."""
        return Tally(*map(len, self))


class Tally(NamedTuple):
    """How many declared elements some run uses, how many are reported, and of how many it is not
    decided; how many conditions aren't read in full, which routers needn't obey; and in how many
    states the checker of the certificate has taken responses, and in how many of these it had to
    take those of the exploration."""

    used: int = 0
    reported: int = 0
    undecided: int = 0
    unread: int = 0
    stepped: int = 0
    borrowed: int = 0


def census(
    elements: Iterable[Element],
    used: Collection[Hashable],
    doubts: Iterable[Doubt],
    *,
    stopped: bool,
) -> Census:
    """What becomes of elements. Where exploration stopped early, nothing is known of those that no
    run was found to use."""
    unknown: frozenset[Hashable] = frozenset().union(*(each.elements for each in doubts))
    ids = dict.fromkeys(each.id for each in elements)
    left = [each for each in ids if each not in used]
    open_ones = frozenset(each for each in left if stopped or each in unknown)
    return Census(
        frozenset(each for each in ids if each in used),
        frozenset(each for each in left if each not in open_ones),
        open_ones,
    )
