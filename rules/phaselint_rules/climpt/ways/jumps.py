"""Where a step can jump (reference climpt §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import continuation, permits, refusals
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import Equals, satisfiable, values_at
from phaselint.vocabulary.claim import Ends, Same
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
from phaselint_rules.climpt.claiming import answering, noted, same_without, same_without_condition
from phaselint_rules.climpt.edits import add_member, node, remove
from phaselint_rules.climpt.gates.schemas import (
    is_property,
    property_place,
    respelt,
    schema_place,
    written,
)
from phaselint_rules.climpt.needs import CHOICES, RESOLVED, SOUND, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.vocabulary import list_place, vocabularies
from phaselint_rules.climpt.ways.transitiontext import (
    jump_named,
    spoken,
    step_place,
    transitions_of,
    witness_at,
)
from phaselint_rules.words import meant, replace, respell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.vocabulary.finding import Place

JUMP = "jump"
NO_TARGET = "SR-TRANS-003"
"""How a run ends that jumps without a target (reference §4.3)."""

UNKNOWN = "SR-TRANS-010"
"""How a run ends that jumps to a step that doesn't exist."""

NO_STEP = "no-such-step"
"""What a model might say if nothing tells it which steps exist."""

JUMP_TARGET_UNKNOWN = (
    Grade("error", "the word isn't a step"),
    Grade("warning", "it is a closure step or a section"),
)


def _jumping(facts: ClimptFacts) -> Iterator[tuple[Step, Gate, Any]]:
    """The steps that can jump and declare where their answer has the target, with their schema."""
    for step in facts.steps.values():
        gate, schema = step.gate, facts.schema(step)
        if gate is None or not gate.target_field or schema is None or not step.sound:
            continue
        if permits(step, JUMP) and not step.section:
            yield step, gate, schema


def _field_place(facts: ClimptFacts, gate: Gate) -> Place:
    return facts.place((*gate.pointer, "targetField"))


@rule(
    "CL318",
    ERROR,
    needs=STEPS,
    claims="ends",
    complete_if=SOUND,
    ends="failure",
)
def target_field_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """Jump without a target

    What:
        The step lists jump, but has neither `targetField` nor a transition for it. Silent if a
        `continuation` step takes its place, which `implicit-continuation` reports, if the enum of
        the schema or a misspelled key explains it, and in release 1.14, which always requires a
        transition (`intent-without-transition`).
    Why:
        A run that jumps ends with SR-TRANS-003.
    Bad:
        "allowedIntents": ["next", "jump"]
    Good:
        "allowedIntents": ["next", "jump"], "targetField": "next_action.target"
    Fix:
        Name the answer's field with the ID of the step, or add a transition.
    Dry run:
        A run reaches the step, answers jump and ends with SR-TRANS-003.
    Source:
        climpt §3.4, §4.3, §7.3, §7.4, climpt 1.14 §3.3
    """
    for words in vocabularies(facts):
        step = words.step
        if step.gate is None or step.gate.target_field or not permits(step, JUMP):
            continue
        if step.transitions is None or step.section or not step.sound or JUMP in words.keys:
            continue
        odd = any(key not in step.intents for key in words.keys)
        ruled = continuation(facts.registry, step) or refusals(step).no_rule
        if odd or JUMP in words.differences[0] or ruled:
            continue
        yield Finding(
            list_place(facts, words, JUMP),
            message(
                "step {} can jump, but has neither `targetField` nor a transition for it: the "
                "run ends with {}",
                quote(step.key),
                NO_TARGET,
            ),
            "name the field with the target, or add a transition",
            witness=witness_at(facts, step.key, intent=JUMP, error=NO_TARGET),
            claim=Ends(step.key, NO_TARGET),
        )


@rule(
    "CL319",
    ERROR,
    needs=STEPS,
    prove="ways.proofs.jumps:not_read",
    complete_if=RESOLVED,
    fix="unsafe",
    ends="failure",
)
def target_field_unresolved(facts: ClimptFacts) -> Iterator[Finding]:
    """Jump target in a field that isn't in the schema

    What:
        The step lists jump, but `targetField` isn't a property of its schema, which allows no other
        properties there.
    Why:
        The model can't name a target, so the transition for jump is taken; without a transition the
        run ends with SR-TRANS-003.
    Bad:
        "targetField": "next_action.step"   // the schema has `next_action.target`
    Good:
        "targetField": "next_action.target"
    Fix:
        Use the right property, or declare this one.
    Dry run:
        A run reaches the step, answers jump in an answer that the schema accepts, and takes the
        transition or ends with SR-TRANS-003; without the field, all runs are the same.
    Source:
        climpt §4.3, §7.4
    """
    for step, gate, schema in _jumping(facts):
        found = written(schema, gate.target_field)
        if is_property(found):
            continue
        transition = (step.transitions or {}).get(JUMP)
        onward = continuation(facts.registry, step)
        better = respelt(gate.target_field, found)
        closed = schema_place(facts, step, found.closed) if found.closed else None
        place = _field_place(facts, gate)
        if transition:
            effect = "takes the transition instead"
        else:
            effect = (
                message("continues with {}", quote(onward))
                if onward
                else f"ends the run with {NO_TARGET}"
            )
        yield Finding(
            place,
            message(
                "the schema of step {} has no {}, so a jump {}",
                quote(step.key),
                quote(gate.target_field),
                effect,
            ),
            f"use {quote(better)}" if better else "use a property of the schema",
            related=(Related(closed, "no other properties are allowed here"),) if closed else (),
            witness=witness_at(facts, step.key, field=gate.target_field),
            claim=_untargeted(facts, step, place),
            fix=replace(gate.target_field, better, place) if better else None,
        )


