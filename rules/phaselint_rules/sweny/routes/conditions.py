"""Conditions at odds with each other, with themselves, or with what comes next (§5.12, §7.4)."""

from __future__ import annotations

import re

from phaselint.dialects.sweny.analysis.matchvalues import passes
from phaselint.vocabulary.finding import Finding, Related, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint_rules.sweny.gates.gatewords import test_of
from phaselint_rules.sweny.needs import GRAPH, REQUIRES, SOUND, WHEN
from phaselint_rules.sweny.routes.readings import (
    conditional,
    mentions,
    routed,
    typed,
    values_or_booleans,
)
from phaselint_rules.sweny.run_descriptions import condition as shown
from phaselint_rules.sweny.run_descriptions import edge_place
from phaselint_rules.sweny.ways.coverage import coverage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.analysis.pathuses import Use
    from phaselint.dialects.sweny.model import Edge
    from phaselint_rules.sweny.routes.readings import Mention

_OPEN = r"(?i)(?<![\w-])(?:or|unless|not|never|nor|neither|either|n['’]t)(?![\w-])|\|\||!"
"""What prevents the parts of a condition from holding all at once."""

_BLANK = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""All characters that `str.split` treats as a space, except the space itself."""

_ALIKE = dict.fromkeys(map(ord, f"`'\"“”‘’{{}}${_BLANK}"), " ")
"""What doesn't change the meaning of a condition."""


@rule("SW214", WARNING, needs=GRAPH, complete_if=SOUND, only_if_keys=WHEN)
def same_condition(facts: SwenyFacts) -> Iterator[Finding]:
    """Same condition on edges to different nodes

    What:
        Two edges out of a node have the same text but different targets. Case, blanks, quotes and a
        full stop at the end don't count. Silent if `routing-enum-uncovered` reports the node.
    Why:
        Whenever one condition is true, so is the other. The router picks one of the targets without
        a reason.
    Bad:
        edges:
          - {from: look, to: merge, when: look.state is ready}
          - {from: look, to: hold, when: look.state is ready}
    Good:
        edges:
          - {from: look, to: merge, when: look.state is ready}
          - {from: look, to: hold, when: look.state is stale}
    Fix:
        Change one condition, or delete one edge.
    Source:
        sweny §5.12, §7.4
    """
    for name, asked in routed(facts):
        texts: dict[str, Edge] = {}
        twins = [
            (first, edge)
            for edge in asked
            if (first := texts.setdefault(_plain(edge.condition), edge)).target != edge.target
        ]
        if not twins or _uncovered(facts, name, asked):
            continue
        for first, edge in twins:
            yield Finding(
                edge_place(facts, edge, "when"),
                message(
                    "the edges from {} to {} and {} have the same condition",
                    quote(name),
                    quote(first.target),
                    quote(edge.target),
                ),
                "change one condition, or delete one edge",
                related=(Related(edge_place(facts, first, "when"), "same condition"),),
                witness=Witness({"node": name, "edges": [first.number, edge.number]}),
            )


def _uncovered(facts: SwenyFacts, name: str, asked: tuple[Edge, ...]) -> bool:
    """Whether `routing-enum-uncovered` reports a node."""
    if len(asked) < len(facts.ways.out[name]):
        return False
    return any(each.missing for each in coverage(facts, name, asked))


def _plain(text: str) -> str:
    """A text without what does not change its meaning. To take it to pieces at its spaces would
    take many times its length."""
    plain = text.translate(_ALIKE)
    while "  " in plain:
        plain = plain.replace("  ", " ")
    return plain.strip(" ").rstrip(".").rstrip(" ").lower()


@rule("SW215", WARNING, needs=GRAPH, complete_if=SOUND, only_if_keys=WHEN, ends="unused")
def condition_contradicts_itself(facts: SwenyFacts) -> Iterator[Finding]:
    """Condition that needs two values of one property

    What:
        A condition compares the same property with two different values and joins the comparisons
        with "and". Silent if the condition contains a negation or an "or".
    Why:
        No data can make the condition true, so the edge is never the right one.
    Bad:
        edges: [{from: look, to: merge, when: look.state is ready and look.state is draft}]
    Good:
        edges: [{from: look, to: merge, when: look.state is ready or look.state is draft}]
    Fix:
        Join the comparisons with "or", or remove one of them.
    Source:
        sweny §5.12, §7.4
    """
    for edge, condition in conditional(facts):
        clash = _clash(mentions(facts, edge, condition))
        if clash is None or re.search(_OPEN, condition.text):
            continue
        first, other = clash
        yield Finding(
            edge_place(facts, edge, "when"),
            message(
                "this condition needs {} to be both {} and {}",
                quote(".".join(first.fields)),
                quote(str(_words(first))),
                quote(str(_words(other))),
            ),
            'join the comparisons with "or", or remove one of them',
            witness=Witness({"edge": edge.number, "property": list(first.fields)}),
        )


