"""What a picture of a contract says besides its machine (reference §2, §5, §6): tools that are
never called, limits, and what these cut off."""

from __future__ import annotations

from phaselint.dialects.diagram_data import UNHEEDED, Closed, Sketch
from phaselint.dialects.vesanor.analysis.lower import dead_gate
from phaselint.machine.model import Move
from phaselint.vocabulary.message import quote, quote_all
from phaselint.vocabulary.suggest import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.model import Limits
    from phaselint.machine.model import Machine
    from phaselint.vocabulary.finding import Place

UNKNOWN = "a tool"
"""What may take a transition where it is not known which tools there are, or where they lead."""


def sketch(facts: VesanorFacts) -> Sketch:
    """The data of the diagram of a contract."""
    if not facts.tools_known:
        limits = _limits(facts.session.limits)
        astray = tuple(_astray(facts))
        return Sketch(_assumed(facts), astray=astray, limits=limits, known=facts.has_start)
    if facts.has_order:
        machine = facts.machine
    elif facts.names_known:
        machine = _unguarded(facts.machine)
    else:  # a tool can name a phase differently from its declaration
        machine = _assumed(facts)
    why = dict(_never(facts))
    dead = {
        number: why[machine.actions[move.action]]
        for number, move in enumerate(machine.moves)
        if machine.actions[move.action] in why
    }
    per_tool = facts.session.limits.per_tool
    return Sketch(
        machine,
        unentered=dict(_cut_off(facts)),
        dead=dead,
        closed=tuple(_closed(facts)),
        astray=tuple(_astray(facts)),
        move_bounds={
            number: f"at most {plural(per_tool[name], 'call')}"
            for number, move in enumerate(machine.moves)
            if (name := machine.actions[move.action]) in per_tool
        },
        limits=_limits(facts.session.limits),
        known=facts.has_start,
    )


def _assumed(facts: VesanorFacts) -> Machine:
    """The machine with a tool for each transition, for who does not know what all tools do: whether
    one needs another is not known either."""
    machine = _unguarded(facts.machine)
    number = {name: index for index, name in enumerate(facts.phases)}
    taken = {(move.source, move.target) for move in machine.moves}
    action = len(machine.actions)
    more = tuple(
        Move(number[source], number[target], action, place=place)
        for (source, target), place in facts.edges.items()
        if (number[source], number[target]) not in taken
    )
    return machine._replace(moves=machine.moves + more, actions=(*machine.actions, UNKNOWN))


def _unguarded(machine: Machine) -> Machine:
    """A machine without what calls make possible and forbid, where not all of that is known."""
    moves = (move._replace(needs=0, gains=0, bans=0) for move in machine.moves)
    return machine._replace(moves=tuple(moves), facts=())


def _never(facts: VesanorFacts) -> Iterator[tuple[str, str]]:
    """Tools that are never called for another reason than the calls before, each with why."""
    session = facts.session
    cycles = {name: cycle for cycle in facts.cycles for name in cycle}
    for name, tool in facts.tools.items():
        lacking = sorted(tool.requires - facts.tools.keys())
        if not tool.gate and session.risk_defaults.get(tool.side_effect) == "block":
            yield name, f"`risk_defaults` blocks {quote(tool.side_effect)} tools"
        elif lacking:
            yield name, f"requires {quote_all(lacking)}, which has no contract"
        elif name in cycles:
            others = [each for each in cycles[name] if each != name]
            yield name, f"waits for {quote_all(others) if others else 'itself'}, which waits for it"
    for clash in facts.clashes:
        yield clash.tool.name, f"needs a result of {quote(clash.required)} that it never gives"
    for tool, entry in facts.late_counts:
        steps, most = entry.steps, session.limits.max_steps
        yield tool.name, f"needs {plural(steps or 0, 'earlier step')}, but a session has {most}"
    if facts.has_order and facts.order_complete:
        for found in facts.cut_off:
            for name, needed in found.tools.items():
                yield name, _needs(needed, found.limit, found.value)


def _cut_off(facts: VesanorFacts) -> Iterator[tuple[str, str]]:
    """The phases that no session enters within its limits, each with why."""
    if not (facts.has_order and facts.order_complete):
        return
    for found in facts.cut_off:
        for name, needed in found.phases.items():
            yield name, _needs(needed, found.limit, found.value)
    for short in facts.needed:
        why = f"an end {_needs(short.needed, short.limit, short.value)}"
        yield from ((name, why) for name in facts.terminals)


def _needs(needed: int, limit: str, value: int) -> str:
    noun = "call" if limit == "max_tool_calls" else "response"
    return f"needs {plural(needed, noun)}, but {quote(limit)} is {value}"


def _closed(facts: VesanorFacts) -> Iterator[Closed]:
    """The calls that are always blocked: of tools whose gate is closed, and of those that would
    lead where the transitions do not."""
    for tool in facts.tools.values():
        if dead_gate(tool, facts.session):
            why = "`gate` is `block`" if tool.gate == "block" else "can be called 0 times"
            for phase, place in facts.available_in[tool.name].items():
                if phase not in facts.terminals:
                    target = tool.advances_to or phase
                    yield Closed(phase, target, tool.name, why, place=place)
    for tool, phase in facts.illegal:
        if not dead_gate(tool, facts.session):
            why = f"`transitions` has no entry from {quote(phase)} to {quote(tool.advances_to)}"
            place = facts.available_in[tool.name][phase]
            yield Closed(phase, tool.advances_to, tool.name, why, place=place, kind=UNHEEDED)


def _astray(facts: VesanorFacts) -> Iterator[tuple[str, Place]]:
    """The places at which a name of a phase is not known, with the phases to or from which a way
    would lead there."""
    phases = facts.phases
    tools = {tool.file: tool for tool in facts.tools.values()}
    for mention in facts.undeclared:
        file, pointer = mention.place.file, mention.place.pointer
        ends: Sequence[str] = ()
        if file == facts.session.file:
            source = str(pointer[1])
            ends = (source,) if source in phases else facts.session.transitions[source]
        elif file in tools:
            tool = tools[file]
            ends = (tool.advances_to,) if "valid_in_phases" in pointer else tool.valid_in or ()
        yield from ((name, mention.place) for name in ends if name in phases)


def _limits(limits: Limits) -> tuple[str, ...]:
    """The limits of a session, in words."""
    found = ((limits.max_steps, "response"), (limits.max_tool_calls, "call"))
    counted = (f"at most {plural(most, noun)}" for most, noun in found if most is not None)
    cost = () if limits.max_cost is None else (f"costs at most {limits.max_cost}",)
    return (*counted, *cost)
