"""All data that a model may answer with, up to what gates make of them (reference §5.5–5.8).

The answers of an exploration (`answers`) satisfy as many later gates at once as can be, for that is
enough to reach what can be reached. What runs do is more: that one gate passes and another does
not. So here data are looked for by all classes of values that gates tell apart (`actclasses`), or,
where paths have none, by each set of the checks that look at them: data with which just these pass.
"""

from __future__ import annotations

from itertools import islice, product
from math import prod

from phaselint.dialects.sweny.reading.gatevalues import Wanted, opposite, otherwise
from phaselint.dialects.sweny.running.actclasses import asked_of, data_of
from phaselint.dialects.sweny.running.answers import (
    AGENT_FAILED,
    ERROR,
    SOFT,
    declared,
    loosened,
    proposal,
    wanted,
)
from phaselint.dialects.sweny.running.gates import PatternTimeout, by_value, missing_fields
from phaselint.dialects.sweny.running.readings import of_data
from phaselint.dialects.sweny.running.results import Ran
from phaselint.vocabulary.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Evaluator, Node
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint.dialects.sweny.running.readings import Reading

MOST_DATA = 400
"""So many combinations of classes of values a node may have."""

MOST_CHECKS = 6
"""So many gates may look at the data of a node: each set of them is tried."""

MOST_WAYS = 12
"""So many ways to fail some gates are tried."""

MOST_CASES = 200
"""So many ways to fulfil some wishes at once are looked at."""

_MEMBER = {"type", "required", "properties"}
_LIST = {"type", "minItems", "items"}
"""The keys of schemas that say what a member is, and what the elements of a list are."""


class Told(NamedTuple):
    """The answers to a model run that gates tell apart, and whether there may be others."""

    runs: tuple[Ran, ...]
    unsure: bool


if TYPE_CHECKING:
    Found = tuple[Sequence[Mapping[str, Any]], bool]
    """Data, and whether there may be others."""


class Check(NamedTuple):
    """What a gate wants of the data of a node, and what of them it does not pass on."""

    wanted: tuple[Wanted, ...]
    unwanted: tuple[Wanted, ...]


def told_runs(node: Node, readings: Sequence[Reading], rules: Rules) -> Told:
    """The answers to a model run of a node whose entry has these readings, without calls."""
    whole = declared(node)
    loose = loosened(node, whole)
    lacking = [_without(loose, name) for name in node.required]
    by_classes = _by_classes(node, readings, (whole, loose, *lacking))
    checks = [*_own(node, rules), *(_reading(each, rules) for each in readings)]
    listed = by_classes or _by_checks(checks, (whole, loose, *lacking))
    found: dict[Hashable, Ran] = {}
    for number, (all_data, _) in enumerate(listed):
        for data in all_data:
            for run in _runs(node, data, strict=number == 0):
                found.setdefault(signature(node, readings, rules, run), run)
    return Told(tuple(found.values()), any(unsure for _, unsure in listed))


def _by_classes(
    node: Node, readings: Sequence[Reading], schemas: Sequence[Mapping[str, Any]]
) -> list[Found] | None:
    """The data of some schemas by the classes of values that gates tell apart; none where paths
    have none."""
    asked = asked_of(node, readings)
    if asked is None:
        return None
    found = [data_of(node, asked, schema, MOST_DATA) for schema in schemas]
    known = [each for each in found if each is not None]
    return [(each, False) for each in known] if len(known) == len(found) else None


def _by_checks(asked: Sequence[Check], schemas: Sequence[Mapping[str, Any]]) -> list[Found]:
    """The data of some schemas, looked for by each set of gates that pass on them."""
    checks = [each for each in asked if each.wanted]
    if len(checks) > MOST_CHECKS:
        return [((), True)]
    found: list[Found] = []
    for schema in schemas:
        listed: list[Mapping[str, Any]] = []
        unsure = False
        for passing in product((True, False), repeat=len(checks)):
            tried = list(_tried(checks, passing, schema))
            listed += [each for each in tried if each is not None]
            unsure = unsure or (None in tried and not any(tried))
        found.append((listed, unsure))
    return found


def signature(node: Node, readings: Sequence[Reading], rules: Rules, run: Ran) -> Hashable:
    """What gates tell of an answer by its data."""
    said = tuple(each.holds(run.data, rules) for each in of_data(readings))
    if run.status != "success":
        return (run.status, said)
    if missing_fields(node.required, run.data):
        return ("missing", said)
    return (run.status, said, tuple(passes(each, run.data, rules) for each in node.evals))


