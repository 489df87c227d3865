"""What of an answer anything looks at: as few classes of payloads and outputs as lead elsewhere.

A payload is looked at by the conditions of the stage's own NextSpec, one after the other until one
holds for each result that it may be part of, and then by the `inputsSchema` of whoever is handed
that result. Two payloads of the same class lead the same ways with every verdict, and are taken or
refused alike.
"""

from __future__ import annotations

from itertools import product

from phaselint.dialects.stud.reading.schemas import accepts
from phaselint.dialects.stud.running.acceptance import INPUTS, is_schema
from phaselint.dialects.stud.running.branches import (
    ALWAYS,
    DEFAULT,
    holds_of,
    ways,
)
from phaselint.dialects.stud.running.looking import Asked, Looks
from phaselint.dialects.stud.running.memo import once
from phaselint.dialects.stud.running.session import OK
from phaselint.dialects.stud.running.verdicts import FAIL, RETRY, SKIP
from phaselint.javascript.texts import json_of
from phaselint.schema.embedding import inlined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping
    from typing import Any

    from phaselint.dialects.stud.model import Condition, Spec, Stage
    from phaselint.dialects.stud.running.branches import Way
    from phaselint.dialects.stud.running.looking import Pairs
    from phaselint.dialects.stud.running.session import Law

    Trace = tuple[tuple[int, bool], ...]

PARSED = "parsed"
OUTPUT = "output"
REASON = "reason"

_IN_PLACE = ("allOf", "anyOf", "oneOf")
_ALONE = ("not", "if", "then", "else")
_DEEPEST = 8


def looks(law: Law, stage: Stage, head: str) -> Looks:
    """What looks at a field of a stage's result; found out once per run."""
    known = law.memo and law.memo.looks
    return once(known, (stage.id, head), lambda: _looks(law, stage, head))


def _looks(law: Law, stage: Stage, head: str) -> Looks:
    acted = (OK, FAIL, RETRY, SKIP) if law.reference else (OK, FAIL)
    results = frozenset(product(acted, (False,) if head == PARSED else (False, True)))
    if head != PARSED:
        results |= frozenset(product((RETRY, SKIP), (False,)))  # of a gate
    spec = law.specs.get(stage.id)
    asked = [] if spec is None else list(_asked(spec, head, results))
    found: dict[Way, tuple[Any, ...]] = {}
    if not law.reference:
        joined = law.joins.get(stage.id, ())
        found[ALWAYS] = _wanted(law, joined, head)
        for way, result in ({} if spec is None else ways(spec)).items():
            given = () if result.fork or result.ends else result.stages
            found[way] = _wanted(law, (*joined, *given), head)
    return Looks(tuple(asked), results, found)


def _asked(spec: Spec, head: str, results: Pairs) -> Iterator[Asked]:
    for number, branch in enumerate(spec.branches):
        when = branch.when
        mine = frozenset(
            (verdict, capped)
            for verdict, capped in results
            if (when.verdicts is None or verdict in when.verdicts)
            and (when.cap_hit is None or capped is when.cap_hit)
        )
        if when.path is None:
            yield Asked(number, mine, None)
        elif when.segments[0] == head:
            yield Asked(number, mine, when)
        else:
            yield Asked(number, mine, None, opaque=True)


def _wanted(law: Law, targets: tuple[str, ...], head: str) -> tuple[Any, ...]:
    """What the stages that are handed a result say about one of its fields, each schema once."""
    found: dict[str, Any] = {}
    for name in dict.fromkeys(targets):
        stage = law.stages.get(name)
        if stage is None or not stage.has(INPUTS) or not is_schema(law, stage, INPUTS):
            continue
        schema = inlined(stage.inputs_schema)
        for each in _said_of(schema, head):
            if each is not True and each != {}:
                found.setdefault(json_of(each), each)
    return tuple(found.values())


def _said_of(schema: Any, head: str) -> Iterator[Any]:
    """What a schema, and those that it applies in place, say about a property."""
    for each in in_place(schema):
        properties = each.get("properties")
        if isinstance(properties, dict) and head in properties:
            yield properties[head]
        elif isinstance(rest := each.get("additionalProperties"), dict):
            yield rest
        yield from properties_by_pattern(each)


def in_place(schema: Any, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """A schema, and those that it applies to the same value, each before those in it."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return
    yield schema
    for key in (*_IN_PLACE, *_ALONE):
        inner = schema.get(key)
        for each in inner if isinstance(inner, list) else (inner,):
            yield from in_place(each, depth + 1)
    for key in ("dependencies", "dependentSchemas"):
        dependent = schema.get(key)
        for each in dependent.values() if isinstance(dependent, dict) else ():
            yield from in_place(each, depth + 1)


def properties_by_pattern(schema: Mapping[str, Any]) -> Iterator[Any]:
    """The schemas of properties that are named by a pattern."""
    patterns = schema.get("patternProperties")
    if isinstance(patterns, dict):
        yield from patterns.values()


def walked(found: Looks, holds: Callable[[Condition], bool]) -> tuple[Trace, tuple[Way, ...]]:
    """The conditions that are asked of a value, with what they say about it, and the ways that a
    result with it may then take."""
    open_, trace, taken = found.results, [], []
    for each in found.asked:
        mine = open_ & each.results
        if not mine:
            continue
        held = each.when is None or holds(each.when)
        if each.when is not None:
            trace.append((each.number, held))
        if held:
            taken.append(each.number)
            if not each.opaque:
                open_ -= mine
    return tuple(trace), (*taken, *((DEFAULT, ALWAYS) if open_ else ()))


def readers_of(found: Looks, taken: tuple[Way, ...]) -> tuple[Any, ...]:
    """The schemas that a value is held against on these ways, each once."""
    schemas = {
        json_of(schema): schema for way in (ALWAYS, *taken) for schema in found.readers.get(way, ())
    }
    return tuple(schemas.values())


def sign(law: Law, stage: Stage, head: str, value: Any) -> Hashable:
    """The class of a value; asked of each value once in a run."""
    if law.memo is None:
        return _sign(law, stage, head, value)
    key = (stage.id, head, id(value))
    found = law.memo.signs.get(key)
    if found is None:
        found = law.memo.signs[key] = (value, _sign(law, stage, head, value))
    return found[1]


def _sign(law: Law, stage: Stage, head: str, value: Any) -> Hashable:
    found = looks(law, stage, head)
    trace, taken = walked(found, lambda when: holds_of(when, value))
    told = tuple(accepts(schema, value) for schema in readers_of(found, taken))
    return trace, told
