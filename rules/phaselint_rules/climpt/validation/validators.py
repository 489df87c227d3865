"""Single validators: when they succeed, what they pass on (reference climpt §2.6, §7.7)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.extractors import EXTRACTORS
from phaselint.vocabulary.claim import Ends, Notes, Same, Undecided
from phaselint.vocabulary.finding import Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.claiming import (
    NO_QUERY,
    after_failure,
    at_closure,
    same_after_failure,
)
from phaselint_rules.climpt.edits import add_member, remove
from phaselint_rules.climpt.needs import VALIDATION
from phaselint_rules.climpt.validation.retryprompts import COMMANDS, OTHERS, why_never
from phaselint_rules.climpt.validation.unconsulted import is_consulted, used_validators
from phaselint_rules.words import meant, replace

ADDED = frozenset({"summary", "rootCause", "suggestedAction", "relatedFiles", "severity"})
"""Parameters that exist automatically if nothing else is extracted under their names."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Validator
    from phaselint.vocabulary.finding import Place


NOTHING_SAID = "stdout"
"""The suggested extractor if none is similar: the output of the command."""

EXTRACTOR_UNKNOWN = (
    Grade("warning", "a run can reach the validator"),
    Grade("info", "no run looks up the validation steps that name it"),
)

VALIDATOR_TYPE_UNSUPPORTED = (
    Grade("error", "the runtime doesn't know the type"),
    Grade("warning", "the runtime knows the type, but the schema doesn't"),
)


@rule(
    "CL607",
    ERROR,
    needs=VALIDATION,
    prove="validation.proofs.validators:never_succeeds",
    ends="failure",
)
def success_when_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Validator that can never succeed

    What:
        `successWhen` of a validator that runs a command isn't `empty`, `exitCode:N`,
        `contains:TEXT` or `matches:REGEX` with a valid expression. Silent if no run looks up the
        validation steps that name it.
    Why:
        The runtime treats everything else as a failure, whatever the command prints: no closure
        step with this condition ever reaches its model.
    Bad:
        "successWhen": "non-empty"
    Good:
        "successWhen": "matches:."
    Fix:
        Use one of the four forms.
    Dry run:
        The command ends with status 0 in a run, but the validator fails; that no result is a
        success is read from the file. If no run uses the validator, there is nothing to run.
    Source:
        climpt §2.6, §7.7
    """
    for validator in used_validators(facts):
        word = validator.raw.get("successWhen")
        if validator.type not in COMMANDS or not isinstance(word, str):
            continue
        reason = why_never(word)
        if reason:
            yield Finding(
                facts.place((*validator.pointer, "successWhen")),
                message(
                    "validator {} never succeeds: {} {}", quote(validator.name), quote(word), reason
                ),
                "use `empty`, `exitCode:N`, `contains:TEXT` or `matches:REGEX`",
                witness=Witness({"validator": validator.name}),
                claim=at_closure(facts, _failing(validator.name))
                if is_consulted(facts, validator)
                else None,
            )


def _failing(validator: str) -> Notes:
    """That a validator doesn't succeed whose command does."""
    succeeding = {"exit": 0, "stdout": "all is well"}
    world = {"validators": {validator: [succeeding]}}
    return Notes("", "validator", {"name": validator, "holds": False, **succeeding}, world=world)


