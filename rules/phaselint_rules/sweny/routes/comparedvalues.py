"""The words that conditions compare properties with (reference sweny §7.4)."""

from __future__ import annotations

from phaselint_rules.sweny.routes.readings import (
    conditional,
    is_value,
    mentions,
    near,
    spell,
    values_at,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint_rules.sweny.routes.readings import Mention

FUZZY = frozenset(
    {
        *("acceptable", "bad", "changed", "clear", "correct", "expected", "final", "good"),
        *("incorrect", "invalid", "known", "negative", "positive", "unacceptable", "unchanged"),
        *("unclear", "unexpected", "unknown", "valid", "wrong"),
    }
)
"""Words that judge a value but aren't values, unless they are declared as such."""


def never_true(facts: SwenyFacts) -> Iterator[tuple[Mention, tuple[Any, ...], list[str]]]:
    """For each condition the first property that it compares with words outside its values, with
    its values and these words."""
    read = [tuple(mentions(facts, *each)) for each in conditional(facts)]
    valued = {_subject(each) for named in read for each in named if _names_a_value(each)}
    for named in read:
        for mention in named:
            values = values_at(mention.node, mention.fields)
            if values and (words := _impossible(mention, values, _subject(mention) in valued)):
                yield mention, values, words
                break


def _subject(mention: Mention) -> tuple[str, str, tuple[str, ...]]:
    """Where a property is named, and which."""
    return (mention.edge.source, mention.node.id, mention.fields)


def _names_a_value(mention: Mention) -> bool:
    values = values_at(mention.node, mention.fields) or ()
    said = mention.comparison.values if mention.comparison else ()
    return any(is_value(value.text, values) for value in said)


def _impossible(mention: Mention, values: tuple[Any, ...], valued: bool) -> list[str]:
    """The words that a condition uses as values, but that aren't values: all of them if all
    alternatives are wrong, otherwise those that misspell a declared value.

    A bare "verdict is good" can be a mere judgment. It counts as a value if it misspells one, or
    if the same property is compared with a declared value elsewhere (`valued`).
    """
    said = mention.comparison
    if said is None or said.negated or said.ranged:
        return []
    explicit = mention.explicit or said.kind == "among" or any(v.quoted for v in said.values)
    known = {spell(value).lower() for value in values}
    wrong = [
        value.text
        for value in said.values
        if not is_value(value.text, values)
        and (explicit or value.text.lower() not in known)
        and (value.quoted or value.text.lower() not in FUZZY - known)
    ]
    slips = [word for word in wrong if near(word, values)]
    if len(wrong) < len(said.values) and not explicit:
        return slips
    return wrong if explicit or valued else slips
