"""The formats that code reviews and CI systems read: gitlab, rdjson, junit, checkstyle."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from phaselint.linting.result import Result
from phaselint.report import Style, render
from phaselint.vocabulary.finding import Edit, Fix, Place, Position, Range

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaselint.vocabulary.diagnostic import Diagnostic

    Make = Callable[..., Diagnostic]


def text(name: str, result: Result) -> str:
    return "".join(render(name, result, Style()))


def data(name: str, result: Result) -> Any:
    return json.loads(text(name, result))


def xml(name: str, result: Result) -> ElementTree.Element:
    return ElementTree.fromstring(text(name, result).encode("utf-8"))


class TestGitlab:
    """Code Quality: required keys, five severities, relative paths, unique fingerprints."""

    def test_every_entry_has_what_is_asked_for(self, result: Result) -> None:
        entries = data("gitlab", result)
        assert len(entries) == len(result.findings)
        for entry, finding in zip(entries, result.findings, strict=True):
            keys = {"description", "check_name", "fingerprint", "severity", "location"}
            assert set(entry) == keys
            assert entry["check_name"] == finding.name
            assert entry["severity"] in {"info", "minor", "major", "critical", "blocker"}
            assert not entry["location"]["path"].startswith(("/", "./"))
            assert 1 <= entry["location"]["lines"]["begin"] <= entry["location"]["lines"]["end"]

    def test_severities(self, result: Result) -> None:
        found = {
            f.level: e["severity"]
            for f, e in zip(result.findings, data("gitlab", result), strict=True)
        }
        assert found == {"error": "major", "warning": "minor", "info": "info"}

    def test_fingerprints_are_unique(self, make_finding: Make) -> None:
        twice = Result((make_finding("the same"), make_finding("the same")))
        first, second = data("gitlab", twice)
        assert first["fingerprint"] != second["fingerprint"]

    def test_nothing_found_is_an_empty_list(self, clean: Result) -> None:
        assert text("gitlab", clean) == "[]\n"


class TestRdjson:
    """Reviewdog Diagnostic Format: positions in bytes, suggestions that apply by themselves."""

    def test_every_diagnostic_has_message_place_and_severity(self, result: Result) -> None:
        report = data("rdjson", result)
        assert report["source"] == {"name": "phaselint"}
        assert len(report["diagnostics"]) == len(result.findings)
        for each in report["diagnostics"]:
            assert set(each) <= {"message", "location", "severity", "code", "suggestions"}
            assert each["message"]
            assert each["severity"] in {"ERROR", "WARNING", "INFO"}
            assert set(each["location"]) == {"path", "range"}
            assert each["location"]["range"]["start"]["line"] >= 1
            assert each["code"]["value"]

    def test_columns_count_bytes(self, result: Result) -> None:
        diagnostic = data("rdjson", result)["diagnostics"][1]
        assert diagnostic["location"]["range"] == {
            "start": {"line": 20, "column": 3},
            "end": {"line": 20, "column": 9},
        }

    def test_a_line_that_is_not_known_has_no_columns(self, make_finding: Make) -> None:
        place = Place("a.yaml", (), "value", Range(Position(4, 2), Position(5, 3)))
        [one] = data("rdjson", Result((make_finding("m", place),)))["diagnostics"]
        assert one["location"]["range"] == {"start": {"line": 4}}
        known = {"a.yaml": {4: "ab: {"}}
        [one] = data("rdjson", Result((make_finding("m", place),), lines=known))["diagnostics"]
        assert one["location"]["range"] == {"start": {"line": 4, "column": 2}}

    def test_a_fix_with_one_edit_is_suggested(self, result: Result) -> None:
        suggestions = [each.get("suggestions") for each in data("rdjson", result)["diagnostics"]]
        [only] = [each for each in suggestions if each]
        span = {"start": {"line": 21, "column": 2}, "end": {"line": 21, "column": 8}}
        assert only == [{"range": span, "text": "close"}]

    @pytest.mark.parametrize("files", [("a.yaml", "a.yaml"), ("b.yaml",)])
    def test_other_fixes_are_not(self, make_finding: Make, files: tuple[str, ...]) -> None:
        places = [Place(f, (), "value", Range(Position(1, 1), Position(1, 2))) for f in files]
        fix = Fix("safe", "t", tuple(Edit(place, "x") for place in places))
        place = places[0]._replace(file="a.yaml")
        found = make_finding("m", place, fix=fix)
        [one] = data("rdjson", Result((found,), lines={"a.yaml": {1: "abc"}}))["diagnostics"]
        assert "suggestions" not in one


class TestJunit:
    """Findings as failed tests."""

    def test_every_finding_is_a_failure_in_the_suite_of_its_file(self, result: Result) -> None:
        root = xml("junit", result)
        assert root.tag == "testsuites"
        assert (root.get("tests"), root.get("failures")) == ("7", "7")
        suites = {suite.get("name"): suite for suite in root}
        assert list(suites) == list(dict.fromkeys(f.place.file for f in result.findings))
        for name, suite in suites.items():
            own = [f for f in result.findings if f.place.file == name]
            assert suite.get("tests") == suite.get("failures") == str(len(own))
            for case, finding in zip(suite, own, strict=True):
                assert case.get("name") == f"{finding.code} {finding.name}"
                [failure] = case
                assert failure.get("type") == finding.level
                assert failure.text is not None
                assert failure.text.startswith(f"{name}:")

    def test_nothing_found_is_a_test_that_passed(self, clean: Result) -> None:
        root = xml("junit", clean)
        assert root.get("failures") == "0"
        [suite] = root
        [case] = suite
        assert len(case) == 0


class TestCheckstyle:
    """An element per file."""

    def test_every_finding_is_an_error_of_its_file(self, result: Result) -> None:
        root = xml("checkstyle", result)
        assert root.tag == "checkstyle"
        found = [(file.get("name"), error) for file in root for error in file]
        assert len(found) == len(result.findings)
        for (name, error), finding in zip(found, result.findings, strict=True):
            assert name == finding.place.file
            assert error.get("severity") == finding.level
            assert error.get("source") == f"phaselint.{finding.code}.{finding.name}"
            assert int(error.get("line", "0")) >= 1
            assert int(error.get("column", "0")) >= 1

    def test_nothing_found_is_an_empty_element(self, clean: Result) -> None:
        assert len(xml("checkstyle", clean)) == 0


@pytest.mark.parametrize("name", ["junit", "checkstyle"])
def test_any_character_can_stand_in_xml(name: str, make_finding: Make) -> None:
    every = "".join(map(chr, [*range(0x20, 0x3000, 7), *range(0x20), 0xD800, 0xFFFE, 0xFFFF]))
    place = Place(f"<&\"'{every}", (), "value", None)
    found = make_finding(f"<b>&amp; ]]> {every}", place, help=every)
    root = xml(name, Result((found,)))
    shown = [value for each in root.iter() for value in each.attrib.values()]
    assert any(value.startswith("<b>&amp; ]]> ") for value in shown)
    assert "\\x1b" in text(name, Result((found,)))
