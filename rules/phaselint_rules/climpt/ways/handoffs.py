"""What a step passes to the steps after it (reference climpt §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import permits
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import values_at
from phaselint.vocabulary.finding import Finding, Fix, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.rule import INFO, WARNING, rule
from phaselint_rules.climpt.claiming import answering, noted, same_without
from phaselint_rules.climpt.edits import add_member, remove
from phaselint_rules.climpt.gates.schemas import (
    is_property,
    property_place,
    respelt,
    schema_place,
    written,
)
from phaselint_rules.climpt.needs import RESOLVED, SOUND, STEPS
from phaselint_rules.climpt.ways.transitiontext import witness_at
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.schema import Declared
    from phaselint.vocabulary.claim import Notes
    from phaselint.vocabulary.finding import Place


def _gates(facts: ClimptFacts) -> Iterator[tuple[Step, Gate]]:
    """The gates that runs read: not those of closure steps."""
    for step, is_read in zip(facts.listed, _is_read.each((facts.listed,)), strict=True):
        if is_read and step.gate is not None:
            yield step, step.gate


@pure
def _is_read(step: Step) -> bool:
    if step.gate is None or not step.sound:
        return False
    return step.kind != "closure" and not step.section


def _fields(facts: ClimptFacts) -> Iterator[tuple[Step, Gate, int, Declared]]:
    """Every handed-off field once, by its number, and what the schema says about it, of steps that
    a model can answer."""
    for step, gate in _gates(facts):
        schema = facts.schema(step)
        if schema is None or step.key in facts.unanswerable:
            continue
        seen: set[str] = set()
        for number, field in enumerate(gate.handoff_fields):
            if field not in seen:
                seen.add(field)
                yield step, gate, number, written(schema, field)


def _place(facts: ClimptFacts, gate: Gate, number: int) -> Place:
    return facts.place((*gate.pointer, "handoffFields", number))


@rule(
    "CL314",
    WARNING,
    needs=STEPS,
    claims="same",
    complete_if=RESOLVED,
    fix="unsafe",
)
def handoff_field_unresolved(facts: ClimptFacts) -> Iterator[Finding]:
    """Handoff of an undeclared field

    What:
        A path in `handoffFields` isn't a property of the step's schema, and the schema allows no
        other properties there. Gates of closure steps aren't checked because they are never read.
    Why:
        The model can't give the field, so it is never passed on. A step with it as an input doesn't
        get it.
    Bad:
        "handoffFields": ["analysis.plan"]   // the schema has `analysis.summary` only
    Good:
        "handoffFields": ["analysis.summary"]
    Fix:
        Use a property of the schema, or declare this one.
    Dry run:
        A run reaches the step and gives an answer that the schema accepts; the record of the step
        lacks the field, and is the same without the field in the list.
    Source:
        climpt §3.4, §4.3, §7.4
    """
    for step, gate, number, found in _fields(facts):
        if is_property(found):
            continue
        field = gate.handoff_fields[number]
        names = path_of(field)
        broken = names[found.missing or 0]
        above = ".".join(names[: found.missing])
        better = respelt(field, found)
        why = (
            message("{} is {}", quote(".".join(names[: found.conflict.step])), _types(found))
            if found.conflict
            else message("{} has no {}", quote(above) if above else "an answer", quote(broken))
        )
        place = _place(facts, gate, number)
        closed = schema_place(facts, step, found.closed) if found.closed else None
        yield Finding(
            place,
            message(
                "step {} passes on {}, but in its schema {}", quote(step.key), quote(field), why
            ),
            f"use {quote(better)}" if better else "use a property of the schema",
            related=(Related(closed, "no other properties are allowed here"),) if closed else (),
            witness=witness_at(facts, step.key, field=field, name=names[-1]),
            claim=same_without(facts, place),
            fix=replace(field, better, place) if better else _removal(facts, field, place),
        )


def _removal(facts: ClimptFacts, field: str, place: Place) -> Fix | None:
    edit = remove(facts.contract.documents, place.file, place.pointer)
    return Fix("unsafe", f"remove {quote(field)} from `handoffFields`", (edit,)) if edit else None


def _types(found: Declared) -> str:
    return f"a {' or '.join(found.conflict.written)}" if found.conflict else ""


@rule("CL315", INFO, needs=STEPS, complete_if=RESOLVED, default=False)
def handoff_field_optional(facts: ClimptFacts) -> Iterator[Finding]:
    """Handoff of an optional field

    What:
        A path in `handoffFields` is declared in the schema, but some property on it isn't required.
    Why:
        An answer without the field passes nothing on; a step with it as an input doesn't get it.
    Bad:
        "properties": {"summary": {"type": "string"}}, "required": ["next_action"]
    Good:
        "properties": {"summary": {"type": "string"}}, "required": ["next_action", "summary"]
    Fix:
        Require it, if later steps need it.
    Source:
        climpt §4.3, §7.4
    """
    for step, gate, number, found in _fields(facts):
        if found.missing is not None or not found.optional:
            continue
        field = gate.handoff_fields[number]
        name = path_of(field)[found.optional[0]]
        declared = property_place(facts, step, found)
        yield Finding(
            _place(facts, gate, number),
            message(
                "step {} passes on {}, but its schema doesn't require {}",
                quote(step.key),
                quote(field),
                quote(name),
            ),
            f"add {quote(name)} to `required`",
            related=(Related(declared, "declared here"),) if declared else (),
            witness=Witness({"step": step.key, "field": field}),
        )


@rule("CL316", WARNING, needs=STEPS, prove="ways.proofs.handoffs:replaced", complete_if=SOUND)
def handoff_key_collision(facts: ClimptFacts) -> Iterator[Finding]:
    """Two handoff fields with the same name

    What:
        Two different paths in `handoffFields` end in the same segment. Gates of closure steps
        aren't checked.
    Why:
        A field is passed on under the last segment of its path, so the later one replaces the
        earlier one.
    Bad:
        "handoffFields": ["analysis.status", "plan.status"]
    Good:
        "handoffFields": ["analysis.status", "plan.outline"]
    Fix:
        Rename one of them in the schema, or list only one.
    Dry run:
        A run reaches the step and gives both fields; the record has the second value.
    Source:
        climpt §2.4, §4.3, §7.4
    """
    for step, gate in _gates(facts):
        first: dict[str, int] = {}
        for number, field in enumerate(gate.handoff_fields):
            key = path_of(field)[-1]
            before = first.setdefault(key, number)
            other = gate.handoff_fields[before]
            if other == field or field in gate.handoff_fields[:number]:
                continue
            yield Finding(
                _place(facts, gate, number),
                message(
                    "step {} passes on {} and {} as {}; the value of {} wins",
                    quote(step.key),
                    quote(other),
                    quote(field),
                    quote(key),
                    quote(field),
                ),
                "rename one of them, or list only one",
                related=(Related(_place(facts, gate, before), "replaced"),),
                witness=witness_at(facts, step.key, name=key, fields=[other, field]),
                claim=_replacing(facts, step, other, field),
            )


def _replacing(facts: ClimptFacts, step: Step, other: str, field: str) -> Notes:
    """That the value of a field is passed on in place of that of another one."""
    first, second = (_value(facts, step, each) for each in (other, field))
    said = answering((other, first), (field, second))
    doubt = "no answer that the schema accepts shows it"
    passed = {"handoff": ((path_of(field)[-1], second),)}
    return noted(step.key, holds=passed, amended=said)._replace(doubt=doubt)


def _value(facts: ClimptFacts, step: Step, field: str) -> Any:
    """A value that the schema of a step may have in a field, another one for each field."""
    schema = facts.schema(step)
    known = None if schema is None else values_at(schema, path_of(field))
    return known[-1] if known else field


@rule("CL317", INFO, needs=STEPS, complete_if=SOUND, fix="safe", default=False)
def handoff_fields_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Handoff without `handoffFields`

    What:
        The step lists handoff, but its gate has no `handoffFields`.
    Why:
        climpt's documentation requires it. Without it, the whole answer is recorded.
    Bad:
        "allowedIntents": ["next", "handoff"]
    Good:
        "allowedIntents": ["next", "handoff"], "handoffFields": ["analysis.summary"]
    Fix:
        List the fields that the closure step needs, or an empty list.
    Source:
        climpt §3.4, §7.4
    """
    for step, gate in _gates(facts):
        if gate.fields_given or not permits(step, "handoff"):
            continue
        documents, file = facts.contract.documents, facts.registry.file
        edit = add_member(documents, file, gate.pointer, "handoffFields", [])
        yield Finding(
            facts.place(gate.pointer, "key"),
            message("step {} can hand off, but its gate has no `handoffFields`", quote(step.key)),
            "add `handoffFields`",
            witness=Witness({"step": step.key}),
            fix=Fix("safe", "add `handoffFields: []`", (edit,)) if edit else None,
        )
