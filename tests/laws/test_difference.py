"""What is said of two versions of a contract is what brute force finds: random contracts, each with
a change that matters, small enough that all runs up to a number of acts are gone through.

`PHASELINT_SEED` draws the same pairs again, `PHASELINT_DIFFERENCES` says how many of each dialect,
and `PHASELINT_FIGURES` prints what they were.
"""

from __future__ import annotations

import itertools
import os
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from fresh import SEED, until
from laws.runs_by_brute_force import FAILS, Enumerator, partings, plain
from laws.version_pairs import drawn_pair, version
from phaselint.behavior.difference.differing import difference
from phaselint.behavior.difference.lapping import lapped
from phaselint.behavior.difference.model import Difference
from phaselint.behavior.difference.renaming import renaming_of
from phaselint.dialects import NAMES
from phaselint.dialects.acts import Order
from phaselint.dialects.protocol import TooManyChoices
from phaselint.vocabulary.step_budget import StepBudget, allowing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from laws.runs_by_brute_force import Word
    from phaselint.behavior.difference.version import Version
    from phaselint.dialects.acts import Act

COUNT = int(os.environ.get("PHASELINT_DIFFERENCES") or 0)
"""Pairs of each dialect that are compared, where that is given."""

COUNTS = {"agents": 5, "langgraph": 5}
"""Otherwise so many of dialects whose runs are many, and of others `MANY`."""

MANY = 12

SHARE = 0.5
"""How many of them differ in their runs, at least; it is drawn until so many do."""

LONGEST, MOST_PLACES = 10, 150

LAPS = 500
"""Steps of a run that goes round a loop, at most."""


class Compared:
    """Two versions, what is said of them, and what brute force finds. Each version is held against
    the other with what it does in parallel in the first one's order."""

    def __init__(self, old: Version, new: Version) -> None:
        renaming = renaming_of(old, new)

        def renamed(act: Act) -> str:
            return plain(renaming.act(act))

        names = {name: former for former, name in renaming.phases.items()}
        as_new = old.in_orders(named(new.orders, names)) if new.orders else old
        as_old = new.in_orders(named(old.orders, renaming.phases)) if old.orders else new
        self.old, self.new = _free(old, renamed), _free(new, plain)
        self.lapped = {"new": lapped(new.runs, LAPS), "gone": lapped(old.runs, LAPS)}
        self.others = {"new": _free(as_new, renamed), "gone": _free(as_old, plain)}
        self.within = {"new": _limited(new, plain), "gone": _limited(old, renamed)}
        self.others_within = {"new": _limited(as_new, renamed), "gone": _limited(as_old, plain)}
        self.parted = partings(self.others["new"], self.new, LONGEST, MOST_PLACES)
        if as_new is not old or as_old is not new:
            gone = partings(self.old, self.others["gone"], LONGEST, MOST_PLACES)
            longest = min(gone.longest, self.parted.longest)
            self.parted = self.parted._replace(gone=gone.gone, longest=longest)
        self.found = difference(old, new) if self.complete else Difference()

    @property
    def complete(self) -> bool:
        return self.parted.longest == LONGEST

    @property
    def differs(self) -> bool:
        return bool(self.parted.new or self.parted.gone)

    def wrong(self) -> Iterator[str]:
        """How what is said is not what brute force finds."""
        found = self.found
        yield from found.defects
        yield from self._of("new", self.new, self.parted.new)
        yield from self._of("gone", self.old, self.parted.gone)
        told = (
            *found.runs,
            *(each for each in found.endings if not self._is_stop(each.side, each.act)),
        )
        if not self.differs and any(len(each.word) <= LONGEST for each in told):
            yield "runs differ, but their languages are equal"

    def _of(
        self, side: str, own: Enumerator, expected: dict[tuple[str, str], Word]
    ) -> Iterator[str]:
        other = self.others[side]
        told = told_of(self.found, side)
        stops = {act: told.pop((last, act)) for last, act in [*told] if self._is_stop(side, act)}
        yield from self._of_stops(side, stops)
        for (_, act), word in told.items():
            if not self.within[side].can(word):
                yield f"{side}, and not possible within limits: {word}"
            if not own.can(word):
                yield f"{side}, and not possible: {word}"
            if other.can(word):
                yield f"{side}, and possible in both: {word}"
            if len(word) <= LONGEST and act not in {each for _, each in expected}:
                yield f"{side}, and not found by brute force: {word}"
        if self.found.beyond or self.found.unshown or self.found.reason:
            return
        # Acts that lead to the same states are one act before a difference.
        shortest = shortest_of(told)
        for act, word in shortest_of(expected).items():
            if act not in shortest:
                yield f"{side}, and not told: {word}"
            elif len(shortest[act]) > len(word) and self.within[side].can(word):
                yield f"{side}, and a shorter run does it: {word} and not {shortest[act]}"

    def _is_stop(self, side: str, act: str) -> bool:
        """Whether an act is an ending that runs without limits don't have."""
        free = (self.new if side == "new" else self.old).ends
        return act.startswith("end ") and free is not None and act not in free

    def _of_stops(self, side: str, told: dict[str, Word]) -> Iterator[str]:
        """How limits end runs: just as is told, and by runs that only one version has."""
        other = self.others_within[side]
        own, free = self.within[side], self.new if side == "new" else self.old
        for word in told.values():
            if not own.can(word):
                yield f"{side}, and not possible within limits: {word}"
            if other.can(word):
                yield f"{side}, and possible in both: {word}"
        if own.ends is not None and not self.lapped[side] <= own.ends:
            yield f"{side}: a loop ends by {self.lapped[side]}, and runs by {own.ends}"
        if own.ends is None or free.ends is None or other.ends is None:
            return
        if own.ends - free.ends - other.ends != {*told}:
            yield f"{side}: limits end runs by {own.ends - other.ends}, but told is {[*told]}"


