"""Stages that fail at Init for the names of their tools (reference §5.3 R7)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.stud.completion.initfailures import UNRESOLVED, unseen
from phaselint_rules.stud.proofs.answering import run_plan, way_to
from phaselint_rules.stud.proofs.claims import checks_claim, stage_at
from phaselint_rules.stud.runoptions import DOCUMENTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


def _read_own(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    if stage is None or stage.completion_tool not in (stage.allowed or ()):
        return None
    return {"stage": stage.id, "tool": stage.completion_tool, "reason": UNRESOLVED}


@checks_claim(_read_own)
def allows_its_own(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """A run reaches the stage, and the stage fails at Init for its completion tool, which it
    allows."""
    facts, name = lab.facts, data_of(finding)["stage"]
    stage, way = stage_at(facts, finding), way_to(facts, name)
    if facts.has_registry and not way:
        return unproved(f"no run reaches `{name}`")
    why = unseen(facts, stage, UNRESOLVED, stage.completion_tool) if stage else ""
    if stage is None or why:
        return unproved(why)
    driven = run_plan(lab, f"reach {name}", Plan(way, options=DOCUMENTED))
    failed = [event for event in driven.events if event.kind == "StageInitFailed"]
    here = [event for event in failed if event.data["stage"] == name]
    if here and here[-1].data["reason"] != UNRESOLVED:
        return unproved(f"`{name}` fails before: {here[-1].data['reason']}")
    return shown(driven, bool(here))


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
