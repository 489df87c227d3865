"""What fails while pictures are made is said, and nothing else is missing."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

import cases
from films import seen
from phaselint.diagram import animation
from phaselint.diagram.frames import LONGEST, MOST_LINES, Camera
from phaselint.dialects.showing import Fact
from phaselint.dialects.vesanor.running.runtime import VesanorRuntime

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.linting.result import Result


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A contract with an order trap."""
    cases.write(cases.FIXTURES / "rules" / "order-trap" / "bad", tmp_path / "desk")
    return tmp_path


def broken(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> None:
    """Have a function fail."""

    def fails(*_: object) -> None:
        raise ValueError("no luck")

    monkeypatch.setattr(where, name, fails)


def names(result: Result) -> list[str]:
    return sorted(each.name for each in result.findings)


def test_a_state_that_cannot_be_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, VesanorRuntime, "shown")
    result = seen(str(folder))
    assert names(result) == ["internal-error", "order-trap"]
    (view,) = [each.view for each in result.findings if each.name == "order-trap"]
    assert view is not None
    assert view.marks
    assert view.film is None


def test_a_graph_that_cannot_be_drawn(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phaselint.linting.diagrams.draw", lambda *_: 1 / 0)
    result = seen(str(folder))
    assert names(result) == ["internal-error", "order-trap"]
    assert not result.drawings


def test_a_script_that_cannot_be_replayed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch, animation, "play")
    assert names(seen(str(folder))) == ["internal-error", "order-trap"]
    assert names(seen(str(folder), dry_run=True)) == ["internal-error", "order-trap"]


def test_what_is_long_is_cut(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = itertools.count()
    monkeypatch.setattr(VesanorRuntime, "told", lambda *_: "x" * 10_000)
    monkeypatch.setattr(VesanorRuntime, "shown", lambda *_: (Fact(f"{next(facts)} " * 10_000),))
    (finding,) = seen(str(folder)).findings
    assert finding.view is not None
    assert finding.view.film is not None
    last = finding.view.film.frames[-1]
    assert {len(line) for line in last.said} == {LONGEST}
    assert [len(line) for line in last.changed] == [LONGEST]


def test_of_much_that_happens_the_first_is_told() -> None:
    from phaselint.diagram.model import Drawing
    from phaselint.dialects.records import Event

    class Mute(VesanorRuntime):
        def elements(self, _contract: object) -> tuple[()]:
            return ()

        def told(self, event: Event) -> str:
            return event.kind

    camera = Camera(Mute(), None, Drawing("phase"))
    said = camera._said([Event("call", {})] * (MOST_LINES + 2))
    assert said == (*["call"] * MOST_LINES, "and 2 more")
