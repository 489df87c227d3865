"""A part of `Runtime`: the cost of runs, in the dialect's units."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Choice, Event


class Costing:
    """The cost of runs. By default, the number of model calls."""

    units: tuple[str, ...] = ("model calls",)
    """The units counted, in the plural; `costs` and `begun_costs` have one number for each."""

    def costs(
        self,
        before: Any,  # noqa: ARG002 - for overriding
        choice: Choice,
        after: Any,  # noqa: ARG002 - for overriding
        events: Sequence[Event],  # noqa: ARG002 - for overriding
    ) -> Sequence[int]:
        """What a step by one of `act_choices` costs, from a state to a state and by its events. Of
        steps between states with the same `act_key`s and with the same acts, one must stand for
        all."""
        return (int(choice.decider == "model"),)

    def begun_costs(self, state: Any) -> Sequence[int]:  # noqa: ARG002 - for overriding
        """What a run has cost in the state that `start` gives; by default nothing."""
        return (0,) * len(self.units)

    def cost_start(self, state: Any) -> Any:
        """The state of a start without those limits that the contract does not set, and that only
        options of the executor have; by default all count."""
        return state

    counts_apart = False
    """Whether `cost_limits` has all run-wide limits, these do nothing but end runs, and `act_key`
    tells apart what was spent of each as long as some is left. There is then a state with limits
    for each state without them in which a run goes on, and each of these amounts that it can have
    spent there."""

    def cost_limits(self, state: Any) -> Mapping[str, int]:  # noqa: ARG002 - for overriding
        """By unit, what the limits of a run allow at most, as far as a limit counts just that unit;
        nothing by default."""
        return {}
