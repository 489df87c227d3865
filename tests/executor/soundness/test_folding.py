"""What follows from something else is not told: mending that shows the rest."""

from __future__ import annotations

from executor.soundness.looking import told
from executor.soundness.toys import place, toy
from phaselint.dialects.records import Element


def way(phase: str, *targets: str) -> Element:
    name = f"{phase} to {' '.join(targets)}"
    return Element(name, phase, name, "taken", place(phase), targets=targets)


def test_a_dead_way_hides_the_phases_behind_it_and_their_ways() -> None:
    found = toy("a: end -> z*\n b: \n c: ", way("a", "b"), way("b", "c"))
    assert told(found) == ["a to b is never taken"]


def test_phases_that_nothing_dead_leads_to_are_told_by_the_first() -> None:
    assert told(toy("a: end -> z*\n c: \n b: ", way("b", "c"))) == ["`b` is never entered"]


def test_of_phases_that_lead_to_each_other_one_is_told() -> None:
    assert told(toy("a: end -> z*\n b: \n c: ", way("b", "c"), way("c", "b"))) == [
        "`b` is never entered"
    ]


def test_islands_are_told_apart() -> None:
    assert told(toy("a: end -> z*\n b: \n c: ")) == [
        "`b` is never entered",
        "`c` is never entered",
    ]


def test_a_dead_way_out_of_a_phase_with_a_fault_is_not_told() -> None:
    found = toy("a: on -> b, end -> z*\n b: bad -> b.x!, end -> z*", way("b", "c"))
    assert told(found) == ["B.X at b sometimes: on bad"]


def test_a_dead_way_out_of_a_trap_is_not_told() -> None:
    found = toy("a: on -> b, end -> z*\n b: round -> b", way("b", "z"))
    assert told(found) == ["trap b by a choice: on"]


def test_a_phase_that_is_not_entered_may_follow_from_a_fault() -> None:
    assert told(toy("a: bad -> x!, end -> z*\n c: ")) == ["X at x sometimes: bad"]


def test_a_success_is_missed_only_where_nothing_else_is_wrong() -> None:
    success = Element("success of b", "b", "`b`", "passed", place("b"), success=True)
    assert told(toy("a: on -> b, end -> z*\n b: end -> z*", success)) == ["`b` is never passed"]
    assert told(toy("a: on -> b, end -> z*\n b: bad -> b.x!", success)) == [
        "B.X at b sometimes: on bad"
    ]
