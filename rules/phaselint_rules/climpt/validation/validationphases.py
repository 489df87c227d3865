"""Validation before and after an answer, which release 1.14 distinguishes: lists of conditions and
phases of validators (reference climpt 1.14 §2.4, §4.4, §7.2)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint_rules.climpt.claiming import after_failure, noted, same_without
from phaselint_rules.climpt.edits import add_member, spelt
from phaselint_rules.climpt.needs import AGENT, OF_1_14, VALIDATION
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.words import replace

ABORTED = "AGENT_VALIDATION_ABORT"
"""How a run ends whose validation gives up."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import ValidationStep, Validator
    from phaselint.vocabulary.finding import Pointer

FORMER = "validationConditions"
BEFORE = "preflightConditions"
AFTER = "postLLMConditions"
PHASES: Mapping[str, str] = {BEFORE: "preflight", AFTER: "postllm"}
"""A list of conditions → the phase of the validators in it."""


# --- lists of conditions -----------------------------------------------------------------------


@rule(
    "CL616",
    ERROR,
    needs=(*OF_1_14, *VALIDATION),
    claims="same",
    fix="unsafe",
)
def legacy_validation_conditions(facts: ClimptFacts) -> Iterator[Finding]:
    """Conditions in the format of release 1.13, which 1.14 ignores

    What:
        A validation step of a registry for 1.14 has `validationConditions`.
    Why:
        A run doesn't read them, so nothing is validated, and `--validate` refuses them.
    Bad:
        "validationConditions": [{"validator": "git-clean"}]
    Good:
        "preflightConditions": [], "postLLMConditions": [{"validator": "git-clean"}]
    Fix:
        Move them to `postLLMConditions`. A condition that must hold before the model is asked needs
        its own validator, in the phase `preflight`.
    Dry run:
        A run in which every validator of the list fails takes the same path as a run without it.
    Source:
        climpt 1.14 §2.4, §3.5, §7.2, §9
    """
    for validation in facts.registry.validation.values():
        raw = _raw(facts, validation)
        if FORMER in raw:
            yield Finding(
                facts.place((*validation.pointer, FORMER), "key"),
                message(
                    "{} of validation step {} is no longer read, so it validates nothing",
                    quote(FORMER),
                    quote(validation.key),
                ),
                f"move its conditions to {quote(AFTER)}",
                witness=Witness({"key": validation.key}),
                claim=same_without(facts, facts.place((*validation.pointer, FORMER))),
                fix=_moved(facts, validation),
            )


def _raw(facts: ClimptFacts, validation: ValidationStep) -> Mapping[str, object]:
    raw = value_at(facts, facts.place(validation.pointer))
    return raw if isinstance(raw, dict) else {}


def _moved(facts: ClimptFacts, validation: ValidationStep) -> Fix | None:
    """The conditions under their new name; none if it already exists."""
    raw, place = _raw(facts, validation), facts.place((*validation.pointer, FORMER), "key")
    if AFTER in raw or not isinstance(raw[FORMER], list):
        return None
    edits = [Edit(place, spelt(AFTER))]
    if BEFORE not in raw:
        documents, file = facts.contract.documents, facts.registry.file
        added = add_member(documents, file, validation.pointer, BEFORE, [])
        if added is None:
            return None
        edits.append(added)
    return Fix("unsafe", f"rename it to {quote(AFTER)}", tuple(edits))


@rule(
    "CL619",
    INFO,
    needs=(*OF_1_14, *AGENT, *VALIDATION),
    claims="notes",
    default=False,
)
def preflight_ends_run(facts: ClimptFacts) -> Iterator[Finding]:
    """Condition whose failure ends the run before the model is asked

    What:
        The validation step of the agent's verdict type has `preflightConditions`.
    Why:
        They are checked before every closing iteration. If one is false, the run ends with
        AGENT_VALIDATION_ABORT: the model isn't asked, nothing is tried again, and `onFailure` isn't
        read. Everything that the closure step should repair must already be right.
    Bad:
        "preflightConditions": [{"validator": "git-clean"}]
    Good:
        "preflightConditions": []
    Fix:
        Move the conditions that the closure step should make true to `postLLMConditions`.
    Dry run:
        A condition is false in a run, which ends without asking the model of the closure step.
    Source:
        climpt 1.14 §4.4, §7.2
    """
    validation = facts.consulted
    if validation is not None and validation.preflight:
        yield Finding(
            facts.place((*validation.pointer, BEFORE), "key"),
            message("if one of these conditions is false, the run ends (AGENT_VALIDATION_ABORT)"),
            f"move the conditions that the closure step should make true to {quote(AFTER)}",
            related=(Related(facts.place(validation.pointer, "key"), "the validation step"),),
            witness=Witness({"key": validation.key}),
            claim=after_failure(
                facts, noted("", failure=ABORTED, model_called=False)._replace(hostile=True)
            ),
        )


