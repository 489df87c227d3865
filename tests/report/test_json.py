"""The formats json and jsonl: the design's version 1, valid against the shipped schema."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from phaselint import __version__
from phaselint.document.marks import BEFORE_TEXT
from phaselint.executor.soundness.census import Tally
from phaselint.linting.result import Unjudged
from phaselint.report import SCHEMA, Style, render
from phaselint.report.jsonformat import dump
from phaselint.vocabulary.finding import Edit, Fix, Place, Position, Proof, pointer_text

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from phaselint.linting.result import Result
    from phaselint.vocabulary.finding import Pointer


def report(name: str, result: Result) -> str:
    return "".join(render(name, result, Style()))


@pytest.fixture(scope="module")
def schema() -> Any:
    return json.loads(resources.files("phaselint.report").joinpath(SCHEMA).read_text("utf-8"))


def test_everything(result: Result, snapshot: SnapshotAssertion) -> None:
    tool = f'"version": "{__version__}"'
    assert report("json", result).replace(tool, '"version": "VERSION"') == snapshot


def test_elements_are_counted_with_the_statistics_of_a_dry_run(result: Result, schema: Any) -> None:
    counted = result._replace(
        tallies={("sweny", "a.yml"): Tally(5, 1, 2, 3, stepped=7, borrowed=4)}, dry_run=True
    )
    document = json.loads("".join(render("json", counted, Style(statistics=True))))
    jsonschema.validate(document, schema)
    counts = {"used": 5, "reported": 1, "undecided": 2, "unread": 3, "stepped": 7, "borrowed": 4}
    assert document["elements"] == [{"dialect": "sweny", "contract": "a.yml", **counts}]
    assert "elements" not in json.loads(report("json", counted))


def test_lines(result: Result, snapshot: SnapshotAssertion) -> None:
    assert report("jsonl", result) == snapshot


def test_schema_is_a_schema(schema: Any) -> None:
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("which", ["result", "clean"])
def test_document_follows_the_schema(
    which: str, schema: Any, request: pytest.FixtureRequest
) -> None:
    document = json.loads(report("json", request.getfixturevalue(which)))
    jsonschema.Draft202012Validator(schema).validate(document)


@pytest.mark.parametrize("key", ["version", "summary", "findings", "suppressed", "tool"])
def test_schema_misses_every_key(key: str, schema: Any, result: Result) -> None:
    document = json.loads(report("json", result))
    del document[key]
    assert not jsonschema.Draft202012Validator(schema).is_valid(document)


def test_schema_misses_every_key_of_a_finding(schema: Any, result: Result) -> None:
    validator = jsonschema.Draft202012Validator(schema)
    document = json.loads(report("json", result))
    for found in (document["findings"][0], document["suppressed"][0]):
        for key in list(found):
            value = found.pop(key)
            assert not validator.is_valid(document), key
            found[key] = value
        found["other"] = 1
        assert not validator.is_valid(document)
        del found["other"]


def test_schema_knows_the_place_of_a_byte_order_mark(schema: Any, result: Result) -> None:
    validator = jsonschema.Draft202012Validator(schema)
    found = result.findings[0]
    for span, known in ((BEFORE_TEXT, True), (BEFORE_TEXT._replace(end=Position(1, 2)), False)):
        fix = Fix("safe", "remove it", (Edit(Place("a.json", range=span), ""),))
        with_fix = found._replace(finding=found.finding._replace(fix=fix))
        document = json.loads(report("json", result._replace(findings=(with_fix,))))
        assert validator.is_valid(document) is known


def test_schema_wants_the_method_of_a_proof(schema: Any, result: Result) -> None:
    finding = result.findings[0]._replace(proof=Proof("proved"))
    document = json.loads(report("json", result._replace(findings=(finding,))))
    assert not jsonschema.Draft202012Validator(schema).is_valid(document)


def test_lines_are_the_findings_and_the_summary(result: Result) -> None:
    lines = [json.loads(line) for line in report("jsonl", result).splitlines()]
    document = json.loads(report("json", result))
    assert lines == [*document["findings"], {"summary": document["summary"]}]


def test_every_line_follows_the_schema(schema: Any, result: Result) -> None:
    validator = jsonschema.Draft202012Validator({"$ref": "#/$defs/line", "$defs": schema["$defs"]})
    lost = Unjudged("contracts/tools", "vesanor", "phaselint failed on this contract")
    lines = report("jsonl", result._replace(unjudged=(lost,))).splitlines()
    for line in lines:
        validator.validate(json.loads(line))
    assert not validator.is_valid({})
    files = [found.place.file for found in result.findings]
    place = sum(file < lost.contract for file in files)
    assert json.loads(lines[place]) == {"unjudged": lost._asdict()}


@pytest.mark.parametrize(
    ("pointer", "text"),
    [((), ""), (("",), "/"), (("a/b", "m~n", 0), "/a~1b/m~0n/0"), (("~1",), "/~01")],
)
def test_pointer(pointer: Pointer, text: str) -> None:
    assert pointer_text(pointer) == text


def test_readable_characters_stay_and_invisible_ones_are_escaped() -> None:
    value = "価 é 😀 \x1b \x9b \u202e \U000e0041"
    text = dump(value)
    assert text == '"価 é 😀 \\u001b \\u009b \\u202e \\udb40\\udc41"'
    assert json.loads(text) == value


def test_lone_surrogates_that_strict_readers_refuse_are_replaced() -> None:
    assert dump("\ud800 \udfff 😀") == '"\ufffd \ufffd 😀"'


def test_numbers_that_json_lacks_are_named() -> None:
    assert (
        dump({"limit": [float("inf"), float("nan"), 1.5]}) == '{"limit": ["Infinity", "NaN", 1.5]}'
    )