def _free(version: Version, spell: Callable[[Act], str]) -> Enumerator:
    return Enumerator(version.lab, version.runs.relaxed, spell)


def _limited(version: Version, spell: Callable[[Act], str]) -> Enumerator:
    return Enumerator(version.lab, version.runs.starts, spell)


def named(orders: Iterable[Order], names: Mapping[str, str]) -> list[Order]:
    """Orders by the names that another version has."""
    return [
        Order(names.get(after, after), way, tuple(names.get(name, name) for name in some))
        for after, way, some in orders
    ]


def told_of(found: Difference, side: str) -> dict[tuple[str, str], Word]:
    """The runs that are told of one side, by the acts before and at the difference."""
    return {
        (each.before, each.act.removesuffix(FAILS)): each.word
        for each in (*found.runs, *found.endings)
        if each.side == side
    }


def shortest_of(words: dict[tuple[str, str], Word]) -> dict[str, Word]:
    """A shortest run into each act."""
    found: dict[str, Word] = {}
    for (_, act), word in words.items():
        if act not in found or len(word) < len(found[act]):
            found[act] = word
    return found


def count_of(dialect: str) -> int:
    """How many pairs of a dialect are compared."""
    return COUNT or COUNTS.get(dialect, MANY)


def drawn(dialect: str, seed: str) -> Compared | None:
    """A pair of versions that a seed draws, compared; none where one is not to be run, or there are
    more runs than can be gone through."""
    pair = drawn_pair(dialect, random.Random(seed))
    with allowing(StepBudget(engine=True)):
        old, new = (version(dialect, each, pair.options) for each in (pair.old, pair.new))
        if old is None or new is None:
            return None
        try:
            made = Compared(old, new)
        except TooManyChoices:
            return None
    return made if made.complete else None


def compared(dialect: str, count: int) -> Iterator[tuple[str, Compared]]:
    """Pairs; of the first so many at least the share that is asked for differs in its runs."""
    alike = count - int(count * SHARE)
    for number in itertools.count():
        seed = f"{SEED}/difference/{dialect}/{number}"
        found = drawn(dialect, seed)
        if found is None or (not found.differs and not alike):
            continue
        alike -= not found.differs
        yield seed, found


@pytest.mark.parametrize("dialect", NAMES)
def test_differences_are_those_that_brute_force_finds(dialect: str, record_property: Any) -> None:
    count = count_of(dialect)
    record_property("drawn", [f"PHASELINT_SEED={SEED} drew {count} pairs of {dialect}"])
    seen: Counter[str] = Counter()
    problems: list[str] = []
    numbers, pairs = until(seen, {"spare": 0}, count), compared(dialect, count)
    for _, (seed, pair) in zip(numbers, pairs, strict=False):
        with allowing(StepBudget(engine=True)):
            problems += [f"{seed}: {line}" for line in pair.wrong()]
        seen["pairs"] += 1
        seen["differ"] += pair.differs
        seen["undecided"] += bool(pair.found.reason)
        seen["ended by laps"] += any(pair.lapped.values())
        # One of twenty may be undecided, and one more.
        seen["spare"] = int(1 + seen["pairs"] / 20) - seen["undecided"]
        seen["equal and told empty"] += not pair.differs and not pair.found.runs
        for each in (*pair.found.runs, *pair.found.endings):
            seen[each.side] += 1
    if os.environ.get("PHASELINT_FIGURES"):
        print(dialect, dict(seen))
    assert not problems, "\n".join((f"PHASELINT_SEED={SEED}", *problems[:8]))


@pytest.mark.parametrize("dialect", NAMES)
def test_a_contract_differs_in_nothing_from_itself(dialect: str) -> None:
    pick = random.Random(f"{SEED}/same/{dialect}")
    for _ in range(count_of(dialect)):
        pair = drawn_pair(dialect, pick)
        with allowing(StepBudget(engine=True)):
            old, new = (version(dialect, pair.old, pair.options) for _ in range(2))
            if old is not None and new is not None:
                found = difference(old, new)
                assert found._replace(reason="", length=0, facts_reason="").is_empty
