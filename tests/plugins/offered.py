"""Plug-ins that are not installed: entry points that lead to whatever a test wants."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, Any, NamedTuple

from phaselint.plugins.points import DIALECTS, OURS, RULES

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest


class Distribution(NamedTuple):
    """As much of a distribution as is looked at."""

    name: str
    version: str


HOUSE = Distribution("phaselint-house", "1.2")
ORIGIN = "phaselint-house 1.2"


class Point(NamedTuple):
    """As much of an entry point as is looked at."""

    name: str
    load: Callable[[], Any]
    dist: Distribution = HOUSE


def offer(
    monkeypatch: pytest.MonkeyPatch,
    *,
    dialects: tuple[Point, ...] = (),
    rules: tuple[Point, ...] = (),
) -> None:
    """Put entry points in the place of those that are installed."""
    points = {DIALECTS: dialects, RULES: (Point(OURS, lambda: ()), *rules)}

    def entry_points(*, group: str) -> tuple[Point, ...]:
        return points[group]

    monkeypatch.setattr(metadata, "entry_points", entry_points)


def leads_to(value: Any, name: str = "house", dist: Distribution = HOUSE) -> Point:
    """An entry point that leads to a value."""
    return Point(name, lambda: value, dist)
