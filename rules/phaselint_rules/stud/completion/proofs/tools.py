"""Calls of tools that are denied, and calls in addition to other stages (reference §5.7, §5.9
R37)."""

from __future__ import annotations

from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import data_of, unproved
from phaselint_rules.stud.proofs.answering import call, run_plan, text_turn, way_to
from phaselint_rules.stud.proofs.claims import checks_claim, way_at
from phaselint_rules.stud.runoptions import DOCUMENTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaselint.dialects.records import Event
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof


def _read_group(facts: StudFacts, finding: Finding) -> Mapping[str, Any] | None:
    found = way_at(facts, finding)
    if found is None or not facts.graph_known:
        return None
    origin, result = found
    siblings = list(facts.roles.fan(origin, result).siblings)
    allowed = {
        name: [
            tool
            for tool in dict.fromkeys(facts.stages[name].allowed or ())
            if tool in facts.mutating
        ]
        for name in siblings
    }
    changing = {name: tools for name, tools in allowed.items() if tools}
    first = next(iter(changing.values()), [])
    others = list(changing.values())[1:]
    shared = [tool for tool in first if any(tool in tools for tools in others)]
    return {"origin": origin, "siblings": siblings, "tools": changing, "shared": shared}


@checks_claim(_read_group)
def runs_beside(lab: ProofContext[StudFacts], finding: Finding) -> Proof:
    """The tool runs in one sibling while another has begun and is not done."""
    facts, data = lab.facts, data_of(finding)
    way = way_to(facts, data["origin"])
    reason = f"no run reaches `{data['origin']}`"
    for sibling, tools in data["tools"].items() if way else ():
        others = [name for name in data["siblings"] if name != sibling]
        turns = {sibling: [call(tools[0])], **{name: [text_turn("")] for name in others}}
        plan = Plan((*way, sibling), turns, options=DOCUMENTED)
        driven = run_plan(lab, f"call {tools[0]} in {sibling}", plan)
        if _beside(driven.events, sibling, tools[0], others):
            return shown(driven, True)
        reason = driven.left or f"`{sibling}` doesn't get a turn while another stage is running"
    return unproved(reason)


def _beside(events: Sequence[Event], sibling: str, tool: str, others: Sequence[str]) -> bool:
    """Whether a tool succeeds in a stage while another of some stages is under way."""
    call_of = (sibling, tool)
    found, under_way = False, set[str]()
    for event in events:
        stage = event.data.get("stage", "")
        if event.kind == "StageEntered" and stage in others:
            under_way.add(stage)
        elif event.kind == "StageExited":
            under_way.discard(stage)
        elif event.kind == "ToolInvocationSucceeded" and under_way:
            found = found or (stage, event.data["tool"]) == call_of
    return found
