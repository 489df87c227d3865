"""Whether acts are those of a replayed run, against all orders that its threads allow."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import pytest

from phaselint.behavior.following import follows
from phaselint.dialects.acts import TURN, Act

if TYPE_CHECKING:
    from collections.abc import Sequence

TRIES = 300


def orders(step: Sequence[Act]) -> set[tuple[Act, ...]]:
    """Every order of the acts of one step, by trying all: what is in no thread stays where it is
    to all others, a turn has to come after the turns before it, and one at the start is first."""
    found = set()
    for order in permutations(range(len(step))):
        places = {number: at for at, number in enumerate(order)}
        ordered = [
            places[one] < places[other]
            for one in range(len(step))
            for other in range(one + 1, len(step))
            if bound(step[one], step[other]) or (one == 0 and step[one].name == TURN.name)
        ]
        if all(ordered):
            found.add(tuple(step[number] for number in order))
    return found


def bound(one: Act, other: Act) -> bool:
    """Whether two acts of a step happen in the order in which they are told."""
    free = {act.name for act in (one, other)}
    if TURN.name in free and len(free) == 2:
        return 0 in (one.thread, other.thread) and not all(
            act.thread or act.name == TURN.name for act in (one, other)
        )
    return one.thread == other.thread or 0 in (one.thread, other.thread)


def act(random: Random) -> Act:
    if random.random() < 0.15:
        return TURN
    return Act("call", random.choice("abc"), thread=random.choice((0, 0, 1, 2)))


@pytest.mark.parametrize("seed", range(TRIES))
def test_acts_of_a_step_follow_in_just_the_orders_of_its_threads(seed: int) -> None:
    random = Random(f"following:{seed}")
    step = [act(random) for _ in range(random.randint(1, 4))]
    allowed = {tuple(each.name for each in order) for order in orders(step)}
    for order in set(permutations([each.name for each in step])):
        assert (follows([step], [frozenset()], order) == "to the end") == (order in allowed)


@pytest.mark.parametrize("seed", range(TRIES))
def test_what_is_offered_may_come_at_any_time_after_its_step_and_before_the_next(seed: int) -> None:
    random = Random(f"offered:{seed}")
    steps = [[Act("enter", random.choice("pq"))] for _ in range(3)]
    free = Act("call", "x").name
    offered = [frozenset({free}) if random.random() < 0.5 else frozenset() for _ in steps]
    names = [step[0].name for step in steps]
    for at in range(len(names) + 1):
        told = [*names[:at], free, free, *names[at:]]
        fits = at > 0 and free in offered[at - 1]
        assert (follows(steps, offered, told) == "to the end") == fits
    assert follows(steps, offered, names[:2]) == "a part"


def test_threads_go_on_from_step_to_step_only_where_they_span_steps() -> None:
    steps = [[Act("call", "a", thread=1)], [Act("call", "b", thread=2)]]
    backwards = [Act("call", "b").name, Act("call", "a").name]
    nothing = [frozenset[tuple[str, str, str, str, str]]()] * 2
    assert follows(steps, nothing, backwards) == "not"
    assert follows(steps, nothing, backwards, spanning=True) == "to the end"
