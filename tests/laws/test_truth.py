"""The third law of proofs: whatever the contract, no finding is refuted by its own proof, and the
linter does not fail. Each run draws other contracts; what it printed as PHASELINT_SEED draws the
same again, and `tests/truth.py` many more."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from fresh import AGAIN, SEED, until
from laws.truth import draw
from phaselint.dialects import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    Record = Callable[[str, object], None]

COUNT = 60


@pytest.mark.parametrize("dialect", NAMES)
def test_nothing_that_is_said_of_a_random_contract_is_refuted(
    dialect: str, record_property: Record
) -> None:
    record_property("drawn", [f"{AGAIN} drew {COUNT} contracts of {dialect}"])
    counts: Counter[str] = Counter()
    for tried in draw(dialect, int(SEED), until(counts, {"proved": COUNT / 2 + 1}, COUNT)):
        assert tried.wrong == (), f"python tests/truth.py --dialect {dialect} --write {tried.seed}"
        counts.update(tried.counts)
