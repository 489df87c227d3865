"""What is known again of functions that are pure, and the steps that known answers take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaselint.patterns.matching import matches
from phaselint.schema import Typed, admits
from phaselint.vocabulary.cache import Memory
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.step_budget import Itself, StepBudget, allowing, ask_per_part

if TYPE_CHECKING:
    from collections.abc import Callable

CALLS: list[tuple[Any, ...]] = []
"""The arguments of calls since the test began."""

SCHEMA = {"type": "object", "properties": {"kind": {"minLength": 2}}}


class Thing(NamedTuple):
    """A record, which equals others."""

    name: str


@pytest.fixture(autouse=True)
def _no_calls() -> None:
    CALLS.clear()


@pure
def told(*about: Any) -> tuple[Any, ...]:
    """What it is given."""
    CALLS.append(about)
    return about


@pure
def possible(schema: Any, key: str) -> str:
    """Whether an answer may have a text at a key that is a word: this takes steps, for the schema
    and for the pattern."""
    CALLS.append((key,))
    return admits(schema, (key,), Typed("string")).answer if matches("^[a-z]+$", key) else "no"


@pure
def measured(row: tuple[Any, ...]) -> str:
    """Whether a schema admits a text, which takes steps, and `told` about it on the way."""
    CALLS.append(row)
    told(str(row))
    return admits(row[0], (), Typed("string")).answer


def twice(first: Callable[[], Any], second: Callable[[], Any]) -> int:
    """How many calls two checks make that ask once each."""
    memory = Memory()
    for ask in (first, second):
        with memory.used():
            ask()
    return len(CALLS)


THING = Thing("a")


@pytest.mark.parametrize(
    ("first", "second", "calls"),
    [
        (("a", 1, ("b", 2)), ("a", 1, ("b", 2)), 1),
        (("a",), ("b",), 2),
        ((1,), (True,), 2),
        ((1,), (1.0,), 2),
        ((("a", 1),), (("a", True),), 2),
        ((None,), ("",), 2),
        (({"a": [1]},), ({"a": [1]},), 1),
        (({"a": [1]},), ({"a": [True]},), 2),
        (([],), ((),), 2),
        ((THING,), (THING,), 1),
        ((Thing("a"),), (Thing("a"),), 2),
        (((THING,),), ((THING,),), 2),  # which is no tuple of values
        ((Itself(SCHEMA),), (Itself(SCHEMA),), 1),
        ((Itself({}),), (Itself({}),), 2),
        (({"a": THING},), ({"a": THING},), 2),  # which is no plain data
    ],
)
def test_what_is_the_same(first: tuple[Any, ...], second: tuple[Any, ...], calls: int) -> None:
    assert twice(lambda: told(*first), lambda: told(*second)) == calls


def test_it_is_asked_each_time_without_a_memory() -> None:
    assert told("a") == told("a") == ("a",)
    assert len(CALLS) == 2


def test_what_a_check_does_not_ask_is_forgotten() -> None:
    memory = Memory()
    for word in "aba":
        with memory.used():
            assert told(word) == (word,)
    assert CALLS == [("a",), ("b",), ("a",)]


def test_rows_are_known_as_long_as_their_things_are_the_same() -> None:
    things = [Thing(str(number)) for number in range(100)]
    changed = [*things[:-1], Thing("new")]
    memory = Memory()
    for rows in (things, things, changed):
        with memory.used():
            assert told.each((rows,), "more") == [(thing, "more") for thing in rows]
    assert len(CALLS) == 100 + 1


@pytest.mark.parametrize("at", [0, 1, 31, 32, 99])
def test_a_row_that_changes_is_asked_alone(at: int) -> None:
    """Known rows take the steps that they took, and what was made on their way stays known."""
    things = [({"minLength": number},) for number in range(100)]
    changed = [*things[:at], ({"minLength": 200},), *things[at + 1 :]]
    memory, left, asked = Memory(), [], []
    for rows in (things, things, changed, changed):
        CALLS.clear()
        with memory.used(), allowing(StepBudget()) as allowance:
            assert measured.each((rows,)) == ["yes"] * 100
            allowance.settle()
            left.append(allowance.schemas)
            asked.append(len(CALLS))
            assert [told(str(row)) for row in rows] == [(str(row),) for row in rows]
            assert len(CALLS) == asked[-1]
    assert asked == [200, 0, 2, 0]
    assert len(set(left)) == 1
    assert left[0] < StepBudget().schemas


class Whole(NamedTuple):
    """Words that are asked about one by one."""

    parts: tuple[tuple[str], ...]


def lower(whole: Whole | tuple[str]) -> list[str]:
    """The words of small letters, which ask one pattern, and some ask it about the same."""
    words = whole.parts if isinstance(whole, Whole) else (whole,)
    CALLS.extend(words)
    return [word for (word,) in words if matches("^[a-z]+$", word)]


@pytest.mark.parametrize("at", [0, 1, 4])
def test_parts_that_ask_the_same_are_known_apart(at: int) -> None:
    """Where an earlier part has asked it too, a part isn't asked again for that."""
    listed: list[tuple[str]] = [(word,) for word in ("one", "two", "one", "A", "two")]
    changed = [*listed[:at], ("new",), *listed[at + 1 :]]
    memory, asked = Memory(), []
    for parts in (listed, listed, changed, changed, listed):
        CALLS.clear()
        whole = Whole(tuple(parts))
        with memory.used(), allowing(StepBudget()) as allowance:
            found = list(ask_per_part(lower, whole))
            allowance.settle()
            assert 0 < allowance.left < StepBudget().left
        asked.append(len(CALLS))
        assert found == lower(whole)
    assert asked == [5, 0, 1, 0, 1]


@pytest.mark.parametrize("each", [False, True])
def test_an_answer_that_is_known_takes_its_steps(each: bool) -> None:
    memory, left = Memory(), []
    for schema in (SCHEMA, SCHEMA):
        with memory.used(), allowing(StepBudget()) as allowance:
            assert matches("^[a-z]+$", "other")  # who reads the pattern first takes steps for that
            found = possible.each(([schema],), "kind") if each else [possible(schema, "kind")]
            assert found == ["yes"]
            allowance.settle()
            left.append((allowance.schemas, allowance.left, len(allowance.answered)))
    assert len(CALLS) == 1
    assert left[0] == left[1]
    assert left[0][0] < StepBudget().schemas
    assert left[0][1] < StepBudget().left


@pytest.mark.parametrize("steps", range(6))
def test_where_steps_run_out_it_is_asked(steps: int) -> None:
    """With what is known and from scratch, the same is found, and as many steps are left."""
    memory = Memory()
    with memory.used(), allowing(StepBudget()):
        possible(SCHEMA, "kind")
    with memory.used():
        known = _with(steps)
    assert known == _with(steps)


def _with(steps: int) -> tuple[object, ...]:
    with allowing(StepBudget()) as allowance:
        allowance.schemas = steps
        found = possible(SCHEMA, "kind")
        allowance.settle()
        return found, allowance.schemas, allowance.left, allowance.schema_cut
