"""What happens after a failed validation in release 1.14: where the retry prompt is looked for, and
the effect of `onFailure` (reference climpt 1.14 §2.4, §4.4, §4.6, §7.2)."""

from __future__ import annotations

from phaselint.vocabulary.claim import Differs, Ends, Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, INFO, rule
from phaselint_rules.climpt.claiming import (
    ABORTED,
    NO_CLOSURE,
    NO_QUERY,
    after_failure,
    nearest_closure,
    noted,
)
from phaselint_rules.climpt.edits import add_members, remove, spelt
from phaselint_rules.climpt.needs import AGENT, OF_1_14, VALIDATION
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.validation.unconsulted import consulted_steps, unconsulted
from phaselint_rules.climpt.validation.validationphases import AFTER, FORMER
from phaselint_rules.words import one_of, rechoose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import ValidationStep
    from phaselint.vocabulary.finding import Place

PARTS = ("c2", "c3")
RETRY = "retry"
ACTIONS = (RETRY, "skip")
ABORT = "abort"
NO_PATH = "Path must be a string"
"""Why a run ends that can't look for a retry prompt."""

CANNOT_FAIL = "no run is known in which a validator fails so that the answer is tried again"
ONCE = {"action": "retry", "maxAttempts": 1}
"""What ends a run at the first failure, as `abort` did in 1.13 (§9)."""


@rule(
    "CL620",
    ERROR,
    needs=(*OF_1_14, *VALIDATION),
    claims="ends",
    complete_if=AGENT,
    fix="safe",
    ends="failure",
)
def retry_prompt_address_unread(facts: ClimptFacts) -> Iterator[Finding]:
    """Retry prompt that can't be found, so a failure ends the run

    What:
        A validation step with `postLLMConditions` has no strings `c2` and `c3` next to its
        `address`. Silent if the agent's verdict type doesn't look up the step
        (`validation-step-never-consulted`).
    Why:
        The JSON Schema requires `address`, but a run reads `c2` and `c3`. Without them, the first
        failed condition ends the run instead of a retry: with AGENT_QUERY_ERROR, or with the
        process itself if the validator has no known failure pattern.
    Bad:
        "address": {"c1": "steps", "c2": "retry", "c3": "issue", "edition": "failed"}
    Good:
        "address": {"c1": "steps", "c2": "retry", "c3": "issue", "edition": "failed"},
        "c2": "retry", "c3": "issue"
    Fix:
        Write both next to the address, with the same values.
    Dry run:
        A condition fails in a run, which ends because it has no path. If no run reads the
        validation step, there is nothing to run.
    Source:
        climpt 1.14 §1.1, §4.6, §7.2
    """
    for validation in consulted_steps(facts):
        lacking = tuple(part for part in PARTS if not _text(facts, validation, part))
        if not lacking or not validation.conditions:
            continue
        yield Finding(
            facts.place(validation.pointer, "key"),
            message(
                "the retry prompt of validation step {} can't be found: {} next to `address` {} "
                "missing, so the first failed condition ends the run",
                quote(validation.key),
                quote_all(lacking),
                "are" if len(lacking) > 1 else "is",
            ),
            f"write {quote_all(lacking)} with the values of `address`; only these are read",
            witness=Witness({"key": validation.key, "lacking": [*lacking]}),
            claim=after_failure(facts, Ends("", NO_QUERY, NO_PATH, doubt=CANNOT_FAIL))
            if validation == facts.consulted
            else None,
            fix=_copied(facts, validation, lacking),
        )


def _text(facts: ClimptFacts, validation: ValidationStep, part: str) -> bool:
    return isinstance(value_at(facts, facts.place((*validation.pointer, part))), str)


def _copied(facts: ClimptFacts, validation: ValidationStep, lacking: tuple[str, ...]) -> Fix | None:
    """The missing parts, with the values of the address."""
    raw = value_at(facts, facts.place(validation.pointer))
    if any(part in raw or part not in validation.address for part in lacking):
        return None
    wanted = {part: validation.address[part] for part in lacking}
    edit = add_members(facts.contract.documents, facts.registry.file, validation.pointer, wanted)
    return Fix("safe", f"copy {quote_all(lacking)} from `address`", (edit,)) if edit else None


@rule("CL621", INFO, needs=(*OF_1_14, *VALIDATION), fix="unsafe")
def validation_address_differs(facts: ClimptFacts) -> Iterator[Finding]:
    """Address of a validation step that differs from the one used

    What:
        `c2` or `c3` of a validation step differs from the same member of its `address`.
    Why:
        A run reads the values next to the address; those in `address` are never read.
    Bad:
        "address": {"c1": "steps", "c2": "redo", "c3": "issue", "edition": "failed"},
        "c2": "retry", "c3": "issue"
    Good:
        "address": {"c1": "steps", "c2": "retry", "c3": "issue", "edition": "failed"},
        "c2": "retry", "c3": "issue"
    Fix:
        Write the same in both places.
    Source:
        climpt 1.14 §1.1, §4.6, §7.2
    """
    for validation in consulted_steps(facts):
        flat = {"c2": validation.c2, "c3": validation.c3}
        differing = [p for p in PARTS if flat[p] and validation.address.get(p, flat[p]) != flat[p]]
        for part in differing:
            place = facts.place((*validation.pointer, "address", part))
            yield Finding(
                place,
                message(
                    "{} of the address is {}, but retry prompts are looked for below {}",
                    quote(part),
                    quote(validation.address[part]),
                    quote(flat[part]),
                ),
                "write the same in both places",
                related=(Related(facts.place(validation.address_at(part)), "the value used"),),
                fix=Fix("unsafe", f"write {quote(flat[part])}", (Edit(place, spelt(flat[part])),)),
            )


