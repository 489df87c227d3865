from __future__ import annotations

import pytest

from phaselint.config import select
from phaselint.vocabulary.errors import UsageError
from samples import rule

UNREACHABLE = rule("PL101", "unreachable-phase")
DEADLOCK = rule("PL103", "deadlocked-phases", catalogue="circular-deadlock")
BROKEN = rule("PL001", "syntax-error")
DRAFT = rule("VE201", "missing-timeout", default=False)
INTERNAL = rule("PL009", "internal-error")
RULES = (UNREACHABLE, DEADLOCK, BROKEN, DRAFT, INTERNAL)


def selected(**settings: list[str]) -> set[str]:
    selection = select.build(RULES, **settings)  # type: ignore[arg-type]  # keys by name
    return {rule.code for rule in RULES if rule is not INTERNAL and selection.selected(rule)}


def test_default_is_every_rule_that_is_on_by_default() -> None:
    assert selected() == {"PL101", "PL103", "PL001"}


@pytest.mark.parametrize(
    ("selector", "codes"),
    [
        ("ALL", {"PL101", "PL103", "PL001", "VE201"}),
        ("PL", {"PL101", "PL103", "PL001"}),
        ("PL1", {"PL101", "PL103"}),
        ("PL103", {"PL103"}),
        ("all", {"PL101", "PL103", "PL001", "VE201"}),
        ("pl1", {"PL101", "PL103"}),
        ("Pl103", {"PL103"}),
        ("deadlocked-phases", {"PL103"}),
        ("circular-deadlock", {"PL103"}),
    ],
)
def test_selectors(selector: str, codes: set[str]) -> None:
    assert selected(select=[selector]) == codes


def test_select_nothing() -> None:
    assert selected(select=[]) == set()


@pytest.mark.parametrize(
    ("chosen", "ignored", "codes"),
    [
        (["PL"], ["PL1"], {"PL001"}),
        (["PL1", "PL101"], ["PL1"], {"PL101"}),
        (["PL101"], ["PL101"], set()),  # on a tie, ignore wins
        (["PL101"], ["unreachable-phase"], set()),  # a name weighs as much as a code
        (["unreachable-phase"], ["PL10"], {"PL101"}),
        (["ALL"], ["ALL"], set()),
    ],
)
def test_longest_match_wins(chosen: list[str], ignored: list[str], codes: set[str]) -> None:
    assert selected(select=chosen, ignore=ignored) == codes


def test_ignore_leaves_out_of_the_default() -> None:
    assert selected(ignore=["PL1"]) == {"PL001"}


def test_extend_select_adds_to_the_default() -> None:
    assert selected(extend_select=["VE"]) == {"PL101", "PL103", "PL001", "VE201"}


def test_extend_select_adds_to_a_choice() -> None:
    assert selected(select=["PL001"], extend_select=["VE201"]) == {"PL001", "VE201"}


def test_extend_select_wins_over_a_looser_ignore() -> None:
    assert selected(ignore=["PL"], extend_select=["PL101"]) == {"PL101"}


def test_per_file_ignores_hold_for_their_files_only() -> None:
    selection = select.build(RULES, per_file_ignores=[("legacy", ["PL1"])])
    assert not selection.shown(UNREACHABLE, "legacy/session.yaml")
    assert selection.shown(BROKEN, "legacy/session.yaml")
    assert selection.shown(UNREACHABLE, "contracts/session.yaml")


def test_defects_of_phaselint_are_always_shown() -> None:
    selection = select.build(RULES, select=[], ignore=["ALL"], per_file_ignores=[("*", ["ALL"])])
    assert selection.shown(INTERNAL, "session.yaml")
    assert selection.why(INTERNAL) == "on: always shown"


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({}, "on: default"),
        ({"select": ["VE"]}, "off: not selected"),
        ({"select": ["PL", "PL1"]}, "on: select `PL1`"),
        ({"ignore": ["unreachable-phase"]}, "off: ignore `unreachable-phase`"),
        ({"select": ["VE"], "extend_select": ["PL101"]}, "on: extend-select `PL101`"),
    ],
)
def test_why(settings: dict[str, list[str]], why: str) -> None:
    selection = select.build(RULES, **settings)  # type: ignore[arg-type]  # keys by name
    assert selection.why(UNREACHABLE) == why


def test_why_a_rule_is_off_by_default() -> None:
    assert select.build(RULES).why(DRAFT) == "off: not on by default"


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        (
            "unreachable-phases",
            "unknown rule `unreachable-phases`; a similar name exists: `unreachable-phase`",
        ),
        ("pl1011", "unknown rule `pl1011`; a similar name exists: `PL101`"),
        (
            "circular_deadlock",
            "unknown rule `circular_deadlock`; a similar name exists: `circular-deadlock`",
        ),
        ("XY", "unknown rule `XY`"),
        ("P", "unknown rule `P`"),
        ("", "unknown rule ``"),
    ],
)
def test_unknown_selector(selector: str, message: str) -> None:
    for setting in ("select", "ignore", "extend_select"):
        with pytest.raises(UsageError) as caught:
            selected(**{setting: [selector]})
        assert str(caught.value) == message


def test_unknown_selector_for_files_and_severities() -> None:
    with pytest.raises(UsageError):
        select.build(RULES, per_file_ignores=[("*", ["nonsense"])])
    with pytest.raises(UsageError):
        select.build(RULES, severity={"nonsense": "error"})


def test_severity_is_left_alone_by_default() -> None:
    assert select.build(RULES).severity(UNREACHABLE) is None


def test_severity_of_the_longest_selector_wins() -> None:
    selection = select.build(RULES, severity={"PL101": "info", "PL": "error", "PL1": "warning"})
    assert selection.severity(UNREACHABLE) == "info"
    assert selection.severity(DEADLOCK) == "warning"
    assert selection.severity(BROKEN) == "error"


def test_severity_on_a_tie_is_the_later_one() -> None:
    selection = select.build(RULES, severity={"PL101": "info", "unreachable-phase": "error"})
    assert selection.severity(UNREACHABLE) == "error"


def test_rules_of_two_dialects_share_name_and_state() -> None:
    other = rule("PL101", "unreachable-phase", dialect="sweny", catalogue="UNREACHABLE")
    selection = select.build((UNREACHABLE, other), ignore=["UNREACHABLE"])
    assert selection.selected(UNREACHABLE)
    assert not selection.selected(other)
