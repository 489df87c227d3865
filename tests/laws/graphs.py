"""What graph theory says of a claim about phases, told by networkx alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from phaselint.dialects import dialect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from laws.bench import Bench
    from phaselint.machine.model import Machine

PHASE = ("phase", "step", "stage", "node")
"""How dialects call the phase that a finding is about."""


def is_true(bench: Bench, rule: str, data: Mapping[str, Any]) -> bool:
    """Whether a bent finding of a graph rule says what holds all the same, so that it is no lie:
    of phases that are consequences of what the linter reports, it says nothing itself."""
    of_one = {"unreachable-phase": _unreachable, "dead-end-phase": _endless}
    holds = of_one.get(rule)
    name = next((data[key] for key in PHASE if key in data), "")
    if holds is None or not isinstance(name, str):
        return False
    return holds(dialect(bench.target.dialect).machine(bench.lab.facts.contract), name)


def _unreachable(machine: Machine, name: str) -> bool:
    names = [phase.name for phase in machine.phases]
    graph = _graph(machine)
    reached = set(machine.initial).union(*(nx.descendants(graph, one) for one in machine.initial))
    return name in names and names.index(name) not in reached


def _endless(machine: Machine, name: str) -> bool:
    """Whether no way leads from a phase to a terminal one."""
    names = [phase.name for phase in machine.phases]
    if name not in names:
        return False
    node = names.index(name)
    ends = {each for each, phase in enumerate(machine.phases) if phase.terminal}
    return ends.isdisjoint({node, *nx.descendants(_graph(machine), node)})


def _graph(machine: Machine) -> nx.DiGraph[int]:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(machine.phases)))
    ways = ((move.source, move.target) for move in machine.moves if move.target is not None)
    graph.add_edges_from(way for way in ways if not machine.phases[way[0]].terminal)
    return graph
