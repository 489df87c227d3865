"""References between validation steps, validators and failure patterns (reference climpt §4.8,
§7.7)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Ends, Same, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import NO_QUERY, at_closure, same_after_failure, same_without
from phaselint_rules.climpt.edits import add_member, node, remove, spelt
from phaselint_rules.climpt.form.releases import CONDITIONS, release_of
from phaselint_rules.climpt.needs import AGENT, VALIDATION
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.validation.unconsulted import (
    KEYS,
    consulted_steps,
    is_consulted,
    unconsulted,
    wanted_key,
)
from phaselint_rules.words import meant, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Condition, ValidationStep, Validator
    from phaselint.vocabulary.finding import Pointer

PATTERNS = "failurePatterns"

NEVER_CONSULTED = (
    Grade("error", "nothing is validated"),
    Grade("warning", "the step of the verdict type exists too"),
)


# --- what there is -----------------------------------------------------------------------------


def conditions(facts: ClimptFacts) -> Iterator[Condition]:
    """The conditions of all validation steps."""
    for validation in facts.registry.validation.values():
        yield from validation.named


def _named(facts: ClimptFacts, member: str) -> tuple[str, ...] | None:
    """The names of the entries of a root member, well formed or not; none if the member itself
    isn't."""
    found = value_at(facts, facts.place((*facts.registry.base, member)))
    if found is None:
        return ()
    return tuple(found) if isinstance(found, dict) else None


def _strangers(facts: ClimptFacts) -> tuple[Condition, ...]:
    """The conditions that don't name a validator."""
    names = _named(facts, "validators")
    if names is None:
        return ()
    return tuple(each for each in conditions(facts) if each.validator not in names)


def _orphans(facts: ClimptFacts) -> tuple[Validator, ...]:
    """The validators that don't name a failure pattern."""
    names = _named(facts, "failurePatterns")
    if names is None:
        return ()
    named = (
        each
        for each in facts.registry.validators.values()
        if isinstance(each.raw.get("failurePattern"), str)
    )
    return tuple(each for each in named if each.pattern not in names)


def empty(facts: ClimptFacts, validation: ValidationStep) -> bool:
    """Whether a validation step validates nothing."""
    raw = value_at(facts, facts.place(validation.pointer))
    if "outputSchema" in raw or any(raw.get(key) for key in CONDITIONS):
        return False
    return all(key in raw for key in release_of(facts).conditions)


def _unread(facts: ClimptFacts, validation: ValidationStep) -> bool:
    """Whether a validation step has conditions that its release doesn't read."""
    raw, read = value_at(facts, facts.place(validation.pointer)), release_of(facts).conditions
    return any(raw.get(key) and key not in (read or CONDITIONS) for key in CONDITIONS)


# --- the rules ---------------------------------------------------------------------------------


@rule(
    "CL601",
    NEVER_CONSULTED,
    needs=VALIDATION,
    claims="same",
    complete_if=AGENT,
    fix="unsafe",
)
def validation_step_never_consulted(facts: ClimptFacts) -> Iterator[Finding]:
    """Validation step that is never used

    What:
        The key of a validation step isn't the one for the agent's verdict type; a warning if the
        right key exists too. For a registry alone: the key belongs to no verdict type.
    Why:
        The runtime looks up a single key, which depends on the verdict type and not on the closure
        step: `closure.polling` for poll:state, `closure.iteration` for count:iteration and so on.
        Under any other key nothing is ever validated, and there is no warning.
    Bad:
        // the verdict type is poll:state
        "validationSteps": {"closure.issue": {"stepId": "closure.issue"}}
    Good:
        "validationSteps": {"closure.polling": {"stepId": "closure.polling"}}
    Fix:
        Use the key of the verdict type.
    Dry run:
        A run in which every validator fails takes the same path as a run without the step.
    Source:
        climpt §4.8, §5, §7.7
    """
    for validation in facts.registry.validation.values():
        if unconsulted(facts, validation):
            yield _never(facts, validation, wanted_key(facts) or "")


