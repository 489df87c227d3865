"""What scripts take of a contract, in the HTML report."""

from __future__ import annotations

from phaselint.executor.coverage import Bound, Coverage, Point
from phaselint.linting.result import Result
from phaselint.report import Style, render
from phaselint.report.html.coverage import MOST, covered
from phaselint.vocabulary.finding import Place, Position, Range

PLACE = Place("a.yaml", (), "value", Range(Position(3, 1), Position(3, 4)))
EVIL = "</td><script>\u202e"


def point(kind: str, label: str, *, taken: bool, reachable: bool = True) -> Point:
    return Point(kind, label, PLACE, reachable, taken)


COVERAGE = Coverage(
    (
        point("phase", "start", taken=True),
        point("move", "close", taken=True),
        point("move", f"lose {EVIL}", taken=False),
        point("move", "never", taken=False, reachable=False),
    ),
    (Bound("calls", 8, 2), Bound("turns", 3, 3)),
    scenarios=2,
    known=False,
)


def test_counts_and_what_no_script_takes() -> None:
    page = covered(COVERAGE)
    assert "Scripts: 1 of 2 moves (50 %) by 2 scenarios" in page
    assert "lose &lt;/td&gt;&lt;script&gt;\\u202e" in page
    assert '<span class="where">a.yaml:3:1</span>' in page
    assert "never" not in page, "no run takes it"
    assert "calls: 2 of 8" in page
    assert "turns" not in page, "it is used up"
    assert "fully known, so all declared elements count" in page


def test_without_scripts_there_is_one_line() -> None:
    alone = covered(COVERAGE._replace(scenarios=0))
    assert alone == '<p class="coverage">Scripts: 1 of 2 moves (50 %) by 0 scenarios</p>'


def test_what_is_left_out_is_counted() -> None:
    missed = tuple(point("move", f"m{number}", taken=False) for number in range(MOST + 3))
    assert "<li>3 more</li>" in covered(COVERAGE._replace(points=missed))


def test_a_report_has_it_beside_the_contract() -> None:
    key = ("vesanor", "here")
    [page] = render("html", Result(coverages={key: COVERAGE}), Style())
    assert '<section class="contract" id="contract-1">' in page
    assert '<details class="coverage">' in page
    [other] = render("html", Result(), Style())
    assert "Scripts:" not in other
