"""Model runs as the checker of certificates steps them, by asking the schema (reference §5.5–5.8).

What a model says decides which of the checks pass that look at it: those of the node's own
evaluators, and those of each later `requires`. So for each set of these the schema of the output is
asked for data with which just they pass (`checksides`): for a run that succeeds, for one that fails
and may leave out what is required, and, where it matters that the gate itself fails, for one that
succeeds without that. Of the tools that evaluators name those sets are called that they tell apart.

What the runtime writes comes of a step: verdicts, and the error of a gate that fails. Nothing is
known where a check tells such errors, or the words of verdicts, from each other, where it looks for
a pattern in all of the data, and where the schema can't be decided.
"""

from __future__ import annotations

from itertools import product

from phaselint.dialects.sweny.running.checksides import Undecided
from phaselint.dialects.sweny.running.gates import PatternTimeout, by_function
from phaselint.dialects.sweny.running.legalparts import parts_of, without
from phaselint.dialects.sweny.running.readings import ERROR
from phaselint.dialects.sweny.running.results import Ran

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phaselint.dialects.sweny.model import Node
    from phaselint.dialects.sweny.running.gates import Rules
    from phaselint.dialects.sweny.running.legalparts import Data, Part
    from phaselint.dialects.sweny.running.session import Law

    Call = Mapping[str, Any]

MOST_DATA = 128
"""So many data of a schema are told apart."""

MOST_CALLS = 729
"""So many sets of calls are tried on evaluators."""

MOST_RUNS = 1024
"""So many responses a node may have."""

SOFT, SKIPPED, SUMMARY = "fail_soft", "skipped_reason", "summary"
"""What the runtime and the client write into data (reference §5.4, §5.18)."""

FAILED = "it failed"
"""What a client says of a run that fails."""


def runs(law: Law, node: Node) -> Sequence[Ran] | None:
    """What a model may say in a node, up to what is made of it; none where that isn't known."""
    kept: dict[Hashable, Any] = law.book.kept if law.book else {}
    key = ("legal", node.id, law.documented)
    if key not in kept:
        try:
            kept[key] = tuple(_runs(law, node))
        except (Undecided, PatternTimeout):
            kept[key] = None
    found: Sequence[Ran] | None = kept[key]
    return found


def _runs(law: Law, node: Node) -> list[Ran]:
    readings = law.book.read.get(node.id, ()) if law.book else ()
    matters = law.documented or any(each.evaluators() for each in readings)
    if matters and any(each.tells_errors() for each in readings):
        raise Undecided
    parts = parts_of(law, node)
    declared, loose = _declared(node), _loose(node)
    said, calls = data_of(declared, (), parts), _calls(node, law.rules)
    found: list[Ran] = []
    if node.evals or parts or readings or not said:
        found += _failed(data_of(loose, (), parts))
    found += [Ran("success", each, made) for each in said for made in calls]
    if node.required and (matters or readings):
        short = {key: part for key, part in declared.items() if key != "required"}
        lacking = data_of(short, [_lacking(node)], parts)
        found += [Ran("success", each) for each in lacking]
    if len(found) > MOST_RUNS:
        raise Undecided
    return found


def _failed(known: Sequence[Data]) -> Iterator[Ran]:
    """Runs that fail: with some data, and with these and an error in the client's words."""
    for data in ({}, *known):
        yield Ran("failed", {ERROR: FAILED, **data})
        yield Ran("failed", data)


# --- schemas --------------------------------------------------------------------------------------


def _declared(node: Node) -> dict[str, Any]:
    """The schema of what a run that succeeds says: what is declared, and the client's own summary;
    an invalid schema declares nothing but what the gate requires."""
    from phaselint.schema import check

    output = dict(node.output or {})
    if output and check(output):
        output = {"required": list(node.required)}
    if "additionalProperties" in output and SUMMARY not in node.properties:
        output["properties"] = {**node.properties, SUMMARY: {"type": "string"}}
    return {**output, "type": "object"}


def _loose(node: Node) -> dict[str, Any]:
    """The schema of what a run that fails says: nothing is required, and there may be an error."""
    whole = _declared(node)
    loose = {key: part for key, part in whole.items() if key != "required"}
    soft: Any = {"const": True} if node.fail_soft else False
    written = {ERROR: {"type": "string"}, SOFT: soft, SKIPPED: False}
    return {**loose, "properties": {**written, **whole.get("properties", {})}}


def _lacking(node: Node) -> Any:
    """Data that lack something that the gate requires."""
    return {"anyOf": [without(name) for name in node.required]}


# --- data -----------------------------------------------------------------------------------------


def data_of(schema: Mapping[str, Any], more: Sequence[Any], parts: Sequence[Part]) -> list[Data]:
    """Data of a schema and more, for each choice of the sides of some parts that has any. Raises
    Undecided."""
    from phaselint.schema import conforming

    found: list[Data] = []
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        numbers = waiting.pop()
        sides = [part.sides[number] for part, number in zip(parts, numbers, strict=False)]
        if conforming(schema, [*more, *(each.maybe for each in sides)]).answer == "no":
            continue
        if len(numbers) < len(parts):
            waiting += [(*numbers, each) for each in range(len(parts[len(numbers)].sides))]
            continue
        data = conforming(schema, [*more, *(each.sure for each in sides)]).instance
        fits = isinstance(data, dict) and numbers == tuple(each.side(data) for each in parts)
        if not fits or len(found) == MOST_DATA:
            raise Undecided
        found.append(data)
    return found


# --- calls ----------------------------------------------------------------------------------------


def _calls(node: Node, rules: Rules) -> list[tuple[Call, ...]]:
    """Sets of calls of the tools that evaluators name, one for each set of evaluators that are
    content. Raises Undecided."""
    asked = [each for each in node.evals if each.kind == "function"]
    wanted = [name for e in asked for name in (*e.any_called, *e.all_called)]
    banned = {other for e in asked for name in e.no_called for other in _same(name, rules)}
    names = dict.fromkeys((*wanted, *(name for e in asked for name in e.no_called)))
    alike = {other for name in wanted for other in _same(name, rules)} & banned
    ways = [("", "success", *(("error",) if name in alike else ())) for name in names]
    found: dict[Hashable, tuple[Call, ...]] = {}
    for number, statuses in enumerate(product(*ways)):
        if number >= MOST_CALLS:
            raise Undecided
        pairs = zip(names, statuses, strict=True)
        made = tuple({"input": {}, "tool": name, "status": said} for name, said in pairs if said)
        told = tuple(by_function(each, made, rules).passed for each in asked)
        found.setdefault(told, made)
    return list(found.values())


def _same(name: str, rules: Rules) -> Iterable[str]:
    return rules.aliases.get(name, (name,))
