"""What completion schemas tell the model about a payload (reference stud §2.3, §6.5)."""

from __future__ import annotations

from phaselint.dialects.stud.reading.schemas import is_draft_07, named_draft
from phaselint.schema import declared
from phaselint.vocabulary.claim import Notes, Undecided
from phaselint.vocabulary.finding import Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint.vocabulary.suggest import suggest
from phaselint_rules.stud.completion.schemas import SCHEMA, sound
from phaselint_rules.stud.needs import ALL
from phaselint_rules.stud.turns import call, comes_of
from phaselint_rules.stud.wording import called
from phaselint_rules.words import and_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.stud.analysis.facts import StudFacts
    from phaselint.dialects.stud.model import Stage
    from phaselint.vocabulary.finding import Place

NEWER = frozenset(
    {
        *("$defs", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef"),
        *("$recursiveAnchor", "$vocabulary", "prefixItems", "minContains", "maxContains"),
        *("dependentRequired", "dependentSchemas", "unevaluatedItems"),
        *("unevaluatedProperties", "deprecated", "contentSchema"),
    }
)
"""Keywords that draft-07 does not have."""


@rule("ST206", WARNING, complete_if=ALL, fix="safe", per_part=True)
def completion_required_undeclared(facts: StudFacts) -> Iterator[Finding]:
    """Required field that the completion schema doesn't declare

    What:
        A name in `required` of a `completionSchema` has no entry in `properties`, neither there nor
        in a subschema, and no pattern matches it. Silent if no payload satisfies the schema at all.
    Why:
        The model must supply a field it knows nothing about, and any value is accepted. Most often
        the name is misspelled on one side.
    Bad:
        completionSchema: {type: object, required: [note], properties: {label: {type: string}}}
    Good:
        completionSchema: {type: object, required: [label], properties: {label: {type: string}}}
    Fix:
        Correct the name, or describe the field. `{}` allows anything, as it does now.
    Source:
        stud §2.3, §6.5
    """
    for stage in facts.usable:
        verdict = facts.completion_verdict(stage) if stage.has(SCHEMA) else None
        if verdict is None or verdict.answer == "no":
            continue
        schema = stage.completion_schema
        for number, name in enumerate(schema.get("required", ()) if sound(facts, stage) else ()):
            if _described(schema, name):
                continue
            near = suggest(name, declared(schema, (name,)).names)
            yield Finding(
                facts.stage_place(stage, SCHEMA, "required", number),
                message(
                    "{} is required in `{}` of {} but not declared; the "
                    "model knows nothing about it",
                    quote(name),
                    SCHEMA,
                    called(stage),
                ),
                f"use {quote(near)}" if near else f"describe {quote(name)} in `properties`",
                witness=Witness({"stage": stage.id, "field": name}),
                fix=None if near else _describe(facts, stage, name),
            )


def _described(schema: Any, name: str) -> bool:
    """Whether a name is declared by itself or by a pattern, or nobody knows."""
    found = declared(schema, (name,))
    named = any(
        step in ("properties", "patternProperties")
        for pointer in found.pointers
        for step in pointer[-2:-1]
    )
    return named or found.unknown or found.conflict is not None


def _describe(facts: StudFacts, stage: Stage, name: str) -> Fix | None:
    """Declare a field that may be anything, where that changes nothing."""
    schema = stage.completion_schema
    if schema.get("additionalProperties", True) is not True or "unevaluatedProperties" in schema:
        return None
    from phaselint_rules.edits import insert_value

    document, at = facts.contract.documents[stage.file], stage.at(SCHEMA)
    if "properties" in schema:
        edit = insert_value(document, (*at, "properties"), name, {})
    else:
        edit = insert_value(document, at, "properties", {name: {}})
    return Fix("safe", f"declare {quote(name)}", (edit,)) if edit else None


@rule(
    "ST207", INFO, prove="completion.proofs.schemas:accepts_empty", complete_if=ALL, default=False
)
def completion_schema_unconstrained(facts: StudFacts) -> Iterator[Finding]:
    """Completion schema that accepts any payload

    What:
        `completionSchema` describes an object but has no properties, required names, patterns,
        references or subschemas. Reported when selected.
    Why:
        The model isn't told what to supply, and `{}` is accepted. Later stages can't rely on any
        field.
    Bad:
        completionSchema: {type: object}
    Good:
        completionSchema: {type: object, required: [label], properties: {label: {type: string}}}
    Fix:
        List the fields of the payload.
    Dry run:
        The stage completes with `{}`.
    Source:
        stud §2.3, §6.5
    """
    for stage in facts.usable:
        from phaselint_rules.stud.upstream.silence import unconstrained

        schema = stage.completion_schema
        if stage.has(SCHEMA) and unconstrained(schema) and sound(facts, stage):
            yield Finding(
                facts.stage_place(stage, SCHEMA, part="key"),
                message(
                    "`{}` of {} doesn't describe the payload; even `{}` is accepted",
                    SCHEMA,
                    called(stage),
                    "{}",
                ),
                "list the fields of the payload",
                witness=Witness({"stage": stage.id, "payload": {}}),
                claim=_completed_by_nothing(facts, stage),
            )


def _completed_by_nothing(facts: StudFacts, stage: Stage) -> Notes | Undecided:
    """That an empty payload completes a stage."""
    tool = stage.completion_tool
    if not tool:
        return Undecided("the stage has no completion tool to call")
    return comes_of(facts, stage, "x-CompletionAccepted", {"args": {}}, call(tool))


@rule("ST208", INFO, complete_if=ALL, fix="safe", default=False)
def completion_schema_dialect(facts: StudFacts) -> Iterator[Finding]:
    """Completion schema in a draft the reference engine lacks

    What:
        `$schema` of a `completionSchema` names a draft other than draft-07. Reported when selected.
    Why:
        The validator of the reference engine knows only draft-07. Instead of judging such a schema,
        it stops with an error of its own.
    Bad:
        completionSchema: {$schema: "https://json-schema.org/draft/2020-12/schema", type: object}
    Good:
        completionSchema: {type: object}
    Fix:
        Remove `$schema`: draft-07 is the default. phaselint suggests this if the schema uses only
        keywords of draft-07.
    Source:
        stud §2.3, §6.5, §7 D22
    """
    for stage in facts.usable:
        schema = stage.completion_schema
        name = named_draft(schema) if stage.has(SCHEMA) else None
        if name is None or is_draft_07(name):
            continue
        fresh = sorted(_newer(schema))
        place = facts.stage_place(stage, SCHEMA, "$schema", part="key")
        yield Finding(
            place,
            message(
                "`$schema` names {}, but the reference engine's validator knows only draft-07",
                quote(schema["$schema"]),
            ),
            "write the schema in draft-07, which lacks "
            f"{and_all([quote(word) for word in fresh])} or treats it differently"
            if fresh
            else "remove `$schema`; draft-07 is the default",
            witness=Witness({"stage": stage.id, "draft": name, "newer": fresh}),
            fix=None if fresh else _without_draft(facts, place),
        )


def _without_draft(facts: StudFacts, place: Place) -> Fix | None:
    from phaselint_rules.edits import remove_item

    edit = remove_item(facts.contract.documents[place.file], place.pointer)
    return Fix("safe", "remove `$schema`", (edit,)) if edit else None


def _newer(schema: Any) -> set[str]:
    """What a schema has that draft-07 has not, or reads otherwise: keywords, and whatever stands
    next to a reference. A field of that name counts too."""
    found: set[str] = set()
    waiting, seen = [schema], set()
    while waiting:
        here = waiting.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        if isinstance(here, dict):
            found |= NEWER.intersection(here)
            beside = here.keys() - {"$schema", "$comment", "title", "description", "definitions"}
            if "$ref" in here and len(beside) > 1:
                found.add("$ref")
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
    return found
