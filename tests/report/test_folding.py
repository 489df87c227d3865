"""Findings that say the same, as one block; groups of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaselint.linting.result import Result
from phaselint.report import GROUPINGS, Style, render
from phaselint.report.folding import grouped
from phaselint.vocabulary.diagnostic import FAILED
from phaselint.vocabulary.finding import (
    Edit,
    Fix,
    Place,
    Position,
    Proof,
    Range,
    Related,
    Witness,
    WitnessStep,
)
from phaselint.vocabulary.message import message, quote
from phaselint.vocabulary.rule import ANY_DIALECT, ERROR, Rule
from report.conftest import UNKNOWN_KEY, UNREADABLE, finding, unreadable

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic

RULES = (UNKNOWN_KEY, UNREADABLE)
ODD = "{} is odd"
SAYINGS = ("validator {} is never used", "{} comes after {}", "{}")


def made(
    number: int,
    saying: str = SAYINGS[0],
    names: tuple[object, ...] = (),
    contract: str = "a",
    **more: Any,
) -> Diagnostic:
    line = Position(number + 1, 1)
    at = Place(f"{contract}.yaml", (number,), "value", Range(line, Position(number + 1, 5)))
    parts = names or tuple(quote(f"n{number}") for _ in range(saying.count("{}")))
    return finding(
        RULES[saying == SAYINGS[1]], at, message(saying, *parts), contract=contract, **more
    )


def text(*findings: Diagnostic, **style: Any) -> str:
    return "".join(render("text", Result(findings), Style(quiet=True, **style)))


@given(
    st.lists(
        st.tuples(st.sampled_from(SAYINGS), st.sampled_from("ab"), st.booleans()), max_size=12
    ),
    st.sampled_from(("", *GROUPINGS)),
    st.booleans(),
)
def test_every_finding_is_in_one_fold_and_stands_in_order(
    given: list[tuple[str, str, bool]], by: Any, apart: bool
) -> None:
    findings = [
        made(
            number,
            saying,
            contract=contract,
            witness=Witness({}, (WitnessStep("go"),)) if running else None,
        )
        for number, (saying, contract, running) in enumerate(given)
    ]
    groups = grouped(findings, by, apart=apart)
    told = [each for group in groups for fold in group.folds for each in fold.findings]
    assert sorted(map(findings.index, told)) == list(range(len(findings)))
    for group in groups:
        firsts = [findings.index(fold.shown) for fold in group.folds]
        assert firsts == sorted(firsts)
        for fold in group.folds:
            assert list(fold.findings) == sorted(fold.findings, key=findings.index)
            assert not (apart or by == "none") or fold.findings == (fold.shown,)


def test_what_says_the_same_of_other_places_is_one_block() -> None:
    fix = Fix("safe", "remove it", (Edit(Place("a.yaml"), ""),))
    lines = text(made(0), made(1, fix=fix), made(2)).splitlines()
    assert lines[0] == "warning[VE201] unknown-key: validator `n0` is never used"
    assert lines[-4:-1] == [
        "  = the same: in 2 more places, 1 with a fix",
        "     a.yaml:2:1: `n1`",
        "     a.yaml:3:1: `n2`",
    ]


def test_where_more_than_names_differ_the_message_is_told() -> None:
    found = text(made(0, names=(quote("a"),)), made(1, names=("no one of both",)))
    assert "     a.yaml:2:1: validator no one of both is never used\n" in found


def test_many_are_counted() -> None:
    lines = text(*map(made, range(20))).splitlines()
    assert lines[-2] == "     and 16 more"
    assert "  = the same: in 19 more places" in lines


@pytest.mark.parametrize(
    "other",
    [
        made(1, SAYINGS[1]),
        made(1, proof=Proof("proved", "replay")),
        made(1, help="do something else"),
        made(1, confidence="low"),
    ],
    ids=["sentence", "proof", "help", "confidence"],
)
def test_what_differs_stays_apart(other: Diagnostic) -> None:
    assert "the same" not in text(made(0), other)


def test_one_cause_is_one_block_across_contracts_and_whatever_runs_show_it() -> None:
    run = Witness({}, (WitnessStep("go"),))
    found = text(made(0, witness=run), made(1, contract="b", witness=run), made(2, help="use `a`"))
    assert found.count("warning[") == 2
    assert "  = the same: in 1 more place\n     b.yaml:2:1: `n1`\n" in found


def test_a_name_is_listed_once_with_the_count_of_its_places() -> None:
    names = ("a", "b", "b", "b", "c")
    found = text(*(made(number, names=(quote(name),)) for number, name in enumerate(names)))
    assert found.splitlines()[-4:-1] == [
        "  = the same: in 4 more places",
        "     a.yaml:2:1 and 2 more: `b`",
        "     a.yaml:5:1: `c`",
    ]


def removing(number: int, **more: Any) -> Diagnostic:
    """A finding whose fix removes its line and the next one."""
    first = made(number, **more)
    span = Range(Position(number + 1, 1), Position(number + 3, 1))
    edit = Edit(first.place._replace(range=span), "")
    return made(number, fix=Fix("safe", "remove it", (edit,)), **more)


def test_what_the_fix_of_another_finding_removes_is_its_consequence() -> None:
    found = text(removing(0), made(1, ODD), made(5, ODD))
    assert found.count("[") == 2
    assert "  = consequences: unknown-key (1)\n" in found
    assert "the same" not in found
    assert text(removing(0), made(1, ODD), group="none").count("[") == 2


@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.booleans()), max_size=8),
)
def test_consequences_are_those_that_another_removal_is_around(
    given: list[tuple[int, int, bool]],
) -> None:
    """What is shown is inside the removal of nothing else that is shown."""
    findings = []
    for number, (first, length, removed) in enumerate(given):
        one = made(first, f"{ODD} {number}", severity="warning")
        span = Range(Position(first + 1, 1), Position(first + length + 1, 9))
        at = one.place._replace(range=span)
        fix = Fix("safe", "remove it", (Edit(at, ""),)) if removed else None
        findings.append(made(first, f"{ODD} {number}", severity="warning", fix=fix))

    def around(number: int) -> set[int]:
        start, end = findings[number].place.range or span
        return {
            other
            for other, each in enumerate(findings)
            if other != number and each.fix
            for low, high in [each.fix.edits[0].place.range or span]
            if (low, high) != (start, end) and low <= start and end <= high
        }

    folds = grouped(findings)[0].folds
    shown = {findings.index(fold.shown) for fold in folds}
    hidden = {findings.index(each) for fold in folds for each in fold.consequences}
    assert shown | hidden == set(range(len(findings)))
    assert all(around(number) for number in hidden)
    assert not any(around(number) & shown for number in shown)


def test_an_error_is_no_consequence_of_a_warning() -> None:
    assert "consequences" not in text(removing(0), made(1, ODD, severity="error"))
    assert "consequences" in text(removing(0, severity="error"), made(1, ODD, severity="error"))


def test_a_failed_scenario_is_a_consequence_of_the_error_that_it_names() -> None:
    error = made(0, severity="error")
    failed = finding(
        Rule(FAILED, unreadable, ERROR, name="failed-expectation", dialect=ANY_DIALECT),
        Place("a.script.yaml", (), "value", Range(Position(1, 1), Position(1, 2))),
        message("expected {}", quote("completed")),
        severity="error",
        related=(Related(error.place, "the error"),),
    )
    assert "  = consequences: failed-expectation (1)\n" in text(error, failed)
    assert text(failed).count("failed-expectation") == 1


@pytest.mark.parametrize(("written", "level"), [("'pay'", "error"), ("pay", "warning")])
def test_what_a_wrong_reference_should_have_reached_is_its_consequence(
    written: str, level: Any
) -> None:
    wrong, unreachable_ = (
        Rule(code, unreadable, ERROR, name=name, dialect="sweny")
        for code, name in (("PL106", "unknown-target"), ("PL101", "unreachable-phase"))
    )
    at = made(3).place
    edit = Edit(at, written)
    cause = finding(
        wrong, at, message("{} doesn't exist", quote("pya")), fix=Fix("safe", "use it", (edit,))
    )
    after = finding(
        unreachable_, made(0).place, message("{} is unreachable", quote("pay")), severity=level
    )
    other = finding(unreachable_, made(1).place, message("{} is unreachable", quote("stay")))
    found = text(after, other, cause)
    assert "  = consequences: unreachable-phase (1)\n" in found
    assert ("`pay` is unreachable" in found, "`stay` is unreachable" in found) == (False, True)


def test_of_many_causes_the_first_are_shown_in_full() -> None:
    causes = [made(number, "{} is wrong, " + "x" * number) for number in range(11)]
    lines = text(*causes, made(11, "{} is wrong, xxxxx", contract="b")).splitlines()
    assert sum(line.startswith("warning[") for line in lines) == 11
    assert "8 more causes in short: `--group none` shows each finding in full" in lines
    at = lines.index("warning[VE201] unknown-key: `n5` is wrong, xxxxx")
    assert lines[at + 1] == "  --> a.yaml:6:1, and 1 more place"
    assert "more causes" not in text(*causes, group="none")
    assert "more causes" not in text(*causes[:10])


def test_consequences_are_named_in_short_entries_too() -> None:
    causes = [made(number * 9, "{} is wrong, " + "x" * number) for number in range(12)]
    causes[8] = removing(8 * 9)
    found = text(*causes, made(8 * 9 + 1, ODD))
    assert ", consequences: unknown-key (1), fix (safe)\n" in found


def test_a_sentence_without_words_of_its_own_is_not_taken_for_another() -> None:
    assert "the same" not in text(made(0, SAYINGS[2], ("one",)), made(1, SAYINGS[2], ("two",)))


def test_verbose_folds_nothing() -> None:
    assert text(made(0), made(1), apart=True).count("warning[") == 2


def headings(*findings: Diagnostic, group: str) -> list[str]:
    lines = text(*findings, group=group).splitlines()
    return [line for line in lines if line.endswith(("finding", "findings"))]


def test_groups_have_headings_and_fold_across_contracts_by_rule() -> None:
    findings = (made(0), made(1, SAYINGS[1], contract="b"), made(2, contract="b"))
    by_rule = ["VE201 unknown-key: 2 findings", "PL001 unreadable-file: 1 finding"]
    assert headings(*findings, group="rule") == by_rule
    assert headings(*findings, group="contract") == ["a: 1 finding", "b: 2 findings"]
    assert text(*findings, group="cause").count("the same: in 1 more place") == 1
