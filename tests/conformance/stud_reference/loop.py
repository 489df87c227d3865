"""Generators run side by side as an event loop runs them (reference §5.12).

A generator that yields `TICK` goes to the end of the line; one that yields a time waits for as
long on a clock that moves only when nobody is in the line.
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Generic, TypeVar

from conformance.stud_reference.thrown import Thrown
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

Value = TypeVar("Value")

TICK = 0.0


class Settled(NamedTuple, Generic[Value]):
    """How a generator came to its end: its number, when it did among the others, and what it
    returned or threw."""

    number: int
    order: int
    value: Value | None = None
    error: Thrown | None = None


def gather(
    runs: Sequence[Generator[float, None, Value]],
    settle: Callable[[Settled[Value]], None] | None = None,
) -> Generator[float, None, list[Settled[Value]]]:
    """Run all to their ends, by returning or by an error of the reference, and return how they
    came there, by number. `settle` hears of each
    when it happens. While all of them wait, this one waits for the first."""
    line = deque(range(len(runs)))
    clocks: list[tuple[float, int, int]] = []
    found: dict[int, Settled[Value]] = {}
    now, asked = 0.0, 0
    while line or clocks:
        if not line:
            time, _, number = heappop(clocks)
            if time > now:
                yield time - now
            now = max(now, time)
            line.append(number)
        number = line.popleft()
        try:
            wait = next(runs[number])
        except StopIteration as over:
            found[number] = Settled(number, len(found), over.value)
        except Thrown as error:
            found[number] = Settled(number, len(found), None, error)
        else:
            asked += 1
            if wait > TICK:
                heappush(clocks, (now + wait, asked, number))
            else:
                line.append(number)
            continue
        if settle is not None:
            settle(found[number])
    return [found[number] for number in range(len(runs))]
