"""All that runs of one contract do, from every start: made once, and shared by whatever asks."""

from __future__ import annotations

from phaselint.behavior.acting import ActAtlas, act_atlas
from phaselint.behavior.knownacts import known_acts
from phaselint.executor.soundness.search import settings
from phaselint.vocabulary.cached_property import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.behavior.acting import Taken
    from phaselint.dialects.acts import Act, KnownAct, Order
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import OutcomeKind
    from phaselint.executor.proof import ProofContext, RunInput


class Runs:
    """The runs of the contract on a bench, as what they do.

    Attributes:
        contract: the contract, as its dialect reads it.
        runtime: what runs it.
        bound: how many states an exploration expands.
        settings: what stands for all that runs may be started with.
        kept: what is worked out of the atlases for further questions, by its maker's name.

    Args:
        lab: the bench.
        orders: those of another contract in which parallel steps are taken; see
            `Runtime.in_orders`.
        taken: keeps the steps of runs with run-wide limits lifted.
    """

    def __init__(
        self, lab: ProofContext[Any], orders: Sequence[Order] = (), taken: Taken | None = None
    ) -> None:
        self.contract: Any = lab.facts.contract
        self.runtime: Runtime[Any] = lab.runtime
        self.bound: int = lab.bound
        self.settings: tuple[RunInput, ...] = tuple(settings(lab))
        self.kept: dict[str, Any] = {}
        self._lab = lab
        self._orders = orders
        self._taken = taken

    @cached_property
    def starts(self) -> tuple[Any, ...]:
        """The state in which runs begin with their limits, one for each setting."""
        starts = tuple(self._lab.begin(each) for each in self.settings)
        if not self._orders:
            return starts
        return tuple(self.runtime.in_orders(each, self._orders) for each in starts)

    @cached_property
    def relaxed(self) -> tuple[Any, ...]:
        """The same states without the run-wide limits that only end runs."""
        return tuple(map(self.runtime.unlimited, self.starts))

    @cached_property
    def atlases(self) -> tuple[ActAtlas, ...]:
        """What runs do with run-wide limits lifted, one atlas for each setting."""
        return tuple(self._atlas(each, self._taken) for each in self.relaxed)

    @cached_property
    def known(self) -> tuple[KnownAct, ...]:
        """Every act that the contract's text lets its runs do, whether or not a run does it."""
        return known_acts(self.runtime, self.contract)

    @cached_property
    def done_by_limits(self) -> tuple[Act, ...]:
        """What runs may do because of a run-wide limit alone, besides ending."""
        return tuple(self.runtime.done_by_limits(self.contract)) if self.has_limits else ()

    @property
    def has_limits(self) -> bool:
        """Whether run-wide limits end any runs."""
        return self.starts != self.relaxed

    @cached_property
    def limit_ends(self) -> frozenset[OutcomeKind]:
        """How run-wide limits of the contract may end runs."""
        if not self.has_limits:
            return frozenset()
        return frozenset(kind for each in self.starts for kind in self.runtime.limited_ends(each))

    def limited(self) -> tuple[ActAtlas, ...]:
        """What runs do with their limits; made when it is first asked for."""
        if not self.has_limits:
            return self.atlases
        return self._limited

    @cached_property
    def _limited(self) -> tuple[ActAtlas, ...]:
        return tuple(self._atlas(each) for each in self.starts)

    def _atlas(self, start: Any, taken: Taken | None = None) -> ActAtlas:
        return act_atlas(self.runtime, self.contract, start, self.bound, taken)
