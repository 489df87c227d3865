"""Timing pieces of work against each other.

The pieces take turns, and ratios are formed within each round: whatever slows the machine down
for a while slows all of them.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Times = dict[str, list[float]]


def race(works: Mapping[str, Callable[[], object]], rounds: int) -> Times:
    """Give the seconds each piece of work took in each round."""
    times: Times = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            begin = perf_counter()
            work()
            times[name].append(perf_counter() - begin)
    return times


def ratio(times: Mapping[str, Sequence[float]], name: str, base: str) -> float:
    """Give the median over the rounds of how many times `base` a piece of work cost."""
    return median(a / b for a, b in zip(times[name], times[base], strict=True))
