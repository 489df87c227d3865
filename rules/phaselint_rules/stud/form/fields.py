"""Fields of stages: their names and types (reference stud §2.1, §6.4)."""

from __future__ import annotations

import re

from phaselint.dialects.shape import NOUNS
from phaselint.dialects.stud.model import REQUIRED, RETRY_REQUIRED
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, rule
from phaselint_rules.stud.form.refusals import is_refused
from phaselint_rules.stud.needs import ALL
from phaselint_rules.stud.wording import described, noun, path_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.shape import Problem
    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message

RETRY = "retryPolicy"
MERGE = "<<"
NO_MERGE = "YAML 1.2 has no merge keys; write the fields out"

EXAMPLES: Mapping[str, Any] = {
    "id": "my-stage",
    "name": "My stage",
    "allowedTools": [],
    "completionTool": "submit_result",
    "completionSchema": {"type": "object"},
    "retryPolicy": {"maxAttempts": 1, "backoff": "none"},
    "turnCap": 12,
    "resolutionPolicy": "retry-later",
    "body": "Do it, then call submit_result.",
    "maxAttempts": 1,
    "backoff": "none",
}
"""A value for each required field, to begin with."""


PROVIDER = "provider"
"""A key that the page on stages speaks of by name, to say that no stage has it."""


