"""Validation steps that no run looks up, and what they alone use (reference climpt §4.8)."""

from __future__ import annotations

from phaselint.dialects.climpt.model import VALIDATION_KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import ValidationStep, Validator

KEYS = tuple(VALIDATION_KEYS.values())


def wanted_key(facts: ClimptFacts) -> str | None:
    """The key that runs of the agent look up; empty if its verdict type has none, and none
    without an agent."""
    return VALIDATION_KEYS.get(facts.agent.verdict, "") if facts.has_agent else None


def unconsulted(facts: ClimptFacts, validation: ValidationStep) -> bool:
    """Whether no run looks up a validation step."""
    wanted = wanted_key(facts)
    if wanted is None:
        return validation.key not in KEYS
    return bool(wanted) and validation.key != wanted


def consulted_steps(facts: ClimptFacts) -> tuple[ValidationStep, ...]:
    """The validation steps without those that no run looks up: other findings in these are
    consequences, reported once runs look them up."""
    every = facts.registry.validation.values()
    return tuple(each for each in every if not unconsulted(facts, each))


def is_consulted(facts: ClimptFacts, validator: Validator) -> bool:
    """Whether runs of the agent look at a condition with a validator."""
    listed = facts.consulted.conditions if facts.consulted else ()
    return any(condition.validator == validator.name for condition in listed)


def used_validators(facts: ClimptFacts) -> tuple[Validator, ...]:
    """The validators without those that are only in steps that no run looks up: other findings in
    these are consequences."""
    idle: set[str] = set()
    used: set[str] = set()
    for validation in facts.registry.validation.values():
        names = idle if unconsulted(facts, validation) else used
        names.update(condition.validator for condition in validation.named)
    every = facts.registry.validators.values()
    return tuple(each for each in every if each.name not in idle or each.name in used)
