"""How the executor shows where transitions go (reference §7.5)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.conditionvalues import DEFAULT, handed
from phaselint.executor.mending import twin_of
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import STATIC, Decided, data_of, partly, unproved
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.proofs.answering import refused_with, run_plan, same_without, saying
from phaselint_rules.climpt.proofs.claims import ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import having
from phaselint_rules.climpt.ways.transitiontext import (
    NULL,
    can_be_asked,
    code_of_unknown,
    counts,
    refuses,
    replaced,
    transition_data,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step, Transition
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

NO_WAY = "no run of this agent reaches the step"


# --- what findings say ----------------------------------------------------------------------------


def rule_of(claim: Claim) -> tuple[Step, Transition] | None:
    """The transition that the place of a finding is in, and the step it belongs to."""
    step = claim.step
    for transition in (step.transitions or {}).values() if step else ():
        if step is not None and claim.is_below(claim.facts.place(transition.pointer)):
            return step, transition
    return None


def _target(claim: Claim) -> tuple[Step, Transition, str | None] | None:
    """The transition that the place of a finding is in, and the target there."""
    found = rule_of(claim)
    if found is None or claim.place.pointer not in found[1].named:
        return None
    return (*found, found[1].named[claim.place.pointer])


def _unknown(claim: Claim) -> ExpectedFinding | None:
    found, facts = _target(claim), claim.facts
    if found is None or found[2] is None or found[2] in facts.steps:
        return None
    step, transition, _ = found
    pointer = claim.place.pointer
    code = code_of_unknown(step, transition, pointer)
    asked = can_be_asked(facts, step, transition) and counts(transition, pointer)
    more = transition_data(transition, pointer) if asked and not refuses(step, code) else {}
    return claim.here(step=step.key, code=code, **more)


def _null(claim: Claim) -> ExpectedFinding | None:
    found, facts = _target(claim), claim.facts
    if found is None or found[2] is not None:
        return None
    step, transition, _ = found
    pointer = claim.place.pointer
    if (
        not can_be_asked(facts, step, transition)
        or not counts(transition, pointer)
        or replaced(transition, pointer)
    ):
        return None
    more = transition_data(transition, pointer)
    return claim.here(step=step.key, code=NULL.get(transition.intent, ""), **more)


def _closing_target(claim: Claim) -> ExpectedFinding | None:
    found = _target(claim)
    if found is None or found[1].intent != "closing" or found[2] not in claim.facts.steps:
        return None
    return claim.here(step=found[0].key, intent="closing")


# --- runs -----------------------------------------------------------------------------------------


def planned(lab: ProofContext[ClimptFacts], finding: Finding) -> Plan:
    """A run to the step of a finding that then answers its intent for as long as it is asked.
    Raises Decided if there is none: a finding without an intent is about something that no run
    reads."""
    data, facts = data_of(finding), lab.facts
    if "intent" not in data:
        raise Decided(STATIC)
    way = tuple(data.get("path", ()))
    if not way or way[0] != facts.active:
        raise Decided(unproved(NO_WAY))
    step, key = facts.steps[data["step"]], data.get("key")
    if key is not None and key != DEFAULT and not _is_decided(step, data["intent"]):
        raise Decided(unproved(f"`{step.key}` hands off nothing that its condition reads"))
    last = saying(facts, step, data["intent"], key)
    if last is None:
        raise Decided(unproved("the schema allows no such answer"))
    return Plan(way, last=last)


def said(lab: ProofContext[ClimptFacts], finding: Finding, plan: Plan) -> PlannedRun:
    """The run of such a plan."""
    data = data_of(finding)
    return run_plan(lab, f"say {data['intent']} in {data['step']}", plan)


def _is_decided(step: Step, intent: str) -> bool:
    """Whether the handed-off values of a step decide where a conditional transition goes."""
    transition = (step.transitions or {}).get(intent)
    return transition is not None and handed(step, transition.condition) is not None


def with_code(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run answers the intent in the step and ends with the code."""
    plan = planned(lab, finding)
    data = data_of(finding)

    def run_ends_with_code(driven: PlannedRun) -> bool:
        return driven.visited == plan.way and driven.code == data["code"]

    return shown(said(lab, finding, plan), run_ends_with_code)


def _stays_in_step(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run answers the intent in the step and is in the same step again."""
    plan = planned(lab, finding)
    data = data_of(finding)
    if data["intent"] == "repeat" and lab.facts.steps[data["step"]].chain.barren:
        return unproved("the first repeat of the step ends the run")

    def run_stays_in_step(driven: PlannedRun) -> bool:
        return driven.visited[: len(plan.way) + 1] == (*plan.way, plan.way[-1])

    return shown(said(lab, finding, plan), run_stays_in_step)


@checks_claim(_unknown)
@by("replay", "refusal")
def unknown_target(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run answers the intent in the step and ends with the code; after `repeat` it stays there,
    whatever the target is. Or the start is refused."""
    code, step = data_of(finding)["code"], lab.facts.steps[data_of(finding)["step"]]
    if refuses(step, code):
        return refused_with(lab, code)
    proof, data = _with_code_or_again(lab, finding), data_of(finding)
    read = f"that the `repeat` of `{data['step']}` names an unknown step"
    return proof if data["code"] else partly(proof, read)


@checks_claim(_null, "that the `{intent}` of `{step}` names `null`")
def null_target(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run answers the intent in the step and ends with the code; after `repeat` it stays there,
    whatever the target is."""
    return _with_code_or_again(lab, finding)


def _with_code_or_again(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """What the end of a run shows about a target; about that of `repeat`, that it is never read. No
    run reads that of `closing` and `abort`."""
    data = data_of(finding)
    if data["code"]:
        return with_code(lab, finding)
    return _stays_in_step(lab, finding) if data.get("intent") == "repeat" else STATIC


@checks_claim(_closing_target)
@by("differential")
def same_without_target(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """Runs that take the transition are the same with `null` as its target."""
    copy = twin_of(lab, finding, having, *finding.place[:2], None)
    return same_without(lab, "follow closing", planned(lab, finding), copy)
