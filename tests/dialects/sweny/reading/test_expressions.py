"""Expressions: their grammar, what they come to, and what the loader refuses them for (§11.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.sweny.runs import load, workflow
from phaselint.dialects.sweny.reading.expressionfaults import faults
from phaselint.dialects.sweny.reading.expressions import parse
from phaselint.dialects.sweny.reading.expressionvalues import MISSING, holds
from phaselint.dialects.sweny.reading.targets import as_of

if TYPE_CHECKING:
    from phaselint.dialects.sweny.reading.expressionfaults import Fault

DATA = {"kind": "moss", "height": 3, "wet": True, "gone": None, "tags": ["a"]}


def value(text: str) -> bool:
    tree = parse(text).tree
    assert tree is not None, parse(text).slip
    return holds(tree, lambda field: DATA.get(field[1][0], MISSING))


@pytest.mark.parametrize(
    "text",
    [
        "a.kind == 'moss'",
        'a.kind != "fern" && a.height >= 3',
        "a.kind in ['fern', 'moss']",
        "!(a.height > 3) || a.none == 1",
        "a.wet",
        "!a.wet || a.wet",
        "exists a.kind && !exists a.gone && !exists a.none",
        "a.gone == null",
        "a.height > -1.5",
        "exists a.none && a.none > 0 || a.wet",
        "!a.kind == 'fern'",
    ],
)
def test_true(text: str) -> None:
    assert value(text)


@pytest.mark.parametrize(
    "text",
    [
        "a.none == 'x'",
        "!(a.none == 'x')",
        "a.none != 'x'",
        "!(a.kind > 3)",
        "a.kind != 3",
        "a.tags == a.tags",
        "a.kind",
        "!a.kind",
        "a.wet in [1]",
    ],
)
def test_what_is_missing_or_of_another_type_makes_all_of_it_false(text: str) -> None:
    assert not value(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a.x = 1", "`=` is no operator; did you mean `==`?"),
        ("a.x == 1 & a.y", "`&` is no operator; did you mean `&&`?"),
        ("a.x == 1 | a.y", "`|` is no operator; did you mean `||`?"),
        ("a.x ==", "a value is missing at the end"),
        ("x == 1", "`x` is no value: write a node and a field, or quotes"),
        ("(a.x", "`)` is missing"),
        ("a.x < 1 < 2", "only two values are compared; join comparisons by `&&`"),
        ("a.x a.y", "`a.y` does not belong here"),
        ("a.x == 'b", "a string is not closed, or has an unknown escape"),
        ("a.x in [a.y]", "a list takes numbers, strings, `true`, `false` and `null`"),
        ("!" * 65 + "a.x", "it nests deeper than 64"),
        ("(" * 65 + "a.x" + ")" * 65, "it nests deeper than 64"),
        ("a.x == '" + "x" * 2000 + "'", "it has 2,009 characters, and may have 2,000"),
    ],
)
def test_what_is_no_expression(text: str, reason: str) -> None:
    slip = parse(text).slip
    assert slip is not None
    assert slip.reason == reason


OUTPUT: dict[str, Any] = {
    "properties": {
        "kind": {"type": "string", "enum": ["moss", "fern"]},
        "height": {"type": "integer"},
        "wet": {"type": "boolean"},
        "spot": {"type": "object"},
        "soil": {"type": "object", "properties": {"acid": {"type": "boolean"}}},
        "tags": {"type": "array"},
    }
}


def found(expr: str) -> tuple[Fault, ...]:
    written = workflow("a>b b>c", a={"output": OUTPUT}, b={"output": OUTPUT}, c={}, d={})
    written["edges"][0]["when"] = {"expr": expr}
    contract = as_of(load(written), "next")
    assert contract.workflow is not None
    return faults(contract.workflow).get(0, ())


@pytest.mark.parametrize(
    "expr",
    [
        "a.kind == 'moss' && a.wet",
        "a.kind == null",
        "a.spot.anything.at.all == 3",
        "a.soil.acid",
        "a.height in [1, 2.5, null]",
        "exists a.tags",
    ],
)
def test_expressions_that_are_taken(expr: str) -> None:
    assert found(expr) == ()


@pytest.mark.parametrize(
    ("expr", "reason"),
    [
        ("e.kind == 'moss'", "there is no node `e`"),
        ("b.kind == 'moss'", "`b` has not run when `a` is left"),
        ("a.sort == 'moss'", "`a` declares no `sort`"),
        ("a.soil.wet", "`a.soil` declares no `wet`"),
        ("a.kind.first == 'm'", "`a.kind` is declared `string` and has no fields"),
        ("a.tags.first == 'm'", "`a.tags` is declared `array` and has no fields"),
        ("a.kind in ['moss', 'rose']", "`rose` is none of the values of `a.kind`"),
        ("'rose' == a.kind", "`rose` is none of the values of `a.kind`"),
        (
            "a.height == '3'",
            "the text `3` is compared with `a.height`, which is declared `integer`",
        ),
        ("a.height", "`a.height` is not declared `boolean`, and is used as one"),
        ("!a.kind", "`a.kind` is not declared `boolean`, and is used as one"),
        ("a.wet && 'moss'", "a value stands where something true or false has to"),
    ],
)
def test_what_the_loader_refuses(expr: str, reason: str) -> None:
    assert [fault.reason for fault in found(expr)] == [reason]
