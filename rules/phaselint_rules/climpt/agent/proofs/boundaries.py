"""How the executor shows which tools steps can use and what commands do (reference climpt §4.10,
§4.12, §7.8)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import permitted
from phaselint.dialects.climpt.reading.permissions import BOUNDARY, permissions
from phaselint.executor.mending import twin_of
from phaselint.executor.planning import Plan, beside, ignored, shown
from phaselint.executor.proof import Decided, data_of, unproved
from phaselint.vocabulary.finding import Proof
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.pointertext import INNER
from phaselint_rules.climpt.proofs.answering import answer, closing, iterations, run_plan
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import having, without
from phaselint_rules.climpt.ways.proofs.transitions import NO_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.dialects.records import Event
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding
    from phaselint_rules.climpt.proofs.claims import Claim

BOUNDARIES = ("runner", "boundaries")
MODES = ("default", "plan")


# --- what findings say --------------------------------------------------------------------------


def _withheld(claim: Claim) -> ExpectedFinding | None:
    """A listed boundary tool, and the first step that doesn't get it."""
    facts, tool = claim.facts, claim.text
    if not claim.agent_place(*BOUNDARIES, "allowedTools", ANY) or tool not in BOUNDARY:
        return None
    inner = (step for step in facts.steps.values() if step.kind in INNER)
    met = (step for step in inner if not facts.graph_known or step.key in facts.reach)
    step = next(met, None)
    return claim.here(step=step.key, tool=tool) if step else None


def _no_step_has_it(claim: Claim) -> ExpectedFinding | None:
    facts = claim.facts
    steps = [step for step in facts.steps.values() if not step.section]
    if not claim.agent_place(*BOUNDARIES, "permissionMode") or not all(s.kind for s in steps):
        return None
    mode = facts.agent.permission_mode
    given = {permissions(facts.agent, step).mode for step in steps}
    return claim.here(mode=mode) if mode and given and mode not in given else None


# --- runs ---------------------------------------------------------------------------------------


def _said(facts: ClimptFacts, step: Step) -> dict[str, Any] | None:
    """Any answer of a step."""
    if step.kind == "closure":
        return closing(facts, step)
    if step.gate is None:
        return answer(facts, step, "")
    found = (answer(facts, step, intent) for intent in permitted(step))
    return next((each for each in found if each is not None), None)


def _plan(facts: ClimptFacts, way: tuple[str, ...], call: str = "") -> Plan | None:
    """A run along a path whose last step answers, and calls a tool on request."""
    last = _said(facts, facts.steps[way[-1]])
    if last is None:
        return None
    calls = {"toolCalls": [{"tool": call}]} if call else {}
    return Plan(way, last={**last, **calls})


def _way(lab: ProofContext[ClimptFacts], finding: Finding) -> tuple[str, ...]:
    """The path to the step of a finding from where runs start. Raises Decided if there is none."""
    way = tuple(data_of(finding).get("path", ()))
    facts = lab.facts
    if way[:1] != (facts.active or next(iter(facts.entries), ""),):
        raise Decided(unproved(NO_WAY))
    return way


@checks_claim(_withheld)
@by("differential")
def taken_away(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The step doesn't get the tool, and work and verification steps get the same tools in a run of
    an agent that doesn't list it."""
    way, tool = _way(lab, finding), data_of(finding)["tool"]
    plan = _plan(lab.facts, way)
    if plan is None:
        return unproved(NO_WAY)

    def tool_is_taken_away(driven: PlannedRun) -> bool:
        records = iterations(driven, way[-1])
        return bool(records) and all(tool not in each["tools"] for each in records)

    driven = run_plan(lab, f"reach {way[-1]}", plan)
    proof = shown(driven, tool_is_taken_away)
    if proof.status != "proved":
        return proof
    copy = beside(lab, without(lab.facts, *finding.place[:2]))
    twin = copy.replay(driven.choices, driven.setting)
    if _granted(lab.facts, driven.events) == _granted(lab.facts, twin.events):
        return Proof("proved", "differential", proof.script)
    reason = "the corrected copy grants other tools"
    return Proof("refuted", "differential", proof.script, reason)


def _granted(facts: ClimptFacts, events: Sequence[Event]) -> list[tuple[str, Sequence[str]]]:
    """The work and verification steps of a run, each with the tools that it gets."""
    told = (event.data for event in events if event.kind == "iteration")
    inner = (data for data in told if facts.steps[data["step"]].kind in INNER)
    return [(data["step"], data["tools"]) for data in inner]


@checks_claim(_no_step_has_it)
@by("differential")
def other_mode(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """No step of a run has the mode, and a run of an agent with another mode is the same."""
    facts, mode = lab.facts, data_of(finding)["mode"]
    plan = _plan(facts, (facts.active,)) if facts.active else None
    if plan is None:
        return unproved(NO_WAY)

    def mode_is_another(driven: PlannedRun) -> bool:
        records = iterations(driven)
        return bool(records) and all(each["permissionMode"] != mode for each in records)

    copy = twin_of(
        lab,
        finding,
        having,
        *finding.place[:2],
        next(each for each in MODES if each != mode),
    )
    return ignored(lab, run_plan(lab, "look at the mode", plan), mode_is_another, copy)
