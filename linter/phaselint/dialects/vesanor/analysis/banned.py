"""Tools that can never be called because of a ban, and what comes of it (reference §5.3).

Imported only for a contract with a tool that could be called and never is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from phaselint.dialects.vesanor.analysis.lower import waits_for
from phaselint.vocabulary.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from phaselint.dialects.vesanor.analysis.assumptions import Tools
    from phaselint.dialects.vesanor.analysis.graphs import GraphFacts


class WayIn(NamedTuple):
    """A shortest run into a phase in which a tool could be called, and the tool of its response,
    counted from 1, that forbids it there."""

    phase: str
    path: tuple[Tools, ...]
    by: str
    response: int


class Banned(NamedTuple):
    """A tool that is forbidden wherever it could be called before a run completes.

    `ways` has one for each phase in which it could be; `phases` are those that no run enters
    because of it, and `tools` the others that no run calls because of it, sorted. Those that are
    `belated`, of it and these, might be called once the run has completed, in a terminal phase.
    """

    tool: str
    ways: tuple[WayIn, ...]
    phases: tuple[str, ...]
    tools: Tools
    belated: frozenset[str] = frozenset()


class Explored(Protocol):
    """What an exploration with order knows."""

    @property
    def reached(self) -> frozenset[str]:
        """The phases of the explored states."""

    @property
    def executed(self) -> frozenset[str]:
        """The tools that some response calls."""

    @property
    def dead(self) -> frozenset[str]:
        """Those that could be called in one of these phases, and that none calls."""

    def callable_when_free(self, name: str) -> bool | None:
        """Whether a tool would be callable but for its own preconditions; none beyond the bound."""

    def afterwards(self, name: str) -> bool:
        """Whether a tool might be called once a run has completed."""

    def way_into(self, phase: str) -> tuple[Tools, ...]:
        """A run that enters a phase that is reached."""


def banned(facts: GraphFacts, order: Explored, waiting: Collection[str]) -> tuple[Banned, ...]:
    """The tools that only bans keep from being called, by name. The `waiting` tools have
    preconditions that are never met; the finding says what keeps them."""
    found = _forbidden(facts, order, waiting)
    return tuple(
        _banned(facts, order, name)
        for name in sorted(found)
        if waits_for(facts.tools, name).isdisjoint(found)
    )


def _banned(facts: GraphFacts, order: Explored, name: str) -> Banned:
    phases, tools = _lost(facts, order, name)
    belated = frozenset(each for each in (name, *tools) if order.afterwards(each))
    return Banned(name, tuple(_ways(facts, order, name)), phases, tools, belated)


def _forbidden(facts: GraphFacts, order: Explored, waiting: Collection[str]) -> frozenset[str]:
    """The tools that no findings about their preconditions explain. That one is not `waiting`
    may be because a tool that it requires is: then it would be callable without requirements."""
    cycles = {name for cycle in facts.cycles for name in cycle}
    return frozenset(
        name
        for name in order.dead.difference(waiting)
        if ({name} | waits_for(facts.tools, name)).isdisjoint(cycles)
        and facts.tools[name].requires <= facts.tools.keys()
        and order.callable_when_free(name) is False
    )


def _ways(facts: GraphFacts, order: Explored, name: str) -> Iterator[WayIn]:
    entered = facts.callable_in[name] & order.reached - facts.terminals
    for phase in (phase for phase in facts.phases if phase in entered):
        path = order.way_into(phase)
        for number, response in enumerate(path):
            by = [other for other in response if name in facts.tools[other].forbids_after]
            if by:
                yield WayIn(phase, path, by[0], number + 1)
                break


def _lost(facts: GraphFacts, order: Explored, name: str) -> tuple[tuple[str, ...], Tools]:
    """The phases that are never entered and the other tools that are never called because a tool
    is not: those that require it, what they and it lead to, and what is callable only there."""
    where = {each: facts.callable_in[each] & facts.working for each in facts.tools}
    unused = [each for each in facts.tools if where[each] and each not in order.executed]
    tools = {each for each in unused if each == name or name in waits_for(facts.tools, each)}
    phases: set[str] = set()
    rest = {facts.tools[each].advances_to for each in tools}
    while rest := (rest & facts.enterable) - order.reached - phases:
        phases |= rest
        rest = {target for (source, target) in facts.tool_edges if source in rest}
    tools.update(each for each in unused if where[each] <= phases)
    tools.discard(name)
    return tuple(phase for phase in facts.phases if phase in phases), tuple(sorted(tools))
