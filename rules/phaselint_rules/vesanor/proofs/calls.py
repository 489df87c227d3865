"""Calls that are blocked, never come, or end a run (reference vesanor §4.2, §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.dialects.protocol import Choice
from phaselint.dialects.vesanor.analysis.assumptions import stage
from phaselint.dialects.vesanor.running.session import LIMIT_ERROR
from phaselint.executor.proof import by_replay
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.bench import (
    TEXT,
    call,
    data_of,
    limited,
    over_limit,
    rests_on,
    settled,
    unseen,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.protocol import Event
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.dialects.vesanor.running.session import SessionState
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding

LONGEST_SCRIPT = 1_000
"""Turns of a replay, at most."""


@by("explore")
def never_executed(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """No run executes the tool; or, for a step count, the session ends before it is met."""
    data = data_of(finding)
    tool = data["tool"]
    if "max_steps" in data:
        turns = data["max_steps"] + 1
        if turns > LONGEST_SCRIPT:
            return Proof("unproved", "replay", None, f"the run would have {turns} turns")
        return by_replay(
            lab,
            f"wait for {tool}",
            (TEXT,) * turns,
            lambda events: (
                events[-1].data["error"] == LIMIT_ERROR
                and not any(tool in event.data["visible"] for event in events[:-1])
            ),
        )
    atlas = lab.atlas
    for edge in atlas.edges:  # a call may lead to no new state, so states alone do not tell
        if any(tool in event.data["released"] for event in edge.events):
            script = lab.script(f"execute {tool}", (*atlas.run_to(edge.source), edge.choice))
            return Proof("refuted", "explore", script, "a run executes the tool")
    return settled(atlas)


def limit_ends_run(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The shortest complete run ends in `session_limit_exceeded`."""
    path = data_of(finding).get("path_tools")
    if path is None:
        return Proof("unproved", "replay", None, "the order of calls was not examined")
    staged = stage(lab.facts.contract, [tuple(response) for response in path], limits=False)
    if unproved := rests_on(lab, path, staged):
        return unproved
    choices = [Choice("model", turn) for turn in staged.turns]
    return by_replay(
        lab,
        f"exceed {data_of(finding)['limit']}",
        choices,
        over_limit,
        cut_off=limited,
    )


def blocked_as_illegal(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """A run comes to the phase and calls the tool there; the call is blocked."""
    data = data_of(finding)
    phase, tool = data["phase"], data["tool"]
    found = lab.atlas.find(lambda state: state.phase == phase)
    if found is None:
        return unseen(lab.atlas, f"no run enters `{phase}`")
    return by_replay(
        lab,
        f"call {tool} in {phase}",
        (*lab.atlas.run_to(found), call(tool)),
        lambda events: _blocked(events, tool, "illegal_phase_transition"),
        cut_off=limited,
    )


def gate_blocks(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """A run comes to where the tool is visible and calls it; the gate blocks the call."""
    tool = data_of(finding)["tool"]
    calling = call(tool)

    def shut(state: SessionState) -> bool:
        _, events = lab.runtime.step(state, calling)
        return _blocked(events, tool, "risk_gate_blocked")

    found = lab.atlas.find(shut)
    if found is None:
        return unseen(lab.atlas, "no run makes the tool visible")
    return by_replay(
        lab,
        f"call {tool}",
        (*lab.atlas.run_to(found), calling),
        lambda events: (
            tool in events[-1].data["visible"] and _blocked(events, tool, "risk_gate_blocked")
        ),
        cut_off=limited,
    )


def ambiguous(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """A run comes to the phase and calls two of the tools at once; both are blocked."""
    data = data_of(finding)
    names = data["tools"]
    for position, first in enumerate(names):
        for second in names[position + 1 :]:
            calling = call(first, second)

            def shut(state: SessionState, calling: Choice = calling) -> bool:
                if state.phase != data["phase"]:
                    return False
                _, events = lab.runtime.step(state, calling)
                reasons = {block["reason"] for block in events[0].data["blocked"]}
                return reasons == {"ambiguous_phase_transition"}

            found = lab.atlas.find(shut)
            if found is not None:
                return by_replay(
                    lab,
                    f"call {first} and {second} at once",
                    (*lab.atlas.run_to(found), calling),
                    lambda events: len(events[-1].data["blocked"]) == 2,
                    cut_off=limited,
                )
    return unseen(lab.atlas, "no run can call two of them at once")


def _blocked(events: Sequence[Event], tool: str, reason: str) -> bool:
    return {"tool": tool, "reason": reason} in events[-1].data["blocked"]


@by("explore")
def banned_everywhere(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """stub"""
    return settled(lab.atlas)


@by("explore")
def cuts_off(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """stub"""
    return settled(lab.atlas)
