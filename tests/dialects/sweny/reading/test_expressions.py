"""Expressions: their grammar, what they come to, and what the loader refuses them for (§11.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dialects.sweny.runs import load, workflow
from phaselint.dialects.sweny.reading.expressionfaults import faults
from phaselint.dialects.sweny.reading.expressions import parse
from phaselint.dialects.sweny.reading.expressionvalues import INVALID, MISSING, known
from phaselint.dialects.sweny.reading.targets import as_of

if TYPE_CHECKING:
    from phaselint.dialects.sweny.reading.expressionfaults import Fault

DATA = {"kind": "moss", "height": 3, "wet": True, "gone": None, "tags": ["a"], "bad": INVALID}


def value(text: str) -> bool | None:
    tree = parse(text).tree
    assert tree is not None, parse(text).slip
    return known(tree, lambda field: DATA.get(field[1][0], MISSING))


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
    assert value(text) is True


@pytest.mark.parametrize(
    "text",
    [
        "a.kind == 3",
        "!(a.kind != 3)",
        "a.wet in [1]",
        "a.gone == 0",
        "exists a.none",
        "a . kind == 'x'",
    ],
)
def test_false(text: str) -> None:
    assert value(text) is False


@pytest.mark.parametrize(
    "text",
    [
        "a.none == 'x'",
        "!(a.none == 'x')",
        "a.none != 'x'",
        "!(a.kind > 3)",
        "a.tags == a.tags",
        "a.kind",
        "!a.kind",
        "a.bad == 1",
        "!(a.bad == 1)",
        "exists a.bad",
        "a.none == 1 || a.wet",
    ],
)
def test_unknown(text: str) -> None:
    assert value(text) is None


def test_nesting_has_a_limit() -> None:
    assert parse("!" * 63 + "a.x").tree is not None
    assert parse("(" * 63 + "a.x" + ")" * 63).tree is not None
    assert parse(" && ".join(["(a.x)"] * 100)).tree is not None


@pytest.mark.parametrize("text", ["a . x", "a.\n x == 1", "a .x.in", "a.true && a.exists"])
def test_blanks_around_dots_and_keywords_as_fields(text: str) -> None:
    assert parse(text).slip is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a.x = 1", "`=` isn't an operator; use `==`"),
        ("a.x == 1 & a.y", "`&` isn't an operator; use `&&`"),
        ("a.x == 1 | a.y", "`|` isn't an operator; use `||`"),
        ("a.x ==", "a value is missing at the end"),
        ("x == 1", "`x` isn't a value; write a node and a field, or add quotes"),
        ("(a.x", "`)` is missing"),
        ("a.x < 1 < 2", "a comparison takes only two values; join comparisons with `&&`"),
        ("a.x a.y", "`a.y` doesn't belong here"),
        ("a.x == 'b", "a string isn't closed, or has an unknown escape"),
        ("a.x in [a.y]", "a list takes numbers, strings, `true`, `false` and `null`"),
        ("!" * 64 + "a.x", "it nests 64 levels deep or more"),
        ("(" * 64 + "a.x" + ")" * 64, "it nests 64 levels deep or more"),
        ("true.x", "`true` is a keyword, not a node"),
        ("exists in.x", "`in` is a keyword, not a node"),
        ("null.x == 1", "`null` is a keyword, not a node"),
        ("a.x == 1-2", "`1` has no meaning here"),
        ("a.x == '" + "x" * 2000 + "'", "it has 2,009 characters; the limit is 2,000"),
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
        ("e.kind == 'moss'", "node `e` doesn't exist"),
        ("b.kind == 'moss'", "`b` hasn't run when `a` ends"),
        ("a.sort == 'moss'", "`a` doesn't declare `sort`"),
        ("a.soil.wet", "`a.soil` doesn't declare `wet`"),
        ("a.kind.first == 'm'", "`a.kind` is declared `string`, which has no fields"),
        ("a.tags.first == 'm'", "`a.tags` is declared `array`, which has no fields"),
        ("a.kind in ['moss', 'rose']", "`rose` isn't a value of `a.kind`"),
        ("'rose' == a.kind", "`rose` isn't a value of `a.kind`"),
        (
            "a.height == '3'",
            "the string `3` is compared with `a.height`, which is declared `integer`",
        ),
        ("a.height", "`a.height` is used as a boolean, but isn't declared `boolean`"),
        ("!a.kind", "`a.kind` is used as a boolean, but isn't declared `boolean`"),
        ("a.wet && 'moss'", "a value is used as a condition, which must be true or false"),
    ],
)
def test_what_the_loader_refuses(expr: str, reason: str) -> None:
    assert [fault.reason for fault in found(expr)] == [reason]
