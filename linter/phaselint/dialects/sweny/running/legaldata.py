"""Model runs whose data gates look at, by brute force (reference §5.5–5.8).

Where every path that a gate reads leads to a property with finitely many values, each combination
of these is tried, present and missing: the schema of the output is asked for the rest of the data.
Of tools that gates name, each set is called. All else has no second derivation.
"""

from __future__ import annotations

from itertools import combinations, product
from math import prod

from phaselint.dialects.sweny.reading.pathgrammar import parse
from phaselint.dialects.sweny.running.results import Ran
from phaselint.dialects.sweny.running.wording import domain, pin, pin_to_none
from phaselint.javascript.members import inherits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.dialects.sweny.running.readings import Reading

    Fields = tuple[str, ...]

MOST_DATA = 32
MOST_TOOLS = 4
_MISSING = object()
_OF_RUNTIME = ("error", "evals", "fail_soft", "length", "safe_outputs", "skipped_reason", "summary")
"""What the runtime writes into data, or finds in them."""


def runs(node: Node, readings: Sequence[Reading]) -> list[Ran] | None:
    """What a model run may say that gates can tell apart: of one that succeeds what the schema
    allows, of one that fails also without what it requires. None where that isn't known."""
    from phaselint.schema import check

    fields = _fields(node, readings)
    calls = _calls(node)
    if fields is None or calls is None or (node.output and check(node.output)):
        return None
    schema: dict[str, Any] = {**(node.output or {}), "type": "object"}
    loose = {key: part for key, part in schema.items() if key != "required"}
    good, left = _data(node, fields, schema), _data(node, fields, loose)
    if good is None or left is None:
        return None
    found = [Ran("success", data, made) for data in good for made in calls]
    for data in left:
        found += [Ran("failed", {"error": "it failed", **data}), Ran("failed", data)]
    return found


def _fields(node: Node, readings: Iterable[Reading]) -> list[Fields] | None:
    """The properties that gates look at, if all have finitely many values."""
    own = [path for each in node.evals for path in _paths(each)]
    read = [path for each in readings for path in _paths(each)]
    found: dict[Fields, None] = {}
    for path, skipped in (*((each, 0) for each in own), *((each, 1) for each in read)):
        known = parse(path)
        segments = known.segments[skipped:]
        names = tuple(each.name for each in segments)
        if known.error or not names or any(each.wildcard for each in known.segments):
            return None
        if any(name in _OF_RUNTIME or inherits(name) for name in names) or not domain(node, names):
            return None
        found[names] = None
    return list(found)


def _paths(checks: Evaluator | Reading) -> Iterator[str]:
    yield from (each.path for each in checks.required)
    yield from (each.path for each in checks.matches)


def _calls(node: Node) -> list[tuple[Mapping[str, Any], ...]] | None:
    """The sets of tools that gates name, as successful calls."""
    asked = [each for each in node.evals if each.kind == "function"]
    named = [n for e in asked for n in (*e.any_called, *e.all_called, *e.no_called)]
    names = list(dict.fromkeys(named))
    if len(names) > MOST_TOOLS:
        return None
    sets = (each for count in range(len(names) + 1) for each in combinations(names, count))
    return [
        tuple({"input": {}, "tool": name, "status": "success"} for name in each) for each in sets
    ]


def _data(
    node: Node, fields: Sequence[Fields], schema: Mapping[str, Any]
) -> list[dict[str, Any]] | None:
    """Data of a schema, one for each combination of values that it allows."""
    from phaselint.schema import conforming

    values = [(*domain(node, each), _MISSING) for each in fields]
    if prod(map(len, values)) > MOST_DATA:
        return None
    found = []
    for chosen in product(*values):
        pinned = [_pin(node, *each) for each in zip(fields, chosen, strict=True)]
        verdict = conforming({**schema, "allOf": [*schema.get("allOf", ()), *pinned]}, [])
        if verdict.answer == "yes" and isinstance(verdict.instance, dict):
            found.append(verdict.instance)
        elif verdict.answer != "no":
            return None
    return found


def _pin(node: Node, fields: Fields, value: Any) -> dict[str, Any]:
    """That a property has a value, or none of the declared ones."""
    return pin_to_none(fields, domain(node, fields)) if value is _MISSING else pin(fields, [value])
