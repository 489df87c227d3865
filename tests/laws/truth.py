"""What the linter may not say of any contract: a finding that its own proof refutes, and that it
failed itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from laws.bench import checks
from laws.random_contracts import random_contract

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BOUND = 5_000
WRONG = ("refuted-finding", "internal-error")


class Tried(NamedTuple):
    """What a random contract came to: findings proved, found and unproved; and what is wrong."""

    seed: str
    counts: dict[str, int]
    wrong: tuple[str, ...]


def tried(dialect: str, seed: str) -> Tried:
    """Check one random contract, as a dry run does."""
    counts = {"proved": 0, "found": 0, "unproved": 0}
    wrong = []
    for _, _, checked in checks(random_contract(dialect, seed), bound=BOUND, dry_run=True):
        for hit in checked.hits:
            status = hit.proof.status if hit.proof else "static"
            if hit.rule.name in WRONG or status == "refuted":
                wrong.append(f"{hit.rule.name}: {hit.finding.message}")
            elif status in counts:
                counts[status] += 1
    return Tried(seed, counts, tuple(wrong))


def draw(dialect: str, seed: int, numbers: Iterable[int]) -> Iterator[Tried]:
    """Check a number of random contracts; each is made anew from its name alone."""
    return (tried(dialect, f"{seed}-{number}") for number in numbers)
