"""The values that conditions compare properties with (reference sweny §7.4, §8.2)."""

from __future__ import annotations

import re

from phaselint.vocabulary.claim import All, Written
from phaselint.vocabulary.finding import Finding, Fix, Related
from phaselint.vocabulary.message import joined, message, quote, quote_all
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.sweny.needs import GRAPH, SOUND, WHEN
from phaselint_rules.sweny.routes.comparedvalues import never_true
from phaselint_rules.sweny.routes.readings import (
    near,
    rewrite,
    seen_as,
    spell,
    written_in,
)
from phaselint_rules.sweny.routes.routes import witness_at
from phaselint_rules.sweny.run_descriptions import edge_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge
    from phaselint.vocabulary.finding import Place
    from phaselint_rules.sweny.routes.readings import Mention


@rule(
    "SW206",
    WARNING,
    needs=GRAPH,
    claims="read_and_notes",
    complete_if=SOUND,
    fix="unsafe",
    only_if_keys=WHEN,
)
def routing_value_impossible(facts: SwenyFacts) -> Iterator[Finding]:
    """Comparison with a value that the property never has

    What:
        A condition says that a property `is`, `=` or `equals` a value, or is in a list of values;
        the property is declared with `enum` or `const`, but the value isn't among them. Judgments
        ("is acceptable") and questions whether a value exists ("is set") don't count as values.
    Why:
        No data that the node can return makes the condition true.
    Bad:
        # verdict: {enum: [fix, skip]}
        edges: [{from: assess, to: fix, when: assess.verdict is fixed}, {from: assess, to: end}]
    Good:
        edges: [{from: assess, to: fix, when: assess.verdict is fix}, {from: assess, to: end}]
    Fix:
        Use a declared value, or declare this one.
    Dry run:
        The model returns each declared value in turn, and the router is shown it.
    Source:
        sweny §7.4, §8.2
    """
    for mention, values, words in never_true(facts):
        yield _value_finding(facts, mention, values, words)


def _value_finding(
    facts: SwenyFacts, mention: Mention, values: tuple[Any, ...], words: list[str]
) -> Finding:
    edge, node, word = mention.edge, mention.node, words[0]
    declared = [spell(value) for value in values]
    field = ".".join(mention.fields)
    better = near(word, values)
    case = "; only the case differs" if word.lower() in map(str.lower, declared) else ""
    property = _declaration(facts, mention)
    return Finding(
        edge_place(facts, edge, "when"),
        message(
            "{} of {} is never {}{}",
            quote(field),
            quote(node.id),
            joined(" or ", map(quote, words)),
            case,
        ),
        f"use {quote(better)}" if better else f"use one of {quote_all(declared[:8])}",
        confidence="high" if mention.explicit and better else "medium",
        related=(Related(property, "declared values"),),
        witness=witness_at(
            facts,
            edge.source,
            edge=edge.number,
            property=field,
            of=node.id,
            values=list(values),
            impossible=words,
        ),
        claim=_never_those(facts, mention, values, words),
        fix=_swap(facts, edge, word, better),
    )


def _declaration(facts: SwenyFacts, mention: Mention) -> Place:
    """Where a property is declared."""
    steps = [step for name in mention.fields for step in ("properties", name)]
    return facts.place((*mention.node.pointer, "output", *steps))


def _never_those(
    facts: SwenyFacts, mention: Mention, values: tuple[Any, ...], words: list[str]
) -> All:
    """That the router sees each declared value of a property, none of which is one of the words
    that a condition compares it with."""
    edge, node, property = mention.edge, mention.node, _declaration(facts, mention)
    declared: Any = node.output
    for name in mention.fields:
        declared = declared["properties"][name]
    enum = property._replace(pointer=(*property.pointer, "enum"))
    return All(
        tuple(seen_as(edge.source, node, mention.fields, value) for value in values),
        (
            *written_in(edge_place(facts, edge, "when"), words),
            Written(property, lacks=tuple(["const", each] for each in words)),
            Written(enum, lacks=tuple(words)) if "enum" in declared else Written(enum, absent=True),
        ),
        f"that the condition uses {quote_all(words)}",
    )


def _swap(facts: SwenyFacts, edge: Edge, word: str, better: str | None) -> Fix | None:
    """Write the value meant, where the wrong one stands once in the text."""
    found = [*re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", edge.condition)]
    if better is None or len(found) != 1:
        return None
    return rewrite(facts, edge, *found[0].span(), better)
