"""Answers that were taken, for those that are taken again where bounded edges are used up."""

from __future__ import annotations

from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.records import Event
    from phaselint.dialects.sweny.running.results import Answer
    from phaselint.dialects.sweny.running.session import State


class Taken(NamedTuple):
    """An answer that was taken in a state, what it led to, and what happened."""

    answer: Answer
    after: State
    events: tuple[Event, ...]


class Kept:
    """The answers that were taken in the state that was asked about last."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._taken: dict[int, Taken] = {}

    def of(self, state: State, answer: Answer) -> Taken | None:
        """What came of an answer, if it was taken in a state."""
        taken = self._taken.get(id(answer)) if self._state is state else None
        return taken if taken is not None and taken.answer is answer else None

    def keep(self, state: State, taken: Taken) -> tuple[State, tuple[Event, ...]]:
        """Keep what came of an answer; gives that."""
        if self._state is not state:
            self._state, self._taken = state, {}
        self._taken[id(taken.answer)] = taken
        return taken.after, taken.events


def is_bounded(state: State, events: Sequence[Event]) -> bool:
    """Whether a step from a state, in which this happened, has asked where to go on from a node
    with a bounded edge: from that of the state, and from those that it has finished."""
    nodes = {state.node, *(event.phase for event in events if event.kind == "node:exit")}
    return any(edge.most for node in nodes for edge in state.law.out.get(node, ()))
