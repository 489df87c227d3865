"""Policies against brute force: random small contracts of each dialect, and random policies.

Where all runs could be enumerated, the product must say of each policy just what they show; else a
run that violates it must be found all the same. `PHASELINT_SEED` draws the same pairs again,
`PHASELINT_POLICIES` says how many of each dialect, and `PHASELINT_FIGURES` prints how they stood.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from fresh import SEED
from laws.asking import drawn_policy
from laws.bruteforce import DrawnRuns, Enumerated, Overflow, World, enumerated
from laws.test_acts import player_of
from phaselint.behavior.product import judge
from phaselint.dialects import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from laws.acting import Player
    from phaselint.behavior.product import Verdict
    from phaselint.policies.policy import Policy

COUNT = int(os.environ.get("PHASELINT_POLICIES") or 40)
PER_START = 10
"""Policies that are asked of one contract from one start."""
MOST_DRAWS = 20
"""How many times `COUNT` pairs are drawn at most, until enough of them are violated, hold, and
were enumerated whole."""


def wrong(policy: Policy, seen: Enumerated, verdict: Verdict, longer: bool) -> str:
    """How a verdict differs from what all runs show; empty where it does not. `longer`: the run
    that it shows has answers that are not enumerated."""
    met = (verdict.status == "violated") != (policy.shape == "some-run")
    if verdict.status == "undecided":
        return ""
    if seen.met and not met:
        return f"{policy.rule}: a run shows it, but the verdict is {verdict.status}"
    if met and not seen.met and seen.complete and not longer:
        return f"{policy.rule}: no run shows it, but {[each.text for each in verdict.acts]}"
    return ""


def is_longer(player: Player, start: Any, verdict: Verdict) -> bool:
    """Whether a run has an answer of more parts than legal answers have."""
    state, parts = start, 0
    for choice in verdict.choices:
        state, _ = player.runtime.step(state, choice)
        parts = parts + 1 if player.unfinished(state) else 0
        if parts > player.longest:
            return True
    return False


def pairs(dialect: str, count: int) -> Iterator[tuple[str, World, DrawnRuns, Policy]]:
    """Contracts and policies, so many of them."""
    player, number, made = player_of(dialect), 0, 0
    while made < count:
        seed = f"{SEED}/{dialect}/{number}"
        number += 1
        pick = random.Random(seed)
        for contract, start in player.starts(seed):
            world = World(player, contract, start)
            try:
                acts = world.acts()
            except Overflow:
                continue
            runs = DrawnRuns(player.runtime, contract, start)
            for _ in range(min(PER_START, count - made)):
                made += 1
                yield seed, world, runs, drawn_policy(pick, acts)


def enough(figures: Counter[str]) -> bool:
    """Whether the pairs show what the law is about."""
    return (
        figures["violated"] >= COUNT / 10
        and figures["holds, tested"] >= COUNT / 10
        and figures["complete"] >= COUNT / 4
    )


@pytest.mark.parametrize("dialect", NAMES)
def test_policies_stand_as_all_runs_show(dialect: str) -> None:
    player, figures, differences = player_of(dialect), Counter[str](), []
    for made, (seed, world, runs, policy) in enumerate(pairs(dialect, COUNT * MOST_DRAWS)):
        if made >= COUNT and enough(figures):
            break
        seen, verdict = enumerated(world, policy), judge(runs, policy)
        longer = is_longer(player, world.start, verdict)
        said = wrong(policy, seen, verdict, longer)
        differences += [f"{seed}: {said}"] if said else []
        figures["complete"] += seen.complete or seen.met
        figures[verdict.status] += 1
        figures["holds, tested"] += verdict.status == "holds" and verdict.tested
    if os.environ.get("PHASELINT_FIGURES"):
        print(dialect, dict(figures))
    assert not differences, "\n".join((f"PHASELINT_SEED={SEED}", *differences[:5]))
    assert enough(figures), dict(figures)
