"""Tests that draw go on until they have seen enough, and say with which seed they fail."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

from conftest import draws
from fresh import MOST_DRAWS, SEED, picker, until


def drawn(every: int, count: int) -> tuple[int, Counter[str]]:
    """How many are drawn where each of so many shows a thing that is wanted three times."""
    seen, last = Counter[str](), 0
    for last in until(seen, {"shown": 3}, count):
        seen["shown"] += (last + 1) % every == 0
    return last + 1, seen


def test_no_more_are_drawn_than_are_wanted_where_they_show_enough() -> None:
    assert drawn(2, 10) == (10, {"shown": 5})


def test_more_are_drawn_until_they_show_enough() -> None:
    assert drawn(50, 10) == (150, {"shown": 3})


def test_what_never_shows_enough_fails_with_the_seed() -> None:
    wanted = f"PHASELINT_SEED={SEED}: {{'shown': 2}}, wanted {{'shown': 3}}"
    with pytest.raises(AssertionError) as raised:
        drawn(MOST_DRAWS * 4, 10)
    assert str(raised.value) == wanted


def test_parts_of_a_test_draw_on_their_own() -> None:
    assert picker("a", 1).random() == picker("a", 1).random() != picker("a", 2).random()


def test_a_test_draws_whose_module_has_what_draws() -> None:
    def item(**names: object) -> pytest.Item:
        return cast("pytest.Item", SimpleNamespace(module=SimpleNamespace(**names)))

    assert draws(item(picker=picker))
    assert draws(item(SEED=SEED))
    assert not draws(item(Any=Any))
    assert not draws(cast("pytest.Item", SimpleNamespace()))
