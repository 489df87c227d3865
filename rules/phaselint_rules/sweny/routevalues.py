"""The values that conditions compare properties with (reference sweny §7.4, §8.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import joined, say, tick, ticks
from phaselint.vocabulary.rule import WARNING, Rule
from phaselint_rules.sweny import proofs
from phaselint_rules.sweny.needs import GRAPH, SOUND
from phaselint_rules.sweny.readings import (
    conditional,
    is_value,
    mentions,
    near,
    rewrite,
    spell,
    values_at,
)
from phaselint_rules.sweny.routes import at
from phaselint_rules.sweny.walks import edge_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint_rules.sweny.readings import Mention

FUZZY = frozenset(
    {
        *("acceptable", "bad", "changed", "clear", "correct", "expected", "final", "good"),
        *("incorrect", "invalid", "known", "negative", "positive", "unacceptable", "unchanged"),
        *("unclear", "unexpected", "unknown", "valid", "wrong"),
    }
)
"""Words that judge a value and are none, unless they are declared as one."""


def routing_value_impossible(facts: SwenyFacts) -> Iterator[Finding]:
    """A condition compares a property with a value it never has.

    What:
        A text says that a property `is`, `=` or `equals` a value, or is in a list of values,
        the property is declared with `enum` or `const`, and the value is not among them. What
        merely judges ("is acceptable") or only asks whether there is one ("is set") is no value.
    Why:
        No data that the node may return makes the condition true.
    Bad:
        # verdict: {enum: [fix, skip]}
        edges: [{from: assess, to: fix, when: assess.verdict is fixed}, {from: assess, to: end}]
    Good:
        edges: [{from: assess, to: fix, when: assess.verdict is fix}, {from: assess, to: end}]
    Fix:
        Use a declared value, or declare this one.
    Dry run:
        The model gives each declared value in turn, and the router is shown that one.
    Source:
        sweny §7.4, §8.2
    """
    for mention, values, words in never_true(facts):
        yield _value_finding(facts, mention, values, words)


def never_true(facts: SwenyFacts) -> Iterator[tuple[Mention, tuple[Any, ...], list[str]]]:
    """For each condition the first property that it compares with words that are none of its
    values, with its values and these words."""
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
    """The words that a text takes for values, and that are none: where all alternatives are, or
    as far as they are slips of a declared one.

    A bare "verdict is good" may be no more than a judgement. It is taken for a value where it is
    a slip of one, or where the same is compared with a declared value (`valued`).
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


def _value_finding(
    facts: SwenyFacts, mention: Mention, values: tuple[Any, ...], words: list[str]
) -> Finding:
    edge, node, word = mention.edge, mention.node, words[0]
    declared = [spell(value) for value in values]
    field = ".".join(mention.fields)
    better = near(word, values)
    steps = [step for name in mention.fields for step in ("properties", name)]
    case = "; only the case differs" if word.lower() in map(str.lower, declared) else ""
    return Finding(
        edge_place(facts, edge, "when"),
        say(
            "{} of {} is never {}{}",
            tick(field),
            tick(node.id),
            joined(" or ", map(tick, words)),
            case,
        ),
        f"did you mean {tick(better)}?" if better else f"use one of {ticks(declared[:8])}",
        confidence="high" if mention.explicit and better else "medium",
        related=(
            Related(facts.place((*node.pointer, "output", *steps)), "the values it may have"),
        ),
        witness=at(
            facts,
            edge.source,
            edge=edge.number,
            property=field,
            of=node.id,
            values=list(values),
            impossible=words,
        ),
        fix=_swap(facts, edge, word, better),
    )


def _swap(facts: SwenyFacts, edge: Edge, word: str, better: str | None) -> Fix | None:
    """Write the value meant, where the wrong one stands once in the text."""
    found = [*re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", edge.condition)]
    if better is None or len(found) != 1:
        return None
    return rewrite(facts, edge, *found[0].span(), better)


RULES = (
    Rule(
        "SW206",
        routing_value_impossible,
        WARNING,
        GRAPH,
        proofs.views.never_that_value,
        whole=SOUND,
        fix="unsafe",
    ),
)
