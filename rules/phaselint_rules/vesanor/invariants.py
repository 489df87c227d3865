"""Invariants of arguments and outputs (reference vesanor §2.2)."""

from __future__ import annotations

from phaselint.dialects.shape import is_number
from phaselint.dialects.vesanor.reading.files import stem
from phaselint.dialects.vesanor.reading.invariants import lists
from phaselint.vocabulary.finding import Finding, Place, Related
from phaselint.vocabulary.message import joined, message, quote
from phaselint.vocabulary.rule import ERROR, rule
from phaselint_rules.words import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaselint.dialects.vesanor.analysis.excluding import Excluding
    from phaselint.dialects.vesanor.analysis.facts import VesanorFacts
    from phaselint.vocabulary.finding import Pointer
    from phaselint.vocabulary.message import Message


@rule("VE209", ERROR, fix="unsafe")
def unsatisfiable_invariant(facts: VesanorFacts) -> Iterator[Finding]:
    """Invariants that no value can meet

    What:
        Invariants of one list exclude each other at a path, such as `gte: 100` and `lte: 50`, or
        one invariant alone excludes every value. The list is `argument_value_invariants`,
        `arguments` of `execution_constraints`, one of `assertions`, or `argument_invariants` of a
        test contract.
    Why:
        Every call breaks an invariant of its arguments, or every output breaks one of the tool's
        own invariants.
    Bad:
        argument_value_invariants: [{path: $.amount, gte: 100}, {path: $.amount, lte: 50}]
    Good:
        argument_value_invariants: [{path: $.amount, gte: 50}, {path: $.amount, lte: 100}]
    Fix:
        Change or remove one of the invariants.
    Source:
        vesanor §2.2
    """
    for file, name, value in _contracts(facts):
        if not any(True for _ in lists(value)):
            continue
        from phaselint.dialects.vesanor.analysis.excluding import excluding

        for found in excluding(value):
            yield _bound(found, file, name) or _excluding(found, file, name)


def _excluding(found: Excluding, file: str, name: str) -> Finding:
    others = found.invariants[:-1]
    return Finding(
        Place(file, found.pointer),
        _unmet(found, name),
        "change or remove one of them" if others else "change or remove it",
        related=tuple(Related(Place(file, each.pointer), "other invariant") for each in others),
    )


def _bound(found: Excluding, file: str, name: str) -> Finding | None:
    """The finding on one invariant that compares with something other than a number."""
    if len(found.invariants) > 1:
        return None
    tests = [test for test in found.invariants[0].tests if test[0] in ("gte", "lte")]
    wrong = next((test for test in tests if not is_number(test[1])), None)
    if wrong is None:
        return None
    from phaselint_rules.vesanor.outputs import numbered

    operator, value = wrong
    place = Place(file, (*found.pointer, operator))
    return numbered(Finding(place, _unmet(found, name)), value)


def _unmet(found: Excluding, name: str) -> Message:
    from phaselint_rules.vesanor.outputs import written

    tests = [test for each in found.invariants for test in written(each.tests)]
    met = joined(" and ", tests)
    first = found.pointer[0]
    if first == "expected_tool_calls" or not name:
        return message("{} can't meet {}, so this test always fails", quote(found.path), met)
    subject = "output" if found.pointer[-2] == "output_invariants" else "call"
    return message(
        "{} can't meet {}, so every {} of {} breaks an invariant",
        quote(found.path),
        met,
        subject,
        quote(name),
    )


def _contracts(facts: VesanorFacts) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Tool and test contracts: file, name of the tool (none for a test), and value."""
    for tool in (*facts.contract.tools, *facts.contract.unnamed):
        value = facts.contract.documents[tool.file].value
        yield tool.file, tool.name or stem(tool.file), value
    for test in facts.contract.tests:
        yield test.file, "", test.value


@rule("SW404", ERROR, fix="unsafe")
def regex_invalid(facts: VesanorFacts) -> Iterator[Finding]:
    """Pattern that doesn't compile

    What:
        `regex` of an invariant isn't a valid JavaScript regular expression.
    Why:
        Vesanor runs on Node: the invariant can't be checked for any value.
    Bad:
        argument_value_invariants: [{path: $.iban, regex: "^[A-Z{2}"}]
    Good:
        argument_value_invariants: [{path: $.iban, regex: "^[A-Z]{2}"}]
    Fix:
        Correct the expression.
    Source:
        vesanor §2.2
    """
    for file, _, value in _contracts(facts):
        for pointer, source in _patterns(value):
            from phaselint.patterns.javascript import compile_error

            reason = compile_error(source)
            if not reason:
                continue
            from phaselint.patterns.repair import repaired

            better, place = repaired(source), Place(file, pointer)
            yield Finding(
                place,
                message("{} doesn't compile: {}{}", quote(source), reason[0].lower(), reason[1:]),
                f"use {quote(better)}" if better else "correct the JavaScript expression",
                fix=replace(source, better, place) if better else None,
            )


def _patterns(value: Mapping[str, Any]) -> Iterator[tuple[Pointer, str]]:
    for pointer, listed in lists(value):
        for index, each in enumerate(listed):
            source = each.get("regex") if isinstance(each, dict) else None
            if isinstance(source, str):
                yield (*pointer, index, "regex"), source
