"""What a sibling does by itself, worked out once for all states in which it is the same: what an
answer makes of it, how it can be answered, and what tells its states apart (reference R35–R39).

States of a fan-out are made of those of its siblings, so there are many more of them. Executions
and answers are told apart by their identity, since what is kept gives the same objects again.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable

    from phaselint.dialects.records import Choice, Event
    from phaselint.dialects.stud.running.session import Answer, Execution, Law, State, Waiting

    Taken = tuple[Execution, Answer, Execution, Waiting | None, tuple[Event, ...]]
    """What came of an answer: the execution and the answer, so that both are kept, what became of
    the execution, what it waits for, and what happened."""

MOST = 20_000
"""How many answers are kept; runs that go round a fan-out begin it anew each time."""


class Beside:
    """The known facts about siblings, in runs without a world of their own."""

    __slots__ = ("_choices", "_keys", "_taken")

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], Taken] = {}
        self._choices: dict[int, tuple[Execution, tuple[Choice, ...]]] = {}
        self._keys: dict[int, tuple[Execution, Hashable]] = {}

    def taken(self, execution: Execution, answer: Answer) -> Taken | None:
        """What came of an answer; none where it was not taken."""
        return self._taken.get((id(execution), id(answer)))

    def keep(self, taken: Taken) -> None:
        """Keep what came of an answer."""
        if len(self._taken) >= MOST:
            self._taken.clear()
        self._taken[id(taken[0]), id(taken[1])] = taken

    def choices(self, execution: Execution) -> tuple[Choice, ...] | None:
        """How one can be answered that waits for an answer; none where nobody has asked."""
        found = self._choices.get(id(execution))
        return None if found is None else found[1]

    def keep_choices(self, execution: Execution, choices: tuple[Choice, ...]) -> None:
        """Keep how one can be answered."""
        if len(self._choices) >= MOST:
            self._choices.clear()
        self._choices[id(execution)] = (execution, choices)

    def key(self, execution: Execution) -> Hashable | None:
        """What tells one apart by what is done; none where nobody has asked."""
        found = self._keys.get(id(execution))
        return None if found is None else found[1]

    def keep_key(self, execution: Execution, key: Hashable) -> None:
        """Keep what tells one apart."""
        if len(self._keys) >= MOST:
            self._keys.clear()
        self._keys[id(execution)] = (execution, key)


def beside(state: State) -> Beside | None:
    """The known facts about the siblings that run; none where none do, or a world has a say."""
    fan = state.fork
    return None if fan is None or fan.joining else _of(state.law)


def _of(law: Law) -> Beside | None:
    """The known facts under a law; siblings depend on nothing else of it."""
    if law.memo is None or law.memo.beside is None:
        return None
    key = (law.asked, law.registry)
    found = law.memo.beside.get(key)
    if found is None:
        found = law.memo.beside[key] = Beside()
    return found
