from __future__ import annotations

from machine.shapes import tools
from phaselint.machine.finish import Finisher, nearness
from phaselint.machine.live import sliced
from phaselint.machine.model import State

MACHINE = tools(
    "a b z* c", ["verify@a", "go@a->b", "back@b->a", "pay@b->z", "lost@a->c"], {"pay": "verify"}
)


def test_nearness_counts_moves_to_a_terminal_phase() -> None:
    assert nearness(MACHINE) == [2, 1, 0, 4]


def test_states_that_can_still_get_what_they_lack_finish() -> None:
    finisher = Finisher(sliced(MACHINE))
    assert finisher.can_finish(State(0)) is True
    assert finisher.can_finish(State(1)) is True
    assert finisher.can_finish(State(2)) is True


def test_states_without_a_way_do_not() -> None:
    finisher = Finisher(sliced(tools("a b z*", ["go@a->b", "pay@b->z"], bans={"go": "pay"})))
    assert finisher.can_finish(State(0)) is False
    assert finisher.can_finish(State(1)) is True
    assert finisher.can_finish(State(1, bans=2)) is False


def test_what_was_found_is_remembered() -> None:
    finisher = Finisher(sliced(MACHINE), bound=5)
    assert finisher.can_finish(State(0)) is True
    assert all(finisher.can_finish(State(0, facts)) for facts in range(16))


def test_beyond_the_bound_the_answer_is_unknown() -> None:
    finisher = Finisher(sliced(MACHINE), bound=0)
    assert finisher.can_finish(State(0)) is None
    assert finisher.can_finish(State(2)) is True


def test_the_bound_holds_for_all_questions_together() -> None:
    machine = tools("a b c d", ["x@a->b", "x@b->a", "y@c->d", "y@d->c"])
    finisher = Finisher(sliced(machine), bound=2)
    assert finisher.can_finish(State(0)) is False
    assert finisher.can_finish(State(2)) is None
