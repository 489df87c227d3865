"""Where a step's schema has the intent, and where its gate looks for it (reference climpt §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.rule import ERROR, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import without_intent
from phaselint_rules.climpt.gates.optionalintents import lapses
from phaselint_rules.climpt.gates.requiring import PROPERTIES, field_of, owner, requirement
from phaselint_rules.climpt.gates.schemas import (
    all_intents,
    enum_at,
    intents,
    is_property,
    schema_place,
    written,
)
from phaselint_rules.climpt.needs import RESOLVED, SOUND, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.refusing import REFERENCE, SCHEMA, refused_for
from phaselint_rules.climpt.ways.transitiontext import first_names, witness_at
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.vocabulary.finding import Fix, Place
    from phaselint_rules.climpt.gates.optionalintents import Lapse
    from phaselint_rules.climpt.gates.schemas import Enum

INTENT_FIELD_SCHEMA_MISMATCH = (
    Grade("error", "every answer ends the run"),
    Grade("warning", "in a closure step, whose gate isn't read"),
)


def _gated(facts: ClimptFacts) -> Iterator[tuple[Step, Gate]]:
    for step in facts.steps.values():
        if step.gate is not None:
            yield step, step.gate


class _Misread(NamedTuple):
    """A gate that looks for the intent in another place than the schema of its step has it: the
    field that its reference points to, and whether the schema has the field the gate reads."""

    step: Step
    gate: Gate
    said: str
    there: bool


@pure
def _misread(step: Step, schema: Any, enum: Enum | None) -> _Misread | None:
    gate = step.gate
    if gate is None or schema is None or enum is None or step.section or not gate.field:
        return None
    said = field_of(gate.schema_ref)
    there = is_property(written(schema, gate.field))
    right = there and (not said or said == gate.field)
    return None if right else _Misread(step, gate, said, there)


@rule(
    "CL304",
    ERROR,
    needs=STEPS,
    claims="refused",
    complete_if=SOUND,
    fix="unsafe",
)
def intent_schema_ref_format(facts: ClimptFacts) -> Iterator[Finding]:
    """Reference to the intents that doesn't start with `#/`

    What:
        `intentSchemaRef` doesn't start with `#/`. That includes an empty string.
    Why:
        It is a pointer into the schema of the step, never into a file: the agent doesn't start.
    Bad:
        "intentSchemaRef": "common.json#/properties/next_action"
    Good:
        "intentSchemaRef": "#/properties/next_action/properties/action"
    Fix:
        Write the path to the enum in the step's schema, after all its references are resolved.
    Dry run:
        The start is refused with SR-VALID-002.
    Source:
        climpt §1.2, §3.1, §7.4
    """
    for step, gate in _gated(facts):
        place = facts.place((*gate.pointer, "intentSchemaRef"))
        if gate.schema_ref.startswith("#/") or not isinstance(value_at(facts, place), str):
            continue
        better = _pointer_to(facts.schema(step), gate.field)
        yield Finding(
            place,
            message(
                "{} doesn't point into the schema of step {}: it must start with `#/`",
                quote(gate.schema_ref) if gate.schema_ref else "an empty string",
                quote(step.key),
            ),
            f"write {quote(better)}" if better else "write the path to the enum in the schema",
            witness=Witness({"step": step.key, "ref": gate.schema_ref}),
            claim=refused_for(facts, REFERENCE, place),
            fix=replace(gate.schema_ref, better, place) if better else None,
        )


def _pointer_to(schema: Any, field: str) -> str:
    """The reference to the enum of a field of the answer; empty if there is none."""
    if schema is None or not field:
        return ""
    reference = "#" + "".join(f"/{PROPERTIES}/{name}" for name in path_of(field))
    return reference if enum_at(schema, reference) else ""


@rule(
    "CL305",
    ERROR,
    needs=STEPS,
    claims="refused",
    complete_if=RESOLVED,
    fix="unsafe",
)
def intent_schema_ref_dangling(facts: ClimptFacts) -> Iterator[Finding]:
    """Reference to the intents that points to no enum

    What:
        `intentSchemaRef` starts with `#/`, but doesn't point to an object with a list `enum` in the
        schema of the step, after its references and its `allOf` are resolved.
    Why:
        The pointer starts at the step's schema, not at the file. The agent doesn't start.
    Bad:
        "intentSchemaRef": "#/definitions/audit/properties/next_action/properties/action"
    Good:
        "intentSchemaRef": "#/properties/next_action/properties/action"
    Fix:
        Write the path to the enum, starting at the step's schema.
    Dry run:
        The start is refused with SR-VALID-003.
    Source:
        climpt §1.2, §4.5, §7.4
    """
    for step, gate in _gated(facts):
        schema = facts.schema(step)
        if schema is None or not gate.schema_ref.startswith("#/"):
            continue
        if intents(facts, step) is not None:
            continue
        place = facts.place((*gate.pointer, "intentSchemaRef"))
        better = _pointer_to(schema, gate.field)
        top = schema_place(facts, step, ())
        root = value_at(facts, top._replace(pointer=())) if top else None
        file = enum_at(root, gate.schema_ref) is not None
        yield Finding(
            place,
            message(
                "{} doesn't point to an enum in the schema of step {}{}",
                quote(gate.schema_ref),
                quote(step.key),
                ", but would from the root of the file" if file else "",
            ),
            f"write {quote(better)}"
            if better
            else "write the path to the enum, starting at the schema",
            related=(Related(top, "the schema of the step"),) if top else (),
            witness=Witness({"step": step.key, "ref": gate.schema_ref, "from_file": file}),
            claim=refused_for(facts, SCHEMA, place),
            fix=replace(gate.schema_ref, better, place) if better else None,
        )


@rule(
    "CL306",
    INTENT_FIELD_SCHEMA_MISMATCH,
    needs=STEPS,
    claims="ends_or_notes",
    complete_if=RESOLVED,
    fix="safe",
    ends="failure",
)
def intent_field_schema_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Gate that reads the intent from the wrong field

    What:
        `intentSchemaRef` points to the enum of a property, but `intentField` names another
        property; or `intentField` names a property that the schema doesn't have. Silent if
        `intentSchemaRef` points to no enum, which is reported instead.
    Why:
        The intent is read from `intentField`: if the schema forbids that field, every answer ends
        the run. The gate of a closure step isn't read.
    Bad:
        "intentSchemaRef": "#/properties/next_action/properties/action", "intentField": "action"
    Good:
        "intentSchemaRef": "#/properties/next_action/properties/action",
        "intentField": "next_action.action"
    Fix:
        Name the property that the reference points to.
    Dry run:
        A run reaches the step, gives an answer that the schema accepts, and ends with
        GATE_INTERPRETATION_ERROR. Not confirmed for a closure step, or if an answer can have the
        field anyway.
    Source:
        climpt §3.4, §4.3, §7.4
    """
    every = _misread.each((facts.listed, facts.step_schemas, all_intents(facts)))
    for step, gate, said, there in filter(None, every):
        place = facts.place((*gate.pointer, "intentField"))
        read = step.kind != "closure"
        yield Finding(
            place,
            message(
                "the gate of step {} reads the intent from {}, {}",
                quote(step.key),
                quote(gate.field),
                message("but its schema has it in {}", quote(said))
                if said
                else "which isn't in its schema",
            ),
            f"write {quote(said)}" if said else "name the property with the enum",
            severity="error" if read or facts.parity else "warning",
            related=tuple(
                Related(found, "the intents are here")
                for found in [_enum_place(facts, step)]
                if found
            ),
            witness=witness_at(
                facts, step.key, field=gate.field, schema_field=said, declared=there
            ),
            claim=None if there or not read else without_intent(step.key, gate),
            fix=replace(gate.field, said, place, "safe") if said else None,
        )


