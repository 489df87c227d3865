"""Schema, list and rules have to agree on the intents of a step (reference climpt §7.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import permitted
from phaselint.vocabulary.finding import Finding, Fix, Related, Table, Witness
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.climpt.edits import add_item, remove
from phaselint_rules.climpt.needs import RESOLVED, STEPS
from phaselint_rules.climpt.vocabulary import enum_place, key_place, list_place, vocabularies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint_rules.climpt.vocabulary import Words

WITHOUT_RULE = frozenset({"repeat", "abort"})
"""Intents for which no rule is ever asked."""

HEADING = ("intent", "enum of the schema", "allowedIntents", "transitions")
HERE = "yes"
NEEDLESS = "-"


@rule(
    "CL207",
    ERROR,
    needs=STEPS,
    prove="gates.proofs.refusals:other_enum",
    complete_if=RESOLVED,
    fix="unsafe",
    catalogue=("enum-intents-mismatch",),
)
def enum_transition_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """The enum of the schema, `allowedIntents` and `transitions` do not agree.

    What:
        The strings of the enum that `intentSchemaRef` leads to and `allowedIntents` are not the
        same set. The report compares them with the keys of `transitions`; for the words that
        differ, `intent-without-transition` and `dead-transition` say nothing. Neither does this
        rule where a word that is no intent, or one that the step may not use, explains the
        difference, or where nothing is listed.
    Why:
        The schema is what the model sees, the list is what the gate lets through. The agent does
        not start unless they are equal.
    Bad:
        "allowedIntents": ["next", "repeat"]   // in the schema: "enum": ["next"]
    Good:
        "allowedIntents": ["next", "repeat"]   // in the schema: "enum": ["next", "repeat"]
    Fix:
        Say in all three places what the step may say.
    Dry run:
        The start is refused with SR-VALID-003.
    Source:
        climpt §3.1, §7.3
    """
    for words in vocabularies(facts):
        less, more = words.differences
        if words.enum is None or not (less or more):
            continue
        lacks = [message("the enum of its schema lacks {}", quote_all(less))] if less else []
        lacks += [message("`allowedIntents` lacks {}", quote_all(more))] if more else []
        yield Finding(
            list_place(facts, words),
            message(
                "step {} does not list what its schema offers: {}",
                quote(words.step.key),
                joined(" and ", lacks),
            ),
            "say the same in both, and give each intent but `repeat` a rule",
            related=tuple(_others(facts, words, (*less, *more))),
            witness=Witness(
                {
                    "step": words.step.key,
                    "enum": list(words.enum.words),
                    "allowed": list(words.listed),
                    "transitions": list(words.keys),
                    "lacking_in_enum": list(less),
                    "lacking_in_allowed": list(more),
                },
                table=table(words),
            ),
            fix=_fix(facts, words, less, more),
        )


def table(words: Words) -> Table:
    """Each word of a step, and where it stands."""
    offered, listed, keys = map(
        dict.fromkeys, (words.enum.words if words.enum else (), words.listed, words.keys)
    )
    rows = []
    for word in {**offered, **listed, **keys}:
        ruled = word in keys
        rows.append(
            (
                word,
                HERE if word in offered else None,
                HERE if word in listed else None,
                HERE if ruled else NEEDLESS if word in WITHOUT_RULE else None,
            )
        )
    return Table(HEADING, tuple(rows))


def _others(facts: ClimptFacts, words: Words, differing: Sequence[str]) -> Iterator[Related]:
    place = enum_place(facts, words)
    if place is not None:
        yield Related(place, "what the schema offers")
    for word in differing:
        if word in words.keys:
            yield Related(key_place(facts, words, word), f"the rule for {quote(word)}")


def _fix(facts: ClimptFacts, words: Words, less: Sequence[str], more: Sequence[str]) -> Fix | None:
    """Add a word where it is missing if it has what it needs, else remove it where it is; none
    where more than one edit would change a list."""
    if len(less) + len(more) != 1:
        return None
    (word,) = (*less, *more)
    documents = facts.contract.documents
    fits = permitted(words.step._replace(gate=words.gate._replace(allowed=(word,))))
    if fits and (word in words.keys or word in WITHOUT_RULE):
        place = enum_place(facts, words) if less else list_place(facts, words)
        edit = add_item(documents, place.file, place.pointer, word) if place else None
        title = f"add {quote(word)} to {'the enum' if less else '`allowedIntents`'}"
    else:
        place = list_place(facts, words, word) if less else enum_place(facts, words, word)
        edit = remove(documents, place.file, place.pointer) if place else None
        title = f"remove {quote(word)} from {'`allowedIntents`' if less else 'the enum'}"
    return Fix("unsafe", title, (edit,)) if edit else None
