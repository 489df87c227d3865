"""Where a step may jump to (reference climpt §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import continuation, permits, refusals
from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import Equals, satisfiable, values_at
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, INFO, WARNING, Grade, rule
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
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Gate, Step
    from phaselint.vocabulary.finding import Place

JUMP = "jump"
NO_TARGET = "SR-TRANS-003"
"""How a run ends that jumps and has nowhere to go (reference §4.3)."""

NO_STEP = "no-such-step"
"""What a model may say where nothing tells it which steps there are."""

JUMP_TARGET_UNKNOWN = (
    Grade("error", "the word is no step"),
    Grade("warning", "it is a closure step or a section"),
)


def _jumping(facts: ClimptFacts) -> Iterator[tuple[Step, Gate, Any]]:
    """The steps that may jump and say where their answer has the target, with their schema."""
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
    prove="gates.proofs.gates:without_target",
    complete_if=SOUND,
    ends="failure",
)
def target_field_missing(facts: ClimptFacts) -> Iterator[Finding]:
    """A step may jump and nothing says where to.

    What:
        The step lists jump, and has neither `targetField` nor a rule for it. Silent where a
        `continuation` step takes its place, which `implicit-continuation` reports, where the enum
        of the schema or a misspelt key explains it, and in release 1.14, which wants a rule in any
        case (`intent-without-transition`).
    Why:
        A run that says jump ends with SR-TRANS-003.
    Bad:
        "allowedIntents": ["next", "jump"]
    Good:
        "allowedIntents": ["next", "jump"], "targetField": "next_action.target"
    Fix:
        Name the field of the answer that has the id of the step, or add a rule.
    Dry run:
        A run comes to the step, says jump and ends with SR-TRANS-003.
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
                "step {} may jump, and has neither `targetField` nor a rule for it: a "
                "run that does ends with {}",
                quote(step.key),
                NO_TARGET,
            ),
            "name the field with the target, or add a rule",
            witness=witness_at(facts, step.key, intent=JUMP, error=NO_TARGET),
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
    """A step looks for the target of a jump where its schema has nothing.

    What:
        The step lists jump, and `targetField` is no property of its schema, which leaves none open
        there.
    Why:
        The model cannot say where to jump: the rule for jump is taken, and without one the run
        ends with SR-TRANS-003.
    Bad:
        "targetField": "next_action.step"   // the schema has `next_action.target`
    Good:
        "targetField": "next_action.target"
    Fix:
        Name the property, or declare it.
    Dry run:
        A run comes to the step, says jump in an answer that the schema accepts, and goes where
        the rule leads or ends with SR-TRANS-003; without the field, it is the same.
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
            effect = "takes the rule instead"
        else:
            effect = (
                message("goes on to {}", quote(onward))
                if onward
                else f"ends the run with {NO_TARGET}"
            )
        yield Finding(
            place,
            message(
                "the schema of step {} has no {}: a jump {}",
                quote(step.key),
                quote(gate.target_field),
                effect,
            ),
            f"did you mean {quote(better)}?" if better else "name a property of the schema",
            related=(Related(closed, "nothing else is allowed here"),) if closed else (),
            witness=witness_at(facts, step.key, field=gate.target_field),
            fix=replace(gate.target_field, better, place) if better else None,
        )


@rule(
    "CL320",
    INFO,
    needs=STEPS,
    prove="form.proofs.unreadfields:no_jump",
    complete_if=SOUND,
    fix="safe",
    default=False,
)
def target_field_unused(facts: ClimptFacts) -> Iterator[Finding]:
    """A step names a field for the target of a jump and may not jump.

    What:
        `targetField` is set, and `allowedIntents` does not have jump.
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
                "step {} may not jump, so that nothing reads {}",
                quote(step.key),
                quote(gate.target_field),
            ),
            "remove it, or list `jump`",
            witness=witness_at(facts, step.key, **node(place)),
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
    """The schema offers a target for a jump that is no step, or one nobody should jump to.

    What:
        The step lists jump, and the enum or const at `targetField` has a word that is no step;
        as a warning, one that is a closure step or a section. Reported once for each place in a
        schema.
    Why:
        A jump to no step ends the run with SR-TRANS-010, one to a section with
        FAILED_STEP_ROUTING; one to a closure step passes by what hands off to it.
    Bad:
        "target": {"enum": ["review.isue"]}
    Good:
        "target": {"enum": ["review.issue"]}
    Fix:
        Write the id of a step.
    Dry run:
        A run comes to the step, jumps to the word and ends with SR-TRANS-010, or is in that step
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
    reader = Related(gate_place, f"step {quote(step.key)} takes the target from here")
    if target is None:
        return Finding(
            place,
            message("step {} may jump to {}, which is no step", quote(step.key), quote(word)),
            meant(word, known, "write the id of a step"),
            related=(reader,),
            witness=witness_at(facts, step.key, target=word, exists=False),
            fix=respell(word, known, place),
        )
    what = "a section" if target.section else "a closure step"
    return Finding(
        place,
        message("step {} may jump to {}, which is {}", quote(step.key), quote(word), what),
        "jump to steps of the flow only",
        severity="warning",
        related=(reader, Related(step_place(facts, word), what)),
        witness=witness_at(facts, step.key, target=word, exists=True),
    )


def _word_place(facts: ClimptFacts, step: Step, gate: Gate, schema: Any, word: str) -> Place:
    """Where a word is allowed as the target: the member of the enum, the const, else the field."""
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
    prove="ways.proofs.jumps:any_text",
    complete_if=RESOLVED,
    fix="unsafe",
    ends="failure",
)
def jump_target_unconstrained(facts: ClimptFacts) -> Iterator[Finding]:
    """The schema lets a step jump to any word.

    What:
        The step lists jump, and the schema lets the field at `targetField` be any text.
    Why:
        Nothing tells the model which steps there are. A word that is none ends the run with
        SR-TRANS-010.
    Bad:
        "target": {"type": "string"}
    Good:
        "target": {"enum": ["initial.audit", "continuation.audit"]}
    Fix:
        List the steps it may jump to.
    Dry run:
        A run comes to the step, jumps to a word that is no step, and ends with SR-TRANS-010.
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
                "the schema of step {} allows any text as {}, "
                "and a jump to one that is no step ends the run",
                quote(step.key),
                quote(gate.target_field),
            ),
            "list the steps it may jump to in an enum",
            related=(Related(declared, "any text"),) if declared else (),
            witness=witness_at(facts, step.key, target=NO_STEP, exists=False),
            fix=Fix("unsafe", "add an enum of the steps", (edit,)) if edit else None,
        )


