"""Policies against brute force on drawn graphs: threads, offers, limits, and grades of choices."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from behavior.graphs import FREE, GraphRuntime, SpanningRuntime, drawn_graph
from fresh import SEED
from laws.acting import Player
from laws.asking import drawn_policy
from laws.bruteforce import DrawnRuns, Overflow, World, enumerated
from laws.test_policies import wrong
from phaselint.behavior.product import judge
from phaselint.behavior.verifying import invariant
from phaselint.dialects.records import MILDEST_FIRST
from phaselint.policies.monitor import shows, violation
from phaselint.policies.naming import resolved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from behavior.graphs import At
    from phaselint.behavior.product import Verdict
    from phaselint.dialects.records import Choice
    from phaselint.policies.policy import Policy

COUNT = int(os.environ.get("PHASELINT_POLICIES") or 200)

KINDS = ("plain", "limited", "threads", "spanning")


def judged(kind: str, seed: str) -> Iterator[tuple[World, DrawnRuns, Policy]]:
    """A drawn graph and policies over it."""
    pick = random.Random(seed)
    threads, limited = kind in ("threads", "spanning"), kind == "limited" or pick.random() < 0.2
    runtime = SpanningRuntime() if kind == "spanning" else GraphRuntime()
    graph = drawn_graph(pick, threads=threads, forward=not limited and pick.random() < 0.8)
    start = runtime.start(graph, {}, {}, {})._replace(left=pick.randint(1, 5) if limited else FREE)
    for under in MILDEST_FIRST:

        def legal(state: At, worst: int = MILDEST_FIRST.index(under)) -> Iterator[Choice]:
            for choice in runtime.choices(state):
                if MILDEST_FIRST.index(runtime.grade(state, choice)) <= worst:
                    yield choice

        player = Player(runtime, lambda _: (), legal)
        world, runs = World(player, graph, start), DrawnRuns(runtime, graph, start)
        acts = [*world.acts(), *(each.act for each in runs.known[:8])]
        for _ in range(3):
            yield world, runs, drawn_policy(pick, acts, under)


def unshown(policy: Policy, verdict: Verdict) -> bool:
    """Whether the acts of a verdict do not show it."""
    if not verdict.acts:
        return False
    if policy.shape == "some-run":
        return shows(policy, verdict.acts) is None
    return violation(policy, verdict.acts, ended=verdict.at == len(verdict.acts)) is None


class Asked(NamedTuple):
    """A policy that was asked: how it stands, whether all runs are known, and what is wrong."""

    status: str
    complete: bool
    wrong: str


def asked(kind: str, seed: str) -> Iterator[Asked]:
    """What is said of policies over one drawn graph, held against all its runs."""
    for world, runs, policy in judged(kind, seed):
        try:
            seen = enumerated(world, policy)
        except Overflow:
            continue
        verdict = judge(runs, policy)
        said = wrong(policy, seen, verdict, longer=False)
        if not said and unshown(policy, verdict):
            said = f"{policy.rule}: {[each.text for each in verdict.acts]} does not show it"
        if not said and verdict.status == "holds" and policy.shape != "some-run":
            known = resolved(policy, [each.act for each in runs.known])
            second = invariant(runs, known)
            threads = kind in ("threads", "spanning")  # which may have too many orders
            said = second.doubt or ("" if threads else second.stopped)
        yield Asked(verdict.status, seen.complete or seen.met, said and f"{seed}: {said}")


@pytest.mark.parametrize("kind", KINDS)
def test_policies_stand_as_all_runs_of_a_graph_show(kind: str) -> None:
    found = [each for number in range(COUNT) for each in asked(kind, f"{SEED}/{kind}/{number}")]
    statuses = [each.status for each in found]
    differences = [each.wrong for each in found if each.wrong]
    assert not differences, "\n".join((f"PHASELINT_SEED={SEED}", *differences[:5]))
    assert sum(each.complete for each in found) > len(found) / 2
    assert statuses.count("holds") > COUNT / 4 < statuses.count("violated")
    assert statuses.count("undecided") <= (COUNT / 2 if kind == "spanning" else 0)
