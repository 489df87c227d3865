"""Keywords of output schemas, by their spelling (reference sweny §8.5)."""

from __future__ import annotations

from phaselint.vocabulary.finding import Edit, Finding, Fix, Witness
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import WARNING, rule
from phaselint.vocabulary.suggest import distance, suggest
from phaselint_rules.sweny.needs import OUTPUT, SOUND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaselint.dialects.sweny.analysis.facts import SwenyFacts
    from phaselint.vocabulary.finding import Pointer

_ONE = (
    *("additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if"),
    *("items", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"),
)
"""Keywords with a schema."""

_MANY = ("allOf", "anyOf", "items", "oneOf", "prefixItems")
"""Keywords with a list of schemas."""

_NAMED = ("$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties")
"""Keywords with schemas by name, `properties` aside."""

_OTHER = (
    *("$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema"),
    *("$vocabulary", "const", "contentEncoding", "contentMediaType", "default", "deprecated"),
    *("dependentRequired", "description", "enum", "examples", "exclusiveMaximum"),
    *("exclusiveMinimum", "format", "maxContains", "maxItems", "maxLength", "maxProperties"),
    *("maximum", "minContains", "minItems", "minLength", "minProperties", "minimum"),
    *("multipleOf", "pattern", "properties", "readOnly", "required", "title", "type"),
    *("uniqueItems", "writeOnly"),
)

KEYWORDS = tuple(sorted({*_ONE, *_MANY, *_NAMED, *_OTHER}))

_FOREIGN = frozenset(
    {
        *("discriminator", "example", "externalDocs", "id", "key", "label", "name", "nullable"),
        *("notes", "order", "summary", "tag", "tags", "types", "unit", "units", "values", "xml"),
    }
)
"""Keys that other systems or people write into schemas on purpose."""

_SHORTEST, _SHORT, _MIDDLING = 4, 5, 6
"""The shorter a key, the less it can differ from the intended keyword."""


@rule("SW506", WARNING, complete_if=SOUND, fix="unsafe", only_if_keys=OUTPUT)
def output_keyword_misspelled(facts: SwenyFacts) -> Iterator[Finding]:
    """Misspelled keyword in an output schema

    What:
        A key of an `output` schema isn't a keyword of JSON Schema, but is spelled like one. Other
        unknown keys, and those that begin with `x-`, aren't reported.
    Why:
        Validators ignore unknown keys. `requried` doesn't require anything; `enums` allows every
        value.
    Bad:
        output: {type: object, properties: {verdict: {type: string}}, requried: [verdict]}
    Good:
        output: {type: object, properties: {verdict: {type: string}}, required: [verdict]}
    Fix:
        Rename the key.
    Source:
        sweny §3.2, §8.5
    """
    for node in facts.sound_nodes:
        if node.output is None:
            continue
        for pointer, schema in _schemas(node.output, (*node.pointer, "output")):
            for key in schema:
                better = _near(key)
                if better is not None:
                    yield _misspelled(facts, pointer, key, better, better in schema)


def _misspelled(facts: SwenyFacts, pointer: Pointer, key: str, better: str, taken: bool) -> Finding:
    place = facts.place((*pointer, key), "key")
    title = f"rename {quote(key)} to {quote(better)}"
    return Finding(
        place,
        message("JSON Schema has no keyword {}, so it has no effect", quote(key)),
        f"use {quote(better)}",
        witness=Witness({"key": key, "keyword": better}),
        fix=None if taken else Fix("unsafe", title, (Edit(place, better),)),
    )


def _near(key: Any) -> str | None:
    """The keyword that a key misspells; none for a keyword and for a deliberate key."""
    if not isinstance(key, str) or key in KEYWORDS or key in _FOREIGN or len(key) < _SHORTEST:
        return None
    better = None if key.startswith(("x-", "$", "_")) else suggest(key, KEYWORDS)
    if better is None or (len(key) < _SHORT and len(better) != len(key)):
        return None
    limit = 2 if len(key) <= _MIDDLING else 3
    return better if distance(key.lower(), better.lower(), limit) < limit else None


def _schemas(root: Any, start: Pointer) -> Iterator[tuple[Pointer, dict[Any, Any]]]:
    """The mappings of a schema that are schemas, with their places, in the order of writing."""
    left: list[tuple[Pointer, Any]] = [(start, root)]
    while left:
        pointer, schema = left.pop()
        if not isinstance(schema, dict):
            continue
        yield pointer, schema
        below: list[tuple[Pointer, Any]] = []
        for key, value in schema.items():
            here = (*pointer, key)
            if key in (*_NAMED, "properties") and isinstance(value, dict):
                below += [((*here, name), each) for name, each in value.items()]
            elif key in _MANY and isinstance(value, list):
                below += [((*here, at), each) for at, each in enumerate(value)]
            elif key in _ONE:
                below.append((here, value))
        left += reversed(below)
