"""Films are made as far as a budget of counted work goes, and retold beyond it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import cases
from films import film_of, seen
from phaselint.diagram.animation import TOO_MUCH
from phaselint.diagram.budget import LEAST, Budget, TooMuch
from phaselint.vocabulary.time_budget import FirstPass, Postponed, waiting

if TYPE_CHECKING:
    from pathlib import Path

TRAP = "order-trap/bad"


class TestBudget:
    """Steps that count the more, the larger the contract is."""

    def test_ends_what_takes_too_much_and_all_behind_it(self) -> None:
        budget = Budget(10, 2 * (LEAST + 10))
        budget.take(2)
        for _ in range(2):
            with pytest.raises(TooMuch):
                budget.take(1)

    def test_tells_the_patience_around_it(self) -> None:
        with waiting(FirstPass()), pytest.raises(Postponed) as raised:
            Budget(1).take(100_000)
        assert not isinstance(raised.value, TooMuch)


def test_a_film_beyond_it_is_retold_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cases.write(cases.FIXTURES / "rules" / TRAP, tmp_path)
    monkeypatch.setattr("phaselint.linting.diagrams.Budget", lambda size: Budget(size, 0))
    finding, film = film_of(seen("."), "order-trap")
    assert (film.replayed, film.ending) == (False, TOO_MUCH)
    assert finding.witness is not None
    assert len(film.frames) == len(finding.witness.steps)