class Stray(NamedTuple):
    """A key of a stage that nobody knows: the way to it, the known keys that it is near to, and
    the mapping it is in."""

    stage: Stage
    keys: Pointer
    near: tuple[str, ...]
    owner: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The key itself."""
        return str(self.keys[-1])


def _strays(stage: Stage) -> Iterator[Stray]:
    for problem in stage.problems:
        keys = problem.pointer[len(stage.base) :]
        if problem.kind == "unknown-field" and keys != (PROVIDER,):
            from phaselint_rules.stud.form.nearkeys import near_keys

            owner = stage.value if len(keys) == 1 else stage.value[RETRY]
            absent = (name for name in problem.names if name not in owner)
            yield Stray(stage, keys, near_keys(problem.found, absent), owner)


def _owner(stage: Stage, keys: Sequence[str | int]) -> Message:
    """The mapping that has, or lacks, a key of a stage."""
    return noun(stage) if len(keys) == 1 else message("{} of {}", quote(RETRY), noun(stage))


@rule(
    "PL007",
    ERROR,
    claims="refused",
    complete_if=ALL,
    fix="manual",
    per_part=True,
)
def missing_required_field(facts: StudFacts) -> Iterator[Finding]:
    """Missing required field

    What:
        One of the eight required fields is absent: `id`, `name`, `allowedTools`, `completionTool`,
        `completionSchema`, `retryPolicy`, `turnCap`, `resolutionPolicy`; or `maxAttempts` or
        `backoff` in `retryPolicy`. A JSON stage, or a pipeline with the profile `reference`, needs
        only `id`, `body`, `turnCap`, `completionTool` and `completionSchema`. One finding per
        field.
    Why:
        These fields have no defaults: a state machine with such a stage isn't initialized.
    Bad:
        retryPolicy: {maxAttempts: 1, backoff: none}
        resolutionPolicy: retry-later
    Good:
        retryPolicy: {maxAttempts: 1, backoff: none}
        turnCap: 12
        resolutionPolicy: retry-later
    Fix:
        Add the field, or correct the misspelled key.
    Dry run:
        The executor refuses the stage with `Validation/StageDefinitionInvalid`.
    Source:
        stud §2.1, §2.8, §4.2, §6.4, R1
    """
    for stage in facts.usable:
        required = REQUIRED[facts.profile(stage)]
        if stage.form == "markdown":
            required = tuple(key for key in required if key != "body")
        yield from _lacking(facts, stage, stage.value, (), required)
        policy = stage.value.get(RETRY)
        if isinstance(policy, dict) and RETRY in required:
            yield from _lacking(facts, stage, policy, (RETRY,), RETRY_REQUIRED)


def _lacking(
    facts: StudFacts,
    stage: Stage,
    value: Mapping[str, Any],
    keys: tuple[str, ...],
    required: Sequence[str],
) -> Iterator[Finding]:
    absent = [key for key in required if key not in value]
    if not absent:
        return
    from phaselint_rules.stud.bodies.fieldplaces import places_of_missing

    slips = {key: stray for stray in _strays(stage) if stray.owner is value for key in stray.near}
    places = places_of_missing(facts, stage, keys)
    for key, place in zip(absent, places, strict=False):
        example = _written(facts, stage, key)
        slip = slips.get(key)
        help = f"add it, such as {example}"
        if slip:
            help = f"correct {quote(slip.key)}, or add {example}"
        elif MERGE in value:
            help = NO_MERGE
        yield Finding(
            place,
            message("{} is missing {}", _owner(stage, (*keys, key)), quote(key)),
            help,
            related=(
                Related(
                    facts.stage_place(stage, *slip.keys, part="key"), "possibly a misspelling of it"
                ),
            )
            if slip
            else (),
            witness=Witness({"stage": stage.id, "field": path_text((*keys, key))}),
            claim=is_refused(facts, stage.file, *stage.at(*keys, key)),
        )


def _written(facts: StudFacts, stage: Stage, key: str) -> str:
    """A field with a value to begin with, as written in the file."""
    value = EXAMPLES[key]
    if facts.contract.documents[stage.file].format == "json":
        import json

        return quote(f"{json.dumps(key)}: {json.dumps(value)}")
    if isinstance(value, dict):
        value = f"{{{', '.join(f'{name}: {item}' for name, item in value.items())}}}"
    return quote(f"{key}: {value}")


@rule("ST002", WARNING, complete_if=ALL, fix="unsafe", per_part=True)
def unknown_key_typo(facts: StudFacts) -> Iterator[Finding]:
    """Misspelled key in a stage

    What:
        A key of a stage, or of its `retryPolicy`, that the format doesn't have but that is similar
        to a known key which is absent: equal except for case, hyphens, underscores and spaces, or
        one edit away from a key of up to five letters, or two from a longer one. Keys that begin
        with `x-` are ignored.
    Why:
        Unknown keys are ignored silently, so the intended setting has no effect.
    Bad:
        turncap: 12
    Good:
        turnCap: 12
    Fix:
        Correct the spelling.
    Source:
        stud §2.1, §6.2, §6.4
    """
    for stray in (stray for stage in facts.usable for stray in _strays(stage)):
        if stray.near:
            from phaselint_rules.stud.form.nearkeys import did_you_mean, rename

            place = facts.stage_place(stray.stage, *stray.keys, part="key")
            yield Finding(
                place,
                message(
                    "unknown key {} in {}",
                    quote(stray.key),
                    _owner(stray.stage, stray.keys),
                ),
                did_you_mean(stray.near, ""),
                witness=Witness(
                    {"stage": stray.stage.id, "key": stray.key, "meant": list(stray.near)}
                ),
                fix=rename(stray.key, stray.near, stray.owner, place),
            )


@rule("ST003", INFO, complete_if=ALL, default=False)
def unknown_key(facts: StudFacts) -> Iterator[Finding]:
    """Unknown key in a stage

    What:
        A key of a stage, or of its `retryPolicy`, that is neither known nor similar to a known one.
        Keys that begin with `x-`, and `contractVersion`, are ignored.
    Why:
        The key is never read. You can add metadata of your own, but a later release may give the
        key a meaning; the reference engine's schema of JSON stages refuses it.
    Bad:
        curator: botany
    Good:
        x-curator: botany
    Fix:
        Prefix it with `x-`, or remove it.
    Source:
        stud §2.1, §2.8, §6.4, D2
    """
    for stray in (stray for stage in facts.usable for stray in _strays(stage)):
        if not stray.near:
            yield Finding(
                facts.stage_place(stray.stage, *stray.keys, part="key"),
                message(
                    "unknown key {} in {}",
                    quote(stray.key),
                    _owner(stray.stage, stray.keys),
                ),
                NO_MERGE
                if stray.key == MERGE
                else f"use {quote(f'x-{stray.key}')} for metadata of your own, or remove it",
            )


@rule("ST014", WARNING, complete_if=ALL, per_part=True)
def stage_provider_ignored(facts: StudFacts) -> Iterator[Finding]:
    """Ignored `provider` in a stage

    What:
        A stage has the key `provider`, with any value.
    Why:
        A stage can't choose its own provider: the key is dropped silently, and the stage runs with
        the provider of the session.
    Bad:
        provider: openai
    Good:
        x-provider: openai
    Fix:
        Choose the provider for the session and remove the key; use `x-provider` for a note.
    Source:
        stud §2.1, §6.4
    """
    for stage in facts.usable:
        if PROVIDER in stage.value:
            yield Finding(
                facts.stage_place(stage, PROVIDER, part="key"),
                message(
                    "{} declares {}, but it is ignored; the stage runs with the session's provider",
                    noun(stage),
                    quote(PROVIDER),
                ),
                "choose the provider for the session, or use `x-provider` for a note",
                witness=Witness({"stage": stage.id}),
            )


@rule("ST004", ERROR, complete_if=ALL, fix="safe", per_part=True)
def field_type(facts: StudFacts) -> Iterator[Finding]:
    """Stage field with a value of the wrong type

    What:
        A known field has a value of the wrong type: numbers are integers without quotes, names are
        non-empty strings, `allowedTools` and `tags` are lists of strings, and the schemas are
        mappings or booleans. An empty field (`null`) counts.
    Why:
        Types are strict, and values aren't converted: the state machine isn't initialized.
    Bad:
        turnCap: "12"
    Good:
        turnCap: 12
    Fix:
        Write the value in the form that the message names. Quotes around an integer are removed.
    Source:
        stud §2.1, §6.4, D23
    """
    for stage in facts.usable:
        for problem in stage.problems:
            if problem.kind not in ("missing-required-field", "unknown-field"):
                yield _mistyped(facts, stage, problem)


def _mistyped(facts: StudFacts, stage: Stage, problem: Problem) -> Finding:
    from phaselint_rules import shapes
    from phaselint_rules.stud.bodies.fieldplaces import value_at

    value = value_at(facts.contract.documents[stage.file], problem.pointer)
    keys = problem.pointer[len(stage.base) :]
    of = message("{} of {}", quote(path_text(keys)), noun(stage)) if keys else noun(stage)
    place = facts.stage_place(stage, *keys, part="key")
    found = shapes.finding(problem, place, of, described(value))
    if problem.wanted != NOUNS["integer"]:
        return found
    return found._replace(fix=_number(facts, stage, keys, value))


def _number(facts: StudFacts, stage: Stage, keys: Pointer, value: Any) -> Fix | None:
    """Take the quotes from an integer."""
    if not isinstance(value, str) or not re.fullmatch(r"-?(0|[1-9][0-9]*)", value):
        return None
    return Fix("safe", f"write {quote(value)}", (Edit(facts.stage_place(stage, *keys), value),))
