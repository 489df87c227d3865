"""What conditions mean in terms of what nodes declare (reference §7.4, §5.12).

`conditions` of the dialect reads the prose; here their words meet the output schemas. Each
reference has one standing, so one slip has one finding: it names a missing node, a node that
hasn't run or a field that the router isn't shown, or it is fine.
"""

from __future__ import annotations

import re

from phaselint.dialects.sweny.model import INPUT
from phaselint.vocabulary.claim import Notes, Written
from phaselint.vocabulary.finding import Edit, Fix
from phaselint.vocabulary.message import quote
from phaselint.vocabulary.record import NamedTuple
from phaselint.vocabulary.suggest import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, Literal

    from phaselint.dialects.sweny.analysis.comparisons import Comparison
    from phaselint.dialects.sweny.analysis.conditions import Bare, Condition, Reference
    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.dialects.sweny.model import Edge, Node
    from phaselint.vocabulary.finding import Place

    Standing = Literal["fine", "not-upstream", "undeclared", "unknown-evaluator", "unsaid"]

EVALS = "evals"
"""The key under which the router is shown evaluator results (reference §5.4)."""

OWN_FIELDS = frozenset({"error", "fail_soft", "skipped_reason", "status"})
"""What authors expect in a failed node's data; hidden if properties are declared (§5.12)."""


_LEADING = frozenset(
    {"", "and", "but", "if", "its", "once", "only", "or", "that", "the", "when", "where", "while"}
)
"""Words before a bare property name that don't make it the name of something else."""


class Mention(NamedTuple):
    """A property that a condition names: its edge, its node, and the comparison.

    `explicit` tells a reference with the node's id from a bare name; `text` is as written.
    """

    edge: Edge
    node: Node
    fields: tuple[str, ...]
    comparison: Comparison | None
    explicit: bool
    text: str


def conditional(facts: SwenyFacts) -> Iterator[tuple[Edge, Condition]]:
    """The reachable edges with a condition, and their conditions."""
    for edge in facts.edges:
        if edge.number in facts.conditions and edge.source in facts.ways.reach:
            yield edge, facts.conditions[edge.number]


def routed(facts: SwenyFacts) -> Iterator[tuple[str, tuple[Edge, ...]]]:
    """The nodes at which the router is asked, with their conditional edges; those with a blank
    condition are left out, for it is not known what they say, and those with an expression."""
    for name, edges in facts.ways.out.items():
        asked = tuple(edge for edge in edges if edge.condition)
        if asked and name in facts.ways.reach and all((edge.when or "").strip() for edge in asked):
            yield name, asked


def standing(facts: SwenyFacts, edge: Edge, reference: Reference) -> Standing:
    """The state of a reference to a node when the edge's condition is judged; `unsaid` if another
    rule reports the cause."""
    if reference.node == INPUT:
        return "unsaid"
    node, field = facts.nodes[reference.node], reference.fields[0]
    if node.id not in facts.ways.reach or not node.sound:
        return "unsaid"
    if not seen(facts, edge.source, node.id):
        return "not-upstream"
    if field == EVALS and EVALS not in node.properties:
        return _evaluator(node, reference)
    return "undeclared" if node.properties and field not in node.properties else "fine"


def _evaluator(node: Node, reference: Reference) -> Standing:
    names = {evaluator.name for evaluator in node.evals}
    if len(reference.fields) < 2 or reference.fields[1] in (*names, "output_required"):
        return "fine"
    return "unknown-evaluator"


def seen(facts: SwenyFacts, source: str, name: str) -> bool:
    """Whether a node may have finished when the router is asked at another."""
    return name == source or facts.ways.precedes(name, source)


def mentions(facts: SwenyFacts, edge: Edge, condition: Condition) -> Iterator[Mention]:
    """The declared properties of sound nodes that a condition names, with what it says."""
    for reference in condition.references:
        if standing(facts, edge, reference) == "fine" and reference.fields[0] != EVALS:
            node = facts.nodes[reference.node]
            if fields := declared_as(node, reference.fields):
                comparison, text = reference.comparison, reference.text
                yield Mention(edge, node, fields, comparison, explicit=True, text=text)
    for bare in condition.bare:
        found = _owner(facts, edge, bare)
        if found is not None and (fields := declared_as(found, bare.fields)):
            text = ".".join(bare.fields)
            yield Mention(edge, found, fields, bare.comparison, explicit=False, text=text)


