"""A policy as the table of a guard: which acts it looks at, by the names that a harness shows, and
which state follows each of them."""

from __future__ import annotations

from phaselint.dialects.acts import START
from phaselint.policies.automaton import (
    FIRST,
    FIRST_TRIED,
    MET,
    SECOND,
    SECOND_TRIED,
    SETTLED,
    THIRD,
    letter,
    machine,
)
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaselint.policies.automaton import Machine
    from phaselint.policies.policy import Policy

STOP = -1
"""What a violation is in a table."""

MOST_STATES = 1000
"""The states of a table, so its file stays readable."""

ALL = FIRST_TRIED | FIRST | SECOND_TRIED | SECOND | THIRD

_LAST = (MET, SETTLED)
"""The states that nothing leads out of."""


class Row(NamedTuple):
    """Acts that a policy looks at.

    Attributes:
        kind: the kind of the act, as the guard sees it: `tool`, `agent`, `skill` or `node`.
        how: `is` for a name, `like` for a glob.
        name: the name or glob.
        agent: the only agent whose acts are meant; empty for any.
        done: the places of the policy that such an act fills if it succeeds, as bits.
        failed: the same if it fails.
    """

    kind: str
    how: str
    name: str
    agent: str
    done: int
    failed: int


class Table(NamedTuple):
    """A policy as a guard has it.

    Attributes:
        policy: the policy.
        acts: the acts that it looks at.
        next: for each state, the states that follow it, by the places that an act fills; an act
            that isn't listed leaves the state as it is.
        start: the state of a run that has only started.
        open: the states in which a run must not end.
    """

    policy: Policy
    acts: tuple[Row, ...]
    next: tuple[Mapping[int, int], ...]
    start: int = 0
    open: frozenset[int] = frozenset()


class Automaton(NamedTuple):
    """The states of a policy: `next`, `start` and `open` as a table has them."""

    next: tuple[Mapping[int, int], ...]
    start: int
    open: frozenset[int]


def judge(found: Machine) -> Callable[[int, int], int]:
    """What follows a state of a machine by an act, as a guard judges it: `MET` also where the run
    can only end by violating the policy, such as by the second act of `every-run` with `before` if
    the first wasn't done."""
    lost = _lost(found)

    def after(state: int, mark: int) -> int:
        following = state if state in _LAST or not mark else found.step(state, mark)
        return MET if following in lost else following

    return after


def _lost(found: Machine) -> frozenset[int]:
    """The open states that lead to open ones alone."""
    marks = _marks(found)

    def reached(start: int) -> set[int]:
        states, waiting = {start}, [start]
        while waiting:
            state = waiting.pop()
            for after in () if state in _LAST else {found.step(state, mark) for mark in marks}:
                if after not in states:
                    states.add(after)
                    waiting.append(after)
        return states

    return frozenset(state for state in found.open if reached(state) <= found.open)


def _marks(found: Machine) -> list[int]:
    return [each for each in range(1, ALL + 1) if each & found.mask == each]


def automaton(policy: Policy) -> Automaton | None:
    """The states of a policy; none where there are more than a file should have. They are numbered
    in the order in which they are reached."""
    found = machine(policy)
    following, marks = judge(found), _marks(found)
    numbers: dict[int, int] = {found.start: 0}
    rows: list[Mapping[int, int]] = []
    waiting = [found.start]
    for state in waiting:
        row: dict[int, int] = {}
        for mark in marks:
            after = following(state, mark)
            if after == MET:
                row[mark] = STOP
            elif after != state:
                if after not in numbers:
                    numbers[after] = len(numbers)
                    waiting.append(after)
                row[mark] = numbers[after]
        rows.append(row)
        if len(numbers) > MOST_STATES:
            return None
    begun = following(found.start, letter(policy, START) & found.mask)
    if begun == MET:
        return None
    open_ = frozenset(numbers[state] for state in found.open if state in numbers)
    return Automaton(tuple(rows), numbers[begun], open_)


def pruned(
    rows: tuple[Mapping[int, int], ...], acts: tuple[Row, ...]
) -> tuple[Mapping[int, int], ...]:
    """The same for just the letters that acts with these rows can be."""
    marks = {0}
    for act in acts:
        marks |= {mark | bits for mark in marks for bits in (act.done, act.failed)}
    return tuple({mark: to for mark, to in row.items() if mark in marks} for row in rows)
