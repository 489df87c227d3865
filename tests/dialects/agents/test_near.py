"""Which name was meant (reference §4.1)."""

from __future__ import annotations

import pytest

from phaselint.dialects.agents.analysis.near import Keys, Names

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


@pytest.mark.parametrize(
    ("key", "meant", "same"),
    [
        ("Dis-allowed_Tools", "disallowedTools", True),
        ("allowed-tools", "tools", False),
        ("toosl", "tools", False),
        ("naem", "name", False),
        ("descritpoin", "description", False),
        ("modle", "model", False),
    ],
)
def test_the_key_that_is_nearest_is_meant(key: str, meant: str, same: bool) -> None:
    keys = Keys(["name", "description", "tools", "disallowedTools", "model"])
    assert keys.near(key) == (meant, same)


@pytest.mark.parametrize("key", ["nam", "key1", "tooooools", "subagents"])
def test_no_key_is_meant(key: str) -> None:
    assert Keys(["name", "description", "tools"]).near(key) is None


def test_keys_that_have_other_letters_are_not_compared_edit_by_edit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of thousands of unknown keys hardly one is near one that is known."""
    compared: list[str] = []

    def distance(_left: str, right: str, limit: int) -> int:
        compared.append(right)
        return limit

    monkeypatch.setattr("phaselint.dialects.agents.analysis.near.distance", distance)
    keys = Keys(["name", "model", "tools", "hooks"])
    assert keys.near("key17") is None
    assert compared == []
    keys.near("toolz")
    assert compared == ["tools"]
