"""Findings bent in a systematic way that no dialect has a part in: what a prover is told then is a
lie, unless the linter says the same of the contract itself."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.vocabulary.finding import Witness

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from laws.bench import Bench
    from phaselint.vocabulary.finding import Finding, Place

FRESH = "zz_nowhere"
"""A name that no contract has."""

MOST_NAMES = 3
"""Other names of its kind that are put for a name."""

RUNS = frozenset(
    ("path", "path_phases", "path_tools", "edges", "spent", "answer", "recipe", "text", "payload")
)
"""What in the data of a witness is the run that shows the finding, and no part of its claim: which
run it is does not matter, as long as it shows the claim."""

ADVICE = frozenset(("meant",))
"""What in the data of a witness is a guess at what was meant, which no run can show."""

JSON = Any
Sorts = dict[str, list[str]]
"""Name → the other names that stand where it does."""


class Bend(NamedTuple):
    """A finding that was bent: in which key of its data, or in its place, how, and what came of
    it."""

    key: str
    what: str
    finding: Finding


def claim(finding: Finding) -> Mapping[str, JSON]:
    """What the data of a finding claims: without the run that shows it, and without advice."""
    data = finding.witness.data if finding.witness else {}
    return {key: item for key, item in data.items() if key not in ADVICE and not _is_run(key, item)}


def _is_run(key: str, value: JSON) -> bool:
    """Whether a datum is a run, and not the path of a file."""
    return key in RUNS and (key != "path" or not isinstance(value, str))


def bends(bench: Bench, finding: Finding) -> Iterator[Bend]:
    """What comes of a finding when one thing in it is changed: its data, then its place."""
    sorts = kinds_of_names(bench)
    data = dict(finding.witness.data) if finding.witness else {}
    for what, changed in _changed(data, sorts):
        key = what.partition(":")[0].split("/")[1:2]
        yield Bend("".join(key), what, finding._replace(witness=Witness(changed)))
    for what, place in _moved(finding.place, bench):
        yield Bend("place", what, finding._replace(place=place))


def kinds_of_names(bench: Bench) -> Sorts:
    """Names that stand at the same kind of place: keys of one mapping, items of one list, values of
    keys of one name."""
    groups: dict[str, dict[str, None]] = {}
    for number, value in enumerate(_all_values(bench)):
        if isinstance(value, dict):
            groups[f"keys {number}"] = dict.fromkeys(map(str, value))
            for key, item in value.items():
                if isinstance(item, str):
                    groups.setdefault(f"values of {key}", {})[item] = None
        elif isinstance(value, list):
            groups[f"items {number}"] = dict.fromkeys(each for each in value if _is_name(each))
    found: dict[str, dict[str, None]] = {}
    for group in groups.values():
        for name in group:
            found.setdefault(name, {}).update(group)
    return {name: [each for each in group if each != name] for name, group in found.items()}


def _all_values(bench: Bench) -> Iterator[JSON]:
    """Every mapping and list in the documents of a contract."""
    waiting = [each.value for each in bench.lab.facts.contract.documents.values()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict | list):
            yield value
            waiting += value.values() if isinstance(value, dict) else value


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) < 60


def _changed(value: JSON, sorts: Sorts, where: str = "") -> Iterator[tuple[str, JSON]]:
    """A value of JSON with one thing in it changed, and what was."""
    if isinstance(value, dict):
        for key, item in value.items():
            for what, other in _changed(item, sorts, f"{where}/{key}"):
                yield what, {**value, key: other}
        yield from _turned(value, where)
    elif isinstance(value, list | tuple):
        items = list(value)
        for index, item in enumerate(items):
            for what, other in _changed(item, sorts, f"{where}/{index}"):
                yield what, [*items[:index], other, *items[index + 1 :]]
        yield from ((f"{where}: {what}", other) for what, other in _relisted(items, sorts))
    else:
        yield from ((f"{where}: {other!r}", other) for other in _others(value, sorts))


def _turned(value: Mapping[str, JSON], where: str) -> Iterator[tuple[str, JSON]]:
    """The first and the second of two names change places."""
    names = [key for key, item in value.items() if _is_name(item) and item]
    for first, second in pairwise(names):
        if value[first] != value[second]:
            turned = {first: value[second], second: value[first]}
            yield f"{where}: {first} ↔ {second}", {**value, **turned}


def _relisted(items: Sequence[JSON], sorts: Sorts) -> Iterator[tuple[str, JSON]]:
    """A list shortened and extended."""
    if items:
        yield "the first twice", [items[0], *items]
        yield "the first for each", [items[0]] * max(2, len(items))
        yield "without the first", items[1:]
        yield "without all", []
    if len(items) > 1:
        yield "without the last", items[:-1]
    if all(isinstance(each, str) for each in items):
        known = sorts.get(items[-1], ()) if items else sorts
        more = [each for each in known if each not in items][: 1 if items else MOST_NAMES + 1]
        yield from ((f"with {each}", [*items, each]) for each in (*more, FRESH))


def _others(value: JSON, sorts: Sorts) -> Sequence[JSON]:
    """What may stand for a single value: another of its type."""
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, int | float):
        numbers = (value + 1, value - 1, value * 10, -value, 0)
        return [number for number in dict.fromkeys(numbers) if number != value]
    if isinstance(value, str):
        names = (
            *sorts.get(value, ())[:MOST_NAMES],
            FRESH,
            f"{value}s",
            value[1:],
            value.swapcase(),
            "",
        )
        return [name for name in dict.fromkeys(names) if name != value]
    return (FRESH,) if value is None else ()


def _moved(place: Place, bench: Bench) -> Iterator[tuple[str, Place]]:
    """The place, with one step of the way to it taken to the side; and in another file."""
    documents = bench.lab.facts.contract.documents
    if place.file not in documents:
        return
    value = documents[place.file].value
    for depth, token in enumerate(place.pointer):
        beside: list[str | int] = []
        if isinstance(value, dict):
            beside = [key for key in value if key != token]
        elif isinstance(value, list):
            beside = [index for index in range(len(value)) if index != token]
        for other in beside[:2]:
            pointer = (*place.pointer[:depth], other, *place.pointer[depth + 1 :])
            yield f"at {pointer}", place._replace(pointer=pointer)
        try:
            value = value[token]
        except (LookupError, TypeError):
            return
    for file in (each for each in documents if each != place.file):
        yield f"in {file}", place._replace(file=file)
        return