def _clash(said: Iterable[Mention]) -> tuple[Mention, Mention] | None:
    """The first two comparisons of one property with different values."""
    known: dict[tuple[str, tuple[str, ...]], Mention] = {}
    for mention in said:
        if _single(mention):
            first = known.setdefault((mention.node.id, mention.fields), mention)
            if _values(first) != _values(mention):
                return first, mention
    return None


def _single(mention: Mention) -> bool:
    said = mention.comparison
    plain = said is not None and said.kind == "equals" and not (said.negated or said.ranged)
    return plain and said is not None and len(said.values) == 1


def _words(mention: Mention) -> str:
    return mention.comparison.values[0].text if mention.comparison else ""


def _values(mention: Mention) -> list[Any]:
    """The values that a comparison names."""
    declared = values_or_booleans(mention.node, mention.fields) or ()
    said = mention.comparison
    return [typed(each.text, declared) for each in said.values] if said else []


@rule("SW216", WARNING, needs=GRAPH, complete_if=SOUND, only_if_keys=REQUIRES, ends="unmet")
def condition_contradicts_requires(facts: SwenyFacts) -> Iterator[Finding]:
    """Condition that excludes what the next node requires

    What:
        The condition of an edge compares a property with a value, but the `requires` of the target
        needs another value of the same property. For a condition with "is not", the remaining
        declared values count. Silent if the condition contains a negation or joins comparisons with
        "or".
    Why:
        When the condition is true, the target fails or is skipped.
    Bad:
        edges: [{from: look, to: merge, when: look.state is ready}]
        # and in `merge`
        requires: {output_matches: [{path: look.state, equals: draft}]}
    Good:
        requires: {output_matches: [{path: look.state, equals: ready}]}
    Fix:
        Change the condition or `requires`.
    Source:
        sweny §5.5, §5.12
    """
    uses: dict[str, list[Use]] = {}
    for use in facts.required_paths:
        if use.match is not None and use.fault in ("", "optional"):
            uses.setdefault(use.node.id, []).append(use)
    for edge, condition in conditional(facts) if uses else ():
        for mention in mentions(facts, edge, condition) if edge.target in uses else ():
            found = next((u for u in uses[edge.target] if _excludes(u, mention)), None)
            if found is None or re.search(_OPEN, _rest(edge, mention)):
                continue
            yield Finding(
                edge_place(facts, edge, "when"),
                message(
                    "when {}, `requires` of {} fails: it needs another value of {}",
                    quote(shown(edge)),
                    quote(edge.target),
                    quote(found.text),
                ),
                "change the condition or `requires`",
                related=(Related(facts.place(found.pointer), "needs another value"),),
                witness=Witness({"edge": edge.number, "node": edge.target, "path": found.text}),
            )
            break


def _rest(edge: Edge, mention: Mention) -> str:
    """A text without the comparison of one property."""
    end = mention.comparison.end if mention.comparison else 0
    start = edge.condition.find(mention.text)
    return edge.condition[: max(start, 0)] + " " + edge.condition[end:]


def _excludes(use: Use, mention: Mention) -> bool:
    """Whether a check fails for each value that a condition compares its path with."""
    said = mention.comparison
    if said is None or said.ranged or not said.values or use.match is None:
        return False
    if use.root != mention.node.id or any(each.wildcard for each in use.path.segments):
        return False
    if tuple(each.name for each in use.path.segments[1:]) != mention.fields:
        return False
    declared, test = values_or_booleans(mention.node, mention.fields), test_of(use.match)
    values = _values(mention)
    if test is None or (declared is not None and not all(each in declared for each in values)):
        return False
    if said.negated:
        values = [each for each in declared or () if each not in values]
    return bool(values) and not any(map(passes(test), values))
