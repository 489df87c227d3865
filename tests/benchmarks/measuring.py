"""Timing pieces of work against each other.

The pieces take turns, and ratios are formed within each round: whatever slows the machine down
for a while slows all of them.
"""

from __future__ import annotations

from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Times = dict[str, list[float]]


def by_children() -> float:
    """The seconds of processor time that processes took which this one started and waited for."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def race(
    works: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = perf_counter,
) -> Times:
    """Give the seconds each piece of work took in each round, by a clock."""
    times: Times = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            begin = clock()
            work()
            times[name].append(clock() - begin)
    return times


def ratio(times: Mapping[str, Sequence[float]], name: str, base: str) -> float:
    """Give the median over the rounds of how many times `base` a piece of work cost."""
    return median(a / b for a, b in zip(times[name], times[base], strict=True))
