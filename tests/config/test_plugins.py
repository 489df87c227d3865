from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, Any

import pytest

from phaselint.config.plugins import GROUP, with_plugins
from phaselint.errors import UsageError
from samples import rule

if TYPE_CHECKING:
    from collections.abc import Callable

OWN = (rule("PL101", "unreachable-phase"),)
HOUSE = (rule("XX001", "house-rule"),)


class Point:
    """As much of an entry point as is looked at."""

    def __init__(self, name: str, load: Callable[[], Any]) -> None:
        self.name = name
        self.load = load


def install(monkeypatch: pytest.MonkeyPatch, **points: Callable[[], Any]) -> None:
    def entry_points(*, group: str) -> list[Point]:
        assert group == GROUP
        return [Point(name, load) for name, load in points.items()]

    monkeypatch.setattr(metadata, "entry_points", entry_points)


def test_rules_of_a_plugin_come_after_the_built_in_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, house=lambda: HOUSE)
    assert with_plugins(OWN, ["house"], "phaselint.toml") == OWN + HOUSE


def test_no_plugin_named_means_no_entry_points_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(**_: str) -> None:
        raise AssertionError

    monkeypatch.setattr(metadata, "entry_points", never)
    assert with_plugins(OWN, [], "phaselint.toml") == OWN


def test_an_unknown_plugin_is_refused_with_a_suggestion(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, house=lambda: HOUSE)
    with pytest.raises(UsageError, match="unknown plug-in `hose`; did you mean `house`"):
        with_plugins(OWN, ["hose"], "phaselint.toml")


def test_a_plugin_that_fails_on_import_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise ImportError("no module\nnamed x")

    install(monkeypatch, house=broken)
    with pytest.raises(UsageError, match="cannot be loaded: ImportError: no module named x"):
        with_plugins(OWN, ["house"], "phaselint.toml")


def test_a_plugin_has_to_bring_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, house=lambda: ("no rule",))
    with pytest.raises(UsageError, match="no sequence of rules"):
        with_plugins(OWN, ["house"], "phaselint.toml")


@pytest.mark.parametrize("clash", [rule("PL101", "house-rule"), rule("XX001", "unreachable-phase")])
def test_codes_and_names_are_never_taken_over(monkeypatch: pytest.MonkeyPatch, clash: Any) -> None:
    install(monkeypatch, house=lambda: (clash,))
    with pytest.raises(UsageError, match="of which the code or the name is taken"):
        with_plugins(OWN, ["house"], "phaselint.toml")
