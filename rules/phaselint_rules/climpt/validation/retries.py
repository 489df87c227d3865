"""What happens after a failed validation: attempts and retry prompts (reference climpt §4.8, §4.9,
§7.7)."""

from __future__ import annotations

import re

from phaselint.dialects.climpt.reading.extractors import Result, extract
from phaselint.dialects.climpt.reading.promptfiles import file_name
from phaselint.vocabulary.claim import Undecided
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.rule import INFO, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import (
    ABORTED,
    LIMIT,
    after_failure,
    never_there,
    noted,
    same_after_failure,
)
from phaselint_rules.climpt.edits import add_member
from phaselint_rules.climpt.needs import AGENT, BOTH, OF_1_13, SOUND, VALIDATION
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.validation.retryprompts import (
    ATTEMPTS,
    COMMANDS,
    _asked,
    retry_path,
    text_at,
    wanted_names,
)
from phaselint_rules.climpt.validation.unconsulted import (
    consulted_steps,
    is_consulted,
    unconsulted,
    used_validators,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Condition, Pattern, ValidationStep
    from phaselint.vocabulary.claim import Notes

FAILED = "f_failed.md"
GENERIC = "## Verdict conditions not met"
"""How the retry prompt starts if there is none."""

IDLE = noted("", model_called=False, preflight_failed=True, limit=LIMIT)
"""That a run uses up its iterations without asking the model, because of a condition."""

RETRY = "retry"

RETRY_PROMPT_MISSING = (
    Grade("warning", "a run can ask for it"),
    Grade("info", "no run looks up the validation step"),
)


# --- retry prompts -----------------------------------------------------------------------------


@rule(
    "CL606",
    RETRY_PROMPT_MISSING,
    needs=(*VALIDATION, "prompts_known"),
    claims="notes",
    ends="failure",
)
def retry_prompt_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Missing retry prompt

    What:
        A validator fails with a failure pattern, but the directory of the validation step (its `c2`
        and `c3`, or in release 1.14 those of its `address` if it has none of its own) has no prompt
        with the pattern's edition and adaptation. An info if no run looks up the validation step.
    Why:
        The model gets other text, with less detail about what is wrong: the prompt without the
        adaptation, `f_failed.md`, or general text.
    Bad:
        # prompts/steps/retry/issue/ has no f_failed_git-dirty.md
        "git-dirty": {"edition": "failed", "adaptation": "git-dirty"}
    Good:
        # prompts/steps/retry/issue/f_failed_git-dirty.md
        "git-dirty": {"edition": "failed", "adaptation": "git-dirty"}
    Fix:
        Add the prompt.
    Dry run:
        The validator fails in a run, and the next prompt is the text named here. If no run reads
        the validation step, there is nothing to run.
    Source:
        climpt §1.2, §4.9, §7.7, climpt 1.14 §4.6, §7.1
    """
    for validation, condition, pattern in _asked(facts):
        wanted = file_name(pattern.edition, pattern.adaptation)
        path = retry_path(facts, validation, wanted)
        if path is None or path in facts.contract.prompts:
            continue
        others = dict.fromkeys((file_name(pattern.edition), FAILED))
        instead = next((name for name in others if _there(facts, validation, name)), "")
        found = bool(validation.c2 and validation.c3)
        used = message("; a run uses {} instead", quote(instead) if instead else "general text")
        idle = unconsulted(facts, validation)
        yield Finding(
            facts.place((*condition.pointer, "validator")),
            message(
                "retry prompt {} doesn't exist{}",
                quote(path),
                used if found and not idle else "",
            ),
            "add it",
            severity="info" if idle else "warning",
            related=(
                Related(
                    facts.place(pattern.pointer, "key"), "the failure pattern with this prompt"
                ),
            ),
            witness=Witness(
                {
                    "key": validation.key,
                    "validator": condition.validator,
                    "instead": retry_path(facts, validation, instead) if instead else None,
                }
            )
            if found and not idle
            else None,
            claim=_instead(facts, condition, retry_path(facts, validation, instead))
            if found and validation == facts.consulted
            else None,
        )


def _instead(facts: ClimptFacts, condition: Condition, file: str | None) -> Notes | Undecided:
    """That the prompt after a failed condition is the text of another prompt, or else the general
    text, as far as it has no names."""
    there = facts.contract.prompts
    text = there[file].body if file and file in there else GENERIC
    start = text.partition("{")[0].partition("\n")[0]
    if not start:
        return Undecided("the text that is used instead starts with a name")
    return after_failure(facts, noted("", holds={"prompt": (start,)}), condition.validator)


def _there(facts: ClimptFacts, validation: ValidationStep, name: str) -> bool:
    return retry_path(facts, validation, name) in facts.contract.prompts


@rule(
    "CL610",
    WARNING,
    needs=(*VALIDATION, "prompt_files_known"),
    prove="validation.proofs.validators:stays_empty",
    complete_if=("prompts_known",),
)
def failure_params_not_extracted(facts: ClimptFacts) -> Iterator[Finding]:
    """Retry prompt parameter that a validator doesn't extract

    What:
        `params` of a failure pattern, or `{{name}}` in its prompt, has a name that isn't in
        `extractParams` of a validator with that pattern. `summary`, `rootCause`, `suggestedAction`,
        `relatedFiles` and `severity` come with the extractors of git, tests and types. Names in a
        condition `{{#if name}}` are optional. Silent about a validator if no run looks up the
        validation steps that name it.
    Why:
        It is empty in the prompt.
    Bad:
        "extractParams": {"files": "parseChangedFiles"}   // the prompt says {{changedFiles}}
    Good:
        "extractParams": {"changedFiles": "parseChangedFiles"}
    Fix:
        Add it to `extractParams`, or use an existing name.
    Dry run:
        The validator fails in a run, and the retry prompt is the same without the name; that the
        validator doesn't extract it is read from the file. No run reads a name that is in `params`
        only.
    Source:
        climpt §2.8, §4.9, §7.7
    """
    for pattern in facts.registry.patterns.values():
        wanted = wanted_names(facts, pattern)
        for name, names in _lacking(facts, pattern, wanted).items():
            place, path = wanted[name]
            noun, verb = ("validators", "don't") if len(names) > 1 else ("validator", "doesn't")
            yield Finding(
                place,
                message(
                    "{} of failure pattern {} is empty: {} {} {} extract it",
                    quote(name),
                    quote(pattern.name),
                    noun,
                    quote_all(names),
                    verb,
                ),
                f"add {quote(name)} to `extractParams`",
                related=tuple(
                    Related(
                        facts.place((*facts.registry.base, "validators", each), "key"),
                        "the validator",
                    )
                    for each in names
                ),
                witness=Witness({"param": name, "validator": names[0], "file": path}),
                claim=same_after_failure(facts, names[0], _uses(facts, path, name))
                if path and is_consulted(facts, facts.registry.validators[names[0]])
                else None,
            )


def _uses(facts: ClimptFacts, path: str, name: str) -> tuple[Edit, ...]:
    """Edits that remove whatever a prompt shows of a name."""
    document = facts.contract.documents[path]
    shown = r"\{\{#each %s[\w.]*\}\}.*?\{\{/each\}\}|\{\{%s(?:\.[\w.]*)?\}\}"
    spots = re.finditer(shown % (name, name), document.text, re.DOTALL)
    return tuple(Edit(text_at(document, *each.span()), "") for each in spots)


def _lacking(
    facts: ClimptFacts, pattern: Pattern, wanted: Iterable[str]
) -> Mapping[str, list[str]]:
    """The names that validators with a pattern don't pass on, each with these validators."""
    found: dict[str, list[str]] = {name: [] for name in wanted}
    for validator in used_validators(facts):
        if validator.pattern != pattern.name or validator.type not in COMMANDS:
            continue
        if validator.extractors is None:
            continue
        given = extract(validator.extractors, Result())
        for name in wanted:
            if name not in given:
                found[name].append(validator.name)
    return {name: names for name, names in found.items() if names}


# --- attempts ----------------------------------------------------------------------------------


@rule(
    "CL612",
    WARNING,
    needs=(*OF_1_13, *BOTH, *VALIDATION),
    claims="notes",
    complete_if=SOUND,
    ends="failure",
)
def preflight_failure_never_reaches_model(facts: ClimptFacts) -> Iterator[Finding]:
    """Failed condition that a closure step can't repair

    What:
        The validation step of the agent's verdict type has conditions. Reported once for the step,
        if a closure step that asks the model can be reached.
    Why:
        The runtime checks the conditions before it asks the model of the closure step. If a
        condition is false, it doesn't ask, and tries again in the next iteration, until it has used
        all iterations: neither `maxAttempts` nor `abort` or `skip` helps. Everything that the
        closure step should repair must already be right.
    Bad:
        // the closure step commits, and a condition wants a clean work tree
        "validationConditions": [{"validator": "git-clean"}]
    Good:
        // the step before commits; or what the answer says is validated, and not the work tree
        "outputSchema": {"type": "object", "required": ["summary"]}
    Fix:
        Make the conditions true in an earlier step.
    Dry run:
        A run reaches the closure step, the validator fails, the model is never asked again, and the
        run ends with AGENT_MAX_ITERATIONS.
    Source:
        climpt §4.7, §4.8, §7.7
    """
    validation = facts.consulted
    if validation is None or not validation.conditions or not _closes(facts):
        return
    yield Finding(
        facts.place((*validation.pointer, "validationConditions"), "key"),
        message(
            "if a condition is false when a closure step starts, its model is never asked and "
            "the run uses all its iterations"
        ),
        "make the conditions true in the step before",
        related=(Related(facts.place(validation.pointer, "key"), "the validation step"),),
        witness=Witness({"key": validation.key}),
        claim=after_failure(facts, IDLE._replace(hostile=True)),
    )


def _closes(facts: ClimptFacts) -> bool:
    """Whether a closure step that asks the model is reached, as far as that is known."""
    closing = [s for s in facts.steps.values() if s.kind == "closure" and s.runner is None]
    return bool(closing) and (
        not facts.graph_known or any(step.key in facts.reach for step in closing)
    )


def _retries(facts: ClimptFacts, validation: ValidationStep) -> Mapping[str, Any] | None:
    """`onFailure` of a validation step with the action to try again."""
    raw = value_at(facts, facts.place((*validation.pointer, "onFailure")))
    return raw if isinstance(raw, dict) and validation.action == RETRY else None


def _breaks_off(facts: ClimptFacts, validation: ValidationStep) -> bool:
    """Whether the first failure of some validator ends the run because it has no
    `extractParams`."""
    known = (facts.registry.validators.get(each.validator) for each in validation.conditions)
    commands = (each for each in known if each is not None and each.type in COMMANDS)
    return any(each.extractors is None for each in commands)


@rule(
    "CL613",
    INFO,
    needs=(*OF_1_13, *AGENT, *VALIDATION),
    claims="never",
    default=False,
)
def max_attempts_ineffective(facts: ClimptFacts) -> Iterator[Finding]:
    """Limit of attempts that never ends a run

    What:
        The validation step of the agent's verdict type tries again after a failure, with
        `maxAttempts` of two or more, or without it. Silent if a validator of its conditions has no
        `extractParams`: `extract-params-missing`.
    Why:
        After each failure, the runtime checks the conditions again before it asks the model. If
        they hold, it resets the attempts; if they don't, only the iterations count. A limit of 1
        ends the run at the first failure.
    Bad:
        "onFailure": {"action": "retry", "maxAttempts": 3}
    Good:
        "onFailure": {"action": "retry", "maxAttempts": 1}
    Fix:
        Limit `maxIterations` of the agent.
    Dry run:
        No run ends because its attempts are used up, whenever conditions are true or false.
    Source:
        climpt §4.8, §7.7
    """
    validation = facts.consulted
    if validation is None or not validation.conditions:
        return
    raw = _retries(facts, validation)
    if raw is None or (validation.max_attempts or ATTEMPTS) < 2 or _breaks_off(facts, validation):
        return
    limited = "maxAttempts" in raw
    pointer = (*validation.pointer, "onFailure", *(("maxAttempts",) if limited else ()))
    yield Finding(
        facts.place(pointer, "value" if limited else "key"),
        message(
            "{} attempts are never used up: the count restarts before each of them",
            validation.max_attempts or ATTEMPTS,
        ),
        "limit `maxIterations` of the agent",
        witness=Witness({"key": validation.key, "attempts": validation.max_attempts or ATTEMPTS}),
        claim=never_there(facts, noted("", failure=ABORTED))
        if _recovers(facts, validation)
        else Undecided("a failure of a validator ends the run at once"),
    )


def _recovers(facts: ClimptFacts, validation: ValidationStep) -> bool:
    """Whether trying again may help after a failure of each validator, and runs know all."""
    known = [facts.registry.validators.get(each.validator) for each in validation.conditions]
    return all(each is not None and each.recoverable for each in known)


@rule("CL614", INFO, needs=VALIDATION, fix="safe", default=False)
def max_attempts_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Retries without a limit

    What:
        `onFailure` has the action `retry`, but no `maxAttempts`.
    Why:
        climpt's documentation requires it; the runtime uses 3.
    Bad:
        "onFailure": {"action": "retry"}
    Good:
        "onFailure": {"action": "retry", "maxAttempts": 3}
    Fix:
        Add `"maxAttempts": 3`, which is the default.
    Source:
        climpt §2.7, §3.4, §7.7
    """
    for validation in consulted_steps(facts):
        raw = _retries(facts, validation)
        if raw is None or "maxAttempts" in raw:
            continue
        pointer = (*validation.pointer, "onFailure")
        documents, file = facts.contract.documents, facts.registry.file
        edit = add_member(documents, file, pointer, "maxAttempts", ATTEMPTS)
        yield Finding(
            facts.place(pointer, "key"),
            message("validation step {} retries, but has no `maxAttempts`", quote(validation.key)),
            f"add `maxAttempts`; the default is {ATTEMPTS}",
            fix=Fix("safe", f"add `maxAttempts: {ATTEMPTS}`", (edit,)) if edit else None,
        )