def _untargeted(facts: ClimptFacts, step: Step, place: Place) -> Same | None:
    """That a run which jumps in a step goes on as without the field for a target, as all runs
    do."""
    transition, same = (step.transitions or {}).get(JUMP), same_without(facts, place)
    onward = continuation(facts.registry, step) if transition is None else transition.target
    ending = {} if transition else {"failure": NO_TARGET}
    taken = noted(step.key, intent=JUMP, **({"next": onward} if onward in facts.steps else ending))
    return same._replace(via=taken) if same else None


@rule(
    "CL320",
    INFO,
    needs=STEPS,
    claims="same",
    complete_if=SOUND,
    fix="safe",
    default=False,
)
def target_field_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """`targetField` of a step that can't jump

    What:
        `targetField` is set, but `allowedIntents` doesn't list jump.
    Why:
        The field is read for jump only.
    Bad:
        "allowedIntents": ["next"], "targetField": "next_action.target"
    Good:
        "allowedIntents": ["next"]
    Fix:
        Remove it, or list jump.
    Dry run:
        Without the field, a run of the agent is the same.
    Source:
        climpt §4.3, §7.4
    """
    for step in facts.steps.values():
        gate = step.gate
        if gate is None or not gate.target_field or not gate.allowed_known or JUMP in gate.allowed:
            continue
        place = _field_place(facts, gate)
        edit = remove(facts.contract.documents, place.file, place.pointer)
        yield Finding(
            place,
            message(
                "step {} can't jump, so {} is never read",
                quote(step.key),
                quote(gate.target_field),
            ),
            "remove it, or list `jump`",
            witness=witness_at(facts, step.key, **node(place)),
            claim=same_without(facts, place),
            fix=Fix("safe", "remove `targetField`", (edit,)) if edit else None,
        )


@rule(
    "CL321",
    JUMP_TARGET_UNKNOWN,
    needs=STEPS,
    prove="ways.proofs.jumps:no_flow_step",
    complete_if=RESOLVED,
    fix="unsafe",
    ends="failure",
)
def jump_target_unknown(facts: ClimptFacts) -> Iterator[Finding]:
    """Jump to an unknown or unsuitable step

    What:
        The step lists jump, but the enum or const at `targetField` has a word that isn't a step; as
        a warning, a word that is a closure step or a section. Reported once for each place in a
        schema.
    Why:
        A jump to an unknown step ends the run with SR-TRANS-010, a jump to a section with
        FAILED_STEP_ROUTING; a jump to a closure step skips the steps that hand off to it.
    Bad:
        "target": {"enum": ["review.isue"]}
    Good:
        "target": {"enum": ["review.issue"]}
    Fix:
        Use the ID of a step.
    Dry run:
        A run reaches the step, jumps to the word and ends with SR-TRANS-010, or is in that step
        next.
    Source:
        climpt §4.3, §7.4
    """
    reported = set()
    for step, gate, schema in _jumping(facts):
        for word in values_at(schema, path_of(gate.target_field)) or ():
            target = facts.steps.get(word) if isinstance(word, str) else None
            flow = target is not None and target.kind != "closure" and not target.section
            if not isinstance(word, str) or not word or flow:
                continue  # the empty text names nothing, and the rule of the step is followed
            place = _word_place(facts, step, gate, schema, word)
            if place in reported:
                continue
            reported.add(place)
            yield _bad_target(facts, step, place, word, target)


def _bad_target(
    facts: ClimptFacts, step: Step, place: Place, word: str, target: Step | None
) -> Finding:
    gate_place = facts.place((*step.pointer, "structuredGate", "targetField"))
    known = _targets(facts)
    reader = Related(gate_place, f"step {quote(step.key)} reads the target from here")
    if target is None:
        return Finding(
            place,
            message("step {} can jump to {}, which isn't a step", quote(step.key), quote(word)),
            meant(word, known, "use the ID of a step"),
            related=(reader,),
            witness=witness_at(facts, step.key, target=word, exists=False),
            claim=Ends(step.key, UNKNOWN, quote(word), via=noted(step.key, intent=JUMP)),
            fix=respell(word, known, place),
        )
    what = "a section" if target.section else "a closure step"
    return Finding(
        place,
        message("step {} can jump to {}, which is {}", quote(step.key), quote(word), what),
        "jump to steps of the flow only",
        severity="warning",
        related=(reader, Related(step_place(facts, word), what)),
        witness=witness_at(facts, step.key, target=word, exists=True),
        claim=noted(step.key, intent=JUMP, next=word),
    )


