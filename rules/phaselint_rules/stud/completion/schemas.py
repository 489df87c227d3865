"""Schemas of completion payloads (reference stud §2.3, §6.5)."""

from __future__ import annotations

from phaselint.dialects.stud.analysis.payloads import excludes_objects
from phaselint.dialects.stud.reading.schemas import is_schema_at
from phaselint.schema import Reason, Typed
from phaselint.schema.equality import TYPES
from phaselint.vocabulary.finding import Finding, Related, Witness, pointer_text
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.stud.needs import ALL
from phaselint_rules.stud.wording import called
from phaselint_rules.words import and_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.schema import Fault, SchemaPointer
    from phaselint.vocabulary.finding import Place

SCHEMA = "completionSchema"


@rule(
    "ST203",
    ERROR,
    prove="completion.proofs.schemas:is_no_schema",
    complete_if=ALL,
    per_part=True,
    ends="unmet",
)
def completion_schema_invalid(facts: StudFacts) -> Iterator[Finding]:
    """Completion schema that isn't valid JSON Schema

    What:
        `completionSchema` breaks the rules of JSON Schema: an unknown `type`, `properties` that
        isn't a mapping, a `required` that isn't a list of names, and so on. Without `$schema`, the
        rules are those of draft-07 as the reference engine's library implements them: a `pattern`,
        or a key of `patternProperties`, must be a regular expression that JavaScript compiles
        without flags, and the members of an `enum` must differ. With `$schema`, the rules are those
        of the draft it names; schemas of an unknown draft aren't checked. One finding per schema,
        at its first error.
    Why:
        The reference engine refuses the stage with `StageCompletionSchemaInvalid`.
    Bad:
        completionSchema: {type: object, required: label}
    Good:
        completionSchema: {type: object, required: [label]}
    Fix:
        Write what the keyword requires.
    Dry run:
        The stage calls its completion tool, but no payload is accepted.
    Source:
        stud §2.3, §4.1, §6.5
    """
    for stage in facts.usable:
        faults = facts.completion_faults.get(facts.key(stage), ())
        if faults and stage.has(SCHEMA):
            yield invalid(facts, stage, SCHEMA, faults)


def invalid(facts: StudFacts, stage: Stage, field: str, faults: Sequence[Fault]) -> Finding:
    """The finding about a field that isn't a schema."""
    first, *others = faults
    near = suggest(first.found.strip("`"), TYPES) if _names_type(first) else None
    return Finding(
        facts.stage_place(stage, field, *first.pointer, part=first.part),
        message("`{}` of {} isn't valid JSON Schema: {}", field, called(stage), first.message),
        f"use {quote(near)}" if near else f"write {first.expected}",
        related=tuple(
            Related(facts.stage_place(stage, field, *other.pointer, part=other.part), other.message)
            for other in others[:9]
        ),
        witness=Witness({"stage": stage.id, "faults": [pointer_text(f.pointer) for f in faults]}),
    )


def _names_type(fault: Fault) -> bool:
    """Whether a word of `type` may be what a fault is about."""
    *above, last = fault.pointer
    return last == "type" or (isinstance(last, int) and above[-1:] == ["type"])


