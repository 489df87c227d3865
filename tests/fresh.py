"""What tests draw with: a seed that is another each time, or the one in PHASELINT_SEED.

Each failure of a test that has something from here names the seed (conftest.py).
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping

SEED = os.environ.get("PHASELINT_SEED") or str(random.SystemRandom().randrange(10**6))
AGAIN = f"PHASELINT_SEED={SEED}"
"""Named by each failure: what draws the same again."""

MOST_DRAWS = 20
"""How many times as many as are wanted are drawn at most, until they show enough."""


def picker(*names: object) -> random.Random:
    """What draws for a test, and for a part of it."""
    return random.Random("/".join((SEED, *map(str, names))))


def until(seen: Counter[str], least: Mapping[str, float], count: int) -> Iterator[int]:
    """The numbers of what is drawn: so many as are wanted, and then as many more as it takes until
    `seen`, which the caller counts, has at least so many of each. Fails where it never has."""
    for number in range(count * MOST_DRAWS):
        if number >= count and has_enough(seen, least):
            return
        yield number
    assert has_enough(seen, least), f"{AGAIN}: {dict(seen)}, wanted {dict(least)}"


def has_enough(seen: Counter[str], least: Mapping[str, float]) -> bool:
    """Whether there are at least so many of each."""
    return all(seen[each] >= number for each, number in least.items())
