"""Which runs are compared with which.

Runs that only one version has are looked for among all of its runs and all of the other. What a
runtime does in parallel has no order of its own. So where two versions list it in different orders,
the other one takes these steps in the order of the one whose runs are looked at: what differs in
nothing but this order isn't a difference.
"""

from __future__ import annotations

from phaselint.behavior.difference.comparing import Compared, compare
from phaselint.behavior.difference.party import Party
from phaselint.dialects.acts import Order
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaselint.behavior.difference.comparing import Side
    from phaselint.behavior.difference.words import Renaming


class Facing(NamedTuple):
    """The version whose runs are looked at for those of one side, and the one without them."""

    own: Party
    other: Party


class Both(NamedTuple):
    """The two comparisons of two versions.

    Attributes:
        sides: what is compared for each side.
        alike: whether the same two are compared for both: one look is enough then.
    """

    sides: Mapping[Side, Facing]
    alike: bool

    def compared(self, bound: int) -> Compared:
        """Compare all runs; `bound` counts pairs."""
        new, gone = self.sides["new"], self.sides["gone"]
        if self.alike:
            return compare(new.other.net, new.own.net, bound)
        one, two = (
            compare(new.other.net, new.own.net, bound),
            compare(gone.own.net, gone.other.net, bound),
        )
        turnings = (
            *(each for each in one.turnings if each.side == "new"),
            *(each for each in two.turnings if each.side == "gone"),
        )
        lengths = [each.length for each in (one, two) if each.reason]
        reason = one.reason or two.reason
        return Compared(turnings, one.pairs + two.pairs, reason, min(lengths, default=0))


def facing(before: Party, after: Party, renaming: Renaming) -> Both:
    """What is compared of two versions; what is renamed counts as the same."""
    old, new = _renamed(before.version.orders, renaming.phases), after.version.orders
    alike = old == new or not any(_conflict(one, two) for one in old for two in new)
    if alike:
        return Both({"new": Facing(after, before), "gone": Facing(before, after)}, alike)
    former = {name: old_name for old_name, name in renaming.phases.items()}
    return Both(
        {
            "new": Facing(after, _reordered(before, _renamed(new, former))),
            "gone": Facing(before, _reordered(after, old)),
        },
        alike,
    )


def _renamed(orders: Iterable[Order], names: Mapping[str, str]) -> tuple[Order, ...]:
    return tuple(
        Order(names.get(after, after), way, tuple(names.get(name, name) for name in some))
        for after, way, some in orders
    )


def _reordered(party: Party, orders: Sequence[Order]) -> Party:
    return Party(party.version.in_orders(orders), party.spell)


def _conflict(one: Order, two: Order) -> bool:
    """Whether two orders put the same in different ones."""
    here, there = {*one.names}, {*two.names}
    shared = [name for name in one.names if name in there]
    return shared != [name for name in two.names if name in here]
