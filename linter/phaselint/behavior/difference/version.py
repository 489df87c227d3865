"""One version of a contract, with its runs: the questions to it when two are compared."""

from __future__ import annotations

from phaselint.behavior.acting import Taken, act_atlas
from phaselint.behavior.difference.ended import ended
from phaselint.behavior.difference.net import net_of
from phaselint.behavior.difference.tracing import Stepper
from phaselint.behavior.runs import Runs
from phaselint.executor.soundness.search import refusal_in
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.behavior.acting import ActAtlas
    from phaselint.behavior.difference.ended import Ended
    from phaselint.behavior.difference.net import Net
    from phaselint.behavior.difference.words import Spelling
    from phaselint.dialects.acts import Order
    from phaselint.executor.proof import ProofContext, RunInput

QUICK = 2_000
"""How many states within limits are expanded to find how limits end runs."""


class Version:
    """A version of a contract on a bench.

    Attributes:
        lab: the bench.
        runs: what its runs do.

    Args:
        lab: the bench.
        orders: those of another version in which parallel steps are taken.
    """

    def __init__(self, lab: ProofContext[Any], orders: Sequence[Order] = ()) -> None:
        self.lab = lab
        self._taken = Taken()
        self.runs = Runs(lab, orders, self._taken)
        self._ended: dict[frozenset[str], Ended] = {}

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """The orders in which parallel steps are taken."""
        return tuple(self.lab.runtime.orders(self.lab.facts.contract))

    def in_orders(self, orders: Sequence[Order]) -> Version:
        """The same version with parallel steps in the orders of another one."""
        return Version(self.lab, orders)

    @cached_property
    def by_name(self) -> Version:
        """The same version with parallel steps in the order of their names, however its text lists
        them; itself where that is their order."""
        orders = tuple(each._replace(names=tuple(sorted(each.names))) for each in self.orders)
        return self if orders == self.orders else self.in_orders(orders)

    @property
    def settings(self) -> tuple[RunInput, ...]:
        """What stands for all that runs are started with."""
        return self.runs.settings

    @cached_property
    def refused(self) -> str:
        """Why the runtime refuses the contract; empty where it doesn't."""
        return refusal_in(self.lab)

    @property
    def atlases(self) -> tuple[ActAtlas, ...]:
        """All runs, with run-wide limits lifted, from each setting."""
        return self.runs.atlases

    @property
    def limited(self) -> tuple[ActAtlas, ...]:
        """All runs within the limits of the contract."""
        return self.runs.limited()

    @cached_property
    def quick(self) -> tuple[ActAtlas, ...]:
        """All runs within the limits of the contract, as far as few states tell."""
        runs, bound = self.runs, min(self.runs.bound, QUICK)
        if not runs.has_limits:
            return self.atlases
        return tuple(act_atlas(runs.runtime, runs.contract, each, bound) for each in runs.starts)

    def ended(self, wanted: frozenset[str]) -> Ended:
        """Which of some endings runs have within the limits of the contract, as far as few states
        tell."""
        if wanted not in self._ended:
            self._ended[wanted] = ended(self.runs, wanted, min(self.runs.bound, QUICK))
        return self._ended[wanted]

    def net(self, spell: Spelling, *, limited: bool = False) -> Net:
        """The runs as an automaton."""
        return net_of(self.limited if limited else self.atlases, spell)

    def stepper(self, spell: Spelling, *, limited: bool = False) -> Stepper:
        """What steps all states of the contract along acts."""
        starts = self.runs.starts if limited else self.runs.relaxed
        return Stepper(self.lab.runtime, self.lab.facts.contract, starts, spell, self._taken)
