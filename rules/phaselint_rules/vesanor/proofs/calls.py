"""Calls that are blocked, or never come (reference vesanor §4.2, §6)."""

from __future__ import annotations

from phaselint.dialects.vesanor.reading.outputs import contradict, contradicted
from phaselint.executor.proof import settled, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.copies import (
    altered,
    executed,
    opened,
    requirements,
)
from phaselint_rules.vesanor.proofs.harness import (
    absent,
    data_of,
    doubted,
    incomplete,
    names,
    session_of,
    shown_somewhere,
    text,
    tools_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

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
