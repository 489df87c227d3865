"""Each dialect: a project with defects, its repaired twin, and a script."""

from __future__ import annotations

from pathlib import Path

import pytest

import phaselint
from phaselint.cli import main

PROJECTS = Path(__file__).parents[2] / "fixtures" / "projects"
PROVED = {
    "vesanor": ("refund-desk", {("order-trap", "explore"), ("unknown-phase", "refusal")}),
    "sweny": ("dependency-bot", {("gate-does-not-halt", "replay"), ("regex-invalid", "replay")}),
    "climpt": ("flag-retirement", {("uv-no-source", "replay"), ("ignored-field", "differential")}),
    "stud": ("loan-desk", {("deadlocked-phases", "explore"), ("failed-expectation", "replay")}),
    "agents": ("release-crew", {("unknown-target", "replay"), ("unreachable-phase", "explore")}),
    "langgraph": ("seed-library", {("exclusive-join", "explore"), ("label-not-in-map", "replay")}),
}
"""Dialect → a project, and some of its findings with the way in which they are proved."""

SCRIPTS = {
    "vesanor": "refunds/refunds.script.yaml",
    "sweny": ".sweny/workflows/tests/update-dependencies.script.yaml",
    "climpt": ".agent/retirer/tests/retire-a-flag.script.yaml",
    "stud": "tests/loans.script.yaml",
    "agents": "tests/release.script.yaml",
    "langgraph": "tests/requests.script.yaml",
}
"""Dialect → the script of its project."""

CONTRACTS = {
    "vesanor": "refunds",
    "sweny": ".sweny/workflows/update-dependencies.yml",
    "climpt": ".agent/retirer",
    "stud": "loans.stud.yaml",
    "agents": ".",
    "langgraph": "seeds/requests.py",
}
"""Dialect → the contract of that script."""


@pytest.fixture(autouse=True)
def in_projects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECTS)


@pytest.mark.parametrize(("project", "wanted"), PROVED.values(), ids=PROVED)
def test_defects_are_found_and_proved(project: str, wanted: set[tuple[str, str]]) -> None:
    result = phaselint.lint([project], dry_run=True)
    methods = {(each.name, each.proof.method) for each in result.findings if each.proof}
    assert methods >= wanted
    assert (result.summary.unproved, result.summary.refuted) == (0, 0)


@pytest.mark.parametrize(("project", "_wanted"), PROVED.values(), ids=PROVED)
def test_nothing_is_found_where_they_are_mended(project: str, _wanted: object) -> None:
    assert phaselint.lint([f"{project}-fixed"], dry_run=True).findings == ()


@pytest.mark.parametrize("dialect", PROVED)
def test_a_script_is_run(dialect: str, capsys: pytest.CaptureFixture[str]) -> None:
    twin = f"{PROVED[dialect][0]}-fixed"
    script = f"{twin}/{SCRIPTS[dialect]}"
    assert main(["run", f"{twin}/{CONTRACTS[dialect]}", "--script", script]) == 0
    assert "ok: all assertions hold" in capsys.readouterr().out
