"""Runs that show what becomes of stages with such fields (reference stud §5.2, §5.5, §5.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.stud.proofs.bench import (
    Plan,
    call,
    complete,
    data_of,
    drive,
    payload,
    refused,
    shown,
    way_to,
)
from phaselint_rules.stud.proofs.prompts import options_of

if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.executor.proof import Lab
    from phaselint.vocabulary.finding import Finding

DEFINITION = "Validation/StageDefinitionInvalid"
TURN_CAP = "Validation/StageTurnCapTooLow"


@by("refusal")
def not_defined(lab: Lab[StudFacts], _: Finding) -> Proof:
    """The stages are refused before a run (R1)."""
    return _refused(lab, DEFINITION)


@by("refusal")
def no_turn(lab: Lab[StudFacts], _: Finding) -> Proof:
    """The cap is refused before a run (R1)."""
    return _refused(lab, TURN_CAP)


def _refused(lab: Lab[StudFacts], code: str) -> Proof:
    if any(not stage.usable for stage in lab.facts.contract.stages):
        reason = "a stage of the pipeline cannot be read"
        return Proof("unproved", "refusal", reason=reason)
    return refused(lab, code)


def cap_hit_by_tool(lab: Lab[StudFacts], finding: Finding) -> Proof:
    """The model calls an allowed tool, and the stage is over after that turn."""
    facts, tool = lab.facts, data_of(finding)["tool"]
    stage = _stage(facts, finding)
    if isinstance(stage, Proof):
        return stage
    turns = {stage.id: [call(tool)]}
    plan = Plan(way_to(facts, stage.id), turns, options=options_of(facts, stage))
    driven = drive(lab, f"`{tool}` takes the only turn of `{stage.id}`", plan)
    return shown(driven, f"x-CapHit {stage.id} turns=1" in driven.lines)


def no_pause(lab: Lab[StudFacts], finding: Finding) -> Proof:
    """The stage asks to be tried again, and ends without a pause."""
    facts = lab.facts
    stage = _stage(facts, finding)
    if isinstance(stage, Proof):
        return stage
    value = payload(facts, stage)
    turns = {stage.id: [complete(stage, value)]} if value is not None else {}
    asks = {stage.id: {"assert": ["retry"]}}
    plan = Plan(way_to(facts, stage.id), turns, asks, options=options_of(facts, stage))
    driven = drive(lab, f"`{stage.id}` is not tried again", plan)
    over = f"x-RetryExhausted {stage.id} attempts=1" in driven.lines
    paused = any(line.startswith(f"x-Backoff {stage.id} ") for line in driven.lines)
    return shown(driven, over and not paused)


def _stage(facts: StudFacts, finding: Finding) -> Stage | Proof:
    """The stage that a finding is about, if a run can come to it, else why not."""
    name = data_of(finding)["stage"]
    stage = facts.stages.get(name)
    if stage is None:
        return Proof("unproved", "replay", reason="the stage has no id to run it by")
    place = finding.place
    if (place.file, place.pointer[: len(stage.base)]) != (stage.file, stage.base):
        return Proof("unproved", "replay", reason=f"another stage has the id `{name}` too")
    if not facts.alone and not facts.graph_known:
        return Proof("unproved", "replay", reason="the ways of the pipeline are not known")
    if not way_to(facts, name):
        return Proof("unproved", "replay", reason=f"no way leads to `{name}`")
    return stage