@rule(
    "CL419",
    WARNING,
    needs=(*STEPS, *CHOICES),
    prove="ways.proofs.jumps:named_anyway",
    complete_if=RESOLVED,
)
def jump_condition_ignored(facts: ClimptFacts) -> Iterator[Finding]:
    """Condition of a jump whose answers all name the target.

    What:
        The transition for jump has `condition` and `targets`, and the schema makes each answer
        that jumps name a step at `targetField`. Silent in steps that no run comes to.
    Why:
        A jump that names its target never looks at the transition. Neither the condition nor its
        targets decide anything.
    Bad:
        "target": {"enum": ["work.x"]}, "required": ["action", "target"]
        "jump": {"condition": "state", "targets": {"done": "closure.x", "default": "work.x"}}
    Good:
        "jump": {"target": "work.x"}
    Fix:
        Write `target` in the transition, or let answers leave the field out.
    Dry run:
        A run jumps to the step that its answer names. That the transition has a condition is read.
    Source:
        climpt §4.3, §7.5
    """
    for step, transition in transitions_of(facts):
        target = jump_named(facts, step, transition)
        if target and transition.conditional and not transition.simple and step.gate is not None:
            yield Finding(
                facts.place((*transition.pointer, "condition"), "key"),
                message(
                    "{} has a condition, but each answer that jumps names its target in {}: "
                    "the condition is never looked at",
                    spoken(step, JUMP),
                    quote(step.gate.target_field),
                ),
                "write `target` in the transition, or let answers leave the field out",
                related=(Related(_field_place(facts, step.gate), "the target is taken from here"),),
                witness=witness_at(facts, step.key, target=target),
            )


def _targets(facts: ClimptFacts) -> list[str]:
    """The steps of the flow, which a step may want to jump to."""
    return [k for k, step in facts.steps.items() if step.kind != "closure" and not step.section]
