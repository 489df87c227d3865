"""What the schema of a step says about the answer as a whole (reference climpt §7.4)."""

from __future__ import annotations

from phaselint.dialects.climpt.reading.values import path_of
from phaselint.schema import Equals, plainly_admits, satisfiable, values_at
from phaselint.vocabulary.finding import Edit, Finding, Fix, Related
from phaselint.vocabulary.message import message, quote, quote_all
from phaselint.vocabulary.pure import pure
from phaselint.vocabulary.rule import ERROR, WARNING, rule
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
    prove="gates.proofs.signals:never_done",
    complete_if=RESOLVED,
    ends="trap",
)
def closure_signal_field(facts: ClimptFacts) -> Iterator[Finding]:
    """No answer of a closure step can say that it is finished.

    What:
        The schema of a closure step has no `next_action.action`, or allows no `closing` there.
        Silent where the words of the step themselves are wrong and another rule says so, where
        no answer satisfies the schema at all (`answer-schema-unsatisfiable`), and where a command
        runs in place of the model.
    Why:
        Whatever the gate of a closure step says, only `closing` in that field ends the run. Else
        the verdict handler decides, and most often the run goes on until its iterations are used
        up.
    Bad:
        "intentField": "decision.action"   // the schema has `decision` and no `next_action`
    Good:
        "intentField": "next_action.action"
    Fix:
        Give the schema `next_action.action` with `closing` in its enum.
    Dry run:
        A run comes to the step, gives an answer that the schema accepts, and is not complete
        after it. Where the verdict handler ends it all the same, it is not proved.
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
                "no answer of closure step {} can say {} in "
                "{}: only the verdict handler can end the run",
                quote(step.key),
                quote(CLOSING),
                quote(SIGNAL),
            ),
            f"allow {quote(CLOSING)} in {quote(SIGNAL)}"
            if declared
            else f"give the schema {quote(SIGNAL)}, with {quote(CLOSING)} in its enum",
            related=tuple(_near(facts, words, declared)),
            witness=witness_at(facts, step.key, declared=found.missing is None),
        )


def _is_closing(words: Words, schema: Any) -> bool:
    """Whether a model is asked in a closure step by a schema."""
    step = words.step
    known = schema is not None and step.runner is None
    return known and step.kind == "closure" and not step.section


@pure
def _is_endless(words: Words, schema: Any) -> bool:
    """Whether no answer of a closure step can say that it is finished, and nothing else explains
    that."""
    return not _explained(words) and _never(schema)


def _explained(words: Words) -> bool:
    """Whether another rule says what is wrong with the words of a step."""
    differing = (*words.differences[0], *words.differences[1])
    if words.unknown or words.aliases or CLOSING in differing:
        return True
    return words.step.gate is not None and not words.listed


def _never(schema: Any) -> bool:
    path, test = path_of(SIGNAL), Equals(CLOSING)
    return not plainly_admits(schema, path, test) and satisfiable(schema, path, test).answer == "no"


def _near(facts: ClimptFacts, words: Words, declared: Place | None) -> Iterator[Related]:
    if declared is not None:
        yield Related(declared, f"{quote(CLOSING)} is not among its values")
    elif words.gate.field and words.gate.field != SIGNAL:
        place = facts.place((*words.gate.pointer, "intentField"))
        yield Related(place, "the gate of a closure step is not read")


@rule(
    "CL323",
    WARNING,
    needs=STEPS,
    prove="gates.proofs.signals:corrected_id",
    complete_if=RESOLVED,
    fix="safe",
)
def step_id_const_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """The schema of a step wants the id of another one in the answer.

    What:
        The schema allows in `stepId` a few values only, by const or enum, and the id of the step
        is none of them. Reported once for each place in a schema.
    Why:
        The model has to give a wrong id. The runtime corrects it, and the prompt and the schema
        have told the model that it is in another step.
    Bad:
        "stepId": {"const": "initial.audit"}   // in the schema of `closure.audit`
    Good:
        "stepId": {"const": "closure.audit"}
    Fix:
        Write the id of the step; where several steps share the schema, list them all.
    Dry run:
        A run comes to the step, gives an answer that the schema accepts, and its id is corrected.
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
                "the schema of step {} wants {} as its `stepId`", quote(step.key), quote_all(words)
            ),
            f"write {quote(step.key)}" if len(users) == 1 else "list the ids of all its steps",
            related=tuple(
                Related(
                    facts.place((*user.pointer, "outputSchemaRef"), "key"),
                    f"used by step {quote(user.key)}",
                )
                for user, _ in wrong
            ),
            witness=witness_at(facts, step.key, values=list(words)),
            fix=_own(facts, step, place) if len(users) == 1 else None,
        )


def _homes(facts: ClimptFacts) -> dict[Place, list[tuple[Step, tuple[str, ...]]]]:
    """Where `stepId` is declared, each with the steps it is declared for and the ids it may be,
    if there is an end of them."""
    found: dict[Place, list[tuple[Step, tuple[str, ...]]]] = {}
    every = _home.each((facts.listed, [*map(facts.expanded, facts.listed)]))
    for step, home in zip(facts.listed, every, strict=True):
        if home is not None:
            place, words = home
            found.setdefault(place, []).append((step, words))
    return found


@pure
def _home(step: Step, expanded: Expanded | None) -> tuple[Place, tuple[str, ...]] | None:
    """Where `stepId` is declared for a step, and the ids it may be; none where it may be any."""
    if expanded is None or expanded.schema is None or step.section:
        return None
    values = values_at(expanded.schema, (OWN_ID,))
    words = tuple(value for value in values or () if isinstance(value, str))
    pointers = written(expanded.schema, OWN_ID).pointers if words else ()
    place = place_in(expanded, pointers[0]) if pointers else None
    return None if place is None else (place, words)


def _own(facts: ClimptFacts, step: Step, place: Place) -> Fix | None:
    """Write the id of the only step that uses a schema."""
    pointer = (*place.pointer, "const")
    if not isinstance(value_at(facts, place._replace(pointer=pointer)), str):
        return None
    edit = Edit(place._replace(pointer=pointer), spelt(step.key))
    return Fix("safe", f"write {quote(step.key)}", (edit,))
