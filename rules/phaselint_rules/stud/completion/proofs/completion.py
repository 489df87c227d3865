"""Stages that fail at Init for the names of their tools (reference §5.3 R7)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.stud.owners import foreign
from phaselint_rules.stud.proofs.answering import run_plan, way_to
from phaselint_rules.stud.proofs.claims import checks_claim, claims, stage_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof

COLLISION = "CompletionToolCollision"
UNRESOLVED = "AllowedToolUnresolved"
DOCUMENTED = {"semantics": "documented"}
"""The reference checks none of this (§7 D5, D6, D11)."""


def _read_collision(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    if stage is None or stage.completion_tool not in facts.reserved:
        return None
    tool = stage.completion_tool
    return {"stage": stage.id, "tool": tool, "layer": facts.reserved[tool], "reason": COLLISION}


@checks_claim(_read_collision)
def collides(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run reaches the stage, and the stage fails at Init for its completion tool."""
    return _does_not_start(lab, finding)


def _read_own(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    if stage is None or stage.completion_tool not in (stage.allowed or ()):
        return None
    return {"stage": stage.id, "tool": stage.completion_tool, "reason": UNRESOLVED}


@checks_claim(_read_own)
def allows_its_own(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run reaches the stage, and the stage fails at Init for its completion tool, which it
    allows."""
    return _does_not_start(lab, finding)


def _read_unresolved(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    tool = claims(finding).get("tool")
    if stage is None or tool not in (stage.allowed or ()):
        return None
    owners = [owner.id for owner in foreign(facts, stage, tool)]
    return {"stage": stage.id, "tool": tool, "owners": owners, "reason": UNRESOLVED}


@checks_claim(_read_unresolved)
def is_unresolved(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run reaches the stage, and the stage fails at Init for a tool that it allows."""
    return _does_not_start(lab, finding)


def _does_not_start(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run reaches the stage, and the stage fails at Init for the tool."""
    facts, data = lab.facts, data_of(finding)
    stage, tool, reason = data["stage"], data["tool"], data["reason"]
    if not facts.has_registry:
        return unproved("no registry is declared, so a run can't tell which names are tools")
    way = way_to(facts, stage)
    if not way:
        return unproved(f"no run reaches `{stage}`")
    if not is_first(facts, finding, stage):
        return unproved(f"runs use the first definition of `{stage}`")
    if reason == UNRESOLVED and facts.stages[stage].completion_tool in facts.registry:
        return unproved(f"`{stage}` fails before, for its completion tool")
    if (first := _first(facts, stage, reason)) != tool:
        return unproved(f"`{stage}` fails before, at `{first}`")
    driven = run_plan(lab, f"reach {stage}", Plan(way, options=DOCUMENTED))
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