def declared_as(node: Node, fields: tuple[str, ...]) -> tuple[str, ...]:
    """The fields with the first as it is declared, in whatever case it is written; empty where
    the node declares no such property."""
    if fields[0] in node.properties:
        return fields
    for name in node.properties:
        if name.lower() == fields[0].lower():
            return (name, *fields[1:])
    return ()


def _owner(facts: SwenyFacts, edge: Edge, bare: Bare) -> Node | None:
    """The node whose property a bare name is: the one named right before it, else the source,
    else the only earlier node that declares it. None where the text does not say."""
    source = facts.nodes[edge.source]
    before = bare.before.lower()
    if before not in _LEADING:
        named = facts.nodes.get(bare.before)
        return named if named and named.sound and seen(facts, source.id, named.id) else None
    if not source.sound:
        return None
    if declared_as(source, bare.fields):
        return source
    if not source.properties:
        return None
    declaring = facts.declaring.get(bare.fields[0].lower(), ())
    owners = [node for node in declaring if seen(facts, source.id, node.id)]
    return owners[0] if len(owners) == 1 and owners[0].sound else None


def values_at(node: Node, fields: Iterable[str]) -> tuple[Any, ...] | None:
    """The values that a node declares for a property, by `enum` or `const`; none without."""
    schema: Any = node.output
    for field in fields:
        declared = schema.get("properties") if isinstance(schema, dict) else None
        schema = declared.get(field) if isinstance(declared, dict) else None
    if not isinstance(schema, dict):
        return None
    listed = schema.get("enum", [schema["const"]] if "const" in schema else None)
    return tuple(listed) if isinstance(listed, list) and listed else None


def values_or_booleans(node: Node, fields: Iterable[str]) -> tuple[Any, ...] | None:
    """The values that a node declares for a property, those of a boolean included."""
    way = tuple(fields)
    listed = values_at(node, way)
    if listed is not None or not way:
        return listed
    schema: Any = node.output
    for field in way:
        declared = schema.get("properties") if isinstance(schema, dict) else None
        schema = declared.get(field) if isinstance(declared, dict) else None
    return (True, False) if isinstance(schema, dict) and schema.get("type") == "boolean" else None


def typed(text: str, values: Iterable[Any]) -> Any:
    """The value that a word stands for: a declared one that is spelled so, else what it reads
    like."""
    for value in values:
        if spell(value) == text:
            return value
    plain = {"true": True, "false": False, "null": None}
    if text.lower() in plain:
        return plain[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


def spell(value: Any) -> str:
    """A value as prose names it: strings unchanged, all other values as JSON."""
    if isinstance(value, str):
        return value
    import json

    return json.dumps(value, ensure_ascii=False)


def is_value(text: str, values: Iterable[Any]) -> bool:
    """Whether a word is one of some values; numbers in any spelling."""
    spelt = {spell(value) for value in values}
    if text in spelt:
        return True
    try:
        number = float(text)
    except ValueError:
        return False
    return any(type(value) in (int, float) and value == number for value in values)


def near(text: str, values: Iterable[Any]) -> str | None:
    """The value that a word misspells."""
    return suggest(text, [spell(value) for value in values])


def rewrite(facts: SwenyFacts, edge: Edge, start: int, end: int, word: str) -> Fix:
    """Replace a piece of a condition; the whole text is written anew, in quotes."""
    import json

    text = edge.condition
    better = text[:start] + word + text[end:]
    place = facts.place((*edge.pointer, "when"))
    title = f"replace {quote(text[start:end])} with {quote(word)}"
    return Fix("unsafe", title, (Edit(place, json.dumps(better, ensure_ascii=False)),))


def says(text: Condition, word: str) -> bool:
    """Whether a condition contains a word, or the word with an ending: `fixed` for `fix`."""
    if not word or text.names(word):
        return True
    return len(word) > 2 and any(each.text.lower().startswith(word.lower()) for each in text.words)


def seen_as(source: str, node: Node, fields: Sequence[str], value: Any) -> Notes:
    """A claim that the router at a node sees a value which another node returns."""
    from phaselint_rules.sweny.samples import visit_with

    return Notes(
        source,
        "model:evaluate",
        {("context", node.id, *fields): value},
        answers=visit_with(node, fields, value),
        asked=node.id,
    )


def written_in(place: Place, words: Iterable[str]) -> tuple[Written, ...]:
    """That each of some words is in the text at a place, not as a part of a longer one."""
    forms = (rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in words)
    return tuple(Written(place, like=f".*{form}.*") for form in forms)
