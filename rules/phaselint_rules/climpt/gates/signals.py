"""What the schema of a step says about the answer as a whole (reference climpt §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import Equals, plainly_admits, satisfiable, values_at
from phaselint.vocabulary.claim import Never
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.rule import ERROR, WARNING, rule
from phaselint_rules.climpt.claiming import noted
from phaselint_rules.climpt.edits import spelt
from phaselint_rules.climpt.gates.schemas import SIGNAL, place_in, property_place, written
from phaselint_rules.climpt.needs import RESOLVED, STEPS
from phaselint_rules.climpt.pointertext import value_at
from phaselint_rules.climpt.vocabulary import vocabularies
from phaselint_rules.climpt.ways.transitiontext import witness_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint.dialects.climpt.filemodel import Expanded
    from phaselint.dialects.climpt.model import Step
    from phaselint.vocabulary.finding import Place
    from phaselint_rules.climpt.vocabulary import Words

CLOSING = "closing"
OWN_ID = "stepId"


@rule(
    "CL313",
    ERROR,
    needs=STEPS,
    claims="never",
    complete_if=RESOLVED,
    ends="trap",
)
def closure_signal_field(facts: ClimptFacts) -> Iterator[Finding]:
    """Closure step whose answers can't end the run

    What:
        The schema of a closure step has no `next_action.action`, or doesn't allow `closing` there.
        Silent if another rule reports the words of the step, if no answer satisfies the schema at
        all (`answer-schema-unsatisfiable`), and if a command runs in place of the model.
    Why:
        Whatever the gate of a closure step says, only `closing` in that field ends the run.
        Otherwise the verdict handler decides, and usually the run continues until it has used all
        its iterations.
    Bad:
        "intentField": "decision.action"   // the schema has `decision` and no `next_action`
    Good:
        "intentField": "next_action.action"
    Fix:
        Add `next_action.action` with `closing` in its enum to the schema.
    Dry run:
        Runs reach the step, and no answer that a model gives there says `closing`.
    Source:
        climpt §4.7, §4.11, §7.4
    """
    every = zip(vocabularies(facts), facts.step_schemas, strict=True)
    closing = [row for row in every if _is_closing(*row)]
    rows = [row for row in closing if row[0].step.key not in facts.unanswerable]
    endless = _is_endless.each([*zip(*rows, strict=True)])
    for (words, schema), is_endless in zip(rows, endless, strict=True):
        if not is_endless:
            continue
        step = words.step
        found = written(schema, SIGNAL)  # type: ignore[arg-type]  # it is there, of such a step
        declared = property_place(facts, step, found)
        yield Finding(
            facts.place((*step.pointer, "outputSchemaRef"), "key"),
            message(
                "no answer of closure step {} can have {} in {}: only the verdict handler can "
                "end the run",
                quote(step.key),
                quote(CLOSING),
                quote(SIGNAL),
            ),
            f"allow {quote(CLOSING)} in {quote(SIGNAL)}"
            if declared
            else f"add {quote(SIGNAL)} to the schema, with {quote(CLOSING)} in its enum",
            related=tuple(_near(facts, words, declared)),
            witness=witness_at(facts, step.key, declared=found.missing is None),
            claim=Never(
                noted(step.key, closure_signal=CLOSING),
                (noted(step.key, loop="flow"),),  # other steps never signal
                after=step.key,
            ),
        )


def _is_closing(words: Words, schema: Any) -> bool:
    """Whether a closure step with a schema asks a model."""
    step = words.step
    known = schema is not None and step.runner is None
    return known and step.kind == "closure" and not step.section


@pure
def _is_endless(words: Words, schema: Any) -> bool:
    """Whether no answer of a closure step can say that it is finished, and no other finding
    explains it."""
    return not _explained(words) and _never(schema)


def _explained(words: Words) -> bool:
    """Whether another rule reports the words of a step."""
    differing = (*words.differences[0], *words.differences[1])
    if words.unknown or words.aliases or CLOSING in differing:
        return True
    return words.step.gate is not None and not words.listed


def _never(schema: Any) -> bool:
    path, test = path_of(SIGNAL), Equals(CLOSING)
    return not plainly_admits(schema, path, test) and satisfiable(schema, path, test).answer == "no"


def _near(facts: ClimptFacts, words: Words, declared: Place | None) -> Iterator[Related]:
    if declared is not None:
        yield Related(declared, f"{quote(CLOSING)} isn't among its values")
    elif words.gate.field and words.gate.field != SIGNAL:
        place = facts.place((*words.gate.pointer, "intentField"))
        yield Related(place, "the gate of a closure step isn't read")


@rule(
    "CL323",
    WARNING,
    needs=STEPS,
    claims="notes",
    complete_if=RESOLVED,
    fix="safe",
)
def step_id_const_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Schema of a step that requires another step's ID

    What:
        The schema allows only a few values in `stepId`, by const or enum, and the ID of the step
        isn't one of them. Reported once for each place in a schema.
    Why:
        The model must give a wrong ID. The runtime corrects it, but prompt and schema have told the
        model that it is in another step.
    Bad:
        "stepId": {"const": "initial.audit"}   // in the schema of `closure.audit`
    Good:
        "stepId": {"const": "closure.audit"}
    Fix:
        Write the ID of the step; if several steps share the schema, list all their IDs.
    Dry run:
        A run reaches the step, gives an answer that the schema accepts, and its ID is corrected.
    Source:
        climpt §4.2, §7.4
    """
    for place, users in _homes(facts).items():
        wrong = [(step, words) for step, words in users if step.key not in words]
        if not wrong:
            continue
        step, words = wrong[0]
        yield Finding(
            place,
            message(
                "the schema of step {} requires {} as its `stepId`",
                quote(step.key),
                quote_all(words),
            ),
            f"write {quote(step.key)}" if len(users) == 1 else "list the IDs of all its steps",
            related=tuple(
                Related(
                    facts.place((*user.pointer, "outputSchemaRef"), "key"),
                    f"used by step {quote(user.key)}",
                )
                for user, _ in wrong
            ),
            witness=witness_at(facts, step.key, values=list(words)),
            claim=noted(step.key, step_id_corrected=True),
            fix=_own(facts, step, place) if len(users) == 1 else None,
        )


