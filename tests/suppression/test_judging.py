"""What is said about suppressions and baselines is reported as all else is."""

from __future__ import annotations

import json
from contextlib import chdir
from typing import TYPE_CHECKING

import pytest

from cli.contracts import SESSION, UNREACHABLE, contract
from phaselint.linting.request import Request
from phaselint.linting.run import run
from phaselint.vocabulary.errors import UsageError
from phaselint_rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

    from phaselint.linting.result import Result

STALE = {
    "rule": "unreachable-phase",
    "path": "session.yaml",
    "fingerprint": "0" * 32,
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a contract in which nothing is found, and a baseline that lists something."""
    contract(tmp_path)
    baseline = {"version": 1, "findings": [STALE]}
    (tmp_path / "phaselint-baseline.json").write_text(json.dumps(baseline))
    return tmp_path


def lint(folder: Path) -> Result:
    with chdir(folder):
        return run(Request(), RULES)


def test_a_stale_entry_has_a_fingerprint(project: Path) -> None:
    [found] = lint(project).findings
    assert (found.name, found.level) == ("stale-baseline-entry", "info")
    assert len(found.fingerprint) == 32
    assert found.place.file == "phaselint-baseline.json"


def test_the_severity_of_a_stale_entry_is_the_users(project: Path) -> None:
    (project / "phaselint.toml").write_text('[severity]\nstale-baseline-entry = "error"\n')
    [found] = lint(project).findings
    assert found.level == "error"


def test_a_suppressed_complaint_about_a_suppression_has_a_fingerprint(tmp_path: Path) -> None:
    comment = "# phaselint: ignore[dead-phase, unused-suppression] kept for later\n"
    contract(tmp_path, comment + SESSION)
    result = lint(tmp_path)
    assert result.findings == ()
    [hidden] = result.suppressed
    assert (hidden.name, len(hidden.fingerprint)) == ("unused-suppression", 32)


def test_files_are_named_from_where_the_user_is(project: Path) -> None:
    (project / "inner").mkdir()
    (project / "phaselint.toml").write_text("")
    with chdir(project / "inner"):
        [found] = run(Request(("..",)), RULES).findings
    assert found.place.file == "../phaselint-baseline.json"
    assert found.file == "phaselint-baseline.json"


@pytest.mark.posix
@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize("there", [False, True])
def test_no_link_leads_a_baseline_out_of_the_project(
    tmp_path: Path, there: bool, write: bool
) -> None:
    folder, outside = contract(tmp_path / "project", UNREACHABLE), tmp_path / "outside.json"
    (folder / "phaselint.toml").write_text('baseline = "listed.json"\n')
    (folder / "listed.json").symlink_to(outside)
    if there:
        outside.write_text('{"version": 1, "findings": []}')
    before = outside.read_bytes() if there else None
    with chdir(folder):
        with pytest.raises(UsageError, match="to a place outside the project"):
            run(Request(write_baseline=write), RULES)
        assert run(Request(baseline=str(outside), write_baseline=True), RULES).suppressed
    assert outside.read_bytes() != before