def _never(facts: ClimptFacts, validation: ValidationStep, wanted: str) -> Finding:
    steps = facts.registry.validation
    place = facts.place(validation.pointer, "key")
    fix = None
    related: tuple[Related, ...] = ()
    reason = message("no verdict type uses it")
    if facts.has_agent:
        agent = facts.agent
        reason = message("with {}, a run uses {} only", quote(agent.verdict), quote(wanted))
        verdict = facts.agent_place((*agent.base, "runner", "verdict", "type"))
        related = (Related(verdict, "the verdict type"),)
    if wanted and len(steps) == 1:
        fix = Fix("unsafe", f"rename it to {quote(wanted)}", (Edit(place, spelt(wanted)),))
    return Finding(
        place,
        message("validation step {} is never used: {}", quote(validation.key), reason),
        f"rename it to {quote(wanted)}"
        if wanted
        else meant(validation.key, KEYS, "name it after a verdict type"),
        severity="warning" if wanted in steps else "error",
        related=related,
        witness=Witness({"key": validation.key, **node(facts.place(validation.pointer))}),
        claim=same_without(facts, place) if facts.has_agent else None,
        fix=fix,
    )


@rule(
    "CL602",
    ERROR,
    needs=VALIDATION,
    claims="ends",
    fix="unsafe",
    ends="failure",
)
def validator_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Condition with an unknown validator

    What:
        `validator` of a condition isn't a key of `validators`.
    Why:
        `--validate` refuses the registry. A run that reaches the condition ends with
        AGENT_QUERY_ERROR.
    Bad:
        "validationConditions": [{"validator": "git-claen"}]
    Good:
        "validationConditions": [{"validator": "git-clean"}]
    Fix:
        Correct the name, or declare the validator.
    Dry run:
        A run reaches the closure step and ends with AGENT_QUERY_ERROR. If no run reads the
        validation step, there is nothing to run.
    Source:
        climpt §2.7, §3.2, §4.8, §7.7
    """
    names = tuple(facts.registry.validators)
    for condition in _strangers(facts):
        place = facts.place((*condition.pointer, "validator"))
        yield Finding(
            place,
            message("validator {} doesn't exist", quote(condition.validator)),
            meant(condition.validator, names, "declare it in `validators`"),
            witness=Witness(_where(facts, condition.pointer)),
            claim=_stopped(facts, condition),
            fix=respell(condition.validator, names, place),
        )


def _stopped(facts: ClimptFacts, condition: Condition) -> Ends | Undecided | None:
    """That runs end at a condition whose validator doesn't exist; none if no run looks at it."""
    used = facts.consulted is not None and condition in facts.consulted.named
    claim = Ends("", NO_QUERY, why=quote(condition.validator))
    return at_closure(facts, claim) if used else None


def _where(facts: ClimptFacts, pointer: Pointer) -> dict[str, str]:
    return {"key": str(pointer[len(facts.registry.base) + 1])}


