"""What labels ask for: each key of one is missed where the findings are not as it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest

from conformance.judging import wrong
from phaselint.vocabulary.finding import Place, Position, Range

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic


class Found(NamedTuple):
    """As much of a finding as is judged."""

    name: str
    level: str = "error"
    line: int = 1

    @property
    def place(self) -> Place:
        at = Position(self.line, 1)
        return Place("w.yml", (), "value", Range(at, at))


def judged(dialect: str, label: dict[str, Any], *found: Found) -> list[str]:
    return [*wrong(dialect, label, cast("tuple[Diagnostic, ...]", found))]


DEAD, TYPO = Found("dead-phase"), Found("misspelt-tool", "warning", 2)
STUD = {"ideal": ["dead-phase"], "ideal_info": [], "ideal_valid": False}
SWENY = {"valid": True, "errors": [], "ideal": [], "also_ok": ["misspelt-tool"]}


def test_what_is_as_its_label_says_is_right() -> None:
    assert judged("stud", STUD, DEAD) == []
    assert judged("sweny", SWENY, TYPO) == []
    assert judged("climpt", {"ideal": [], "errors": []}) == []


@pytest.mark.parametrize(
    ("dialect", "label", "found", "told"),
    [
        ("stud", STUD, (), ["lacks dead-phase", "has no error"]),
        ("stud", STUD, (Found("dead-phase", "info"),), ["lacks dead-phase", "has no error"]),
        ("stud", STUD, (DEAD, TYPO), ["has misspelt-tool"]),
        ("stud", STUD, (DEAD, DEAD), ["has dead-phase twice"]),
        ("stud", STUD | {"counts": {"dead-phase": 2}}, (DEAD,), ["has dead-phase 1 times, not 2"]),
        (
            "stud",
            STUD | {"must_not": ["misspelt-tool"]},
            (DEAD, TYPO),
            ["may not have misspelt-tool", "has misspelt-tool"],
        ),
        ("stud", STUD | {"must_info": ["misspelt-tool"]}, (DEAD,), ["lacks misspelt-tool"]),
        (
            "stud",
            STUD | {"places": {"dead-phase": ["w.yml:3"]}},
            (DEAD,),
            ["has dead-phase elsewhere"],
        ),
        ("sweny", SWENY | {"valid": False}, (TYPO,), ["has no error"]),
        ("sweny", SWENY | {"errors": ["SELF_LOOP"]}, (), ["lacks SELF_LOOP"]),
        (
            "vesanor",
            {"checks": ["circular-deadlock"]},
            (DEAD,),
            ["lacks deadlocked-phases", "has dead-phase"],
        ),
        (
            "climpt",
            {"ideal": [], "startup": {"ok": False}},
            (TYPO,),
            ["has no error", "has misspelt-tool"],
        ),
    ],
)
def test_what_differs_is_told(
    dialect: str, label: dict[str, Any], found: tuple[Found, ...], told: list[str]
) -> None:
    assert judged(dialect, label, *found) == told


def test_another_name_is_right_where_the_name_is_ours() -> None:
    label = STUD | {"any_name": True}
    assert judged("stud", label, Found("cyclic-phase")) == []
    label |= {"not_enough": ["cyclic-phase"]}
    assert judged("stud", label, Found("cyclic-phase")) == ["lacks dead-phase", "has cyclic-phase"]


def test_an_incomplete_label_lets_other_findings_pass() -> None:
    label = {"ideal_includes": ["dead-phase"], "errors": []}
    assert judged("climpt", label, DEAD, TYPO) == []
