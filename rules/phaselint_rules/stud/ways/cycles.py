"""Cycles of stages: a shortest one, the way to it, and once round (reference §6.2, §6.10)."""

from __future__ import annotations

from itertools import pairwise

from phaselint.vocabulary.finding import Witness
from phaselint_rules.stud.ways.run_descriptions import lines, moves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts

MOST_NODES = 200_000
"""Stages that the search for a shortest cycle visits."""


def shortest(facts: StudFacts, members: Iterable[str]) -> tuple[str, ...]:
    """A shortest cycle through some of the members of cycles, from the stage of it that runs
    reach first back to that."""
    from phaselint.machine.graph import shortest_cycle

    roles, names = facts.roles, list(dict.fromkeys(members))
    number = {name: index for index, name in enumerate(names)}
    graph = [[number[each] for each in roles.flow(name) if each in number] for name in names]
    found = [names[index] for index in shortest_cycle(graph, range(len(names)), MOST_NODES)][:-1]
    first = min(range(len(found)), key=lambda at: roles.depth(found[at]))
    return (*found[first:], *found[:first], found[first])


def through(facts: StudFacts, members: Iterable[str], stage: str) -> tuple[str, ...]:
    """A shortest cycle through one of the members of a cycle, from that back to it."""
    from phaselint.machine.graph import find_cycle

    names = [stage, *(name for name in members if name != stage)]
    number = {name: index for index, name in enumerate(names)}
    graph = [[number[each] for each in facts.roles.flow(name) if each in number] for name in names]
    return tuple(names[index] for index in find_cycle(graph, range(len(names))))


def round_trip(cycle: Sequence[str]) -> Sequence[tuple[str, str]]:
    """The steps of a cycle but the one that closes it."""
    return list(pairwise(cycle))[:-1]


def tour(facts: StudFacts, cycle: Sequence[str]) -> Witness:
    """The way to a cycle and once round it."""
    way = facts.roles.way(cycle[0])
    data = {"stage": cycle[0], "path": list(way), "cycle": list(cycle)}
    return Witness(data, (*lines(facts, way), *moves(facts, cycle)))
