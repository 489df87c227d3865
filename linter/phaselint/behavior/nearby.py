"""What is done close together: since the last answer of the model began, in one phase. It tells
what is plain to see from what is not, and nothing else depends on it."""

from __future__ import annotations

from collections import deque

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.behavior.deeds import Deed, Graph


class Nearby(NamedTuple):
    """What was surely done in the same phase since the last answer began, as sets of acts.

    Attributes:
        acts: when each act is done; all for one that is never done.
        states: in each state in the middle of an answer; nothing in the others, in which the model
            is asked.
    """

    acts: tuple[int, ...]
    states: tuple[int, ...]


def nearby(graph: Graph, size: int, phases: int) -> Nearby:
    """What is done close together in a graph over so many acts, of which some enter a phase."""
    every = (1 << size) - 1
    known = _known(graph, phases)
    near = [every] * size
    asked: set[int] = set()
    left: set[int] = set()
    for deed, _ in graph.starts:
        _meet(near, deed, 0, phases)
    for source, deed, _, _ in graph.steps:
        _meet(near, deed, known[source], phases)
        (asked if deed.turned else left).add(source)
    middle = left - asked
    states = tuple(each if number in middle else 0 for number, each in enumerate(known))
    return Nearby(tuple(near), states)


def _known(graph: Graph, phases: int) -> Sequence[int]:
    """For each state what was surely done before it since the last answer or phase began."""
    out: list[list[tuple[Deed, int]]] = [[] for _ in graph.offered]
    for source, deed, target, _ in graph.steps:
        out[source].append((deed, target))
    found: list[int | None] = [None] * len(out)
    waiting: deque[int] = deque()

    def meet(state: int, known: int) -> None:
        old = found[state]
        new = known if old is None else old & known
        if new != old:
            found[state] = new
            waiting.append(state)

    for deed, state in graph.starts:
        meet(state, _after(deed, 0, phases))
    while waiting:
        state = waiting.popleft()
        for deed, target in out[state]:
            meet(target, _after(deed, found[state] or 0, phases))
    return [each or 0 for each in found]


def _after(deed: Deed, known: int, phases: int) -> int:
    known = 0 if deed.turned else known
    for number, counts, _ in deed.parts:
        known = _then(known, number, counts, phases)
    return known


def _meet(near: list[int], deed: Deed, known: int, phases: int) -> None:
    known = 0 if deed.turned else known
    for number, counts, _ in deed.parts:
        near[number] &= known
        known = _then(known, number, counts, phases)


def _then(known: int, number: int, counts: bool, phases: int) -> int:
    bit = 1 << number
    return 0 if bit & phases else known | (bit if counts else 0)