def _homes(facts: ClimptFacts) -> dict[Place, list[tuple[Step, tuple[str, ...]]]]:
    """Where `stepId` is declared, each with the steps it is declared for and its possible IDs, if
    they are limited."""
    found: dict[Place, list[tuple[Step, tuple[str, ...]]]] = {}
    every = _home.each((facts.listed, [*map(facts.expanded, facts.listed)]))
    for step, home in zip(facts.listed, every, strict=True):
        if home is not None:
            place, words = home
            found.setdefault(place, []).append((step, words))
    return found


@pure
def _home(step: Step, expanded: Expanded | None) -> tuple[Place, tuple[str, ...]] | None:
    """Where `stepId` is declared for a step, and its possible IDs; none if there is no limit."""
    if expanded is None or expanded.schema is None or step.section:
        return None
    values = values_at(expanded.schema, (OWN_ID,))
    words = tuple(value for value in values or () if isinstance(value, str))
    pointers = written(expanded.schema, OWN_ID).pointers if words else ()
    place = place_in(expanded, pointers[0]) if pointers else None
    return None if place is None else (place, words)


def _own(facts: ClimptFacts, step: Step, place: Place) -> Fix | None:
    """Write the ID of the only step that uses a schema."""
    pointer = (*place.pointer, "const")
    if not isinstance(value_at(facts, place._replace(pointer=pointer)), str):
        return None
    edit = Edit(place._replace(pointer=pointer), spelt(step.key))
    return Fix("safe", f"write {quote(step.key)}", (edit,))
