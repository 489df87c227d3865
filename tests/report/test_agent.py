"""The agent format: what a coding agent needs of a finding, and not more than fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaselint.linting.result import Trial, TriedEdit
from phaselint.report import Style, render
from phaselint.report.agent.data import Page, as_data
from phaselint.report.agent.limits import cut_list, fitted, size
from phaselint.vocabulary.finding import Position, Range

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

    from phaselint.linting.result import Result

HUGE = 10**9


def tried(result: Result, why: str = "") -> Result:
    """The result with a trial of each fix; the last of them has the reason why it isn't good."""
    some = [each for each in result.findings if each.fix is not None and each.fix.edits]
    span = Range(Position(3, 5), Position(3, 9))
    trials = [
        Trial(
            (each.place.file, each.fingerprint),
            edits=(TriedEdit(each.place.file, span, "old\n", "new"),),
            before=7,
            left=7 - number,
        )
        for number, each in enumerate(some)
    ]
    trials[-1:] = [trials[-1]._replace(why=why)] if why else trials[-1:]
    return result._replace(trials=tuple(trials))


def test_everything(result: Result, snapshot: SnapshotAssertion) -> None:
    assert "".join(render("agent", tried(result, "it would cause `x`: y"), Style())) == snapshot


def test_the_worst_come_first(result: Result) -> None:
    data = as_data(result, Page(), HUGE)
    levels = [("error", "warning", "info").index(each["severity"]) for each in data["findings"]]
    assert levels == sorted(levels)
    assert [each["number"] for each in data["findings"]] == [*range(1, len(levels) + 1)]


def test_fixes_that_leave_nothing_new_come_first_and_of_these_those_that_correct_most(
    result: Result,
) -> None:
    fixes = as_data(tried(result, "no"), Page(), HUGE)["fixes"]
    clean = [each["tried"] == "leaves nothing new" for each in fixes]
    assert clean == sorted(clean, reverse=True)
    left = [each["findings_after"] for each in fixes if each["tried"] == "leaves nothing new"]
    assert left == sorted(left)


def test_a_fix_without_a_trial_is_not_offered_as_tried(result: Result) -> None:
    assert {each["tried"] for each in as_data(result, Page(), HUGE)["fixes"]} == {"not tried"}


def test_at_least_one_cause_is_shown_and_the_others_are_counted(result: Result) -> None:
    whole = as_data(result, Page(), HUGE)
    data = as_data(result, Page(how="ask"), 1)
    assert data["findings"] == whole["findings"][:1]
    left = {"before": 0, "after": len(whole["findings"]) - 1, "how": "ask"}
    assert data["left_out"] == left


def test_a_page_says_where_the_next_one_begins(result: Result) -> None:
    data = as_data(result, Page(skip=1, limit=1, how="ask"), HUGE)
    assert [each["number"] for each in data["findings"]] == [2]
    assert data["left_out"]["before"] == 1
    assert data["left_out"]["how"] == "ask; skip=2 shows the next"
    last = as_data(result, Page(skip=HUGE, limit=1, how="ask"), HUGE)
    assert (last["findings"], last["left_out"]["how"]) == ([], "ask")


def test_a_report_is_not_larger_than_4000_tokens_however_much_is_found(result: Result) -> None:
    many = result._replace(
        findings=tuple(
            each._replace(finding=each.finding._replace(help=f"{number} is one word"))
            for number in range(300)
            for each in result.findings
        )
    )
    assert size("".join(render("agent", many, Style()))) < 16_000


def test_what_is_cut_says_how_much() -> None:
    assert cut_list("abcd", 3) == ["a", "b", "c", "... 1 more"]
    assert cut_list("abc", 3) == ["a", "b", "c"]
    assert fitted(["one", "two", "three"], 8, "ask") == "one\ntwo\n... 1 more lines; ask"
    assert fitted(["one", "two"], 8, "ask") == "one\ntwo"
