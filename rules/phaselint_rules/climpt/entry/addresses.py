"""Keys, IDs and addresses of steps, which must agree (reference climpt §2.2, §7.1)."""

from __future__ import annotations

import re

from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint_rules.climpt.entry.addresspatterns import is_c3
from phaselint_rules.climpt.form.releases import release_of
from phaselint_rules.climpt.needs import REGISTRY, SOUND, STEPS, VALIDATION
from phaselint_rules.climpt.refusing import refused_for
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step, ValidationStep
    from phaselint.vocabulary.finding import Severity

STEP_KEY_MISMATCH = (Grade("error", "in `steps`"), Grade("warning", "in `validationSteps`"))


@rule(
    "CL011",
    STEP_KEY_MISMATCH,
    needs=REGISTRY,
    claims="refused",
    complete_if=(*STEPS, *VALIDATION, *SOUND),
    fix="safe",
)
def step_key_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Step key that differs from its `stepId`

    What:
        The key of an entry of `steps` differs from its `stepId` (error), or that of an entry of
        `validationSteps` (warning).
    Why:
        The runtime uses the key; logs and schemas use the ID. `--validate` refuses the registry
        with `SR-VALID-004`, but doesn't check validation steps.
    Bad:
        "initial.issue": {"stepId": "initial.isue", "name": "Read the issue"}
    Good:
        "initial.issue": {"stepId": "initial.issue", "name": "Read the issue"}
    Fix:
        Set `stepId` to the key: nothing in a run depends on it.
    Dry run:
        Release 1.14 refuses the start with SR-VALID-004; not confirmed for earlier releases.
    Source:
        climpt §2.2, §3.2, §7.1, climpt 1.14 §3.1, §7.1
    """
    for step in facts.steps.values():
        yield from _mismatch(facts, step, "step", "error")
    for validation in facts.registry.validation.values():
        yield from _mismatch(facts, validation, "validation step", "warning")


def _mismatch(
    facts: ClimptFacts, step: Step | ValidationStep, noun: str, severity: Severity
) -> Iterator[Finding]:
    if not step.step_id or step.step_id == step.key:
        return
    place = facts.place((*step.pointer, "stepId"))
    code = release_of(facts).bad_member if severity == "error" else ""
    yield Finding(
        place,
        message(
            "{} {} has the `stepId` {}, which differs from its key",
            noun,
            quote(step.key),
            quote(step.step_id),
        ),
        f"write {quote(step.key)}",
        severity=severity,
        related=(Related(facts.place(step.pointer, "key"), "the key, which the runtime uses"),),
        witness=Witness({"step": step.key, "code": code}) if code else None,
        claim=refused_for(facts, code, place) if code else None,
        fix=replace(step.step_id, step.key, place, "safe"),
    )


@rule(
    "CL012",
    ERROR,
    needs=STEPS,
    claims="refused",
    complete_if=SOUND,
    fix="unsafe",
)
def c3_format(facts: ClimptFacts) -> Iterator[Finding]:
    """`c3` that isn't in lower case with hyphens

    What:
        A step's `c3` contains a capital, a digit, an underscore or anything else but lowercase
        letters and hyphens between them.
    Why:
        The library that reads the prompts refuses such a word, and so does `--validate`, with
        `SR-VALID-004`.
    Bad:
        "c3": "issueCheck"
    Good:
        "c3": "issue-check"
    Fix:
        Write it in lower case with hyphens, and rename the directory of its prompts too.
    Dry run:
        Release 1.14 refuses the start with SR-VALID-004; not confirmed for earlier releases.
    Source:
        climpt §2.2, §3.2, §7.1, climpt 1.14 §3.1, §7.1
    """
    code = release_of(facts).bad_member
    for step in facts.steps.values():
        if not step.c3 or is_c3(step.c3):
            continue
        place = facts.place(step.address_at("c3"))
        better = kebab(step.c3)
        yield Finding(
            place,
            message(
                "`c3` of step {} is {}; expected lowercase words joined by hyphens",
                quote(step.key),
                quote(step.c3),
            ),
            f"write {quote(better)}" if better else "use lowercase letters and hyphens only",
            witness=Witness({"step": step.key, "code": code}) if code else None,
            claim=refused_for(facts, code, place) if code else None,
            fix=replace(step.c3, better, place) if better else None,
        )


def kebab(word: str) -> str:
    """A word in lower case with hyphens between its parts; empty if that can't be told."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_.\s]+", "-", word).lower()
    return parts if is_c3(parts) else ""


@rule("CL013", WARNING, needs=STEPS, complete_if=SOUND, fix="unsafe")
def step_id_address_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Step ID that contradicts its `c2` or `c3`

    What:
        A step's ID has two segments or more, but the first isn't its `c2` or the second isn't its
        `c3`. An ID that only `step-key-mismatch` must correct, and a `c3` that is only written in
        another form, are left to those rules.
    Why:
        Prompts are found by `c2` and `c3`, but people look for them by the ID: the step runs with
        the prompt of another step. `--validate` warns about it.
    Bad:
        "verification.issue": {"stepId": "verification.issue", "c2": "verification", "c3": "check"}
    Good:
        "verification.issue": {"stepId": "verification.issue", "c2": "verification", "c3": "issue"}
    Fix:
        Correct the address, or the ID everywhere it is used.
    Source:
        climpt §3.2, §7.1
    """
    for step in facts.steps.values():
        name = step.step_id or step.key
        wrong = _wrong_part(step, name)
        if wrong is None or (name != step.key and _wrong_part(step, step.key) is None):
            continue
        part, found, wanted = wrong
        place = facts.place(step.address_at(part))
        well_formed = part != "c3" or is_c3(wanted)
        yield Finding(
            place,
            message(
                "`{}` of step {} is {}, but its ID says {}",
                part,
                quote(name),
                quote(found),
                quote(wanted),
            ),
            f"write {quote(wanted)}, or rename the step"
            if well_formed
            else "rename the step after its `c2` and `c3`",
            fix=replace(found, wanted, place) if well_formed and wanted else None,
        )


def _wrong_part(step: Step, name: str) -> tuple[str, str, str] | None:
    """The first part of the address that a name contradicts: which part, its value, and what the
    name says."""
    segments = name.split(".")
    if len(segments) < 2:
        return None
    if step.c2 and step.c2 != segments[0]:
        return "c2", step.c2, segments[0]
    if step.c3 and step.c3 != segments[1] and kebab(step.c3) != segments[1]:
        return "c3", step.c3, segments[1]
    return None
