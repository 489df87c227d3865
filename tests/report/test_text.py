"""The text format: frames, runs, proofs, and nothing a terminal would obey."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from phaselint import version
from phaselint.executor.soundness.census import Tally
from phaselint.linting.result import Result, Summary
from phaselint.report import Style, render
from phaselint.vocabulary.finding import (
    Place,
    Position,
    Proof,
    Range,
    Related,
    Table,
    Witness,
    WitnessStep,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from syrupy.assertion import SnapshotAssertion

    from phaselint.vocabulary.diagnostic import Diagnostic

    Make = Callable[..., Diagnostic]


def text(result: Result, style: Style = Style()) -> str:  # noqa: B008 - an immutable value
    return "".join(render("text", result, style))


def at(start: int, end: int, line: int = 1, file: str = "a.yaml", last: int = 0) -> Place:
    return Place(file, (), "value", Range(Position(line, start), Position(last or line, end)))


def shown(finding: Diagnostic, *lines: str) -> list[str]:
    """Return the lines of a report on one finding, the heading left out."""
    source = {"a.yaml": dict(enumerate(lines, 1))}
    return text(Result((finding,), lines=source), Style(quiet=True)).split("\n")[1:-2]


def test_everything(result: Result, snapshot: SnapshotAssertion) -> None:
    assert text(result) == snapshot


def test_statistics_stand_in_place_of_findings(result: Result, snapshot: SnapshotAssertion) -> None:
    assert text(result, Style(statistics=True)) == snapshot


def test_colours(result: Result, snapshot: SnapshotAssertion) -> None:
    first = result._replace(findings=result.findings[:2])
    assert text(first, Style(color=True)) == snapshot


def test_colours_change_nothing_else(result: Result) -> None:
    coloured = text(result, Style(color=True))
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == text(result)


def test_names_of_rules_lead_to_their_pages_where_the_terminal_can(
    result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert text(result, Style(links=True)) == text(result)  # as long as none are published
    monkeypatch.setattr(version, "DOCUMENTATION", "https://example.org/phaselint")
    linked = text(result, Style(links=True))
    first = result.findings[0]
    address = f"https://example.org/phaselint/rules/{first.name}/"
    assert f"\x1b]8;;{address}\x1b\\{first.name}\x1b]8;;\x1b\\: " in linked
    assert text(result) == re.sub("\x1b]8;;[^\x1b]*\x1b\\\\", "", linked)


def test_caret_stands_below_its_characters_after_a_tab(make_finding: Make) -> None:
    frame = shown(make_finding("m", at(2, 4)), "\tab: c")
    assert frame[2:4] == ["1 |     ab: c", "  |     ^^"]


def test_caret_stands_below_its_characters_after_wide_ones(make_finding: Make) -> None:
    frame = shown(make_finding("m", at(4, 6)), "価😀:見出")
    assert frame[2:4] == ["1 | 価😀:見出", "  |      ^^^^"]


def test_combining_characters_take_no_column(make_finding: Make) -> None:
    frame = shown(make_finding("m", at(4, 5)), "e\u0301:x")
    assert frame[3] == "  |   ^"


def test_empty_range_has_one_caret(make_finding: Make) -> None:
    assert shown(make_finding("m", at(3, 3)), "ab")[3] == "  |   ^"


def test_range_of_several_lines_is_marked_to_the_end_of_its_first(make_finding: Make) -> None:
    frame = shown(make_finding("m", at(1, 5, last=2)), "a:   ", "  b: c")
    assert frame[2:] == ["1 | a:", "  | ^^", "  |"]


def test_places_of_one_line_do_not_hide_each_other(make_finding: Make) -> None:
    related = (Related(at(1, 2), "before"), Related(at(6, 7), "after"))
    frame = shown(make_finding("m", at(1, 4), related=related), "abc: d")
    assert frame[2:6] == ["1 | abc: d", "  | ^^^", "  | - before", "  |      - after"]


def test_overlapping_places_have_a_row_each(make_finding: Make) -> None:
    related = (Related(at(3, 8), "over"),)
    frame = shown(make_finding("m", at(1, 5), related=related), "abcdefgh")
    assert frame[3:5] == ["  | ^^^^", "  |   ----- over"]


def test_lines_left_out_between_places_are_said_so(make_finding: Make) -> None:
    related = (Related(at(1, 2, line=2), "next"), Related(at(1, 2, line=4), "far"))
    frame = shown(make_finding("m", at(1, 2), related=related), "a", "b", "c", "d")
    assert frame[2:] == [
        "1 | a",
        "  | ^",
        "2 | b",
        "  | - next",
        "...",
        "4 | d",
        "  | - far",
        "  |",
    ]


def test_long_line_shows_a_window_per_place(make_finding: Make) -> None:
    line = "x" * 300 + "A" + "y" * 300 + "B" + "z" * 300
    related = (Related(at(602, 603), "second"),)
    frame = shown(make_finding("m", at(301, 302), related=related), line)
    for source, marks in ((frame[2], frame[3]), (frame[4], frame[5])):
        assert len(source) < 120
        assert source[max(marks.find("^"), marks.find("-"))] in "AB"


def test_window_at_the_end_of_a_long_line_is_full(make_finding: Make) -> None:
    frame = shown(make_finding("m", at(200, 201)), "x" * 199 + "A")
    assert frame[2:4] == [f"1 | ...{'x' * 99}A", f"  |    {' ' * 99}^"]


def test_place_behind_the_end_of_its_line_is_shown_at_the_end(make_finding: Make) -> None:
    assert shown(make_finding("m", at(9, 12)), "ab")[2:4] == ["1 | ab", "  |   ^"]


def test_whole_file_and_missing_source_have_no_frame(make_finding: Make) -> None:
    assert shown(make_finding("m", at(1, 1)), "a") == [" --> a.yaml:1:1"]
    assert shown(make_finding("m", at(2, 3, line=9)), "a") == [" --> a.yaml:9:2"]


@pytest.mark.parametrize(
    ("steps", "rest"), [(12, None), (13, "1 more step"), (30, "18 more steps")]
)
def test_run_shows_twelve_steps(make_finding: Make, steps: int, rest: str | None) -> None:
    run = Witness({}, tuple(WitnessStep(f"step {number}") for number in range(1, steps + 1)))
    lines = shown(make_finding("m", at(1, 1), witness=run))
    assert lines[1:3] == ["  = the run:", "      1. step 1"]
    assert lines[13] == "     12. step 12"
    assert lines[14:] == ([f"         ... {rest}"] if rest else [])


def test_many_places_and_blocked_ways_are_counted(make_finding: Make) -> None:
    related = tuple(Related(at(1, 1, file=f"{number}.yaml"), "x") for number in range(15))
    blocked = Witness({}, (), tuple(f"way {number}" for number in range(14)))
    lines = shown(make_finding("m", at(1, 1), related=related, witness=blocked))
    assert " ... 3 more places" in lines
    assert lines[-1] == "  = blocked: ... 2 more"


def test_contract_text_cannot_control_the_terminal(result: Result) -> None:
    report = text(result)
    assert "unknown key `evil\\x1b[31m\\u202e\\x9b\\ud800`" in report
    assert "30 |   evil\\x1b[31m: \\u202edne" in report
    assert not set(report) & set("\x1b\x9b\u202e\ud800\t")


@pytest.mark.parametrize(
    ("character", "escaped"),
    [
        ("\x00", "\\x00"),
        ("\r", "\\r"),
        ("\n", "\\n"),
        ("\x7f", "\\x7f"),
        ("\x85", "\\x85"),
        ("\u061c", "\\u061c"),
        ("\u200b", "\\u200b"),
        ("\u200f", "\\u200f"),
        ("\u2028", "\\u2028"),
        ("\u2066", "\\u2066"),
        ("\ufeff", "\\ufeff"),
        ("\U000e0041", "\\U000e0041"),
        ("\u200d", "\u200d"),
        ("\u3000", "\u3000"),
    ],
)
def test_characters_that_control_reorder_or_hide_are_escaped(
    make_finding: Make, character: str, escaped: str
) -> None:
    report = text(Result((make_finding(f"a{character}b"),)))
    assert f"unknown-key: a{escaped}b\n" in report


def test_quiet_leaves_the_findings(result: Result) -> None:
    loud, quiet = text(result), text(result, Style(quiet=True))
    assert loud.startswith(quiet)
    assert quiet.count("\n\n") == len(result.findings)


def test_statistics_of_a_dry_run_count_what_becomes_of_declared_elements(result: Result) -> None:
    tallies = {("sweny", "a.yml"): Tally(5, 1, 0), ("stud", "b.yaml"): Tally(2, 0, 3)}
    counted = text(result._replace(tallies=tallies), Style(statistics=True))
    assert "11 declared elements: 7 used, 1 reported, 3 not decided\n" in counted
    assert "declared" not in text(result._replace(tallies=tallies))


def test_conditions_that_no_router_is_held_to_are_counted(result: Result) -> None:
    tallies = {("sweny", "a.yml"): Tally(5, 1, 0, 2), ("sweny", "b.yml"): Tally(2, 0, 0)}
    counted = text(result._replace(tallies=tallies), Style(statistics=True))
    assert "2 conditions not fully read: " in counted
    none = text(result._replace(tallies={("sweny", "b.yml"): Tally(2)}), Style(statistics=True))
    assert "not read in full" not in none


def test_states_whose_responses_are_found_once_only_are_counted(result: Result) -> None:
    tallies = {
        ("stud", "a.yml"): Tally(5, stepped=7, borrowed=2),
        ("stud", "b.yml"): Tally(2, stepped=3),
    }
    counted = text(result._replace(tallies=tallies), Style(statistics=True))
    assert (
        "10 states of certificates: responses confirmed by a second search in 8 of them\n"
        in counted
    )
    none = text(result._replace(tallies={("stud", "b.yml"): Tally(2)}), Style(statistics=True))
    assert "certificates" not in none


def test_quiet_leaves_the_statistics_that_are_asked_for(result: Result) -> None:
    loud, quiet = (text(result, Style(quiet=each, statistics=True)) for each in (False, True))
    assert loud.startswith(quiet)
    assert sum(int(line.split()[0]) for line in quiet.splitlines() if line[:1].isdigit()) == len(
        result.findings
    )


def last_line(result: Result) -> str:
    return text(result).split("\n")[-2]


def test_last_line_of_a_clean_run(clean: Result) -> None:
    assert text(clean) == "No findings in 3 contracts (14 files).\n"


def test_last_line_counts_what_is_not_shown(clean: Result) -> None:
    summary = clean.summary._replace(contracts=1, files=1, suppressed=2)
    assert last_line(clean._replace(summary=summary)) == (
        "No findings in 1 contract (1 file); 2 suppressed."
    )
    assert last_line(clean._replace(hidden=1)) == (
        "No findings in 3 contracts (14 files); 1 hidden."
    )


def test_last_line_counts_proofs_of_a_dry_run_only(result: Result) -> None:
    found = "Checked 3 contracts (14 files): 4 errors, 2 warnings, 1 info"
    unseen = "4 suppressed, 2 hidden."
    confirmed = "2 of 7 confirmed by a simulated run, 2 not confirmed, 3 need none"
    assert last_line(result) == f"{found}; {confirmed}; {unseen}"
    assert last_line(result._replace(dry_run=False)) == f"{found}; {unseen}"


def test_last_line_without_contracts() -> None:
    assert text(Result()) == "Nothing to check: no contracts found.\n"
    assert text(Result(summary=Summary(files=3))) == "Nothing to check: no contracts found.\n"


def test_table_has_its_columns_below_each_other_and_says_what_is_missing(
    make_finding: Make,
) -> None:
    table = Table(("word", "list", "enum"), (("next", "yes", "yes"), ("見出", None, "-")))
    finding = make_finding("m", at(1, 2), witness=Witness({}, table=table))
    assert shown(finding, "ab")[4:] == [
        "  |",
        "  | word   list      enum",
        "  | next   yes       yes",
        "  | 見出   missing   -",
        "  |",
    ]


def test_long_table_is_cut_short(make_finding: Make) -> None:
    table = Table(("word",), tuple((f"w{number}",) for number in range(13)))
    finding = make_finding("m", at(1, 2), witness=Witness({}, table=table))
    assert "  | ... 1 more row" in shown(finding, "ab")


def test_the_script_of_a_refuted_finding_is_there_to_be_reported(make_finding: Make) -> None:
    script = {"version": 1, "scenarios": [{"name": "n", "model": [{"calls": ["pay\x1b"]}]}]}
    said = make_finding("m", proof=Proof("refuted", "replay", script, "the run shows otherwise"))
    refuted = said._replace(rule=said.rule._replace(name="refuted-finding"))
    told = text(Result((said,)))
    assert "= not confirmed: phaselint's own run disagrees; please report\n" in told
    assert "= script:" not in told
    lines = text(Result((refuted,))).splitlines()
    start = next(i for i, line in enumerate(lines) if line.endswith("= script:"))
    assert [line.strip() for line in lines[start + 1 : start + 5]] == [
        "version: 1",
        "scenarios:",
        "- name: n",
        "model:",
    ]
