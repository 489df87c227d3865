"""Output schemas that no answer satisfies (reference climpt §4.5, §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.vocabulary.finding import Finding, Related
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.climpt.gates.schemas import (
    contradiction_data,
    intents,
    schema_place,
    why_unanswerable,
)
from phaselint_rules.climpt.needs import RESOLVED, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.ways.transitiontext import witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Part, Place, Pointer
    from phaselint_rules.contradictions import Contradiction


@rule(
    "CL324",
    ERROR,
    needs=STEPS,
    prove="gates.proofs.unanswerable:nothing_to_say",
    complete_if=RESOLVED,
    ends="unmet",
)
def answer_schema_unsatisfiable(facts: ClimptFacts) -> Iterator[Finding]:
    """Output schema that no answer can satisfy

    What:
        The output schema of a step contradicts itself after its references and its `allOf` are
        resolved: limits that exclude each other, a constant of another type, an empty `enum`, a
        required key that isn't declared, and so on. Reported only if that is certain, once for each
        place. Silent if the enum of the intents is empty, which other rules report, and for
        sections and commands, because they ask no model.
    Why:
        The model is asked for an answer that doesn't exist: no valid answer lets a run leave the
        step.
    Bad:
        "required": ["size"], "properties": {"size": {"minLength": 5, "maxLength": 2}}
    Good:
        "required": ["size"], "properties": {"size": {"minLength": 2, "maxLength": 5}}
    Fix:
        Change one of the keywords that exclude each other, or declare the required key.
    Dry run:
        A run reaches the step, and its schema allows no answer. The contradiction in the schema is
        read from the file.
    Source:
        climpt §4.5, §7.4
    """
    homes: dict[Place, list[tuple[Step, Contradiction]]] = {}
    for step in facts.steps.values():
        if step.key in facts.unanswerable and not step.section and step.runner is None:
            found = why_unanswerable(facts, step)
            if found is not None and not _without_intents(facts, step, found):
                place = _place(facts, step, found.at)
                homes.setdefault(place, []).append((step, found))
    for place, users in homes.items():
        (step, found), *others = users
        yield Finding(
            place,
            message(
                "no answer can satisfy the output schema of {}: {}", quote(step.key), found.told
            ),
            found.remedy,
            related=(
                *_excluding(facts, step, found),
                *(
                    Related(_asked(facts, each), f"also the schema of {quote(each.key)}")
                    for each, _ in others
                ),
            ),
            witness=witness_at(facts, step.key, **contradiction_data(found)),
        )


def _without_intents(facts: ClimptFacts, step: Step, found: Contradiction) -> bool:
    """Whether there is no answer because the list of intents is empty."""
    enum = intents(facts, step)
    field = path_of(step.gate.field) if step.gate is not None else ()
    return enum is not None and not enum.words and tuple(found.data["path"]) == field


def _asked(facts: ClimptFacts, step: Step) -> Place:
    return facts.place((*step.pointer, "outputSchemaRef"), "key")


def _place(facts: ClimptFacts, step: Step, pointer: Pointer) -> Place:
    """Where a keyword of a resolved schema is written; what the resolution added, such as closing
    an object, is written nowhere."""
    part: Part = "value" if pointer and isinstance(pointer[-1], int) else "key"
    found = schema_place(facts, step, pointer, part)
    there = found is not None and value_at(facts, found) is not None
    return found if found is not None and there else _asked(facts, step)


def _excluding(facts: ClimptFacts, step: Step, found: Contradiction) -> Iterator[Related]:
    for pointer in found.others:
        place = _place(facts, step, pointer)
        if place != _asked(facts, step):
            yield Related(place, "this excludes it")
