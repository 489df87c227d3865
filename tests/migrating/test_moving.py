"""What a migration brings is told from what was there in another place, level or rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaselint.migrating.moving import brought
from samples import document, finding, rule

if TYPE_CHECKING:
    from phaselint.vocabulary.diagnostic import Diagnostic
    from phaselint.vocabulary.finding import Severity

LEVELS: dict[str, Severity] = {"e": "error", "w": "warning", "i": "info"}
TEXT = document("a.yaml", "a: 1\nb: 2\n")


def names(before: str, after: str, **replaced: tuple[str, ...]) -> list[str]:
    """The findings that are new, each given as its rule and the first letter of its level."""

    def read(text: str, key: str) -> list[Diagnostic]:
        return [
            finding(rule("VE999", name), TEXT, (key,))._replace(level=LEVELS[level])
            for name, _, level in (word.partition("-") for word in text.split())
        ]

    found = brought(read(before, "a"), read(after, "b"), replaced)
    return [f"{each.name}-{each.level[0]}" for each in found]


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        ("", "x-e", ["x-e"]),
        ("x-e", "x-e", []),
        ("x-e", "x-e x-e", ["x-e"]),
        ("x-e", "x-w", []),
        ("x-w", "x-e", ["x-e"]),
        ("x-e x-w", "x-w x-w", []),
        ("x-e", "y-i", ["y-i"]),
        ("x-e y-w", "", []),
    ],
)
def test_findings_are_counted_by_rule_and_level(before: str, after: str, new: list[str]) -> None:
    assert names(before, after) == new


def test_a_rule_may_stand_for_another_once() -> None:
    assert names("x-w", "y-w", y=("x",)) == []
    assert names("x-w", "y-w y-w", y=("x",)) == ["y-w"]
    assert names("x-w", "y-e", y=("x",)) == ["y-e"]
    assert names("x-w", "x-w y-w", y=("x",)) == ["y-w"]


def test_what_is_of_the_project_is_no_reason() -> None:
    old = [finding(rule("PL999", "stale-baseline-entry"), TEXT)]
    assert list(brought([], old, {})) == []
