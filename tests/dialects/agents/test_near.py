"""Which name was meant (reference §4.1)."""

from __future__ import annotations

import pytest

from phaselint.dialects.agents.analysis.near import Names

MANY = [f"agent of team {number}" for number in range(1000)]


@pytest.mark.parametrize(
    ("asked", "known", "meant", "same"),
    [
        ("plan_critic", ["Plan Critic", "Plan Critics"], "Plan Critic", True),
        ("Agent", ["agent"], "agent", True),
        ("lead-file", ["Somebody"], "Somebody", True),
        ("Wroker", ["Worker", "Workers"], "Worker", False),
        ("abcde", ["abcdf", "abcdg"], "abcdf", False),
        ("Researcher", ["Resaerchers"], "Resaerchers", False),
        ("agent of taem 777", MANY, "agent of team 777", False),
        ("AGENT OF TEAM 7", MANY, "agent of team 7", True),
    ],
)
def test_the_nearest_is_meant(asked: str, known: list[str], meant: str, same: bool) -> None:
    assert Names(known, {"lead-file": "Somebody"}).near(asked) == (meant, same)


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        ("lend", ["lead"]),  # both need five letters
        ("Resaercherz", ["Research"]),
        ("worked", ["w o r d s"]),
        ("", ["a"]),
        ("!", ["?"]),
        ("x" * 10_000, ["x" * 9_999]),
    ],
)
def test_nobody_is_meant(asked: str, known: list[str]) -> None:
    assert Names(known, {}).near(asked) is None
