"""The contract on the bench, altered, for comparison: what a finding blames is taken away, or what
it doesn't mention is removed, and the executor shows what runs then reach.

Each copy has a lab of its own, made once for all findings of a contract.
"""

from __future__ import annotations

from phaselint.dialects.vesanor.model import Tool
from phaselint.dialects.vesanor.reading.outputs import contradicted
from phaselint.executor.planning import beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaselint.dialects.vesanor.model import Session, VesanorContract
    from phaselint.executor.explore import Atlas
    from phaselint.executor.proof import ProofContext


def copied(
    lab: ProofContext[Any], name: str, change: Callable[[VesanorContract], VesanorContract]
) -> ProofContext[Any]:
    """The lab with a copy of the contract on its bench; `name` tells copies apart. Where nothing
    changes, it is the lab itself."""
    if name not in lab.kept:
        given = lab.facts.contract
        made = change(given)
        same = (made.tools, made.session) == (given.tools, given.session)
        lab.kept[name] = lab if same else beside(lab, made)
    found: ProofContext[Any] = lab.kept[name]
    return found


def over_map(lab: ProofContext[Any]) -> ProofContext[Any]:
    """Each transition of the map has a tool of its own, no other tools are there, and no phase ends
    a run: runs go wherever the map leads."""
    return copied(lab, "over the map", _over_map)


def unguarded(lab: ProofContext[Any]) -> ProofContext[Any]:
    """No tool requires or forbids another, and `risk_defaults` closes none: runs go wherever tools
    lead."""
    return copied(lab, "unguarded", _unguarded)


def opened(lab: ProofContext[Any]) -> ProofContext[Any]:
    """The doors of reference §5.5 are open: nothing depends on results of tools, on step counts or
    `risk_defaults`, and what is required is only what can be: requirements that have findings of
    their own are left out (§5.3)."""
    return copied(lab, "opened", _opened)


def altered(lab: ProofContext[Any], name: str, **fields: Any) -> ProofContext[Any]:
    """One tool has other fields."""
    what = f"{name} with {sorted(fields)}"
    return copied(lab, what, lambda contract: with_tool(contract, name, **fields))


def with_tool(contract: VesanorContract, name: str, **fields: Any) -> VesanorContract:
    """A contract in which one tool has other fields."""
    tools = tuple(t._replace(**fields) if t.name == name else t for t in contract.tools)
    return contract._replace(tools=tools)


def with_session(contract: VesanorContract, **fields: Any) -> VesanorContract:
    """A contract whose session, if it has one, has other fields."""
    session: Session | None = contract.session
    return contract._replace(session=session and session._replace(**fields))


def _over_map(contract: VesanorContract) -> VesanorContract:
    session = contract.session
    if session is None:
        return contract._replace(tools=())
    tools = tuple(
        Tool(f"{source} -> {target}", "", valid_in=(source,), advances_to=target)
        for source, targets in session.transitions.items()
        for target in dict.fromkeys(targets)
    )
    phases = tuple(phase._replace(terminal=False) for phase in session.phases)
    return with_session(contract, phases=phases)._replace(tools=tools)


def _unguarded(contract: VesanorContract) -> VesanorContract:
    free = tuple(tool._replace(preconditions=(), forbids_after=()) for tool in contract.tools)
    return with_session(contract, risk_defaults={})._replace(tools=free)


def _opened(contract: VesanorContract) -> VesanorContract:
    required = requirements(contract)
    tools = tuple(
        tool._replace(
            preconditions=tuple(
                entry._replace(conditions=(), steps=None)
                for entry in tool.preconditions
                if entry.tool in required[tool.name]
            )
        )
        for tool in contract.tools
    )
    return with_session(contract, risk_defaults={})._replace(tools=tools)


def requirements(contract: VesanorContract) -> dict[str, tuple[str, ...]]:
    """What each tool requires of what has a contract and does not wait for the tool, sorted; with
    conditions that some output meets."""
    tools = contract.by_name
    before = {name: waits_for(tools, name) for name in tools}
    return {
        name: tuple(
            sorted(
                each
                for each in tool.requires - contradicted(tool)
                if each in tools and name not in before[each]
            )
        )
        for name, tool in tools.items()
    }


def waits_for(tools: Mapping[str, Tool], name: str) -> frozenset[str]:
    """The tools with a contract that a tool requires, directly or through others; it is among them
    where it waits for itself."""
    found: set[str] = set()
    rest = {name}
    while rest:
        rest = {each for one in rest for each in tools[one].requires if each in tools} - found
        found |= rest
    return frozenset(found)


def entered(atlas: Atlas[Any]) -> frozenset[str]:
    """The phases that runs come to."""
    return frozenset(state.phase for state in atlas.states if state.phase)


def executed(atlas: Atlas[Any]) -> frozenset[str]:
    """The tools that runs call."""
    return frozenset(name for _, name, _ in uses(atlas))


def uses(atlas: Atlas[Any]) -> frozenset[tuple[str, str, str]]:
    """The calls of runs: the phase, the tool, and the phase after the response."""
    return frozenset(
        (event.data["phase_before"], name, event.data["phase_after"])
        for edge in atlas.edges
        for event in edge.events
        for name in event.data["released"]
    )


def ways(atlas: Atlas[Any]) -> dict[str, set[str]]:
    """For each phase that runs reach, the phases that they reach from there."""
    after: dict[str, set[str]] = {phase: set() for phase in entered(atlas)}
    for source, _, target in uses(atlas):
        after[source].add(target)
    for middle, beyond in after.items():
        for targets in after.values():
            if middle in targets:
                targets.update(beyond)
    return after
