"""What an exploration shows to be wrong: each kind, what each grade of a choice is good for, and
what is left to say of an exploration that was cut off."""

from __future__ import annotations

from executor.soundness.looking import claimed, told
from executor.soundness.toys import place, toy
from phaselint.dialects.records import Element


def way(phase: str, answer: str, *targets: str) -> Element:
    return Element((phase, answer), phase, answer, "taken", place(phase, answer), targets=targets)


class TestFailingRuns:
    def test_the_shortest_is_told_once_for_each_phase_and_code(self) -> None:
        found = toy("""
            a: on -> b, off -> z*
            b: go -> b.late, bad -> x!, end -> z*
            b.late: bad -> x!, worse -> y!
        """)
        assert told(found) == ["X at x sometimes: on bad", "Y at y sometimes: on go worse"]

    def test_it_may_be_fair_but_not_hostile(self) -> None:
        found = toy("a: once -> x! ~fair, evil -> y! ~hostile, end -> z*")
        assert told(found) == ["X at x sometimes: once"]

    def test_what_only_hostile_choices_lead_to_is_not_told(self) -> None:
        found = toy("""
            a: evil -> b ~hostile, end -> z*
            b: on -> x!, end -> z*
        """)
        assert told(found) == []

    def test_that_no_run_completes_is_told_where_it_is_so(self) -> None:
        assert told(toy("a: on -> x!, end -> z* ~fair")) == ["X at x always: on"]

    def test_a_run_without_an_answer_may_fail(self) -> None:
        assert told(toy("x!:")) == ["X at x always: "]


class TestQuestionsWithoutAnAnswer:
    def test_nothing_satisfies_what_is_asked_for(self) -> None:
        assert told(toy("a: on -> b?, end -> z*")) == ["no answer at b: on"]

    def test_a_choice_that_takes_something_for_granted_is_no_answer(self) -> None:
        assert told(toy("a: on -> b?, end -> z*\n b?: cap -> z* ~fair")) == ["no answer at b: on"]

    def test_one_that_no_strict_run_reaches_is_not_told(self) -> None:
        for grade in ("fair", "hostile"):
            found = toy(f"a: in -> b ~{grade}, end -> z*\n b: on -> c?, end -> z*")
            assert told(found) == []

    def test_where_any_answer_would_do_it_is_a_trap(self) -> None:
        assert told(toy("a: on -> b, end -> z*")) == ["trap b by a choice: on"]


class TestTraps:
    def test_no_run_completes_after_a_choice(self) -> None:
        found = toy("""
            a: in -> b, end -> z*
            b: round -> c
            c: round -> b
        """)
        assert told(found) == ["trap b c by a choice: in"]

    def test_no_run_completes_at_all(self) -> None:
        assert told(toy("a: round -> b\n b: round -> a")) == ["trap a b by a choice: "]

    def test_a_trap_is_told_once_however_many_ways_lead_in(self) -> None:
        found = toy("""
            a: in -> b, later -> c, end -> z*
            c: in -> b.also, end -> z*
            b: round -> b
            b.also: round -> b.also
        """)
        assert told(found) == ["trap b by a choice: in"]

    def test_a_hostile_choice_leads_out_as_well(self) -> None:
        assert told(toy("a: in -> b, end -> z*\n b: evil -> z* ~hostile")) == []

    def test_only_what_a_tool_returns_leads_there(self) -> None:
        found = toy("""
            a: hold_no -> b, hold_yes -> c
            c: end -> z*
            b: round -> b
        """)
        assert told(found) == ["trap b by a result: hold_no"]

    def test_a_choice_that_always_leads_there_is_told_before(self) -> None:
        found = toy("""
            a: hold_no -> b, hold_yes -> c
            c: on -> d, end -> z*
            d: in -> b
            b: round -> b
        """)
        assert told(found) == ["trap b d by a choice: hold_yes on"]

    def test_a_fault_that_lies_behind_is_told_instead(self) -> None:
        found = toy("""
            a: in -> b, end -> z*
            b: round -> b, bad -> x!
        """)
        assert told(found) == ["X at x sometimes: in bad"]


class TestElements:
    def test_a_phase_that_no_run_enters(self) -> None:
        assert told(toy("a: end -> z*\n lost: end -> z*")) == ["`lost` is never entered"]

    def test_something_in_a_phase_that_no_run_uses(self) -> None:
        assert told(toy("a: end -> z*", way("a", "other"))) == ["other is never taken"]

    def test_a_hostile_choice_uses_it_as_well(self) -> None:
        assert told(toy("a: evil -> b ~hostile, end -> z*\n b: end -> z*")) == []

    def test_several_phases_that_have_it_are_told_once(self) -> None:
        shared = [Element(("tool",), phase, "tool", "called", place(phase)) for phase in ("a", "b")]
        assert told(toy("a: on -> b\n b: end -> z*", *shared)) == ["tool is never called"]


class TestLimits:
    FAR = """
        a: on -> b $1
        b: on -> c $1
        c: end -> z* $2
    """

    def test_the_nearest_element_beyond_is_told_with_what_it_needs(self) -> None:
        assert told(toy(self.FAR, coins=1)) == ["`c` needs 2: on on"]
        (found,) = claimed(toy(self.FAR, coins=1)).too_far
        assert [each.label for each in found.further] == ["`z`"]

    def test_what_a_limit_just_allows_is_fine(self) -> None:
        assert told(toy(self.FAR, coins=4)) == []
        assert told(toy(self.FAR, coins=3)) == ["`z` needs 4: on on end"]


def test_of_an_exploration_that_was_cut_off_only_failing_runs_are_told() -> None:
    found = toy("""
        a: on -> b, bad -> x!
        b: on -> c
        c: end -> z*
        lost: end -> z*
    """)
    assert told(found, bound=2) == ["X at x sometimes: bad"]
    assert told(found) == ["X at x sometimes: bad"]  # and what is not entered may follow from it


def test_what_is_declared_where_each_run_ends_at_once_is_told_with_that_reason() -> None:
    found = toy("a: end -> z*, bad -> x! ~hostile", way("x", "on"))
    assert told(found) == ["on is never taken"]
    (unused,) = claimed(found).unused
    assert unused.withheld == "each run that enters `x` ends there"


def test_of_a_phase_that_no_run_enters_only_itself_is_told() -> None:
    found = toy("a: end -> z*\n lost: on -> z*", way("lost", "on"))
    assert told(found) == ["`lost` is never entered"]
