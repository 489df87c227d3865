"""A real run as choices of the executor, so it can be a scenario of a script."""

from __future__ import annotations

from collections import deque

from phaselint.behavior.acting import acts_of_opening, acts_of_step, telling
from phaselint.dialects.protocol import TooManyChoices
from phaselint.dialects.records import MILDEST_FIRST
from phaselint.transcripts.automaton import SILENT, key_of
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from phaselint.dialects.acts import Act
    from phaselint.dialects.protocol import Runtime
    from phaselint.dialects.records import Choice
    from phaselint.transcripts.automaton import Key
    from phaselint.transcripts.traces import Trace

    Node = tuple[Any, int, "Node | None", Choice | None]

MOST_NODES = 50_000


class Retold(NamedTuple):
    """The choices of a run, how many of its acts they do, and whether the run they make is over."""

    choices: tuple[Choice, ...]
    acts: int
    over: bool


def in_tree(trace: Trace) -> Iterator[int]:
    """The numbers of acts with those of each called agent right after its call: the executor runs
    one after the other."""
    below: dict[int, list[int]] = {}
    top: list[int] = []
    for number in trace.in_time():
        found = trace.instances[trace.instance(number)]
        (below.setdefault(found.call, []) if found.call >= 0 else top).append(number)

    def walk(numbers: Sequence[int]) -> Iterator[int]:
        for number in numbers:
            yield number
            yield from walk(below.pop(number, ()))

    yield from walk(top)


class Retelling:
    """Finds choices of runs of a contract by their acts, of which `shows` says which logs tell."""

    def __init__(self, runtime: Runtime[Any], contract: Any, shows: Callable[[Act], bool]) -> None:
        self._runtime = runtime
        self._tell = telling(runtime, contract)
        self._shows = shows

    def found(self, start: Any, keys: Sequence[Key]) -> Retold:
        """The choices of a shortest run from a state that does some acts in their order, or as many
        of the first of them as any does."""
        best: Node = (start, 0, None, None)
        over = False
        opening = self._told(acts_of_opening(self._runtime, self._tell, start))
        count, whole = self._along(opening, keys, 0)
        if not whole:
            return Retold((), count, over=False)
        waiting: deque[Node] = deque([(start, count, None, None)])
        seen = {(self._runtime.act_key(start), count)}
        while waiting and len(seen) < MOST_NODES:
            node = waiting.popleft()
            ended = self._runtime.outcome(node[0]).kind != "running"
            if (node[1], ended) > (best[1], over):
                best, over = node, ended
            if over and best[1] == len(keys):
                break
            for further, whole in self._further(node, keys):
                if not whole:
                    best = further if further[1] > best[1] else best
                    continue
                known = (self._runtime.act_key(further[0]), further[1])
                if known not in seen:
                    seen.add(known)
                    waiting.append(further)
        return Retold(tuple(_choices(best)), best[1], over)

    def _further(self, node: Node, keys: Sequence[Key]) -> Iterator[tuple[Node, bool]]:
        """Where a run goes on from a state, and whether the whole step is what was done."""
        state, at = node[:2]
        if self._runtime.outcome(state).kind != "running":
            return
        offers = {key_of(each) for each in self._told(self._runtime.offered(state))}
        while at < len(keys) and keys[at] in offers:
            at += 1
        try:
            choices = self._runtime.act_choices(state)
        except TooManyChoices:
            return
        grades = [MILDEST_FIRST.index(self._runtime.grade(state, each)) for each in choices]
        for number in sorted(range(len(choices)), key=grades.__getitem__):
            choice = choices[number]
            after, events = self._runtime.step(state, choice)
            acts = acts_of_step(self._runtime, self._tell, choice, events, after)
            further, whole = self._along(self._told(acts), keys, at)
            if whole or further > at:
                yield (after, further, node, choice), whole

    def _told(self, acts: Sequence[Act]) -> list[Act]:
        return [each for each in acts if each.verb not in SILENT and self._shows(each)]

    @staticmethod
    def _along(acts: Sequence[Act], keys: Sequence[Key], at: int) -> tuple[int, bool]:
        """How far a run is after the acts of a step, and whether it did all of them. Acts of
        different threads may come in any order."""
        queues: dict[int, list[Key]] = {}
        for each in acts:
            queues.setdefault(each.thread, []).append(key_of(each))
        for _ in acts:
            ahead = keys[at : at + 1]
            ready = next((queue for queue in queues.values() if ahead and queue[:1] == ahead), None)
            if ready is None:
                return at, False
            ready.pop(0)
            at += 1
        return at, True


def _choices(node: Node | None) -> list[Choice]:
    found: list[Choice] = []
    while node is not None:
        if node[3] is not None:
            found.append(node[3])
        node = node[2]
    return found[::-1]
