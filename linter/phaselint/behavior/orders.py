"""Acts that a runtime does side by side, in every order that may be.

Acts of one thread keep their order, and those of no thread are before or after all others. What was
done in a thread and not yet put in order waits in a queue: to put it off is to let other threads go
first.
"""

from __future__ import annotations

from phaselint.policies.automaton import MET
from phaselint.vocabulary.generic import Generic
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    E = TypeVar("E")
else:
    E = object

ASKED = -1
"""The thread of turns where threads go on from step to step: to ask a model is no barrier."""


MOST_WAITING = 6
"""How many acts may wait in the threads of an order that is explored."""


class TooMany(Exception):
    """More acts wait than orders are looked at for."""


class Line(NamedTuple, Generic[E]):
    """An order so far: the state of a machine after it, and what waits, by threads."""

    state: int
    queues: tuple[tuple[int, tuple[E, ...]], ...] = ()


if TYPE_CHECKING:
    Lines = dict[Line[E], tuple[E, ...]]
    """Orders, each with what was done in the last stretch of them."""


class Orders(Generic[E]):
    """Lets a machine run over acts in every order.

    `step` leads from a state by an act to a state, `looked_at` says whether the machine looks at
    an act, and `most` how many equal acts one after the other make a difference.
    """

    def __init__(
        self,
        step: Callable[[int, E], int],
        looked_at: Callable[[E], bool],
        most: int = 0,
    ) -> None:
        self._step = step
        self._looked_at = looked_at
        self._most = most

    def after(self, lines: Lines[E], acts: Iterable[tuple[int, E]]) -> Lines[E]:
        """The orders after further acts, each with its thread. Raises TooMany where `most` is given
        and more than `MOST_WAITING` acts wait."""
        for thread, act in acts:
            lines = self._one(lines, thread, act)
        return lines

    def closed(self, lines: Lines[E]) -> Lines[E]:
        """The orders in which all is done that waited."""
        return {line: told for line, told in self._drained(lines).items() if not line.queues}

    def _one(self, lines: Lines[E], thread: int, act: E) -> Lines[E]:
        if not thread:
            found: Lines[E] = {}
            for line, told in self.closed(lines).items():
                found.setdefault(line._replace(state=self._stepped(line.state, act)), (*told, act))
            return found
        found = {}
        for line, told in lines.items():
            waiting = dict(line.queues).get(thread, ())
            if not waiting:
                found.setdefault(line._replace(state=self._stepped(line.state, act)), (*told, act))
            if waiting or self._looked_at(act):
                found.setdefault(self._put(line, thread, (*waiting, act)), told)
        return self._drained(found)

    def _stepped(self, state: int, act: E) -> int:
        return state if state < 0 else self._step(state, act)

    def _put(self, line: Line[E], thread: int, queue: tuple[E, ...]) -> Line[E]:
        """An order in which a thread waits with some acts, of which equal ones that make no
        difference are left out."""
        most = self._most
        if most and len(queue) > most and len(set(queue[-most - 1 :])) == 1:
            queue = queue[:-1]
        rest = [each for each in line.queues if each[0] != thread]
        if most and len(queue) + sum(len(each) for _, each in rest) > MOST_WAITING:
            raise TooMany
        both = sorted((*rest, (thread, queue))) if queue else rest
        return line._replace(queues=tuple(both))

    def _drained(self, lines: Lines[E]) -> Lines[E]:
        """Orders, with those in which some of what waits is done."""
        found = dict(lines)
        waiting = [line for line in found if line.queues]
        while waiting:
            line = waiting.pop()
            for thread, (act, *rest) in line.queues:
                told = (*found[line], act)
                while rest and not self._looked_at(rest[0]):
                    told = (*told, rest.pop(0))
                put = self._put(line, thread, tuple(rest))
                further = put._replace(state=self._stepped(line.state, act))
                if further not in found:
                    found[further] = told
                    if further.queues:
                        waiting.append(further)
        return found


def met(lines: Iterable[Line[E]]) -> bool:
    """Whether one of some orders has reached `MET`."""
    return any(line.state == MET for line in lines)
