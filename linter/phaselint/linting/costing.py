"""What runs of a contract cost at most, asked of its dialect, or else of its runs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaselint.behavior.costs import Bound
    from phaselint.dialects.base import Cost, Dialect
    from phaselint.dialects.reader import Reader

COST_BOUND = 10_000
"""How many states are expanded for the cost of a run where no more is asked for."""


def costs(
    dialect: Dialect, facts: Any, bound: int, reader: Reader
) -> tuple[Cost | None, tuple[Bound, ...]]:
    """What a run costs at most: as the dialect gives it itself, where it does, and as
    bounds in any case. No bounds where it isn't known what runs do, or none can begin; `bound` is
    how many states are explored."""
    from phaselint.behavior.costs import bounds, bounds_of

    if dialect.cost is not None:
        cost = dialect.cost(facts)
        return cost, bounds_of(cost) if cost else ()
    if not facts.runs_known:
        return None, ()
    from phaselint.executor.proof import proof_context

    return None, bounds(proof_context(dialect, facts, bound, reader), bound)
