"""How the machine scales, as ratios within one run; prints, asserts nothing.

Run it with `python tests/benchmarks/bench_machine.py [largest power of ten]`.
"""

from __future__ import annotations

import gc
import random
import sys
from itertools import pairwise
from math import log
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import networkx as nx

from phaselint.machine import graph
from phaselint.machine.analysis import Analysis
from phaselint.machine.certify import certify
from phaselint.machine.check import check
from phaselint.machine.counted import BoundedGraph, Way, visits
from phaselint.machine.coverability import cover
from phaselint.machine.dominators import dominators
from phaselint.machine.explore import explore
from phaselint.machine.liveness import sliced
from phaselint.machine.longest import longest
from phaselint.machine.model import Machine, Move, Phase
from phaselint.machine.spending import Ground, dead_ends, forced

if TYPE_CHECKING:
    from collections.abc import Callable


def timed(work: Callable[[], Any], rounds: int = 3) -> float:
    """Give the median time of a piece of work in seconds, the collector kept out of it."""
    times = []
    gc.disable()
    for _ in range(rounds):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
    gc.enable()
    return median(times)


def workflow(moves: int, seed: int = 7) -> Machine:
    """Build a spine with skips and back edges, three moves a phase, one phase in 100 terminal."""
    pick = random.Random(seed)
    count = max(4, moves // 3)
    phases = tuple(Phase(str(k), k % 100 == 99 or k == count - 1) for k in range(count))
    pairs = [(k, k + 1) for k in range(count - 1)]
    while len(pairs) < moves:
        source = pick.randrange(count)
        pairs.append((source, min(count - 1, max(0, source + pick.randint(-20, 20)))))
    return Machine(phases, (0,), tuple(Move(a, b, 0) for a, b in pairs), ("go",))


def passes(machine: Machine) -> None:
    """Build the graph and run every pass over it, dominators apart."""
    adj = graph.adjacency(machine, stop_at_terminals=False)
    graph.reachable(adj, machine.initial)
    ends = [number for number, phase in enumerate(machine.phases) if phase.terminal]
    graph.reachable(graph.reverse(adj), ends)
    graph.components(adj)


def oracle(machine: Machine) -> None:
    """Do the same with networkx."""
    found: nx.DiGraph[int] = nx.DiGraph()
    found.add_nodes_from(range(len(machine.phases)))
    found.add_edges_from(
        (move.source, move.target) for move in machine.moves if move.target is not None
    )
    nx.descendants(found, 0)
    list(nx.strongly_connected_components(found))
    ends = [number for number, phase in enumerate(machine.phases) if phase.terminal]
    found.add_edges_from((end, -1) for end in ends)
    nx.ancestors(found, -1)


def guarded(phases: int, helpers: int, seed: int) -> Machine:
    """Build a contract of tools: a main line, helpers that it needs, some bans, retries."""
    pick = random.Random(seed)
    moves: list[Move] = []
    for phase in range(phases - 1):
        first = len(moves)
        for _ in range(helpers):
            bans = 1 << pick.randrange(first + 1) if pick.random() < 0.1 else 0
            moves.append(
                Move(
                    source=phase,
                    target=None,
                    action=len(moves),
                    needs=0,
                    gains=1 << len(moves),
                    bans=bans,
                )
            )
        needs = 1 << pick.randrange(first, first + helpers)
        moves.append(Move(phase, phase + 1, len(moves), needs, 1 << len(moves)))
        if phase and pick.random() < 0.3:
            moves.append(Move(phase, phase - 1, len(moves), 0, 1 << len(moves)))
    names = tuple(str(number) for number in range(len(moves)))
    ends = tuple(Phase(str(k), k == phases - 1) for k in range(phases))
    return Machine(ends, (0,), tuple(moves), names, names, joint=True)


def bare_graph(largest: int) -> None:
    """Print the growth of the passes, and the distance to networkx at 10^5 moves."""
    sizes = [10**power for power in range(3, largest + 1)]
    times = {}
    for size in sizes:
        machine = workflow(size)
        times[size] = timed(lambda machine=machine: passes(machine))  # type: ignore[misc]
        if size == 10**5:
            ratio = timed(lambda machine=machine: oracle(machine), 1) / times[size]  # type: ignore[misc]
            print(f"networkx at 10^5 moves: {ratio:.1f} times our passes")
    spans = list(pairwise(sizes))
    if largest > 5:
        spans.append((10**4, 10**largest))
    for low, high in spans:
        slope = log(times[high] / times[low]) / log(high / low)
        print(f"bare graph {low:>7} to {high:>7} moves: slope {slope:.2f}")


def searches() -> None:
    """Print how searches compare on contracts of usual size."""
    machines = [guarded(12, 3, seed) for seed in range(40)]
    covers = [(machine, cover(sliced(machine))) for machine in machines]
    search = timed(lambda: [cover(sliced(machine)) for machine in machines])
    made = [(machine, certify(sliced(machine), found)) for machine, found in covers]
    making = timed(lambda: [certify(sliced(machine), found) for machine, found in covers])
    checking = timed(lambda: [check(machine, proof) for machine, proof in made])
    whole = timed(lambda: [Analysis(machine, 2_000).finishes for machine in machines], 1)
    proved = sum(proof.finish is not None for _, proof in made)
    print(f"certificates that prove finishing: {proved} of {len(machines)}")
    print(f"check / (cover + certificate): {checking / (search + making):.2f}")
    print(f"whole verdict, at most 2,000 states each / cover: {whole / search:.1f}")


def expansions() -> None:
    """Print the rate of the exact exploration, against a bare breadth-first search."""
    index = sliced(guarded(12, 4, 3))
    found = explore(index, 5_000)
    rate = found.expanded / timed(lambda: explore(index, 5_000))
    adj = graph.adjacency(workflow(30_000))
    bare = len(adj) / timed(lambda: graph.distances(adj, [0]))
    print(f"expansions per second: {rate:,.0f} (bare graph search: {bare / rate:.0f} times that)")


def loops(phases: int, ways: int, seed: int = 5) -> BoundedGraph:
    """Build a spine with ways all over, a fifth of them with a maximum of up to 10^9."""
    pick = random.Random(seed)
    ends = [(phase, phase + 1) for phase in range(phases - 1)]
    ends += [(pick.randrange(phases), pick.randrange(phases)) for _ in range(ways - len(ends))]
    return BoundedGraph(
        phases,
        0,
        tuple(
            Way(*pair, 10 ** pick.randint(0, 9) if pick.random() < 0.2 else None) for pair in ends
        ),
    )


def counters(phases: int = 5_000) -> None:
    """Print the questions about counters and dominators as multiples of one graph search."""
    counted = loops(phases, 4 * phases)
    adj: graph.Adjacency = [[] for _ in range(phases)]
    for way in counted.ways:
        adj[way.source].append(way.target)
    base = timed(lambda: graph.distances(adj, [0]))
    ground = Ground(counted)
    conditional = [True] * len(counted.ways)
    works: dict[str, Callable[[], Any]] = {
        "ground": lambda: Ground(counted),
        "dead ends": lambda: dead_ends(ground),
        "forced branches": lambda: forced(ground, conditional),
        "visits": lambda: visits(counted),
        "longest run": lambda: longest(counted),
        "dominators": lambda: dominators(adj, 0),
    }
    times = ", ".join(f"{name} {timed(work) / base:.0f}" for name, work in works.items())
    print(f"{phases} phases, {len(counted.ways)} ways, in graph searches: {times}")
    print(f"branches left open: {len(forced(ground, conditional).unknown)}")


if __name__ == "__main__":
    bare_graph(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
    searches()
    expansions()
    counters()