@rule(
    "CL603",
    ERROR,
    needs=VALIDATION,
    claims="same",
    fix="unsafe",
    ends="failure",
)
def failure_pattern_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Validator with an unknown failure pattern

    What:
        `failurePattern` of a validator isn't a key of `failurePatterns`.
    Why:
        `--validate` refuses the registry. When the validator fails, the model gets a general text,
        or that of a pattern whose keywords happen to match.
    Bad:
        "failurePattern": "git-drity"
    Good:
        "failurePattern": "git-dirty"
    Fix:
        Correct the name, or declare the pattern.
    Dry run:
        The validator fails in a run, and the next text is the same without any pattern. If no run
        uses the validator, there is nothing to run.
    Source:
        climpt §2.6, §3.2, §4.9, §7.7
    """
    names = tuple(facts.registry.patterns)
    for validator in _orphans(facts):
        place = facts.place((*validator.pointer, "failurePattern"))
        yield Finding(
            place,
            message(
                "validator {} names failure pattern {}, which doesn't exist",
                quote(validator.name),
                quote(validator.pattern),
            ),
            meant(validator.pattern, names, "declare it in `failurePatterns`"),
            witness=Witness({"validator": validator.name}),
            claim=_patternless(facts, validator),
            fix=respell(validator.pattern, names, place),
        )


def _patternless(facts: ClimptFacts, validator: Validator) -> Same | Undecided | None:
    """That runs in which a validator fails are the same with no failure patterns, or if there are
    none, with another one."""
    if not is_consulted(facts, validator):
        return None
    pointer = (*facts.registry.base, PATTERNS)
    other: dict[str, Any] = {} if facts.registry.patterns else {"another": {}}
    edit = (
        Edit(facts.place(pointer), spelt(other))
        if value_at(facts, facts.place(pointer)) is not None
        else add_member(
            facts.contract.documents, facts.registry.file, facts.registry.base, PATTERNS, other
        )
    )
    return same_after_failure(facts, validator.name, (edit,)) if edit else None


@rule("CL604", WARNING, needs=VALIDATION, fix="unsafe")
def validator_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """Unused validator

    What:
        No condition of any validation step names the validator. Silent while a condition names a
        validator that doesn't exist, or a validation step has no conditions: this one might be
        intended there.
    Why:
        It never runs.
    Bad:
        "validators": {"git-clean": {}, "tests-pass": {}}   // conditions name `git-clean` only
    Good:
        "validationConditions": [{"validator": "git-clean"}, {"validator": "tests-pass"}]
    Fix:
        Add a condition, or remove the validator.
    Source:
        climpt §2.6, §7.7
    """
    steps = facts.registry.validation.values()
    if _strangers(facts) or any(empty(facts, each) or _unread(facts, each) for each in steps):
        return
    named = {condition.validator for condition in conditions(facts)}
    for validator in facts.registry.validators.values():
        if validator.name not in named:
            yield _unused(facts, "validator", validator.pointer, "no condition names it")


@rule("CL605", WARNING, needs=VALIDATION, fix="unsafe")
def failure_pattern_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """Unused failure pattern

    What:
        No validator names a failure pattern without `semanticMatch`. Silent while a validator names
        a pattern that doesn't exist: this one might be intended.
    Why:
        Its prompt is never used.
    Bad:
        "failurePatterns": {"git-dirty": {}, "branch-unpushed": {}}   // only the first is named
    Good:
        "validators": {"pushed": {"failurePattern": "branch-unpushed"}}
    Fix:
        Name it in a validator, or remove it.
    Source:
        climpt §2.8, §4.9, §7.7
    """
    if _orphans(facts):
        return
    named = {validator.pattern for validator in facts.registry.validators.values()}
    for pattern in facts.registry.patterns.values():
        raw = value_at(facts, facts.place(pattern.pointer))
        if pattern.name not in named and "semanticMatch" not in raw:
            yield _unused(facts, "failure pattern", pattern.pointer, "no validator names it")


def _unused(facts: ClimptFacts, noun: str, pointer: Pointer, reason: str) -> Finding:
    name, documents = str(pointer[-1]), facts.contract.documents
    edit = remove(documents, facts.registry.file, pointer)
    return Finding(
        facts.place(pointer, "key"),
        message("{} {} is never used: {}", noun, quote(name), reason),
        "use it, or remove it",
        fix=Fix("unsafe", f"remove {quote(name)}", (edit,)) if edit else None,
    )


@rule(
    "CL615",
    WARNING,
    needs=VALIDATION,
    claims="same",
    fix="unsafe",
)
def validation_conditions_empty(facts: ClimptFacts) -> Iterator[Finding]:
    """Validation step that validates nothing

    What:
        A validation step has neither conditions nor an `outputSchema`. In release 1.14 both lists
        exist, but are empty; `registry-schema` reports a missing list. Silent if no run looks up
        the step (`validation-step-never-consulted`).
    Why:
        The runtime looks it up, and continues as if it didn't exist.
    Bad:
        "closure.polling": {"stepId": "closure.polling", "validationConditions": []}
    Good:
        "validationConditions": [{"validator": "git-clean"}]
    Fix:
        Add a condition, or remove the step.
    Dry run:
        A run takes the same path without the step.
    Source:
        climpt §2.7, §4.8, §7.7, climpt 1.14 §7.1
    """
    for validation in consulted_steps(facts):
        if not empty(facts, validation):
            continue
        edit = remove(facts.contract.documents, facts.registry.file, validation.pointer)
        yield Finding(
            facts.place(validation.pointer, "key"),
            message(
                "validation step {} has no conditions, so it validates nothing",
                quote(validation.key),
            ),
            "add a condition, or remove it",
            witness=Witness({"key": validation.key, **node(facts.place(validation.pointer))}),
            claim=Same((edit,)) if edit and facts.has_agent else None,
            fix=Fix("unsafe", f"remove {quote(validation.key)}", (edit,)) if edit else None,
        )
