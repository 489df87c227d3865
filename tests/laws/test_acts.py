"""Act choices are all that runs may do, by what is done: random small contracts of each dialect.

`PHASELINT_SEED` draws the same contracts again, `PHASELINT_ACTS` says how many of each dialect.
"""

from __future__ import annotations

import os
from collections import Counter
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from fresh import SEED, until
from laws.acting import tried
from phaselint.dialects import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from laws.acting import Player

COUNT = int(os.environ.get("PHASELINT_ACTS") or 12)
STATES = 60
FEWEST = 200
"""Pairs that the contracts of a dialect must give, so that something is compared."""


def player_of(dialect: str) -> Player:
    """The dialect under the law, from its module."""
    found: Player = import_module(f"laws.acting_{dialect}").PLAYER
    return found


@pytest.mark.parametrize("dialect", NAMES)
def test_act_choices_do_what_all_legal_answers_do(
    dialect: str, record_property: Callable[[str, object], None]
) -> None:
    player, seen = player_of(dialect), Counter[str]()
    record_property("drawn", [f"PHASELINT_SEED={SEED} drew {COUNT} contracts of {dialect}"])
    for number in until(seen, {"pairs": FEWEST}, COUNT):
        done = tried(player, f"{SEED}/{dialect}/{number}", STATES)
        assert not done.wrong, "\n".join((f"PHASELINT_SEED={SEED}", *done.wrong[:5]))
        seen["pairs"] += done.pairs