def passes(evaluator: Evaluator, data: Mapping[str, Any], rules: Rules) -> bool:
    """Whether an evaluator is content with data; one of another kind looks at none. A pattern that
    cannot be told fails."""
    try:
        return evaluator.kind != "value" or by_value(evaluator, data, rules).passed
    except PatternTimeout:
        return False


def _own(node: Node, rules: Rules) -> Iterator[Check]:
    for each in node.evals:
        if each.kind == "value":
            found = tuple(wanted(each, rules))
            other = [otherwise(demand.path, None) for demand in each.required]
            for match in each.matches:
                if match.operator != "matches":
                    other.append(otherwise(match.path, match.values))
            yield Check(found, (*map(opposite, found), *other))


def _reading(reading: Reading, rules: Rules) -> Check:
    return Check(tuple(reading.wanted(rules)), tuple(reading.unwanted(rules)))


def _tried(
    checks: Sequence[Check], passing: Sequence[bool], schema: Mapping[str, Any]
) -> Iterator[Mapping[str, Any] | None]:
    """Data of a schema with which some checks pass and the others do not; none for each way of
    which it is not known whether there are such."""
    pairs = list(zip(checks, passing, strict=True))
    good = [each for check, holds in pairs if holds for each in check.wanted]
    for bad in islice(product(*(c.unwanted for c, holds in pairs if not holds)), MOST_WAYS):
        tried = proposal(schema, (*good, *bad))
        if tried.found is not None:
            yield tried.found
        elif not tried.sure and not _is_impossible(schema, (*good, *bad)):
            yield None


def _is_impossible(schema: Any, wishes: Sequence[Wanted]) -> bool:
    """Whether no data of a schema fulfills some wishes: all of them, or one of them alone, since
    the gaps of a pattern don't matter if another wish can't be fulfilled; or for every choice
    of alternatives that fulfill them."""
    from phaselint.schema import conforming

    if conforming(schema, [each.schema for each in wishes]).answer == "no":
        return True
    possible: list[Sequence[Any]] = []
    for each in wishes:
        cases = [
            case for case in cases_of(each.schema) if conforming(schema, [case]).answer != "no"
        ]
        if not cases:
            return True
        possible.append(cases)
    if prod(map(len, possible)) > MOST_CASES:
        return False
    return all(conforming(schema, list(some)).answer == "no" for some in product(*possible))


def cases_of(schema: Any) -> Sequence[Any]:
    """What a schema of data comes to, one case of which holds: of one that denies a member or the
    elements of a list, that it is missing, or is something else, that the list is too short, or an
    element is something else."""
    if isinstance(schema, dict) and schema.keys() == {"not"}:
        return tuple(_denied(schema["not"]))
    return (schema,)


def _denied(schema: Any) -> Iterator[Any]:
    """The cases of data that are not of a schema."""
    if schema is True or schema == {}:
        return
    if not isinstance(schema, dict):
        yield {"not": schema}
        return
    plain = {key: each for key, each in schema.items() if key != "examples"}
    if plain.keys() == {"not"}:
        yield plain["not"]
    elif plain.keys() == _MEMBER and [*plain["properties"]] == plain["required"]:
        yield from _denied_member(plain)
    elif plain.get("type") == "array" and plain.keys() <= _LIST:
        yield {"not": {"type": "array"}}
        if plain.get("minItems"):
            yield {"maxItems": plain["minItems"] - 1}
        for case in _denied(plain.get("items", True)):
            yield {"contains": case}
    else:
        yield {"not": plain}


def _denied_member(schema: Mapping[str, Any]) -> Iterator[Any]:
    """The cases of data without a member that a schema asks for; of several, one is missing, or
    something else."""
    yield {"not": {"type": schema["type"]}}
    for name, inner in schema["properties"].items():
        yield {"properties": {name: False}}
        for case in _denied(inner):
            yield {"required": [name], "properties": {name: case}}


def _without(schema: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {**schema, "properties": {**schema.get("properties", {}), name: False}}


def _runs(node: Node, data: Mapping[str, Any], *, strict: bool) -> Iterator[Ran]:
    """What may be said with data: what is declared by a run that succeeds, all else by one that
    fails, or by one that leaves out what is required."""
    if strict or missing_fields(node.required, data):
        yield Ran("success", {key: value for key, value in data.items() if strict or key != ERROR})
    plain = {name: value for name, value in data.items() if name != SOFT}
    if not strict:
        yield Ran("failed", {**AGENT_FAILED, **plain})
        yield Ran("failed", {key: value for key, value in plain.items() if key != ERROR})