def _to(gate: Gate, target: str) -> Mapping[str, Any]:
    """An answer that jumps to a step, if the gate says where it says so."""
    fields = ((gate.field, JUMP), (gate.target_field, target))
    return answering(*(each for each in fields if each[0]))


def _word_place(facts: ClimptFacts, step: Step, gate: Gate, schema: Any, word: str) -> Place:
    """Where a word is allowed as the target: the member of the enum, the const, or else the
    field."""
    for pointer in written(schema, gate.target_field).pointers:
        node = schema_place(facts, step, pointer)
        value = value_at(facts, node) if node else None
        if node is None or not isinstance(value, dict):
            continue
        members = value.get("enum")
        if isinstance(members, list) and word in members:
            return node._replace(pointer=(*node.pointer, "enum", members.index(word)))
        if value.get("const") == word:
            return node._replace(pointer=(*node.pointer, "const"))
    return _field_place(facts, gate)


@rule(
    "CL322",
    WARNING,
    needs=STEPS,
    claims="ends",
    complete_if=RESOLVED,
    fix="unsafe",
    ends="failure",
)
def jump_target_unconstrained(facts: ClimptFacts) -> Iterator[Finding]:
    """Jump to any word, because the schema doesn't list the steps

    What:
        The step lists jump, but the schema allows any string in the field at `targetField`.
    Why:
        The model isn't told which steps exist. A jump to an unknown step ends the run with
        SR-TRANS-010.
    Bad:
        "target": {"type": "string"}
    Good:
        "target": {"enum": ["initial.audit", "continuation.audit"]}
    Fix:
        List the steps it can jump to.
    Dry run:
        A run reaches the step, jumps to a word that isn't a step, and ends with SR-TRANS-010.
    Source:
        climpt §4.3, §7.4
    """
    for step, gate, schema in _jumping(facts):
        path = path_of(gate.target_field)
        found = written(schema, gate.target_field)
        if not is_property(found):
            continue
        if satisfiable(schema, path, Equals(NO_STEP)).answer != "yes":
            continue
        declared = property_place(facts, step, found, "value")
        edit = declared and add_member(
            facts.contract.documents, declared.file, declared.pointer, "enum", _targets(facts)
        )
        yield Finding(
            _field_place(facts, gate),
            message(
                "the schema of step {} allows any string as {}, but a jump to an unknown step "
                "ends the run",
                quote(step.key),
                quote(gate.target_field),
            ),
            "list the possible steps in an enum",
            related=(Related(declared, "any string"),) if declared else (),
            witness=witness_at(facts, step.key, target=NO_STEP, exists=False),
            claim=Ends(step.key, UNKNOWN, why=quote(NO_STEP), amended=_to(gate, NO_STEP)),
            fix=Fix("unsafe", "add an enum of the steps", (edit,)) if edit else None,
        )


@rule(
    "CL419",
    WARNING,
    needs=(*STEPS, *CHOICES),
    claims="same",
    complete_if=RESOLVED,
)
def jump_condition_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """Condition of a jump that is never read

    What:
        The transition for jump has `condition` and `targets`, but the schema makes each answer that
        jumps name a step at `targetField`. Silent in steps that no run reaches.
    Why:
        A jump that names its target never reads the transition. Neither the condition nor its
        targets have an effect.
    Bad:
        "target": {"enum": ["work.x"]}, "required": ["action", "target"]
        "jump": {"condition": "state", "targets": {"done": "closure.x", "default": "work.x"}}
    Good:
        "jump": {"target": "work.x"}
    Fix:
        Use `target` in the transition, or make the field optional.
    Dry run:
        All runs that reach the step are the same without the condition.
    Source:
        climpt §4.3, §7.5
    """
    for step, transition in transitions_of(facts):
        target = jump_named(facts, step, transition)
        if target and transition.conditional and not transition.simple and step.gate is not None:
            yield Finding(
                facts.place((*transition.pointer, "condition"), "key"),
                message(
                    "{} has a condition, but it is never read: each answer that jumps names its "
                    "target in {}",
                    spoken(step, JUMP),
                    quote(step.gate.target_field),
                ),
                "use `target` in the transition, or make the field optional",
                related=(Related(_field_place(facts, step.gate), "the target is read from here"),),
                witness=witness_at(facts, step.key, target=target),
                claim=same_without_condition(facts, step, transition),
            )


def _targets(facts: ClimptFacts) -> list[str]:
    """The steps of the flow that a step can reasonably jump to."""
    return [k for k, step in facts.steps.items() if step.kind != "closure" and not step.section]
