"""The concise format: a line per finding."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.report import Style, render
from phaselint.vocabulary.message import message

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from phaselint.linting.result import Result


def concise(result: Result, style: Style) -> str:
    return "".join(render("concise", result, style))


def test_everything(result: Result, snapshot: SnapshotAssertion) -> None:
    assert concise(result, Style()) == snapshot


def test_statistics_stand_in_place_of_findings(result: Result, snapshot: SnapshotAssertion) -> None:
    assert concise(result, Style(statistics=True)) == snapshot


def test_quiet_is_one_line_per_finding(result: Result) -> None:
    lines = concise(result, Style(quiet=True)).splitlines()
    shape = re.compile(r"[^:]+:\d+:\d+: (error|warning|info)\[[A-Z]{2}\d{3}\] .+ \[[a-z-]+\]")
    assert len(lines) == len(result.findings)
    assert all(shape.fullmatch(line) for line in lines)


def test_nothing_to_say_when_quiet_and_clean(clean: Result) -> None:
    assert concise(clean, Style(quiet=True)) == ""


def test_contract_text_cannot_start_a_line(result: Result) -> None:
    found = result.findings[0]
    text = message("a\nb:1:1: error[PL999] forged [x]")
    forged = found._replace(finding=found.finding._replace(message=text))
    report = concise(result._replace(findings=(forged,)), Style(quiet=True))
    assert report.count("\n") == 1
    assert "a\\nb:1:1" in report
