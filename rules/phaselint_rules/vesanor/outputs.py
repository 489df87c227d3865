"""Conditions on outputs that are never met, as findings of `unsatisfiable-precondition`."""

from __future__ import annotations

from phaselint.dialects.vesanor.analysis.clashes import bad_bound
from phaselint.vocabulary.finding import Edit, Finding, Fix, Place, Related, Witness
from phaselint.vocabulary.message import joined, message, quote
from phaselint_rules.words import kind_of, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaselint.dialects.vesanor.analysis.clashes import Clash, LocatedCondition
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.vocabulary.message import Message

LONGEST = 40
"""A value that is longer than this is described by its type."""


def never_met(facts: VesanorFacts) -> Iterator[Finding]:
    """For each tool the reason why its conditions on an output are never met."""
    for clash in facts.clashes:
        described = {"rootless": _rootless, "bound": _bound, "invariants": _excluded}
        finding = described.get(clash.reason, _contradicting)(clash)
        data = {
            "tool": clash.tool.name,
            "requires": [clash.required],
            "conditions": [[each.entry, each.number] for each in clash.conditions],
        }
        yield finding._replace(witness=Witness(data))


def _rootless(clash: Clash) -> Finding:
    path = clash.conditions[0].condition.rootless
    better = "$." + path.lstrip(".")
    place = clash.place._replace(pointer=(*clash.place.pointer, "path"))
    return Finding(
        place,
        message(
            "{} can never be called: path {} doesn't start with `$`, so it finds no value",
            quote(clash.tool.name),
            quote(path),
        ),
        f"use {quote(better)}",
        fix=replace(path, better, place),
    )


def _bound(clash: Clash) -> Finding:
    condition = clash.conditions[0].condition
    operator = bad_bound(condition)
    value = dict(condition.tests)[operator]
    place = clash.place._replace(pointer=(*clash.place.pointer, operator))
    return numbered(
        Finding(
            place,
            message(
                "{} can never be called: {} of {} must be a number, not {}",
                quote(clash.tool.name),
                quote(operator),
                quote(_path(condition.path)),
                kind_of(value),
            ),
        ),
        value,
    )


def numbered(finding: Finding, value: object) -> Finding:
    """A finding at a bound that isn't a number, with what to do about it."""
    number = _number(value)
    if not number:
        return finding._replace(help="use a number")
    fix = Fix("unsafe", f"change it to the number {quote(number)}", (Edit(finding.place, number),))
    return finding._replace(help=f"use the number {quote(number)} without quotes", fix=fix)


def _number(value: object) -> str:
    """The number in a string, unchanged; empty if it isn't a number."""
    import json

    try:
        found = json.loads(value) if isinstance(value, str) else None
    except ValueError:
        return ""
    plain = isinstance(found, (int, float)) and not isinstance(found, bool)
    return str(value).strip() if plain else ""


def _contradicting(clash: Clash) -> Finding:
    paths = list(dict.fromkeys(_path(each.condition.path) for each in clash.conditions))
    tests = joined(" and ", [each for found in clash.conditions for each in _tests(found)])
    if len(paths) == 1:
        text = message(
            "{} can never be called: no output of {} meets {} at {}",
            quote(clash.tool.name),
            quote(clash.required),
            tests,
            quote(paths[0]),
        )
    else:
        text = message(
            "{} can never be called: no output of {} meets its conditions on {}",
            quote(clash.tool.name),
            quote(clash.required),
            joined(" and ", map(quote, paths)),
        )
    return Finding(
        clash.place,
        text,
        "change or remove one of the conditions",
        related=tuple(_others(clash)),
    )


def _others(clash: Clash) -> Iterator[Related]:
    for each in clash.conditions[:-1]:
        pointer = ("preconditions", each.entry, "with_output", each.number)
        yield Related(Place(clash.tool.file, pointer), "other condition")


def _excluded(clash: Clash) -> Finding:
    tests = joined(" and ", [each for found in clash.conditions for each in _tests(found)])
    related = (Related(clash.related, "invariant"),) if clash.related else ()
    return Finding(
        clash.place,
        message(
            "{} can never be called: `output_invariants` of {} rule out {} at {}",
            quote(clash.tool.name),
            quote(clash.required),
            tests,
            quote(_path(clash.conditions[0].condition.path)),
        ),
        "change the condition or the invariant",
        related=related,
    )


def _tests(found: LocatedCondition) -> Iterator[Message]:
    return written(found.condition.tests)


def written(tests: Iterable[tuple[str, Any]]) -> Iterator[Message]:
    """Tests as they may be written in one line; of a long value, its kind."""
    import json

    for operator, wanted in tests:
        text = json.dumps(wanted, ensure_ascii=False, default=str)
        short = len(text) <= LONGEST
        yield quote(f"{operator}: {text}") if short else message("{} {}", operator, kind_of(wanted))


def _path(path: tuple[str, ...]) -> str:
    return ".".join(("$", *path))
