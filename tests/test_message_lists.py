"""Messages that list names: of very many, the first ones and how many more."""

from __future__ import annotations

import pytest

from phaselint.vocabulary.message import MOST_NAMED, quote_some


@pytest.mark.parametrize(
    ("count", "listed", "more"),
    [(1, 1, ""), (MOST_NAMED, MOST_NAMED, ""), (MOST_NAMED + 5, MOST_NAMED, " and 5 more")],
)
def test_many_names_are_cut_short(count: int, listed: int, more: str) -> None:
    names = [f"n{number}" for number in range(count)]
    assert str(quote_some(names)) == ", ".join(f"`{name}`" for name in names[:listed]) + more
