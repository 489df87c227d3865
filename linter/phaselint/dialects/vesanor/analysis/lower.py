"""Contract → machines (reference §5): the transitions map, and the graph its tools induce.

The runtime never imports this module.
"""

from __future__ import annotations

from phaselint.machine.graph import components
from phaselint.machine.model import Machine, Move, Phase
from phaselint.vocabulary.finding import Place
from phaselint.vocabulary.pure import pure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from typing import Any

    from phaselint.dialects.vesanor.model import Session, Tool, VesanorContract

    Cycles = tuple[tuple[str, ...], ...]

TRANSITION = ("transition",)
"""The one action of the transitions map, which says where a run may go and not how."""


def _phases(session: Session) -> tuple[Phase, ...]:
    return tuple(
        Phase(name, phase.terminal, Place(session.file, ("phases", phase.number, "name")))
        for name, phase in session.declared.items()
    )


def _initial(session: Session) -> tuple[int, ...]:
    return tuple(index for index, phase in enumerate(session.declared.values()) if phase.initial)


def map_edges(session: Session) -> dict[tuple[str, str], Place]:
    """The edges of the transitions map between declared phases, each with its place."""
    found: dict[tuple[str, str], Place] = {}
    declared = session.declared
    for source, targets in session.transitions.items():
        for index, target in enumerate(targets):
            if source in declared and target in declared:
                place = Place(session.file, ("transitions", source, index))
                found.setdefault((source, target), place)
    return found


def lower_map(session: Session) -> Machine:
    """The transitions map as a machine without guards (reference §5.1)."""
    number = {name: index for index, name in enumerate(session.declared)}
    moves = tuple(
        Move(number[source], number[target], 0, place=place)
        for (source, target), place in map_edges(session).items()
    )
    return Machine(_phases(session), _initial(session), moves, TRANSITION)


def declared(contract: VesanorContract) -> Machine | None:
    """The machine of the transitions map, where there is a session."""
    return lower_map(contract.session) if contract.session else None


def dead_gate(tool: Tool, session: Session) -> bool:
    """Whether the contract itself never lets a tool through (reference §5)."""
    return tool.gate == "block" or session.limits.per_tool.get(tool.name) == 0


def ways(session: Session) -> frozenset[tuple[str, str]]:
    """The transitions as pairs of source and target, declared or not."""
    return frozenset(
        (source, target) for source, targets in session.transitions.items() for target in targets
    )


def callable_phases(
    tool: Tool,
    session: Session,
    available: Mapping[str, Place],
    legal: AbstractSet[tuple[str, str]],
) -> Mapping[str, Place]:
    """Those of the phases in which a tool is available in which it is `callable` (reference §5),
    as the transitions have it that are `legal`."""
    if dead_gate(tool, session):
        return {}
    target = tool.advances_to
    return {
        phase: place for phase, place in available.items() if not target or (phase, target) in legal
    }


def precondition_cycles(tools: Mapping[str, Tool]) -> Cycles:
    """The sets of tools that wait for each other over `requires_prior_tool`, sorted."""
    return _cycles(*tools.values())


@pure
def _cycles(*given: Tool) -> Cycles:
    waiting = {tool.name: tool.requires for tool in given if tool.preconditions}
    names = sorted(waiting)
    number = {name: index for index, name in enumerate(names)}
    graph = [sorted(number[r] for r in waiting[name] if r in number) for name in names]
    return tuple(
        tuple(names[index] for index in sorted(members))
        for members in components(graph)
        if len(members) > 1 or members[0] in graph[members[0]]
    )


def waits_for(tools: Mapping[str, Tool], name: str) -> set[str]:
    """The tools with a contract that a tool requires, directly or through others."""
    found: set[str] = set()
    rest = {name}
    while rest:
        required = {other for each in rest for other in tools[each].requires}
        rest = required.intersection(tools) - found
        found |= rest
    return found


def requirements(tools: Mapping[str, Tool], cycles: Cycles) -> Mapping[str, tuple[str, ...]]:
    """What each tool requires, sorted. References to unknown tools, edges inside a precondition
    cycle, and requirements with conditions that no output meets are left out: they have findings of
    their own (reference §5.3)."""
    return _requirements(*tools.values(), cycles)


def _never_met(tool: Tool) -> frozenset[str]:
    """The tools that a tool requires with conditions that no output meets."""
    if not any(entry.conditions for entry in tool.preconditions):
        return frozenset()
    from phaselint.dialects.vesanor.reading.outputs import contradicted

    return contradicted(tool)


@pure
def _requirements(*given: Any) -> Mapping[str, tuple[str, ...]]:
    """See `requirements`: of some tools, and the tools they depend on, their cycles."""
    *listed, cycles = given
    tools = {tool.name: tool for tool in listed}
    cycle_of = {name: cycle for cycle in cycles for name in cycle}
    found: dict[str, tuple[str, ...]] = dict.fromkeys(sorted(tools), ())
    for name, tool in tools.items():
        if tool.preconditions:
            never = _never_met(tool)
            known = (other for other in tool.requires - never if other in tools)
            own = cycle_of.get(name, name)
            found[name] = tuple(sorted(each for each in known if own != cycle_of.get(each)))
    return found


def lower(
    drawn: Machine,
    tools: Mapping[str, Tool],
    requires: Mapping[str, tuple[str, ...]],
    open_in: Mapping[str, Mapping[str, Place]],
) -> Machine:
    """The tool-induced graph with preconditions and bans as guards (reference §5.2, §5.3).

    Args:
        drawn: the machine of the transitions map, which has the same phases.
        requires: what each tool requires (see `requirements`), in the order of the actions.
        open_in: the phases in which each tool is callable, with where its own file says so; one
            of which that is unknown is missing, and has no moves.
    """
    facts = tuple(sorted({other for listed in requires.values() for other in listed}))
    return Machine(
        drawn.phases,
        drawn.initial,
        moves=tuple(_moves(drawn.phases, tools, requires, open_in, facts)),
        actions=tuple(requires),
        facts=facts,
        joint=True,
    )


def _forbidden(tool: Tool) -> set[str]:
    """The tools that a tool forbids, as far as that has an effect: if the tool doesn't advance, a
    second call of it would do nothing new, so it doesn't matter whether it forbids itself (the
    call-once idiom)."""
    others = set(tool.forbids_after)
    return others if tool.advances_to else others - {tool.name}


def _moves(
    phases: Sequence[Phase],
    tools: Mapping[str, Tool],
    requires: Mapping[str, tuple[str, ...]],
    open_in: Mapping[str, Mapping[str, Place]],
    facts: Sequence[str],
) -> Iterator[Move]:
    """The moves of every tool; a tool's number is its place in `requires`."""
    fact_bit = {name: 1 << index for index, name in enumerate(facts)}
    action = {name: index for index, name in enumerate(requires)}
    number = {phase.name: index for index, phase in enumerate(phases)}
    for name in requires:
        tool = tools[name]
        if tool.advances_to and tool.advances_to not in number:
            continue
        target = number[tool.advances_to] if tool.advances_to else None
        needs = sum(fact_bit[other] for other in requires[name])
        bans = sum(1 << action[other] for other in _forbidden(tool) if other in action)
        for phase, place in open_in.get(name, {}).items():
            if not phases[number[phase]].terminal:
                yield Move(
                    number[phase],
                    target=target,
                    action=action[name],
                    needs=needs,
                    gains=fact_bit.get(name, 0),
                    bans=bans,
                    place=place,
                )
