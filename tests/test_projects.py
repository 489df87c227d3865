"""The projects under fixtures/projects: what phaselint says about them, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

import phaselint
from phaselint.cli import main
from phaselint.executor.script import is_script

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

PROJECTS = Path(__file__).parents[1] / "fixtures" / "projects"

PLANTED = {
    "refund-desk": {
        "failed-expectation": "replay",
        "limit-below-shortest-path": "explore",
        "order-trap": "explore",
        "policy-violated": "replay",
        "precondition-cycle": "explore",
        "tool-deadlock": "explore",
        "unknown-phase": "refusal",
    },
    "dependency-bot": {
        "eval-kind-rule-mismatch": "replay",
        "eval-without-retry": "replay",
        "exhausted-loop-dead-end": "replay",
        "failed-expectation": "replay",
        "failure-route-unobservable": "static+replay",
        "gate-does-not-halt": "replay",
        "path-syntax": "replay",
        "regex-invalid": "replay",
        "requires-not-on-all-paths": "replay",
        "routing-enum-uncovered": "static+replay",
        "skill-invalid-frontmatter": None,
        "source-looks-like-path": "static+replay",
        "unknown-skill": None,
    },
    "flag-retirement": {
        "conditional-without-default": "replay",
        "enum-transition-mismatch": "refusal",
        "failed-expectation": "replay",
        "ignored-field": "differential",
        "intent-field-optional": "static+replay",
        "kind-boundary-crossing": None,
        "unknown-target": "replay",
        "uv-no-source": "replay",
        "validation-step-never-consulted": "differential",
    },
    "loan-desk": {
        "allowed-tool-unregistered": "replay",
        "body-names-out-of-envelope-tool": "static+replay",
        "branch-value-not-in-enum": None,
        "completion-schema-unsatisfiable": "static+replay",
        "deadlocked-phases": "explore",
        "failed-expectation": "replay",
        "placeholder-ctx-attempts": "replay",
        "unknown-key-typo": None,
        "unreachable-phase": "explore",
        "upstream-parsed-path-missing": "replay",
    },
    "seed-library": {
        "accumulated-twice": "replay",
        "concurrent-write": "replay",
        "exclusive-join": "explore",
        "failed-expectation": "replay",
        "label-not-in-map": "replay",
        "recursion-limit-too-low": "replay",
        "resume-without-checkpointer": "replay",
        "unknown-goto": "replay",
        "unknown-state-key": "replay",
        "unreachable-phase": "explore",
    },
    "release-crew": {
        "agent-not-discovered": None,
        "agents-without-agent-tool": "replay",
        "auto-send-cycle": "replay",
        "boolean-not-recognized": "differential",
        "denied-with-specifier": "replay",
        "failed-expectation": "replay",
        "handoff-to-hidden-agent": "replay",
        "header-not-portable": None,
        "incomplete-handoff": "replay",
        "missing-name": None,
        "misspelt-tool": "replay",
        "no-usable-tool": "replay",
        "tool-not-enabled": "replay",
        "unknown-prompt-agent": None,
        "unknown-skill": None,
        "unknown-target": "replay",
        "unreachable-phase": "explore",
    },
}
"""The defects of each project: rule → how its finding is proved, none for a fact. A skill that
cannot be read is found twice, where it stands and where it is missing; `failed-expectation` is
what a script says of another defect."""

HIDDEN = {
    "refund-desk": {"blocked-by-risk-default": "closed until finance signs the goodwill policy"},
    "dependency-bot": {"fail-soft-bypasses-gate": "a digest without entries is skipped below"},
    "flag-retirement": {
        "next-self-loop": "a batch that is done and one that is tried again are counted apart"
    },
    "loan-desk": {
        "parallel-mutating-tools": (
            "only the condition is written down, into a file that nobody else has open"
        )
    },
    "seed-library": {
        "static-edge-beside-conditional": (
            "every loan goes into the diary, whether a letter is due or not"
        )
    },
    "release-crew": {"unknown-subagent": "the security guild publishes it for everyone"},
}
CONTRACTS = {
    "refund-desk": 3,
    "dependency-bot": 5,
    "flag-retirement": 2,
    "loan-desk": 2,
    "seed-library": 4,
    "release-crew": 2,
}

SOUND = ("flag-audit",)
"""Projects without a twin, for they have no defects."""

SCRIPTS = sorted(
    str(path.relative_to(PROJECTS)) for path in PROJECTS.rglob("*") if is_script(path.name)
)
FAILING = {
    "refund-desk/refunds/refunds.script.yaml",
    "dependency-bot/.sweny/workflows/tests/update-dependencies.script.yaml",
    "flag-retirement/.agent/retirer/tests/retire-a-flag.script.yaml",
    "loan-desk/tests/loans.script.yaml",
    "seed-library/tests/requests.script.yaml",
    "release-crew/tests/release.script.yaml",
}
"""Scripts of which one expectation is not met."""

BREAKING = {"refund-desk/refunds/refunds.script.yaml"}
"""Those in which the scenario violates a policy, too."""

projects = pytest.mark.parametrize("project", PLANTED)


@pytest.fixture(autouse=True)
def in_projects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in reports are relative to the working directory."""
    monkeypatch.chdir(PROJECTS)


def test_every_project_has_a_repaired_twin() -> None:
    twins = [name for each in PLANTED for name in (each, f"{each}-fixed")]
    assert sorted(path.name for path in PROJECTS.iterdir()) == sorted((*twins, *SOUND))


@projects
def test_report_of_the_defective_project(
    project: str, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    assert main(["lint", "--dry-run", project]) == 1
    assert capsys.readouterr().out == snapshot


@projects
def test_every_planted_defect_is_found_once_and_proved(project: str) -> None:
    result = phaselint.lint([project], dry_run=True)
    found = {finding.name: finding.proof for finding in result.findings}
    assert sorted(found) == sorted(finding.name for finding in result.findings)
    assert {name: proof and proof.method for name, proof in found.items()} == PLANTED[project]
    assert (result.summary.unproved, result.summary.refuted) == (0, 0)


@projects
def test_the_suppression_hides_its_finding_and_keeps_its_reason(project: str) -> None:
    hidden = phaselint.lint([project]).suppressed
    reasons = {f.name: f.suppression and f.suppression.reason for f in hidden}
    assert reasons == HIDDEN[project]


@projects
def test_the_repaired_twin_has_no_findings_and_hides_none(project: str) -> None:
    result = phaselint.lint([f"{project}-fixed"], dry_run=True)
    assert result.findings == ()
    assert result.suppressed == ()
    assert result.summary.contracts == CONTRACTS[project]


@pytest.mark.parametrize("project", SOUND)
def test_a_sound_project_has_no_findings_and_hides_none(project: str) -> None:
    result = phaselint.lint([project], dry_run=True)
    assert (result.findings, result.suppressed, result.summary.contracts) == ((), (), 1)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_fails_where_a_defect_is_in_its_way(
    script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = PROJECTS / script
    named = yaml.safe_load(path.read_text("utf-8")).get("contract", ".")
    status = main(["run", str(path.parent / named), "--script", script])
    failures = capsys.readouterr().out.count("FAILED")
    expected = (script in FAILING) + (script in BREAKING)
    assert (status, failures) == (min(expected, 1), expected)