@rule(
    "CL608",
    ERROR,
    needs=VALIDATION,
    claims="ends",
    fix="safe",
    ends="failure",
)
def extract_params_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Validator without `extractParams`, so a failure ends the run

    What:
        A validator of type `command` or `custom` has no member `extractParams`. Silent if no run
        looks up the validation steps that name it.
    Why:
        The first failure ends the run with AGENT_QUERY_ERROR instead of a retry.
    Bad:
        "git-clean": {"type": "command", "command": "git status --porcelain"}
    Good:
        "git-clean": {"type": "command", "command": "git status --porcelain", "extractParams": {}}
    Fix:
        Add it, with what the retry prompt needs, or empty.
    Dry run:
        The validator fails in a run, which ends with AGENT_QUERY_ERROR. If no run uses the
        validator, there is nothing to run.
    Source:
        climpt §2.6, §3.3, §7.7
    """
    for validator in used_validators(facts):
        if validator.type not in COMMANDS or "extractParams" in validator.raw:
            continue
        documents, file = facts.contract.documents, facts.registry.file
        edit = add_member(documents, file, validator.pointer, "extractParams", {})
        yield Finding(
            facts.place(validator.pointer, "key"),
            message(
                "validator {} has no `extractParams`: its first failure ends the run",
                quote(validator.name),
            ),
            "add `extractParams`, which can be empty",
            witness=Witness({"validator": validator.name}),
            claim=after_failure(
                facts, Ends("", NO_QUERY, why=quote(validator.name)), validator.name
            )
            if is_consulted(facts, validator)
            else None,
            fix=Fix("safe", "add `extractParams`", (edit,)) if edit else None,
        )


@rule(
    "CL609",
    EXTRACTOR_UNKNOWN,
    needs=VALIDATION,
    prove="validation.proofs.validators:says_nothing",
    fix="unsafe",
)
def extractor_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Unknown extractor of a parameter

    What:
        A value in `extractParams` isn't the name of an extractor. An info if no run looks up the
        validation steps that name the validator.
    Why:
        The parameter is null, and the retry prompt has nothing in its place. The types of climpt's
        code list `parseBranchName`, `parseRemoteStatus` and `parseMergeStatus`, which don't exist
        either.
    Bad:
        "extractParams": {"branch": "parseBranchName"}
    Good:
        "extractParams": {"branch": "stdout"}
    Fix:
        Use an extractor that exists.
    Dry run:
        The validator fails in a run, and the retry prompt is the same without the parameter; that
        the extractor doesn't exist is read from the file. If no run uses the validator, there is
        nothing to run.
    Source:
        climpt §2.6, §4.9, §7.7
    """
    known, used = sorted(EXTRACTORS), {each.name for each in used_validators(facts)}
    for validator in facts.registry.validators.values():
        for name, word in (validator.extractors or {}).items():
            if word in EXTRACTORS:
                continue
            place = facts.place((*validator.pointer, "extractParams", name))
            yield Finding(
                place,
                message(
                    "extractor {} doesn't exist, so {} of validator {} is always empty",
                    quote(word),
                    quote(name),
                    quote(validator.name),
                ),
                meant(word, known, f"use one that exists, such as {quote(NOTHING_SAID)}"),
                severity="warning" if validator.name in used else "info",
                witness=Witness({"validator": validator.name, "param": name}),
                claim=_unextracted(facts, validator, name, place),
                fix=replace(word, suggest(word, known) or NOTHING_SAID, place),
            )


def _unextracted(
    facts: ClimptFacts, validator: Validator, name: str, place: Place
) -> Same | Undecided | None:
    """That runs in which a validator fails are the same without a parameter."""
    if not is_consulted(facts, validator):
        return None
    if name in ADDED:
        return Undecided("without it, the parameter might exist automatically")
    edit = remove(facts.contract.documents, place.file, place.pointer)
    return same_after_failure(facts, validator.name, (edit,)) if edit else None


@rule(
    "CL611",
    VALIDATOR_TYPE_UNSUPPORTED,
    needs=VALIDATION,
    prove="validation.proofs.validators:runs_or_ends",
    ends="failure",
)
def validator_type_unsupported(facts: ClimptFacts) -> Iterator[Finding]:
    """Unsupported type of validator

    What:
        `type` of a validator isn't `command`. A warning for `file`, `custom` and `semantic`, which
        the schema of registries forbids, although the runtime runs them.
    Why:
        `--validate` refuses the registry; a run that reaches a validator of another type ends with
        AGENT_QUERY_ERROR.
    Bad:
        "type": "shell"
    Good:
        "type": "command"
    Fix:
        Use a command that checks the same.
    Dry run:
        A run reaches the validator and ends with AGENT_QUERY_ERROR, or runs it; its type is read
        from the file. If no run uses the validator, there is nothing to run.
    Source:
        climpt §2.6, §7.7, §7.9
    """
    for validator in facts.registry.validators.values():
        if validator.raw.get("type") != validator.type or validator.type == "command":
            continue
        known = validator.type in OTHERS
        said = message("`--validate` refuses it") if known else "a run that reaches it ends"
        yield Finding(
            facts.place((*validator.pointer, "type")),
            message(
                "validator {} has type {}: {}", quote(validator.name), quote(validator.type), said
            ),
            "use `command`, and a command that checks the same",
            severity="warning" if known and not facts.parity else "error",
            witness=Witness({"validator": validator.name, "known": known}),
            claim=_run_or_not(facts, validator) if is_consulted(facts, validator) else None,
        )


def _run_or_not(facts: ClimptFacts, validator: Validator) -> Ends | Notes | Undecided:
    """That runs run a validator, or fail because they don't know its type."""
    if validator.type in OTHERS:
        return at_closure(facts, Notes("", "validator", {"name": validator.name}))
    return at_closure(facts, Ends("", NO_QUERY, quote(validator.type)))
