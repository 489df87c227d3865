"""What is said of two versions of a contract is what brute force finds: random contracts, each with
a change.

`PHASELINT_SEED` draws the same pairs again, `PHASELINT_DIFFERENCES` says how many of each dialect.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from laws.bench import checks
from laws.drawing import SEED
from laws.mutations import mutated
from laws.random_contracts import cases_of, random_contract, texts_of
from laws.runs_by_brute_force import Enumerator, plain
from phaselint.behavior.difference.differing import difference
from phaselint.behavior.difference.version import Version
from phaselint.dialects import NAMES
from phaselint.dialects.protocol import TooManyChoices
from phaselint.executor.proof import proof_context
from phaselint.project.memory import DictReader
from phaselint.vocabulary.step_budget import StepBudget, allowing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from laws.runs_by_brute_force import Runs, Word
    from phaselint.behavior.difference.model import Difference
    from phaselint.dialects.acts import Act

COUNT = int(os.environ.get("PHASELINT_DIFFERENCES") or 6)
"""Pairs of each dialect that are compared."""

BOUND, LONGEST, MOST_WORDS = 400, 10, 1_500
MOST_TRIES = 60
"""Draws for each pair that is compared, at most: many are refused."""


def versions(dialect: str, files: dict[str, str]) -> Iterator[Version]:
    """The contracts of a dialect among some files that the runtime accepts."""
    for asked, _, checked in checks(files, bound=BOUND):
        facts = checked.facts
        if asked.name == dialect and facts is not None and getattr(facts, "runs_known", False):
            version = Version(proof_context(asked, facts, BOUND, DictReader(files)))
            if not version.refused:
                yield version


def pairs(dialect: str, pick: random.Random) -> Iterator[tuple[str, Version, Version]]:
    """Pairs of a contract and one with a change or two."""
    for _ in range(COUNT * MOST_TRIES):
        seed = str(pick.randrange(10**9))
        files = random_contract(dialect, seed)
        others = [texts_of(case) for case in pick.sample(cases_of(dialect), 3)]
        changed = files
        for _ in range(pick.randint(1, 2)):
            changed = mutated(pick, changed, others)
        with allowing(StepBudget(engine=True)):
            old, new = (next(versions(dialect, each), None) for each in (files, changed))
        if old is not None and new is not None:
            yield seed, old, new


def words(version: Version, spell: Callable[[Act], str]) -> tuple[Enumerator, Runs]:
    made = Enumerator(version.lab, version.runs.relaxed, spell)
    return made, made.runs(LONGEST, MOST_WORDS)


def keys(ones: Runs, others: Runs, longest: int) -> dict[tuple[str, str], Word]:
    """Where runs of one version leave those of the other: the acts before and after, with a
    shortest run into each."""
    found: dict[tuple[str, str], Word] = {}
    known = {(), *others.words}
    for word in sorted(ones.words, key=len):
        if len(word) <= longest and word not in known and word[:-1] in known:
            before = word[-2].removesuffix(" (fails)") if word[1:] else ""
            found.setdefault((before, word[-1].removesuffix(" (fails)")), word)
    return found


def wrong(old: Version, new: Version, found: Difference, seen: Counter[str]) -> Iterator[str]:
    """How what is said of two versions is not what brute force finds."""
    renaming = found.renaming

    def renamed(act: Act) -> str:
        return plain(renaming.act(act))

    (one, olds), (two, news) = words(old, renamed), words(new, plain)
    longest = min(olds.longest, news.longest)
    if found.reason:
        longest = min(longest, found.length)
    seen["undecided"] += bool(found.reason)
    yield from found.defects
    sides: Any = {"new": (two, news, one, olds), "gone": (one, olds, two, news)}
    for side, (own, ones, other, others) in sides.items():
        told = {
            (each.before, each.act.removesuffix(" (fails)")): each.word
            for each in (*found.runs, *found.endings)
            if each.side == side
        }
        expected = keys(ones, others, longest)
        seen[side] += len(told)
        seen["equal"] += not expected and not told
        for key, word in told.items():
            if not own.can(word):
                yield f"{side}, and not possible: {word}"
            if other.can(word):
                yield f"{side}, and possible in both: {word}"
            if not found.reason and len(word) <= longest and key not in expected:
                yield f"{side}, and not found by brute force: {word}"
        if not (found.beyond or found.unshown):
            # Acts that lead to the same states are one act before a difference.
            acts = {act for _, act in told}
            for (_, act), word in expected.items():
                if act not in acts:
                    yield f"{side}, and not told: {word}"


@pytest.mark.parametrize("dialect", NAMES)
def test_differences_are_those_that_brute_force_finds(
    dialect: str, record_property: Callable[[str, object], None]
) -> None:
    record_property("drawn", [f"PHASELINT_SEED={SEED} drew {COUNT} pairs of {dialect}"])
    pick, seen = random.Random(f"{SEED}/difference/{dialect}"), Counter[str]()
    compared = 0
    for seed, old, new in pairs(dialect, pick):
        try:
            with allowing(StepBudget(engine=True)):
                found = difference(old, new)
                problems = [f"{dialect} {seed}: {line}" for line in wrong(old, new, found, seen)]
        except TooManyChoices:
            continue
        assert not problems, "\n".join((f"PHASELINT_SEED={SEED}", *problems[:5]))
        compared += 1
        if compared == COUNT:
            break
    record_property("seen", dict(seen))
    assert compared == COUNT, f"only {compared} pairs: {dict(seen)}"


@pytest.mark.parametrize("dialect", NAMES)
def test_a_contract_differs_in_nothing_from_itself(dialect: str) -> None:
    pick = random.Random(f"{SEED}/same/{dialect}")
    for _ in range(COUNT):
        files = random_contract(dialect, str(pick.randrange(10**9)))
        with allowing(StepBudget(engine=True)):
            for old, new in zip(versions(dialect, files), versions(dialect, files), strict=True):
                found = difference(old, new)
                assert found._replace(reason="", length=0, facts_reason="").is_empty
