"""The ends that limits may give runs, held against all runs of small workflows."""

from __future__ import annotations

import random
from collections import Counter

from dialects.sweny.runs import OPEN, RUNTIME, begin, load, workflow
from fresh import SEED, until
from laws.acting_sweny import SKILLS, small_workflow
from phaselint.behavior.acting import act_atlas

BOUND = 4_000
PAIRS = 60


def test_few_bounded_edges_and_a_large_budget_give_runs_no_end() -> None:
    """What is left out of the ends that limits may give runs is no end of any, but for those that
    runs have without limits."""
    seen: Counter[str] = Counter()
    for number in until(seen, {"held": PAIRS}, PAIRS):
        pick = random.Random(f"{SEED}/limits/{number}")
        contract = load(small_workflow(pick, sound=pick.random() < 0.5))
        options = {
            **OPEN,
            "semantics": pick.choice(("reference", "documented")),
            "router": pick.choice(("scripted", "bundled")),
            "target": pick.choice(("current", "next")),
            "max-steps": pick.choice((3, 5, 8, 200)),
        }
        start = RUNTIME.start(contract, options, {}, {"skills": SKILLS})
        told, free = RUNTIME.limited_ends(start), RUNTIME.unlimited(start)
        every = {"completed", "failed", "error", "limit"}
        if free == start or told == every:
            continue
        wide, narrow = (act_atlas(RUNTIME, contract, each, BOUND) for each in (free, start))
        if not (wide.complete and narrow.complete):
            continue
        ends = {RUNTIME.outcome(each).kind for each in narrow.states} - {"running"}
        assert ends <= told | {RUNTIME.outcome(each).kind for each in wide.states}, number
        seen["held"] += bool(start.law.bounds)


def test_a_budget_counts_where_runs_may_spend_it() -> None:
    """With two laps over three nodes, nine visits at most."""
    laps = workflow("a>b b>c c>a?w*2", a={}, b={}, c={})
    assert RUNTIME.limited_ends(begin(laps, max_steps=9)) == frozenset()
    assert RUNTIME.limited_ends(begin(laps, max_steps=8)) == {"limit"}
    loop = workflow("a>b b>a?w", a={}, b={})
    assert RUNTIME.limited_ends(begin(loop, max_steps=10**6)) == {"limit"}


def test_of_several_bounded_edges_some_may_be_used_up() -> None:
    several = workflow("a>b?v*1 a>c?w*1 b>a c>a", a={}, b={}, c={})
    assert RUNTIME.limited_ends(begin(several, max_steps=200)) >= {"completed", "failed", "error"}
