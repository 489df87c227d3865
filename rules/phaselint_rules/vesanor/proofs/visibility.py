"""Tools that the model sees, or never sees (reference vesanor §4.2, §6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.executor.proof import STATIC, by_replay, cut_off_at, never
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.vesanor.proofs.bench import (
    TEXT,
    data_of,
    limited,
    look,
    settled,
    unseen,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding


def visible_at_once(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The tool is visible in the first turn, or as soon as what else it waits for has come."""
    tool = data_of(finding)["tool"]
    found = lab.atlas.find(lambda state: tool in look(lab, state)["visible"])
    if found is None:
        return unseen(lab.atlas, "no run makes the tool visible")
    return by_replay(
        lab,
        f"see {tool} without any phase",
        (*lab.atlas.run_to(found), TEXT),
        lambda events: (
            tool in events[-1].data["visible"]
            and not any(event.data["removed"].get(tool) == "wrong_phase" for event in events)
        ),
        cut_off=limited,
    )


@by("explore")
def visible_everywhere(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The tool is visible in every one of the phases that a run enters."""
    data = data_of(finding)
    tool, atlas = data["tool"], lab.atlas
    entered = {state.phase for state in atlas.states}.intersection(data["phases"])
    seen = {
        state.phase
        for state in atlas.states
        if state.phase in entered and tool in look(lab, state)["visible"]
    }
    if seen >= entered:
        return Proof("proved", "explore")
    if not atlas.complete:
        return Proof("unproved", "explore", None, cut_off_at(atlas))
    missing = ", ".join(f"`{phase}`" for phase in sorted(entered - seen))
    return Proof("unproved", "explore", None, f"an earlier call always forbids it in {missing}")


@by("explore")
def never_visible(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The model is never shown the tool."""
    tool = data_of(finding).get("tool")
    if tool is None:
        return STATIC
    return _never_shown(lab, (tool,))


@by("explore")
def none_visible(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """The model is never shown any of the tools."""
    return _never_shown(lab, data_of(finding)["cycle"])


def _never_shown(lab: Lab[VesanorFacts], tools: Collection[str]) -> Proof:
    return never(
        lab,
        f"see {' or '.join(tools)}",
        lab.atlas,
        lambda state: not set(tools).isdisjoint(look(lab, state)["visible"]),
    )


def lists_nothing(lab: Lab[VesanorFacts], finding: Finding) -> Proof:
    """A run enters the phase, and no tool that is restricted to phases is visible there."""
    phase = data_of(finding)["phase"]
    found = lab.atlas.find(lambda state: state.phase == phase)
    if found is None and lab.atlas.complete:
        return Proof("static", reason="no run enters the phase")
    if found is None:
        return settled(lab.atlas)
    tools = lab.start.law.tools
    return by_replay(
        lab,
        f"look around in {phase}",
        (*lab.atlas.run_to(found), TEXT),
        lambda events: (
            events[-1].data["phase_before"] == phase
            and all(tools[name].valid_in is None for name in events[-1].data["visible"])
        ),
        cut_off=limited,
    )
