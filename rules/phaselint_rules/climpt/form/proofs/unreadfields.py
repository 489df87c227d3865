"""How the executor shows that members make no difference to a run (reference climpt §6.2, §7.1)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import VERDICT_TYPES
from phaselint.executor.mending import twin_of
from phaselint.executor.planning import Plan
from phaselint.executor.proof import unproved
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.form.idlefields import (
    IDLE_AGENT,
    IDLE_GATE,
    IDLE_ROOT,
    IDLE_STEP,
    IDLE_STEP_1_14,
    IDLE_VALIDATION,
    LEGACY_PROMPTS,
    LEGACY_ROOT,
    LEGACY_STEP,
    PROMPTS,
)
from phaselint_rules.climpt.proofs.answering import closing, same_without
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import without
from phaselint_rules.climpt.vocabulary import is_possible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.form.idlefields import Idle
    from phaselint_rules.climpt.proofs.claims import Claim, Prover

GATE = "structuredGate"
ABSENT = object()

Shape = tuple[str, ...]

OWNERS: Mapping[Shape, Mapping[str, Idle]] = {
    (): IDLE_ROOT,
    ("steps", ANY): IDLE_STEP,
    ("steps", ANY, GATE): IDLE_GATE,
    ("validationSteps", ANY): IDLE_VALIDATION,
}
"""The objects of a registry that can have members without effect."""

LEFT_OVER: Mapping[Shape, tuple[str, ...]] = {(): LEGACY_ROOT, ("steps", ANY): LEGACY_STEP}
"""The objects of a registry that can have members of an earlier release."""


def whole_run(facts: ClimptFacts, through: str = "") -> Plan | None:
    """A run from the entry to the nearest closure step, through some step on request; if no closure
    step is reached, a run to that step."""
    if not facts.graph_known:
        return None
    start = facts.active or facts.entries[0]
    way = facts.way(through, start=start) if through else (start,)
    if not way:
        return None
    ends = [facts.way(s.key, start=way[-1]) for s in facts.steps.values() if s.kind == "closure"]
    rest = min(filter(None, ends), key=len, default=(way[-1],))
    last = facts.steps[rest[-1]]
    said = closing(facts, last) if last.kind == "closure" else None
    return Plan((*way, *rest[1:]), last=said)


@by("differential")
def _makes_no_difference(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """A run of a copy without the member takes the same path, through the step it belongs to, if
    any."""
    facts, place = lab.facts, finding.place
    inner = place.pointer[len(facts.registry.base) :]
    of_step = place.file == facts.registry.file and inner[:1] == ("steps",) and len(inner) > 1
    plan = whole_run(facts, str(inner[1]) if of_step else "")
    if plan is None:
        return unproved("no run reaches it")
    copy = twin_of(lab, finding, without, place.file, place.pointer)
    return same_without(lab, f"ignore {place.pointer[-1]}", plan, copy)


# --- what has no effect ---------------------------------------------------------------------------


def _owner(claim: Claim, shapes: Iterable[Shape], *, agent: bool = False) -> Shape | None:
    """The shape of the object that the member at the finding's place belongs to, among some
    shapes."""
    keys = claim.in_agent if agent else claim.below
    return next((shape for shape in shapes if keys(*shape, ANY) is not None), None)


def _idle(claim: Claim) -> ExpectedFinding | None:
    owner, agent = _owner(claim, OWNERS), _owner(claim, map(_words, IDLE_AGENT), agent=True)
    known = OWNERS[owner] if owner is not None else IDLE_AGENT.get(agent or (), {})
    if known is IDLE_STEP and claim.facts.is_1_14:
        known = IDLE_STEP_1_14
    return _if_there(claim, known)


def _words(pointer: Iterable[str | int]) -> Shape:
    return tuple(map(str, pointer))


def _if_there(claim: Claim, known: Mapping[str, Idle]) -> ExpectedFinding | None:
    value = _member(claim)
    idle = known.get(str(claim.place.pointer[-1])) if claim.place.pointer else None
    if idle is None or value is ABSENT or idle.unless(value):
        return None
    return ExpectedFinding(claim.place, claim.node())


def _member(claim: Claim) -> Any:
    """The value of the member at the finding's place, if it exists."""
    document = claim.facts.contract.documents.get(claim.place.file)
    value: Any = document.value if document else None
    for key in claim.place.pointer:
        if not isinstance(value, dict) or key not in value:
            return ABSENT
        value = value[key]
    return value