# --- onFailure ---------------------------------------------------------------------------------


def _failures(facts: ClimptFacts) -> Iterator[tuple[ValidationStep, Mapping[str, Any]]]:
    """`onFailure` of the validation steps that have it."""
    for validation in facts.registry.validation.values():
        raw = value_at(facts, facts.place((*validation.pointer, "onFailure")))
        if isinstance(raw, dict):
            yield validation, raw


@rule(
    "CL622",
    ERROR,
    needs=(*OF_1_14, *VALIDATION),
    claims="differs",
    fix="safe",
    ends="failure",
)
def on_failure_action_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Unknown action after a failure, so retries have no limit

    What:
        `action` in `onFailure` of a validation step is neither `retry` nor `skip`. `abort` was
        valid until 1.13.
    Why:
        `--validate` refuses the registry. A run tries again without counting, until it has used all
        its iterations.
    Bad:
        "onFailure": {"action": "abort"}
    Good:
        "onFailure": {"action": "retry", "maxAttempts": 1}
    Fix:
        Use `retry` with one attempt to end the run at a failure.
    Dry run:
        No run uses up its attempts, but with the action `retry` some run does. If no run reads the
        validation step, there is nothing to run.
    Source:
        climpt 1.14 §2.4, §4.4, §5, §7.2
    """
    for validation, raw in _failures(facts):
        word = raw.get("action")
        if not isinstance(word, str) or word in ACTIONS:
            continue
        place = facts.place((*validation.pointer, "onFailure", "action"))
        aborts = word == ABORT
        help_ = "write `retry` with `maxAttempts: 1`" if aborts else one_of(word, ACTIONS)
        yield Finding(
            place,
            message("{} isn't an action: {}", quote(word), _effect(facts, validation)),
            help_,
            witness=Witness({"key": validation.key, "action": word}),
            claim=_uncounted(facts, validation, place) if validation == facts.consulted else None,
            fix=_once(facts, validation, raw) if aborts else rechoose(word, ACTIONS, place),
        )


def _effect(facts: ClimptFacts, validation: ValidationStep) -> str:
    """The effect of an unknown action."""
    if unconsulted(facts, validation):
        return "`--validate` refuses it"
    return "a failed answer is retried endlessly"


def _uncounted(facts: ClimptFacts, validation: ValidationStep, place: Place) -> Differs | Undecided:
    """That attempts are never used up in a run, but may be with the action to try again."""
    if not all(_text(facts, validation, part) for part in PARTS):
        return Undecided("the retry prompt can't be found, which ends the run first")
    step = nearest_closure(facts)
    used_up = noted(step, failure=ABORTED)
    edit = Edit(place, spelt(RETRY))
    return Differs((edit,), used_up, doubt=CANNOT_FAIL) if step else Undecided(NO_CLOSURE)


def _once(facts: ClimptFacts, validation: ValidationStep, raw: Mapping[str, Any]) -> Fix | None:
    """One attempt in place of `abort`; none if `onFailure` has other members."""
    if not raw.keys() <= ONCE.keys():
        return None
    place = facts.place((*validation.pointer, "onFailure"))
    return Fix("safe", "end the run at the first failure", (Edit(place, spelt(ONCE)),))


@rule("CL623", INFO, needs=(*OF_1_14, *VALIDATION), fix="safe")
def onfailure_without_postllm(facts: ClimptFacts) -> Iterator[Finding]:
    """`onFailure` without a condition that could use it

    What:
        A validation step has `onFailure`, but no `postLLMConditions`.
    Why:
        It applies to these conditions only: a false condition of `preflightConditions` always ends
        the run.
    Bad:
        "postLLMConditions": [], "onFailure": {"action": "retry"}
    Good:
        "postLLMConditions": [{"validator": "git-clean"}], "onFailure": {"action": "retry"}
    Fix:
        Remove it.
    Source:
        climpt 1.14 §2.4, §4.4, §7.2
    """
    for validation, _ in _failures(facts):
        if unconsulted(facts, validation):
            continue
        step = value_at(facts, facts.place(validation.pointer))
        if step.get(AFTER) or FORMER in step:
            continue
        pointer = (*validation.pointer, "onFailure")
        edit = remove(facts.contract.documents, facts.registry.file, pointer)
        yield Finding(
            facts.place(pointer, "key"),
            message("`onFailure` has no effect without {}", quote(AFTER)),
            "remove it",
            fix=Fix("safe", "remove `onFailure`", (edit,)) if edit else None,
        )
