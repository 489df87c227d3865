"""The laws of the linter on random contracts, others each time; what a run printed as
PHASELINT_SEED draws the same again, and `tests/fuzz/run.py` tries many more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fresh import AGAIN, SEED
from fuzz.inputs import PROJECTS, drawn
from fuzz.laws import CHEAP, broken

if TYPE_CHECKING:
    from collections.abc import Callable

    Record = Callable[[str, object], None]

COUNT = 30
COUNT_OF_PROCESSES = 2


@pytest.mark.fuzz
@pytest.mark.parametrize("dialect", PROJECTS)
@pytest.mark.parametrize(
    ("laws", "count"), [*(((law,), COUNT) for law in CHEAP), (("processes",), COUNT_OF_PROCESSES)]
)
def test_no_contract_breaks_a_law(
    laws: tuple[str, ...], count: int, dialect: str, record_property: Record
) -> None:
    seed = int(SEED)
    record_property("drawn", [f"{AGAIN} drew {count} of {dialect} for {laws[0]}"])
    for number in range(count):
        given = drawn(dialect, f"{seed}-{number}")
        wrong = [str(each) for each in broken(laws, given)]
        assert wrong == [], f"python tests/fuzz/run.py {given} --law {laws[0]}"
