"""Stages that fail at Init for the names of their tools (reference §5.3 R7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.finding import Proof
from phaselint_rules.stud.proofs.bench import Plan, data_of, drive, shown, way_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaselint.dialects.protocol import Event
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding

UNRESOLVED = "AllowedToolUnresolved"
DOCUMENTED = {"semantics": "documented"}
"""The reference checks none of this (§7 D5, D6, D11)."""


def does_not_start(lab: Lab[StudFacts], finding: Finding) -> Proof:
    """A run comes to the stage, and the stage fails at Init for the tool."""
    facts, data = lab.facts, data_of(finding)
    stage, tool, reason = data["stage"], data["tool"], data["reason"]
    if not facts.has_registry:
        return unproved("no registry is declared, so that a run cannot tell which names are tools")
    way = way_to(facts, stage)
    if not way:
        return unproved(f"no run comes to `{stage}`")
    if not is_first(facts, finding, stage):
        return unproved(f"runs use the first definition of `{stage}`")
    if reason == UNRESOLVED and facts.stages[stage].completion_tool in facts.registry:
        return unproved(f"`{stage}` fails before, for its completion tool")
    if (first := _first(facts, stage, reason)) != tool:
        return unproved(f"`{stage}` fails before, at `{first}`")
    driven = drive(lab, f"come to {stage}", Plan(way, options=DOCUMENTED))
    failed = [event for event in driven.events if event.kind == "StageInitFailed"]
    here = [event for event in failed if event.data["stage"] == stage]
    if here and here[-1].data["reason"] != reason:
        return unproved(f"`{stage}` fails before: {here[-1].data['reason']}")
    return shown(driven, bool(here))


def _first(facts: StudFacts, name: str, reason: str) -> str:
    """The first tool of a stage that makes it fail so; empty for none."""
    stage = facts.stages[name]
    known = facts.registry
    if reason != UNRESOLVED:
        return stage.completion_tool if stage.completion_tool in known else ""
    return next((tool for tool in stage.allowed or () if tool not in known), "")


def is_first(facts: StudFacts, finding: Finding, name: str) -> bool:
    """Whether a finding is about the definition of a stage that runs use."""
    stage = facts.stages.get(name)
    if stage is None:
        return False
    place = (finding.place.file, *finding.place.pointer[: len(stage.base)])
    return facts.key(stage) == place


def never_acts(events: Sequence[Event], stage: str) -> bool:
    """Whether the model is never asked anything in a stage."""
    return not any(e.kind == "ProviderRequestStarted" and e.data["stage"] == stage for e in events)


def unproved(reason: str) -> Proof:
    """The verdict where a run cannot show a finding."""
    return Proof("unproved", "replay", None, reason)
