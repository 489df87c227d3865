"""Runs that show what becomes of stages with such fields (reference stud §5.2, §5.5, §5.6)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import Decided, data_of, unproved
from phaselint_rules.stud.completion.proofs.completion import never_acts
from phaselint_rules.stud.proofs.answering import call, lines_of, run_plan, way_to
from phaselint_rules.stud.proofs.claims import checks_claim, stage_at
from phaselint_rules.stud.runoptions import options_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


def _read_tool(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    stage = stage_at(facts, finding)
    if stage is None:
        return None
    tools = [tool for tool in stage.allowed or () if tool != stage.completion_tool]
    return {"stage": stage.id, "turnCap": stage.turn_cap, "tool": tools[0] if tools else None}


@checks_claim(_read_tool)
def cap_hit_by_tool(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The model calls an allowed tool, and the stage is over after that turn."""
    facts, tool = lab.facts, data_of(finding)["tool"]
    stage = _stage(facts, finding)
    turns = {stage.id: [call(tool)]}
    plan = Plan(way_to(facts, stage.id), turns, options=options_of(facts, stage))
    driven = run_plan(lab, f"`{tool}` takes the only turn of `{stage.id}`", plan)
    if never_acts(driven.events, stage.id):
        return _no_turn(stage)
    return shown(driven, f"x-CapHit {stage.id} turns=1" in lines_of(driven))


def _no_turn(stage: Stage) -> Proof:
    return unproved(f"`{stage.id}` doesn't reach its first turn")


def _stage(facts: StudFacts, finding: Finding) -> Stage:
    """The stage that a finding is about, if a run can reach it. Raises Decided."""
    name = data_of(finding)["stage"]
    stage = facts.stages.get(name)
    if stage is None:
        raise Decided(unproved("the stage has no ID to run it by"))
    if stage_at(facts, finding) is not stage:
        raise Decided(unproved(f"another stage also has the ID `{name}`"))
    if not facts.alone and not facts.graph_known:
        raise Decided(unproved("the graph of the pipeline isn't known"))
    if not way_to(facts, name):
        raise Decided(unproved(f"no path to `{name}`"))
    return stage
