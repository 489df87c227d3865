"""Which steps runs have passed before others, held against all ways there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from phaselint.dialects.climpt.analysis.lower import ANY, Edge
from phaselint.dialects.climpt.analysis.runorder import RunOrder

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = ("a", "b", "c", "d")
PAIRS = st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from(STEPS)), max_size=8)


def edge(source: str, target: str) -> Edge:
    return Edge(source, target, "step", "next", (), dynamic=target == ANY)


def order(*ways: str, start: str = "a") -> RunOrder:
    """The order of ways such as `"ab"`; `"a"` alone is a jump to any step."""
    return RunOrder(STEPS, (start,), [edge(way[0], way[1:] or ANY) for way in ways])


def first_visits(pairs: list[tuple[str, str]], goal: str) -> Iterator[frozenset[str]]:
    """What each way from the start has passed when it first comes to a step."""
    waiting, known = [("a", frozenset[str]())], set()
    while waiting:
        step, passed = waiting.pop()
        if (step, passed) in known:
            continue
        known.add((step, passed))
        if step == goal:
            yield passed
            continue
        waiting += [(target, passed | {step}) for source, target in pairs if source == step]


@given(PAIRS, st.sampled_from(STEPS), st.sampled_from(STEPS))
def test_all_ways_agree(pairs: list[tuple[str, str]], source: str, goal: str) -> None:
    found = RunOrder(STEPS, ("a",), [edge(*pair) for pair in pairs])
    ways = list(first_visits(pairs, goal))
    assert found.never_before(source, goal) == (bool(ways) and not any(source in w for w in ways))
    without = found.way_without(source, goal)
    assert bool(without) == any(source not in way for way in ways)
    if without:
        assert without[-1] == goal
        assert source not in without[:-1]


def test_a_free_jump_may_pass_a_step_and_is_not_held_against_an_agent() -> None:
    assert not order("a", "bc").never_before("b", "c")
    assert order("ab", "ac", "b").way_without("b", "d") == ()
    assert order("ac").never_before("b", "c")


def test_what_no_run_comes_to_has_nothing_before_it() -> None:
    assert not order("ab").never_before("a", "d")
    assert order("ab").way_without("a", "d") == ()


def test_keys_that_the_schema_excludes_are_no_way() -> None:
    shut = edge("a", "c")._replace(excluded=True)
    found = RunOrder(STEPS, ("a",), [edge("a", "b"), edge("b", "c"), shut])
    assert found.never_before("b", "c") is False
    assert found.way_without("b", "c") == ()
    assert found.way_without("d", "c") == ("a", "b", "c")
