"""Schema, list and transitions must agree on the intents of a step (reference climpt §7.3)."""

from __future__ import annotations

from phaselint.dialects.climpt.analysis.lower import permitted
from phaselint.vocabulary.finding import Finding, Fix, Related, Table, Witness
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.climpt.edits import add_item, remove
from phaselint_rules.climpt.needs import RESOLVED, STEPS
from phaselint_rules.climpt.refusing import SCHEMA, refused_for
from phaselint_rules.climpt.vocabulary import enum_place, key_place, list_place, vocabularies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaselint.dialects.climpt.analysis.facts import ClimptFacts
    from phaselint_rules.climpt.vocabulary import Words

WITHOUT_RULE = frozenset({"repeat", "abort"})
"""Intents that never need a transition."""

HEADING = ("intent", "enum of the schema", "allowedIntents", "transitions")
HERE = "yes"
NEEDLESS = "-"


@rule(
    "CL207",
    ERROR,
    needs=STEPS,
    claims="refused",
    complete_if=RESOLVED,
    fix="unsafe",
    catalogue=("enum-intents-mismatch",),
)
def enum_transition_mismatch(facts: ClimptFacts) -> Iterator[Finding]:
    """Enum, `allowedIntents` and `transitions` disagree

    What:
        The strings of the enum that `intentSchemaRef` points to and those of `allowedIntents`
        differ. The report compares them with the keys of `transitions`; `intent-without-transition`
        and `dead-transition` don't report the words that differ. This rule is silent if nothing is
        listed, or if another rule explains the difference: a word that isn't an intent, or one that
        the step can't use.
    Why:
        The model sees the schema, but the gate uses the list. The agent doesn't start unless they
        are equal.
    Bad:
        "allowedIntents": ["next", "repeat"]   // in the schema: "enum": ["next"]
    Good:
        "allowedIntents": ["next", "repeat"]   // in the schema: "enum": ["next", "repeat"]
    Fix:
        List the same intents in all three places.
    Dry run:
        The start is refused with SR-VALID-003.
    Source:
        climpt §3.1, §7.3
    """
    for words in vocabularies(facts):
        less, more = words.differences
        if words.enum is None or not (less or more):
            continue
        lacks = (
            [message("`allowedIntents` lists {}, but the schema doesn't", quote_all(less))]
            if less
            else []
        )
        lacks += (
            [message("the schema offers {}, but `allowedIntents` doesn't", quote_all(more))]
            if more
            else []
        )
        place = list_place(facts, words)
        yield Finding(
            place,
            message(
                "step {}: {}",
                quote(words.step.key),
                joined("; ", lacks),
            ),
            "list the same intents in both, and give each intent but `repeat` a transition",
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
            claim=refused_for(facts, SCHEMA, place),
            fix=_fix(facts, words, less, more),
        )


def table(words: Words) -> Table:
    """Each word of a step, and where it is."""
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
        yield Related(place, "the schema's values")
    for word in differing:
        if word in words.keys:
            yield Related(key_place(facts, words, word), f"the transition for {quote(word)}")


def _fix(facts: ClimptFacts, words: Words, less: Sequence[str], more: Sequence[str]) -> Fix | None:
    """Add a word where it is missing if it has what it needs, or else remove it where it is; none
    if more than one edit would change a list."""
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