@rule(
    "ST204",
    ERROR,
    prove="completion.proofs.schemas:is_for_no_objects",
    complete_if=ALL,
    per_part=True,
    ends="unmet",
)
def completion_schema_not_object(facts: StudFacts) -> Iterator[Finding]:
    """Completion schema that doesn't describe an object

    What:
        `completionSchema` is `true` or `false`, or its `type` excludes objects.
    Why:
        The arguments of a tool call are always an object. With any other type, no payload is
        accepted and the stage reaches its cap; `true` doesn't describe the payload.
    Bad:
        completionSchema: {type: array, items: {type: string}}
    Good:
        completionSchema: {type: object, properties: {labels: {type: array}}}
    Fix:
        Describe an object, with the intended value as one of its properties.
    Dry run:
        The stage calls its completion tool, but no payload is accepted; for `true`, no run is
        needed.
    Source:
        stud §2.3, §5.5 R18, §6.5
    """
    for stage in facts.usable:
        schema = stage.completion_schema
        if not stage.has(SCHEMA) or not sound(facts, stage):
            continue
        witness = Witness({"stage": stage.id, "accepts": schema is True})
        if isinstance(schema, bool):
            why = "doesn't describe the payload" if schema else "accepts no payload"
            yield Finding(
                facts.stage_place(stage, SCHEMA, part="key"),
                message(
                    "`{}` of {} is `{}`, which {}",
                    SCHEMA,
                    called(stage),
                    str(schema).lower(),
                    why,
                ),
                "write `type: object` and the properties of the payload",
                witness=witness,
            )
        elif excludes_objects(schema):
            kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            yield Finding(
                facts.stage_place(stage, SCHEMA, "type", part="key"),
                message(
                    "`{}` of {} allows only {}, but a payload is always "
                    "an object, so none is accepted",
                    SCHEMA,
                    called(stage),
                    and_all(list(map(quote, kinds))),
                ),
                "write `type: object`, with the intended value as a property",
                witness=witness,
            )


def sound(facts: StudFacts, stage: Stage) -> bool:
    """Whether a completion schema is one, even if it names a draft that nobody knows."""
    schema = stage.completion_schema
    document = facts.contract.documents[stage.file]
    return isinstance(schema, bool) or document.derived(is_schema_at, stage.at(SCHEMA))


@rule(
    "ST205",
    ERROR,
    prove="completion.proofs.schemas:is_unsatisfiable",
    complete_if=ALL,
    per_part=True,
    ends="unmet",
)
def completion_schema_unsatisfiable(facts: StudFacts) -> Iterator[Finding]:
    """Completion schema that no payload satisfies

    What:
        `completionSchema` describes an object but contradicts itself: a required key that it
        forbids, limits that exclude each other, a constant of another type, an `anyOf` without a
        branch that can hold, and so on. Reported only if that is certain.
    Why:
        Every completion call is a parse error: the stage continues until its cap and never has a
        payload.
    Bad:
        completionSchema:
          type: object
          additionalProperties: false
          required: [label, price]
          properties: {label: {type: string}}
    Good:
        completionSchema:
          type: object
          additionalProperties: false
          required: [label, price]
          properties: {label: {type: string}, price: {type: number}}
    Fix:
        Declare the key, or change one of the keywords that exclude each other.
    Dry run:
        The stage calls its completion tool, but no payload is accepted.
    Source:
        stud §2.3, §5.5 R18, §6.2, §6.5
    """
    for stage in facts.usable:
        verdict = facts.completion_verdict(stage) if stage.has(SCHEMA) else None
        if verdict is None or verdict.answer != "no":
            continue
        from phaselint.schema import reason

        why = reason(stage.completion_schema, Typed("object"))
        yield _unsatisfiable(facts, stage, why or Reason((), verdict.excluded))


def _unsatisfiable(facts: StudFacts, stage: Stage, why: Reason) -> Finding:
    from phaselint_rules.contradictions import contradiction

    found = contradiction(stage.completion_schema, why)
    return Finding(
        place_in(facts, stage, found.at),
        message("no payload satisfies `{}` of {}: {}", SCHEMA, called(stage), found.told),
        found.remedy,
        related=tuple(
            Related(place_in(facts, stage, pointer), "this excludes it") for pointer in found.others
        ),
        witness=Witness({"stage": stage.id, **found.data}),
    )


def place_in(facts: StudFacts, stage: Stage, pointer: SchemaPointer) -> Place:
    """A keyword of a completion schema: its key, or the item of a list."""
    item = bool(pointer) and isinstance(pointer[-1], int)
    return facts.stage_place(stage, SCHEMA, *pointer, part="value" if item else "key")
