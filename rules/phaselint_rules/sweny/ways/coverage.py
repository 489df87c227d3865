"""How the conditions out of a node cover the values of its properties (reference §7.4, §8.2)."""

from __future__ import annotations

import re

from phaselint.vocabulary.record import NamedTuple
from phaselint_rules.sweny.routes.readings import (
    mentions,
    says,
    spell,
    typed,
    values_at,
    values_or_booleans,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.conditions import Condition, Word
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint_rules.sweny.routes.readings import Mention

_BREAK = r"(?i)[,;()\[\]{}]|[.!?](?=\s|$)|\s[-–—]+\s|&&|\|\||(?<![\w-])(?:and|or|but)(?![\w-])"
"""What ends a clause."""

_WEAK_BREAK = (
    r"(?i)(?<![\w-])(?:after|although|as|because|before|during|for|if|in|on|since|so|then|though"
    r"|when|where|while|with)(?![\w-])"
)
"""The start of a circumstance, in which words of number and range are about something else."""

_STRONG = frozenset(
    {
        *("not", "never", "none", "neither", "nor", "unless", "except", "cannot", "otherwise"),
        *("else", "regardless", "whatever", "anything", "everything", "other than", "all other"),
        *("different from", "remaining", "rest", "!", "≠"),
    }
)
"""Words that negate a clause or make it cover the rest, anywhere in the clause."""

_REST = (
    r"(?i)\s*(?:in\s+)?(?:otherwise|else|default|fallback|remaining|(?:all|any|every)\s+other"
    r"|(?:any|every)thing\s+else|the\s+rest)(?![\w-])"
)
"""The start of a clause that covers all remaining values."""

_OF_REST = (
    *("otherwise", "else", "default", "fallback", "remaining", "all", "any", "every", "rest"),
)
"""Words of which each such beginning contains one."""

_OR_MORE = r"(?i)\s*,?\s*(?:or|/|\|\|)\s+$"


class Coverage(NamedTuple):
    """A property with finitely many values that all conditions of a node speak of, and the
    values that none of them names."""

    property: str
    values: tuple[Any, ...]
    missing: tuple[Any, ...]


def coverage(facts: SwenyFacts, name: str, asked: tuple[Edge, ...]) -> Iterator[Coverage]:
    """How the conditions out of a node cover the values of its properties.

    A word that negates or widens a clause about a property ("not", "or higher") can cover
    every value, and so can a clause that begins with "otherwise": then no value is missing.
    """
    node = facts.nodes[name]
    if not node.sound:
        return
    texts = [facts.conditions[edge.number] for edge in asked]
    named: list[list[Mention]] = []
    for field in node.properties:
        values = values_or_booleans(node, (field,))
        if not values:
            continue
        named = named or [[*mentions(facts, e, t)] for e, t in zip(asked, texts, strict=True)]
        own = [[m for m in each if m.node is node and m.fields == (field,)] for each in named]
        if values_at(node, (field,)) is None:
            said = [_booleans(text, each) for text, each in zip(texts, own, strict=True)]
            if all(said):
                missing = tuple(v for v in values if not any(v in each for each in said))
                yield Coverage(field, values, missing)
        elif _all_speak_of(node, field, values, texts):
            known = {spell(value).lower() for value in values}
            pairs = zip(texts, own, strict=True)
            wide = any(_widened(text, each, field, known) for text, each in pairs)
            missing = tuple(v for v in values if not any(says(text, spell(v)) for text in texts))
            yield Coverage(field, values, () if wide else missing)


def _booleans(text: Condition, own: list[Mention]) -> Collection[bool]:
    """The values of a boolean for which a condition may hold; none where it does not say so
    plainly."""
    if len(own) != 1 or re.search(r"(?i)\bor\b|\|\||\bunless\b|\bnot\s*\(", text.text):
        return ()
    said = own[0].comparison
    if said is None or said.ranged or len(said.values) != 1:
        return ()
    value = typed(said.values[0].text, ())
    if not isinstance(value, bool) or re.match(_REST, text.text):
        return ()
    return ((not value) if said.negated else value,)


def _all_speak_of(
    node: Node, field: str, values: tuple[Any, ...], texts: Iterable[Condition]
) -> bool:
    """For each condition, whether it names the property or one of its values, if some condition
    does."""
    by_name = [
        text.names(field)
        and not any(r.fields[0] == field and r.node != node.id for r in text.references)
        for text in texts
    ]
    by_value = (any(says(text, spell(value)) for value in values) for text in texts)
    return any(by_name) and all(map(any, zip(by_name, by_value, strict=True)))


# --- words that widen -------------------------------------------------------------------------


def _widened(text: Condition, own: list[Mention], field: str, known: Collection[str]) -> bool:
    """Whether a condition can cover more values of a property than it names."""
    if _has_a_rest(text.text, known):
        return True
    words = [word for word in text.wide if word.text not in known]
    if not words:
        return False
    if any(re.search(_OR_MORE, text.text[: word.start]) for word in words):
        return True
    compared = [each.comparison for each in own if each.comparison and each.comparison.values]
    if any(each.negated or each.ranged for each in compared):
        return True
    anchors = [*_anchors(text.text, field)] or [at for v in known for at in _anchors(text.text, v)]
    if not anchors:
        return True
    return any(
        _turned(text.text, at, word, plain=bool(compared)) for at in anchors for word in words
    )


def _has_a_rest(text: str, known: Collection[str]) -> bool:
    """Whether a clause of a condition covers all remaining values."""
    plain = text.lower()
    if not any(word in plain for word in _OF_REST):
        return False
    starts = (0, *(found.end() for found in re.finditer(_BREAK, text)))
    return any(_begins_the_rest(text, start, known) for start in starts)


def _begins_the_rest(text: str, start: int, known: Collection[str]) -> bool:
    found = re.compile(_REST).match(text, start)
    return found is not None and found[0].strip().lower() not in known


def _anchors(text: str, name: str) -> Iterator[int]:
    """Where a name appears in a condition, with `_`, `-` or a blank alike."""
    pattern = r"[_\-\s]".join(map(re.escape, re.split(r"[_\-\s]+", name)))
    for found in re.finditer(rf"(?i)(?<![\w-]){pattern}", text):
        yield found.start()


def _turned(text: str, at: int, word: Word, *, plain: bool) -> bool:
    """Whether a word negates or widens the clause at an offset. In a comparison that is read in
    full (`plain`) only the words before the offset do."""
    strong = word.text in _STRONG or word.text.endswith(("n't", "n’t"))
    if word.start < at:
        between = text[word.end : at].strip(" (")
        return strong and not re.search(_BREAK, between)
    if plain:
        return False
    between = text[at : word.start]
    ends = re.search(_BREAK, between) or (not strong and re.search(_WEAK_BREAK, between))
    return not ends
