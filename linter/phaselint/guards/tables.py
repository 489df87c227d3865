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
    from collections.abc import Mapping

    from phaselint.policies.automaton import Machine
    from phaselint.policies.policy import Policy

STOP = -1
"""What a violation is in a table."""

MOST_STATES = 1000
"""The states of a table, so its file stays readable."""

ALL = FIRST_TRIED | FIRST | SECOND_TRIED | SECOND | THIRD


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
    """

    policy: Policy
    acts: tuple[Row, ...]
    next: tuple[Mapping[int, int], ...]
    start: int = 0


def automaton(policy: Policy) -> tuple[tuple[Mapping[int, int], ...], int] | None:
    """The states of a policy, each with those that follow it, and the number of that in which a run
    starts; none where there are more than a file should have. The states are numbered in the order
    in which they are reached."""
    found = machine(policy)
    marks = [each for each in range(1, ALL + 1) if each & found.mask == each]
    numbers: dict[int, int] = {found.start: 0}
    rows: list[Mapping[int, int]] = []
    waiting = [found.start]
    for state in waiting:
        row: dict[int, int] = {}
        for mark in marks:
            after = _after(found, state, mark)
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
    begun = _after(found, found.start, letter(policy, START) & found.mask)
    return None if begun == MET else (tuple(rows), numbers[begun])


def _after(found: Machine, state: int, mark: int) -> int:
    return state if state == SETTLED or not mark else found.step(state, mark)


def pruned(
    rows: tuple[Mapping[int, int], ...], acts: tuple[Row, ...]
) -> tuple[Mapping[int, int], ...]:
    """The same for just the letters that acts with these rows can be."""
    marks = {0}
    for act in acts:
        marks |= {mark | bits for mark in marks for bits in (act.done, act.failed)}
    return tuple({mark: to for mark, to in row.items() if mark in marks} for row in rows)
