"""Single validators: when they succeed, what they hand over (reference climpt §2.6, §7.7)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.extractors import EXTRACTORS
from phaselint.vocabulary.finding import Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, Grade, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.climpt.edits import add_member
from phaselint_rules.climpt.needs import VALIDATION
from phaselint_rules.climpt.validation.retryprompts import COMMANDS, OTHERS, why_never
from phaselint_rules.climpt.validation.unconsulted import used_validators
from phaselint_rules.words import meant, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts


NOTHING_SAID = "stdout"
"""The extractor that is offered where none is near: what the command said."""

EXTRACTOR_UNKNOWN = (
    Grade("warning", "a run may come to the validator"),
    Grade("info", "no run looks up the validation steps that name it"),
)

VALIDATOR_TYPE_UNSUPPORTED = (
    Grade("error", "the runtime does not know the type"),
    Grade("warning", "the runtime knows the type, and the schema does not"),
)


@rule(
    "CL607",
    ERROR,
    needs=VALIDATION,
    prove="validation.proofs.validators:never_succeeds",
    ends="failure",
)
def success_when_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """A validator can never succeed.

    What:
        `successWhen` of a validator that runs a command is not `empty`, `exitCode:N`,
        `contains:TEXT` or `matches:REGEX` with an expression that compiles. Silent where only
        validation steps name it that no run looks up.
    Why:
        The runtime takes anything else for a failure, whatever the command says: no closure step
        with this condition ever comes to its model.
    Bad:
        "successWhen": "non-empty"
    Good:
        "successWhen": "matches:."
    Fix:
        Write one of the four forms.
    Dry run:
        The command ends with status 0 in a run, and the validator fails all the same; that no
        result is a success is read. Where no run uses the validator, there is nothing to run.
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
                "write `empty`, `exitCode:N`, `contains:TEXT` or `matches:REGEX`",
                witness=Witness({"validator": validator.name}),
            )


@rule(
    "CL608",
    ERROR,
    needs=VALIDATION,
    prove="validation.proofs.validators:ends_at_failure",
    fix="safe",
    ends="failure",
)
def extract_params_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """A validator that runs a command has no `extractParams`.

    What:
        A validator of type `command` or `custom` has no member `extractParams`. Silent where only
        validation steps name it that no run looks up.
    Why:
        The first failure ends the run with AGENT_QUERY_ERROR in place of a retry.
    Bad:
        "git-clean": {"type": "command", "command": "git status --porcelain"}
    Good:
        "git-clean": {"type": "command", "command": "git status --porcelain", "extractParams": {}}
    Fix:
        Add it, with what the retry prompt needs, or empty.
    Dry run:
        The validator fails in a run, which ends with AGENT_QUERY_ERROR. Where no run uses the
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
            "add `extractParams`, which may be empty",
            witness=Witness({"validator": validator.name}),
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
    """A parameter is to be taken with an extractor that does not exist.

    What:
        A value in `extractParams` is the name of no extractor. An info where only validation
        steps name the validator that no run looks up.
    Why:
        The parameter is null, and the retry prompt says nothing in its place. The types of the
        reference list `parseBranchName`, `parseRemoteStatus` and `parseMergeStatus`, which do
        not exist either.
    Bad:
        "extractParams": {"branch": "parseBranchName"}
    Good:
        "extractParams": {"branch": "stdout"}
    Fix:
        Write an extractor that exists.
    Dry run:
        The validator fails in a run, and the retry prompt is the same without the parameter; that
        the extractor does not exist is read. Where no run uses the validator, there is nothing to
        run.
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
                    "there is no extractor {}: {} of validator {} is always empty",
                    quote(word),
                    quote(name),
                    quote(validator.name),
                ),
                meant(word, known, f"write one that exists, such as {quote(NOTHING_SAID)}"),
                severity="warning" if validator.name in used else "info",
                witness=Witness({"validator": validator.name, "param": name}),
                fix=replace(word, suggest(word, known) or NOTHING_SAID, place),
            )


@rule(
    "CL611",
    VALIDATOR_TYPE_UNSUPPORTED,
    needs=VALIDATION,
    prove="validation.proofs.validators:runs_or_ends",
    ends="failure",
)
def validator_type_unsupported(facts: ClimptFacts) -> Iterator[Finding]:
    """A validator is of a type that is not supported.

    What:
        `type` of a validator is not `command`. A warning for `file`, `custom` and `semantic`,
        which the schema of registries forbids and the runtime runs.
    Why:
        `--validate` refuses the registry; a run that comes to a validator of any further type
        ends with AGENT_QUERY_ERROR.
    Bad:
        "type": "shell"
    Good:
        "type": "command"
    Fix:
        Write a command that checks the same.
    Dry run:
        A run comes to the validator and ends with AGENT_QUERY_ERROR, or runs it; its type is
        read. Where no run uses the validator, there is nothing to run.
    Source:
        climpt §2.6, §7.7, §7.9
    """
    for validator in facts.registry.validators.values():
        if validator.raw.get("type") != validator.type or validator.type == "command":
            continue
        known = validator.type in OTHERS
        said = message("`--validate` refuses it") if known else "a run that comes to it ends"
        yield Finding(
            facts.place((*validator.pointer, "type")),
            message(
                "validator {} is of type {}: {}", quote(validator.name), quote(validator.type), said
            ),
            "write `command`, and a command that checks the same",
            severity="warning" if known and not facts.parity else "error",
            witness=Witness({"validator": validator.name, "known": known}),
        )
