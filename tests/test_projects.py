"""The projects under fixtures/projects: what phaselint says about them, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import phaselint
from phaselint.cli import main

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

PROJECTS = Path(__file__).parents[1] / "fixtures" / "projects"
SCRIPTS = sorted(path.relative_to(PROJECTS) for path in PROJECTS.rglob("*.script.yaml"))


@pytest.fixture(autouse=True)
def in_projects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in reports are relative to the working directory."""
    monkeypatch.chdir(PROJECTS)


def test_report_of_the_defective_project(
    capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert main(["lint", "--dry-run", "refund-desk"]) == 1
    assert capsys.readouterr().out == snapshot


def test_every_planted_defect_is_found_once_and_proved() -> None:
    result = phaselint.lint(["refund-desk"], dry_run=True)
    found = {finding.name: finding.proof for finding in result.findings}
    assert sorted(found) == sorted(finding.name for finding in result.findings)
    assert {name: proof and proof.method for name, proof in found.items()} == {
        "failed-expectation": "replay",
        "limit-below-shortest-path": "replay",
        "order-trap": "explore",
        "precondition-cycle": "explore",
        "tool-deadlock": "explore",
        "unknown-phase": "refusal",
    }
    assert (result.summary.proved, result.summary.refuted) == (6, 0)


def test_the_suppression_hides_its_finding_and_keeps_its_reason() -> None:
    hidden = phaselint.lint(["refund-desk"]).suppressed
    reasons = {f.name: f.suppression and f.suppression.reason for f in hidden}
    assert reasons == {"blocked-by-risk-default": "closed until finance signs the goodwill policy"}


def test_the_repaired_twin_has_no_findings_and_hides_none() -> None:
    result = phaselint.lint(["refund-desk-fixed"], dry_run=True)
    assert result.findings == ()
    assert result.suppressed == ()
    assert result.summary.contracts == 3


@pytest.mark.parametrize("script", SCRIPTS, ids=str)
def test_scripts_of_a_repaired_project_pass_and_one_of_the_other_fails(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["run", str(script.parent), "--script", str(script)])
    failures = capsys.readouterr().out.count("FAILED")
    assert (status, failures) == ((0, 0) if script.parts[0].endswith("-fixed") else (1, 1))