def _legacy(claim: Claim) -> ExpectedFinding | None:
    if not claim.place.pointer or _member(claim) is ABSENT:
        return None
    owner, name = _owner(claim, LEFT_OVER), claim.place.pointer[-1]
    known = LEFT_OVER[owner] if owner is not None else ()
    if _owner(claim, [PROMPTS], agent=True):
        known = LEGACY_PROMPTS
    if name not in known or (name in LEGACY_STEP and claim.facts.options["legacy"]):
        return None
    return ExpectedFinding(claim.place, claim.node())


def _unknown(claim: Claim) -> ExpectedFinding | None:
    for file, problem, transition in claim.facts.contract.problems:
        if transition == "unknown-field" and (file, problem.pointer) == claim.place[:2]:
            return ExpectedFinding(claim.place, claim.node())
    return None


def _no_verdict(claim: Claim) -> ExpectedFinding | None:
    keys = claim.below("entryStepMapping", ANY)
    if keys is None or keys[0] in VERDICT_TYPES or _member(claim) is ABSENT:
        return None
    return ExpectedFinding(claim.place, claim.node())


def _not_listed(claim: Claim) -> ExpectedFinding | None:
    keys, found = claim.below("steps", ANY, "transitions", ANY), claim.gated
    if keys is None or found is None or keys[0] != found[0].key:
        return None
    step, gate = found
    if keys[1] not in (step.transitions or {}) or keys[1] not in step.intents:
        return None
    if not gate.allowed_known or keys[1] in gate.allowed:
        return None
    return ExpectedFinding(claim.place, {"step": step.key, "intent": keys[1], **claim.node()})


def _no_repeat(claim: Claim) -> ExpectedFinding | None:
    found = claim.gated
    if found is None or claim.below("steps", found[0].key, "adaptationChain") is None:
        return None
    step, gate = found
    taken = not gate.fail_fast and gate.fallback == "repeat"
    if not gate.allowed_known or "repeat" in gate.allowed or taken:
        return None
    if not isinstance(_member(claim), list):
        return None
    return ExpectedFinding(claim.place, {"step": step.key, **claim.node()})


def _never_asked(claim: Claim) -> ExpectedFinding | None:
    found = claim.gated
    if found is None or claim.below("steps", found[0].key, GATE, "fallbackIntent") is None:
        return None
    step, gate = found
    if not gate.fail_fast or not is_possible(step, gate.fallback, gate.allowed):
        return None
    return ExpectedFinding(claim.place, {"step": step.key, "word": gate.fallback, **claim.node()})


def _no_jump(claim: Claim) -> ExpectedFinding | None:
    found = claim.gated
    if found is None or claim.below("steps", found[0].key, GATE, "targetField") is None:
        return None
    step, gate = found
    if not gate.target_field or not gate.allowed_known or "jump" in gate.allowed:
        return None
    return ExpectedFinding(claim.place, {"step": step.key, **claim.node()})


ignored: Prover = checks_claim(_idle)(_makes_no_difference)
left_over: Prover = checks_claim(_legacy)(_makes_no_difference)
unknown: Prover = checks_claim(_unknown)(_makes_no_difference)
no_verdict: Prover = checks_claim(_no_verdict)(_makes_no_difference)
not_listed: Prover = checks_claim(_not_listed)(_makes_no_difference)
never_asked: Prover = checks_claim(_never_asked)(_makes_no_difference)
no_repeat: Prover = checks_claim(_no_repeat)(_makes_no_difference)
no_jump: Prover = checks_claim(_no_jump)(_makes_no_difference)
