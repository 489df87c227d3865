"""What twenty policies of a contract cost beyond exploring what its runs do.

Run it as a script: `python tests/benchmarks/bench_policies.py [ROUNDS [POLICIES]]`. The contracts
are the one of the fixtures with the most states of acts, and one whose limits give its runs very
many; the policies are drawn, the same ones each time, with what is usual under `under` and asked of
the worst choices.
"""

from __future__ import annotations

import os
import random
import sys
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from behavior.labs import labs
from laws.asking import drawn_policy
from phaselint.behavior.product import judge
from phaselint.behavior.runs import Runs
from phaselint.linting.garbage import collect_rarely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from behavior.labs import Lab
    from phaselint.policies.policy import Policy

CONTRACTS = (("loan-desk-fixed", "loans"), ("refund-desk-fixed", "refunds"))
"""Projects, and what the name of a contract in each has in it."""


def policies(lab: Lab, count: int, seed: int) -> list[Policy]:
    """Policies over the acts of a contract."""
    pick = random.Random(f"{seed}/{lab.name}")
    acts = [each.act for each in lab.runs.known]
    return [drawn_policy(pick, acts) for _ in range(count)]


def once(lab: Lab, asked: Sequence[Policy]) -> tuple[float, float, int]:
    """Seconds to explore the acts of a contract and to decide policies after that, and how many
    stay undecided."""
    runs = Runs(lab.bench)
    _ = runs.known
    begin = process_time()
    _ = runs.atlases
    explored = process_time()
    statuses = [judge(runs, each).status for each in asked]
    return explored - begin, process_time() - explored, statuses.count("undecided")


def beyond_exploring(name: str, lab: Lab, count: int, rounds: int) -> None:
    """Print what policies cost beside the exploration: in the median of as many sets of them as
    there are rounds, and in the worst."""
    found = [once(lab, policies(lab, count, seed)) for seed in range(rounds)]
    ratios = sorted(asked / explored for explored, asked, _ in found)
    states = sum(len(each.states) for each in lab.runs.atlases)
    slowest = 1000 * max(asked for _, asked, _ in found)
    undecided = sum(each for _, _, each in found)
    print(f"{count} policies, {name}: {median(ratios):.2f} x its exploration, {states} states")
    print(f"{count} policies, {name}, worst of all sets: {ratios[-1]:.2f} x its exploration")
    print(f"milliseconds, {count} policies, {name}, slowest: {slowest:.0f}; {undecided} undecided")


def main(rounds: int = 9, count: int = 20) -> None:
    """Print three figures for each contract."""
    for project, part in CONTRACTS:
        for lab in labs(project):
            if part in lab.name:
                beyond_exploring(project, lab, count, rounds)


if __name__ == "__main__":
    collect_rarely()  # as the command does
    main(*map(int, sys.argv[1:]))
