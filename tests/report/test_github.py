"""The github format: annotations within the runner's limits, and a log that gives no orders."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phaselint.linting.result import Result, Summary
from phaselint.report import Style, render
from phaselint.vocabulary.finding import Place, Position, Range

if TYPE_CHECKING:
    from collections.abc import Callable

    from syrupy.assertion import SnapshotAssertion

    from phaselint.vocabulary.diagnostic import Diagnostic

    Make = Callable[..., Diagnostic]


def report(result: Result, style: Style = Style()) -> str:  # noqa: B008 - an immutable value
    return "".join(render("github", result, style))


def outside(result: Result) -> list[str]:
    """Return the lines in which the runner looks for commands."""
    lines = []
    token = ""
    for line in report(result).splitlines():
        if token:
            token = "" if line == f"::{token}::" else token
        elif line.startswith("::stop-commands::"):
            token = line.removeprefix("::stop-commands::")
        else:
            lines.append(line)
    assert not token
    return lines


def obeyed(result: Result) -> list[str]:
    """Return the names of the commands the runner finds, in either of its two notations."""
    matches = (re.match(r"\s*::(\S+).*?::|.*##\[([\w-]+)", line) for line in outside(result))
    return [match[1] or match[2] for match in matches if match]


def commands(result: Result, level: str) -> list[str]:
    """Return the annotations of a level."""
    return [line for line in outside(result) if line.startswith(f"::{level} ")]


def test_everything(result: Result, snapshot: SnapshotAssertion) -> None:
    assert report(result) == snapshot


def test_log_has_every_finding(make_finding: Make) -> None:
    findings = tuple(make_finding(f"m{number}") for number in range(40))
    log = report(Result(findings)).split("\n")
    assert sum("warning[VE201]" in line for line in log) == 40


def test_ten_of_each_level_and_a_notice_for_the_rest(make_finding: Make) -> None:
    findings = tuple(
        make_finding(f"{level} {number}", severity=level)
        for level in ("error", "warning", "info")
        for number in range(12)
    )
    result = Result(findings)
    assert len(commands(result, "error")) == 10
    assert len(commands(result, "warning")) == 10
    notices = commands(result, "notice")
    assert len(notices) == 10
    expected = "::notice title=phaselint::7 findings not annotated, see the log of this step"
    assert notices[-1] == expected


def test_no_notice_where_all_fit(make_finding: Make) -> None:
    findings = tuple(make_finding(f"{number}", severity="info") for number in range(10))
    assert len(commands(Result(findings), "notice")) == 10


def test_properties_and_message_are_escaped(make_finding: Make) -> None:
    at = Place("a:b,c%.yaml", (), "value", Range(Position(2, 3), Position(2, 5)))
    finding = make_finding("50%: a,\rb", at, help="x\x1b")
    (command,) = commands(Result((finding,)), "warning")
    properties = "file=a%3Ab%2Cc%25.yaml,line=2,endLine=2,col=3,endColumn=5,title=VE201 unknown-key"
    assert command == f"::warning {properties}::50%25: a,\\rb%0Ax\\x1b"


def test_range_of_several_lines_has_no_columns(make_finding: Make) -> None:
    at = Place("a.yaml", (), "value", Range(Position(2, 3), Position(4, 1)))
    (command,) = commands(Result((make_finding("m", at),)), "warning")
    assert command.startswith("::warning file=a.yaml,line=2,endLine=4,title=")


def test_names_cannot_give_orders_to_the_runner(make_finding: Make) -> None:
    at = Place("::add-mask::x", (), "value", Range(Position(2, 3), Position(4, 1)))
    finding = make_finding("##[add-mask]y ::stop-commands::z", at)
    assert obeyed(Result((finding,))) == ["warning"]


def test_quiet_and_clean_is_silent(clean: Result) -> None:
    assert report(clean, Style(quiet=True)) == ""
    assert "No findings in 3 contracts" in report(clean)
    assert report(Result(summary=Summary())).count("\n") == 3
