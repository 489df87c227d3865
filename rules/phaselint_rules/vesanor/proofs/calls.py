"""Calls that are blocked, or never come (reference vesanor §4.2, §6)."""

from __future__ import annotations

from phaselint.dialects.vesanor.reading.outputs import contradict, contradicted
from phaselint.executor.proof import by_replay, settled, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.copies import (
    altered,
    copied,
    executed,
    opened,
    requirements,
    with_session,
)
from phaselint_rules.vesanor.proofs.harness import (
    absent,
    call,
    data_of,
    doubted,
    incomplete,
    limited,
    names,
    session_of,
    shown_somewhere,
    text,
    tools_of,
    unseen,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Choice, Event
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.explore import Atlas, Edge
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding


@by("explore")
def never_executed(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """No run executes the tool, and one would if nothing were required of it; or, for a step count,
    none does before `max_steps` ends it."""
    data = data_of(finding)
    if "max_steps" in data:
        return _never_in_time(lab, data)
    tool = text(data, "tool")
    if "conditions" in data:
        return _never_for_outputs(lab, tool, data)
    return doubted(never_called(lab, tool), _not_for_want(lab, tool, names(data, "requires")))


def never_called(
    lab: ProofContext[VesanorFacts],
    tool: str,
    counts: Callable[[SessionState], bool] = lambda _: True,
) -> Proof:
    """Proved when complete exploration finds no run that executes a tool in a state that counts."""
    found = _calling(lab.atlas, tool, counts)
    if found is None:
        return settled(lab.atlas)
    script = lab.script(f"execute {tool}", (*lab.atlas.run_to(found.source), found.choice))
    return Proof("refuted", "explore", script, "a run executes the tool")


def _calling(atlas: Atlas[Any], tool: str, counts: Callable[[SessionState], bool]) -> Edge | None:
    """A step that calls a tool; it might not reach a new state, so states alone don't show it."""
    for edge in atlas.edges:
        called = any(tool in event.data["released"] for event in edge.events)
        if called and counts(atlas.states[edge.source]):
            return edge
    return None


def _never_for_outputs(
    lab: ProofContext[VesanorFacts], tool: str, data: Mapping[str, Any]
) -> Proof:
    """No run executes the tool, and one would without the conditions that the finding blames."""
    required = names(data, "requires")
    if reason := absent(lab, tools=[tool, *required]):
        return unproved(reason)
    if required and required[0] not in contradicted(tools_of(lab)[tool]):
        return Proof("unproved", "explore", None, "output invariants aren't simulated")
    return doubted(never_called(lab, tool), _not_for_outputs(lab, tool, required, data))


def _not_for_outputs(
    lab: ProofContext[VesanorFacts], tool: str, required: Sequence[str], data: Mapping[str, Any]
) -> Iterator[str]:
    entries = tools_of(lab)[tool].preconditions
    blamed = [
        condition
        for entry in entries
        if entry.tool in required
        for number, condition in enumerate(entry.conditions)
        if [entry.number, number] in data["conditions"]
    ]
    if len(blamed) != len(data["conditions"]) or not contradict(blamed):
        yield "some output meets these conditions"
    free = altered(
        lab, tool, preconditions=tuple(entry._replace(conditions=()) for entry in entries)
    )
    yield incomplete(free.atlas)
    if tool not in executed(free.atlas):
        yield "another cause also keeps it from being called"


def _not_for_want(
    lab: ProofContext[VesanorFacts], tool: str, requires: Sequence[str]
) -> Iterator[str]:
    yield absent(lab, tools=[tool])
    if tuple(requires) != requirements(lab.facts.contract)[tool]:
        yield f"{quote(tool)} requires other tools than the finding names"
    ordered = opened(lab)
    free = altered(ordered, tool, preconditions=())
    yield incomplete(ordered.atlas, free.atlas)
    if tool in executed(ordered.atlas):
        yield "the order of calls isn't what keeps runs from it"
    if tool not in executed(free.atlas):
        yield f"no run would even without the requirements of {quote(tool)}"


def _never_in_time(lab: ProofContext[VesanorFacts], data: Mapping[str, Any]) -> Proof:
    """No run executes a tool before `max_steps` ends it."""
    session, tool = session_of(lab), text(data, "tool")
    most = session.limits.max_steps if session else None

    def in_time(state: SessionState) -> bool:
        return most is None or state.steps < most

    return doubted(never_called(lab, tool, in_time), _not_for_steps(lab, data, most))


def _not_for_steps(
    lab: ProofContext[VesanorFacts], data: Mapping[str, Any], most: int | None
) -> Iterator[str]:
    tool, count = text(data, "tool"), data.get("requires_step_count")
    yield absent(lab, tools=[tool])
    entries = tools_of(lab)[tool].preconditions
    if most is None or data["max_steps"] != most:
        yield "`max_steps` differs from the finding"
    if not any(
        e.steps is not None and e.steps == count and e.steps >= (most or 0) for e in entries
    ):
        yield f"the step count of {quote(tool)} differs from the finding"
    if not shown_somewhere(altered(lab, tool, preconditions=()), [tool]):
        yield "another cause also keeps it from being called"


def blocked_as_illegal(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """A run reaches the phase and calls the tool, which is valid there; the call is blocked."""
    data = data_of(finding)
    phase, tool = text(data, "phase"), text(data, "tool")
    if reason := absent(lab, tools=[tool], phases=[phase]):
        return unproved(reason)
    if lab.start.law.target(tool) != data.get("target"):
        return unproved(f"{quote(tool)} advances to another phase than the finding names")
    if not tools_of(lab)[tool].available_in(phase) or phase in lab.start.law.terminals:
        return unproved(f"{quote(tool)} isn't valid in {quote(phase)}, or isn't called there")
    if list(names(data, "leads")) != list(lab.start.law.transitions.get(phase, ())):
        return unproved(f"{quote(phase)} goes to other phases than the finding names")
    found = lab.atlas.find(lambda state: state.phase == phase)
    if found is None:
        return unseen(lab.atlas, f"no run enters `{phase}`")
    return by_replay(
        lab,
        f"call {tool} in {phase}",
        (*lab.atlas.run_to(found), call(tool)),
        lambda events: (
            _blocked(events, tool, "illegal_phase_transition")
            and events[-1].data["removed"].get(tool) != "wrong_phase"
        ),
        cut_off=limited,
    )


def gate_blocks(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """A run reaches a state where the tool is visible and calls it; the gate blocks the call, but
    not without `risk_defaults`."""
    tool = text(data_of(finding), "tool")
    calling = call(tool)

    def shut(state: SessionState) -> bool:
        _, events = lab.runtime.step(state, calling)
        return _blocked(events, tool, "risk_gate_blocked")

    found = lab.atlas.find(shut)
    if found is None:
        return unseen(lab.atlas, "no run makes the tool visible")
    choices = (*lab.atlas.run_to(found), calling)
    proof = by_replay(
        lab,
        f"call {tool}",
        choices,
        lambda events: (
            tool in events[-1].data["visible"] and _blocked(events, tool, "risk_gate_blocked")
        ),
        cut_off=limited,
    )
    return doubted(proof, _own_gate(lab, tool, choices))


def _own_gate(
    lab: ProofContext[VesanorFacts], tool: str, choices: Sequence[Choice]
) -> Iterator[str]:
    mended = copied(lab, "open defaults", lambda given: with_session(given, risk_defaults={}))
    if _blocked(mended.replay(choices).events, tool, "risk_gate_blocked"):
        yield f"its own `gate` closes {quote(tool)}"


def ambiguous(lab: ProofContext[VesanorFacts], finding: Finding) -> Proof:
    """A run reaches the phase and calls two of the tools at once; both are blocked."""
    data = data_of(finding)
    phase, tools = text(data, "phase"), names(data, "tools")
    if reason := absent(lab, tools=tools, phases=[phase]):
        return unproved(reason)
    if list(tools) != _leading_on(lab, phase):
        return unproved(f"other tools leave {quote(phase)} than the finding names")
    for position, first in enumerate(tools):
        for second in tools[position + 1 :]:
            if proof := _blocks_both(lab, phase, first, second):
                return proof
    return unseen(lab.atlas, "no run can call two of them at once")


def _leading_on(lab: ProofContext[VesanorFacts], phase: str) -> list[str]:
    """For each phase that tools lead to from another, the first of these tools, sorted."""
    law, found = lab.start.law, dict[str, str]()
    for name, tool in sorted(tools_of(lab).items()):
        shut = tool.gate == "block" or law.limits.per_tool.get(name) == 0
        legal = tool.advances_to in law.transitions.get(phase, ())
        if legal and tool.available_in(phase) and not shut:
            found.setdefault(tool.advances_to, name)
    return sorted(found.values())


def _blocks_both(
    lab: ProofContext[VesanorFacts], phase: str, first: str, second: str
) -> Proof | None:
    """The proof by a run that calls both in a phase; none where no run can."""
    calling = call(first, second)

    def shut(state: SessionState) -> bool:
        if state.phase != phase:
            return False
        _, events = lab.runtime.step(state, calling)
        reasons = {block["reason"] for block in events[0].data["blocked"]}
        return reasons == {"ambiguous_phase_transition"}

    found = lab.atlas.find(shut)
    if found is None:
        return None
    return by_replay(
        lab,
        f"call {first} and {second} at once",
        (*lab.atlas.run_to(found), calling),
        lambda events: len(events[-1].data["blocked"]) == 2,
        cut_off=limited,
    )


def _blocked(events: Sequence[Event], tool: str, reason: str) -> bool:
    return {"tool": tool, "reason": reason} in events[-1].data["blocked"]
