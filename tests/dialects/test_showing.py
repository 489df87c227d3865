"""What changes between two states, told by the facts that hold in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phaselint.dialects.showing import MOST_NAMES, Fact, changes

WORDS = ("a turn is open", "{} can use", "attempt %s", "")
NAMES = ("read", "write", "a`b", "{}", "%s", "")
FACTS = st.lists(
    st.builds(
        Fact, st.sampled_from(WORDS), st.sampled_from(NAMES), st.sampled_from(("", "it is over"))
    ),
    max_size=8,
)


def test_what_begins_and_what_ceases() -> None:
    before = [Fact("the model can call", name, "no longer:") for name in ("a", "b")]
    after = [Fact("the model can call", name, "no longer:") for name in ("b", "c", "d")]
    assert list(changes(before, after)) == ["no longer: `a`", "the model can call `c`, `d`"]
    assert list(changes([], [Fact("step 1 of 2")])) == ["step 1 of 2"]
    assert list(changes([Fact("step 1 of 2")], [Fact("step 2 of 2")])) == ["step 2 of 2"]


def test_of_many_names_the_first_are_listed() -> None:
    many = [Fact("can use", f"tool{number}") for number in range(MOST_NAMES + 3)]
    [line] = changes([], many)
    assert line.endswith(f"`tool{MOST_NAMES - 1}` and 3 more")


@given(FACTS, FACTS)
def test_each_change_is_told_once_and_nothing_else(before: list[Fact], after: list[Fact]) -> None:
    lines = list(changes(before, after))
    gone, begun = {*before} - {*after}, {*after} - {*before}
    words = {fact.over for fact in gone} | {fact.says for fact in begun}
    words.discard("")
    for word in words:
        assert any(line == word or line.startswith(f"{word} `") for line in lines)
    assert all(any(line.startswith(word) for word in words) for line in lines)
    assert len(lines) == len(set(lines))
    assert list(changes(after, after)) == []
