"""What tests a policy, and what runs can still do, against all runs with their limits."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fresh import SEED, until
from laws.bruteforce import Overflow
from laws.test_policies_of_graphs import COUNT, judged
from phaselint.behavior.product import judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.acts import Act
    from phaselint.policies.pattern import Pattern
    from phaselint.policies.policy import Policy


def is_tested(policy: Policy, done: Iterable[Act]) -> bool:
    """Whether runs that do just these acts test a policy, by the table of shapes."""
    every = list(done)
    good = [act for act in every if act.ok != "no"]
    if policy.shape == "never-both":
        return met(policy.first, every) and met(policy.second, every)
    if policy.scope in ("after", "between"):
        return met(policy.second, good)
    if policy.shape == "every-run":
        return not policy.scope or met(policy.second, good)
    if policy.shape == "some-run" or (policy.shape == "never" and not policy.scope):
        return True
    return met(policy.first, every)


def met(patterns: Sequence[Pattern], acts: Iterable[Act]) -> bool:
    return any(each.matches(act) for act in acts for each in patterns)


def test_what_limits_make_impossible_tests_no_policy() -> None:
    found: list[str] = []
    seen, fewest = Counter[str](), COUNT / 20 + 1
    for number in until(seen, dict.fromkeys(("kept", "lost", "near"), fewest), COUNT):
        for world, runs, policy in judged("limited", f"{SEED}/attained/{number}"):
            verdict = judge(runs, policy)
            try:
                done = set(world.acts())
            except Overflow:
                continue
            if verdict.status == "holds" and policy.shape != "some-run":
                if verdict.tested != is_tested(policy, done):
                    found.append(f"{number}: {policy.rule}: tested {verdict.tested}")
                seen["kept" if verdict.tested else "lost"] += 1
            if verdict.nearest:
                seen["near"] += 1
                if verdict.nearest not in {act.text for act in done}:
                    found.append(f"{number}: {policy.rule}: no run does {verdict.nearest}")
    assert not found, "\n".join((f"PHASELINT_SEED={SEED}", *found[:5]))
