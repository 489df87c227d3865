"""How the executor shows the effect of validation (reference climpt §4.8, §7.7)."""

from __future__ import annotations

from phaselint.dialects.climpt.running.validationsteps import failing, passing
from phaselint.executor.mending import twin_of
from phaselint.executor.planning import Plan, shown
from phaselint.executor.proof import STATIC, Decided, data_of, unproved
from phaselint.vocabulary.rule import by
from phaselint_rules.climpt.claiming import LIMIT
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.proofs.answering import (
    closing,
    iterations,
    run_plan,
    same_without,
)
from phaselint_rules.climpt.proofs.claims import ANY, ExpectedFinding, checks_claim
from phaselint_rules.climpt.proofs.copies import having
from phaselint_rules.climpt.validation.retryprompts import ATTEMPTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Condition, ValidationStep, Validator
    from phaselint.dialects.climpt.reading.extractors import Result
    from phaselint.executor.planning import PlannedRun
    from phaselint.executor.proof import ProofContext
    from phaselint.vocabulary.finding import Finding, Proof
    from phaselint_rules.climpt.proofs.claims import Claim

EXCEPTION = "AGENT_QUERY_ERROR"
MOST_ATTEMPTS = 50
"""Attempts that one run can make."""

CANNOT_FAIL = unproved("no result of the validator is known to be a failure")


# --- plans -------------------------------------------------------------------------------------


def to_closure(facts: ClimptFacts, world: Mapping[str, Any] | None = None) -> Plan:
    """A run to the nearest closure step that asks the model, which then answers `closing` for as
    long as it is asked. Raises Decided if no run reaches one."""
    ends = (s for s in facts.steps.values() if s.kind == "closure" and s.runner is None)
    ways = (facts.way(step.key, start=facts.active) for step in ends if facts.active)
    way = min(filter(None, ways), key=len, default=())
    if not way:
        raise Decided(unproved("no run of this agent reaches a closure step that asks its model"))
    return Plan(way, last=closing(facts, facts.steps[way[-1]]), world=world)


def consulted(facts: ClimptFacts, validator: str) -> bool:
    """Whether runs of the agent reach a condition with a validator."""
    listed = facts.consulted.conditions if facts.consulted else ()
    return any(condition.validator == validator for condition in listed)


def world_of(results: Mapping[str, Result | None]) -> dict[str, Any]:
    """A world in which some validators have these results, again and again."""
    found = {name: [result._asdict()] for name, result in results.items() if result is not None}
    return {"validators": found}


def to_failure(facts: ClimptFacts, validators: Iterable[Validator]) -> Plan:
    """A run to the nearest closure step in which the first of some validators that can fail does
    so, with a known result. Raises Decided if there is none."""
    worlds = (world_of({each.name: failing(each)}) for each in validators)
    world = next((each for each in worlds if each["validators"]), None)
    if world is None:
        raise Decided(CANNOT_FAIL)
    return to_closure(facts, world)


def retried(facts: ClimptFacts, conditions: Iterable[Condition]) -> Iterator[Validator]:
    """The validators of some conditions whose failure makes the runtime ask the model again."""
    known = (facts.registry.validators.get(each.validator) for each in conditions)
    return (each for each in known if each is not None and each.extractors is not None)


# --- what findings say --------------------------------------------------------------------------


def _step(claim: Claim, *inner: str) -> ValidationStep | None:
    """The validation step that the place of a finding is, or is in."""
    keys = claim.below("validationSteps", ANY, *inner)
    return claim.facts.registry.validation.get(keys[0]) if keys else None


def _no_pattern(claim: Claim) -> ExpectedFinding | None:
    keys = claim.below("validators", ANY, "failurePattern")
    listed = value_at(claim.facts, claim.root("failurePatterns"))
    if keys is None or keys[0] not in claim.facts.registry.validators:
        return None
    unknown = isinstance(claim.value, str) and claim.value not in (listed or {})
    return claim.here(validator=keys[0]) if unknown else None


def _attempts(claim: Claim) -> ExpectedFinding | None:
    found = claim.facts.consulted
    raw = value_at(claim.facts, claim.facts.place((*found.pointer, "onFailure"))) if found else None
    if found is None or not isinstance(raw, dict) or found.action != "retry":
        return None
    most = found.max_attempts or ATTEMPTS
    if most < 2 or not found.conditions:
        return None
    limited = ("maxAttempts",) if "maxAttempts" in raw else ()
    place = claim.facts.place((*found.pointer, "onFailure", *limited))
    return ExpectedFinding(place, {"key": found.key, "attempts": most})


# --- proofs -------------------------------------------------------------------------------------


@checks_claim(_no_pattern)
@by("differential")
def unknown_pattern(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The validator fails, and the run is the same without any failure pattern."""
    facts = lab.facts
    validator = facts.registry.validators[data_of(finding)["validator"]]
    if not consulted(facts, validator.name):
        return STATIC
    plan = to_failure(facts, [validator])
    pointer = (*facts.registry.base, "failurePatterns")
    copy = twin_of(lab, finding, having, facts.registry.file, pointer, {})
    return same_without(lab, f"fail {validator.name}", plan, copy)


@checks_claim(_attempts)
def never_aborts(lab: ProofContext[ClimptFacts], finding: Finding) -> Proof:
    """The conditions hold before each answer and fail after it, as often as there are attempts,
    and the run does not abort."""
    facts, most = lab.facts, data_of(finding)["attempts"]
    listed = facts.consulted.conditions if facts.consulted else ()
    validator = facts.registry.validators.get(listed[0].validator) if listed else None
    good = passing(validator) if validator else None
    bad = failing(validator) if validator else None
    if validator is None or good is None or bad is None or not validator.recoverable:
        return CANNOT_FAIL
    if most > MOST_ATTEMPTS:
        return unproved("there are too many attempts for one run")
    turns = [good._asdict(), bad._asdict()] * (most + 1)
    plan = to_closure(facts, {"validators": {validator.name: turns}})
    plan = plan._replace(options={"max-iterations": len(plan.way) + most})

    def run_ends_at_limit(driven: PlannedRun) -> bool:
        asked = [each for each in iterations(driven, plan.way[-1]) if each["model_called"]]
        return driven.code == LIMIT and len(asked) > most

    return shown(run_plan(lab, "fail every other time", plan), run_ends_at_limit)
