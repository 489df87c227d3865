"""Stages that runs reach and that never succeed, for pictures (reference §5.3 R6, R7, §6.5)."""

from __future__ import annotations

from phaselint.dialects.stud.reading.policies import profile_in_force
from phaselint.vocabulary.message import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage


def unfinished(facts: StudFacts, stage: Stage) -> str:
    """Why no payload completes a stage, as a clause; empty where one may."""
    if facts.completion_faults.get(facts.key(stage)):
        return "its completion schema isn't valid JSON Schema"
    return "no payload satisfies its completion schema" if facts.dead(stage) else ""


def unstarted(facts: StudFacts, stage: Stage, *, beside: bool = False) -> str:
    """Why a stage is refused at Init whenever a run reaches it, as a clause; empty where it may
    start. One that runs `beside` others is given no result that could keep it from that."""
    profile = profile_in_force(facts.contract.pipeline, facts.contract.stage, facts.options)
    if profile == "reference":
        return ""
    why = _by_tools(facts, stage)
    return why if why or beside else _by_results(facts, stage)


def _by_tools(facts: StudFacts, stage: Stage) -> str:
    if not (facts.has_registry and facts.tools_known):
        return ""
    name = stage.completion_tool
    if name in facts.registry:
        return f"it doesn't start: its completion tool {quote(name)} is a registered tool"
    for name in stage.allowed or ():
        if name not in facts.registry:
            return f"it doesn't start: the allowed tool {quote(name)} isn't registered"
    return ""


def _by_results(facts: StudFacts, stage: Stage) -> str:
    """By its inputs schema; the entry begins runs with no result."""
    from phaselint.dialects.stud.analysis.misfits import misfits

    entry = facts.alone or stage.id == facts.pipeline.entry
    if entry or not stage.has("inputsSchema"):
        return ""
    if facts.inputs_faults.get(facts.key(stage)):
        return "it doesn't start: its inputs schema isn't valid JSON Schema"
    givers = dict.fromkeys(quote(each.giver.id) for each in misfits(facts, stage))
    if not givers:
        return ""
    return f"it doesn't start: no result of {', '.join(givers)} satisfies its inputs schema"