def _enum_place(facts: ClimptFacts, step: Step) -> Place | None:
    found = intents(facts, step)
    return schema_place(facts, step, found.pointer) if found else None


@rule(
    "CL307",
    WARNING,
    needs=STEPS,
    prove="gates.proofs.signals:lacks_intent",
    complete_if=RESOLVED,
    fix="safe",
    ends="failure",
)
def intent_field_optional(facts: ClimptFacts) -> Iterator[Finding]:
    """Optional intent field

    What:
        Some property on the path to `intentField` isn't in the `required` of its object; in a
        closure step, on the path to `next_action.action`, which counts there. Silent if
        `intent-field-schema-mismatch` or `closure-signal-field` reports the field, or if
        `fail-fast-disabled` reports how a gate treats such an answer.
    Why:
        An answer without the intent ends the run; in a closure step, the verdict handler then
        decides whether the run ends.
    Bad:
        "required": ["stepId"], "properties": {"stepId": …, "next_action": …}
    Good:
        "required": ["stepId", "next_action"], "properties": {"stepId": …, "next_action": …}
    Fix:
        Require every property on the path.
    Dry run:
        A run reaches the step, gives an answer without the intent, and ends with
        GATE_INTERPRETATION_ERROR; in a closure step, it isn't complete after it. That the schema
        accepts the answer is read from the file, and so are the other steps.
    Source:
        climpt §4.3, §4.7, §7.4, §7.9, §8
    """
    for first, *others in lapses(facts):
        steps = [first.step.key, *(each.step.key for each in others)]
        effect = (
            "leaves the end of the run to the verdict handler" if first.closing else "ends the run"
        )
        yield Finding(
            facts.place((*first.gate.pointer, "intentField")),
            message(
                "{} {} {} require {}; an answer without {} {}",
                "the schemas of steps" if others else "the schema of step",
                first_names(steps),
                "don't" if others else "doesn't",
                joined(" and ", map(quote, first.lacking)),
                quote(first.field),
                effect,
            ),
            f"add {quote(first.lacking[0])} to `required`",
            related=tuple(_requirers(facts, first, others)),
            witness=witness_at(
                facts,
                first.step.key,
                steps=steps,
                field=first.field,
                lacking=list(first.lacking),
                answer={"so": first.answer},
            ),
            fix=_require(facts, (first, *others)),
        )


def _requirers(facts: ClimptFacts, first: Lapse, others: Sequence[Lapse]) -> Iterator[Related]:
    """Where each optional property is declared, each place once."""
    told: set[Place] = set()
    for each in (first, *others):
        for number in each.optional:
            pointer = (*owner(each.names, number), PROPERTIES, each.names[number])
            place = schema_place(facts, each.step, pointer, "key")
            if place is not None and place not in told:
                told.add(place)
                whose = "" if each is first else f" of {quote(each.step.key)}"
                yield Related(place, f"not required{whose}{_milder(first, each)}")


def _milder(first: Lapse, other: Lapse) -> str:
    """What an answer without the intent does in a closure step, if it does less than the message
    says."""
    return (
        ", where it leaves the end of the run to the verdict handler"
        if other.closing > first.closing
        else ""
    )


def _require(facts: ClimptFacts, found: Sequence[Lapse]) -> Fix | None:
    """Require the first of the names in every schema, if each has a place for it."""
    fixes = [requirement(facts, each.step, each.names, each.optional[0]) for each in found]
    edits = dict.fromkeys(edit for fix in fixes if fix for edit in fix.edits)
    first = fixes[0]
    return first._replace(edits=tuple(edits)) if first and all(fixes) else None
