"""The data of a model run by the classes of values that gates tell apart (reference §5.5–5.8).

The values of each property that gates read are divided into classes that no gate distinguishes:
each value that the schema lists or a gate names, missing, null, and all others, or for these the
strings by the patterns that they match. For each combination of classes the schema of the output is
asked for data. There are no classes for paths with wildcards or to data that the runtime writes,
for patterns on values that might not be strings, and for schemas that can't be decided.
"""

from __future__ import annotations

from itertools import product
from math import prod

from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.wording import domain, pin, pin_to_none
from phaselint.javascript.equality import equal
from phaselint.javascript.members import inherits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Evaluator, Match, Node
    from phaselint.dialects.sweny.running.readings import Reading

    Fields = tuple[str, ...]
    Asked = Mapping[Fields, Sequence[Match]]
    """The properties that gates look at, with what each has to match, if anything."""

MOST_PATTERNS = 2
_OF_RUNTIME = ("error", "evals", "fail_soft", "length", "safe_outputs", "skipped_reason", "summary")
"""What the runtime writes into data, or finds in them."""


def asked_of(node: Node, readings: Iterable[Reading]) -> Asked | None:
    """The properties that gates look at; none where one can't be told."""
    own = [(each, 0) for e in node.evals for each in _checks(e)]
    read = [(each, 1) for reading in readings for each in _checks(reading)]
    found: dict[Fields, list[Match]] = {}
    for (path, match), skipped in (*own, *read):
        known = parse(path)
        names = tuple(each.name for each in known.segments[skipped:])
        if known.error or not names or any(each.wildcard for each in known.segments):
            return None
        if any(name in _OF_RUNTIME or inherits(name) for name in names):
            return None
        found.setdefault(names, []).extend([match] if match is not None else [])
    return found


def _checks(checks: Evaluator | Reading) -> Iterator[tuple[str, Match | None]]:
    yield from ((each.path, None) for each in checks.required)
    yield from ((each.path, each) for each in checks.matches)


def data_of(
    node: Node, asked: Asked, schema: Mapping[str, Any], most: int
) -> list[dict[str, Any]] | None:
    """Data of a schema, one for each combination of classes that it allows; none where that is not
    known, or there may be more than `most`."""
    from phaselint.schema import conforming

    classes = [_classes(node, fields, matches, schema) for fields, matches in asked.items()]
    known = [each for each in classes if each is not None]
    if len(known) < len(classes) or prod(map(len, known)) > most:
        return None
    found = []
    for chosen in product(*known):
        verdict = conforming({**schema, "allOf": [*schema.get("allOf", ()), *chosen]}, [])
        if verdict.answer == "yes" and isinstance(verdict.instance, dict):
            found.append(verdict.instance)
        elif verdict.answer != "no":
            return None
    return found


def _classes(
    node: Node, fields: Fields, matches: Sequence[Match], schema: Mapping[str, Any]
) -> list[Any] | None:
    """Schemas of data, one for each class of what a property can be; none where that isn't
    known."""
    from phaselint.schema import conforming, holding
    from phaselint.schema.walk import lacking

    listed = domain(node, fields)
    if listed:
        return [*(pin(fields, [value]) for value in listed), pin_to_none(fields, listed)]
    patterns = list(dict.fromkeys(e.value for e in matches if e.operator == "matches"))
    if len(patterns) > MOST_PATTERNS or not all(isinstance(each, str) for each in patterns):
        return None
    named = _named(matches, booleans=bool(patterns))
    other = {"not": {"enum": named}}
    found = [lacking(fields), *(holding(fields, {"enum": [value]}) for value in named)]
    if not patterns:
        return [*found, holding(fields, other)]
    textless = holding(fields, {"type": ["number", "array", "object"], **other})
    if conforming({**schema, "allOf": [*schema.get("allOf", ()), textless]}, []).answer != "no":
        return None
    for held in product((True, False), repeat=len(patterns)):
        pairs = zip(patterns, held, strict=True)
        told = ({"pattern": p} if yes else {"not": {"pattern": p}} for p, yes in pairs)
        found.append(holding(fields, {"type": "string", "allOf": [other, *told]}))
    return found


def _named(matches: Iterable[Match], *, booleans: bool) -> list[Any]:
    """The values that are classes by themselves, each once: null, and those that gates name."""
    found: list[Any] = [None, *((True, False) if booleans else ())]
    for match in matches:
        named = match.value if match.operator == "in" else (match.value,)
        for value in named if match.operator != "matches" else ():
            if not any(equal(value, each) for each in found):
                found.append(value)
    return found