# --- phases of validators ----------------------------------------------------------------------


def _wired(facts: ClimptFacts) -> Iterator[tuple[Validator, Mapping[str, Pointer]]]:
    """The validators in conditions, each with its lists and the first condition of each."""
    found: dict[str, dict[str, Pointer]] = {}
    for validation in facts.registry.validation.values():
        for key, listed in ((BEFORE, validation.preflight), (AFTER, validation.conditions)):
            for condition in listed:
                found.setdefault(condition.validator, {}).setdefault(key, condition.pointer)
    for name, validator in facts.registry.validators.items():
        if name in found:
            yield validator, found[name]


@rule("CL617", ERROR, needs=(*OF_1_14, *VALIDATION), fix="safe")
def validator_phase_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Validator without a phase

    What:
        A condition names a validator without `phase`.
    Why:
        `--validate` refuses the registry. A run doesn't read it: the list of the condition decides.
    Bad:
        "git-clean": {"type": "command", "command": "git status --porcelain"}
    Good:
        "git-clean": {"phase": "postllm", "type": "command", "command": "git status --porcelain"}
    Fix:
        Write `postllm` if it is in `postLLMConditions`, and `preflight` if it is in
        `preflightConditions`; a validator in both must be split into two.
    Source:
        climpt 1.14 §2.4, §3.5, §7.2
    """
    for validator, lists in _wired(facts):
        if "phase" in validator.raw:
            continue
        key, pointer = next(iter(lists.items()))
        edit = None
        if len(lists) == 1:
            documents, file = facts.contract.documents, facts.registry.file
            edit = add_member(documents, file, validator.pointer, "phase", PHASES[key])
        yield Finding(
            facts.place(validator.pointer, "key"),
            message(
                "validator {} is in {}, but has no `phase`: `--validate` requires it, although a "
                "run doesn't read it",
                quote(validator.name),
                quote(key),
            ),
            f"add `phase` with {quote(PHASES[key])}",
            related=(Related(facts.place(pointer), "the condition with this validator"),),
            fix=Fix("safe", f"add `phase: {PHASES[key]}`", (edit,)) if edit else None,
        )


@rule("CL618", ERROR, needs=(*OF_1_14, *VALIDATION), fix="unsafe")
def validator_phase_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Validator whose phase differs from its list

    What:
        A condition in `preflightConditions` names a validator whose `phase` isn't `preflight`, or
        one in `postLLMConditions` a validator whose `phase` isn't `postllm`; or `phase` of a
        validator is neither.
    Why:
        `--validate` refuses the registry. A run doesn't read it: the list of the condition decides.
    Bad:
        // postLLMConditions name it
        "git-clean": {"phase": "preflight"}
    Good:
        "git-clean": {"phase": "postllm"}
    Fix:
        Correct the phase, or move the condition to the other list.
    Source:
        climpt 1.14 §2.4, §3.5, §7.2
    """
    wired = {validator.name: lists for validator, lists in _wired(facts)}
    for validator in facts.registry.validators.values():
        if "phase" not in validator.raw:
            continue
        lists = wired.get(validator.name, {})
        wrong = {key: place for key, place in lists.items() if PHASES[key] != validator.phase}
        if wrong or validator.phase not in PHASES.values():
            yield _mismatch(facts, validator, wrong, alone=len(lists) == 1)


def _mismatch(
    facts: ClimptFacts, validator: Validator, wrong: Mapping[str, Pointer], *, alone: bool
) -> Finding:
    place = facts.place((*validator.pointer, "phase"))
    word = validator.phase if isinstance(validator.raw["phase"], str) else ""
    key = next(iter(wrong), "")
    of = message("has an invalid `phase`")
    if word in PHASES.values():
        of = message("has phase {}, but is in {}", quote(word), quote(key))
    elif word:
        of = message("has the unknown phase {}", quote(word))
    return Finding(
        place,
        message(
            "validator {} {}; `--validate` refuses it, but a run doesn't read it",
            quote(validator.name),
            of,
        ),
        f"write {quote(PHASES[key])}" if key else "write `preflight` or `postllm`",
        related=tuple(
            Related(facts.place(pointer), "the condition with this validator")
            for pointer in wrong.values()
        ),
        fix=replace(word, PHASES[key], place) if alone and word and key else None,
    )
